"""Baccarat: player's hand against banker's, both dealt by fixed rules from a shoe."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache

from pitboss.gamekit import (
    RANKS,
    Area,
    Card,
    ClauseId,
    Composition,
    DealtGame,
    DealtState,
    Deck,
    EditionHead,
    Fields,
    Need,
    NeedCards,
    NeedNothing,
    Odds,
    PayLine,
    PlacedBet,
    Spot,
    SpotKey,
    Verdict,
)
from pitboss_classics import COLLECTION
from pitboss_classics.baccarat.drawing import banker_draws, is_natural, player_draws, total, value

PLAYER, BANKER, TIE = "player", "banker", "tie"
PLAYER_PAIR, BANKER_PAIR = "player-pair", "banker-pair"
PLAYER_WINS, BANKER_WINS, TIE_WINS = (ClauseId(f"BAC-3.{n}") for n in (1, 2, 3))
PUSHES, PAIR = ClauseId("BAC-3.4"), ClauseId("BAC-3.5")
SIX_PAYS_HALF = ClauseId("BAC-3.6")
HALF = Odds.of(1, 2)
AREAS = (Area("hands", "Hands"), Area("sides", "Side bets"))


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    decks: int
    ranks: tuple[int, ...]
    cut_undealt: int
    player: Odds
    banker: Odds
    banker_six: Odds
    """What the banker's hand pays when it wins with six."""
    tie: Odds
    pair: Odds


class Baccarat(DealtGame[Edition]):
    key = "baccarat"
    title = "Baccarat"
    collection = COLLECTION
    clause_prefix = "BAC"
    default_edition = "commission"
    void_clause = ClauseId("BAC-4.1")
    end_clause = ClauseId("BAC-2.5")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        cards, pays = fields.table("cards"), fields.table("pays")
        options = fields.table("options")
        ranks = cards.text("ranks")
        if not ranks or len(set(ranks)) < len(ranks) or not set(ranks) <= set(RANKS):
            cards.report("ranks", f"they are different ones of {RANKS}.")
        edition = Edition(
            head,
            cards.integer("decks", low=1, high=12),
            tuple(sorted(RANKS.index(rank) + 1 for rank in set(ranks) & set(RANKS))) or (1,),
            options.integer("cut_undealt", low=6, high=208),
            pays.odds("player"),
            pays.odds("banker"),
            pays.odds("banker_six"),
            pays.odds("tie"),
            pays.odds("pair"),
        )
        if _shoe(edition.decks, edition.ranks).total < edition.cut_undealt:
            options.report("cut_undealt", "the cut card lies behind more cards than the shoe has.")
        return edition

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        banker = [PayLine("the banker's hand wins", edition.banker, BANKER_WINS)]
        if edition.banker_six != edition.banker:
            banker.append(
                PayLine("the banker's hand wins with six", edition.banker_six, SIX_PAYS_HALF)
            )
        return (
            _spot(PLAYER, "Player", PayLine("the player's hand wins", edition.player, PLAYER_WINS)),
            _spot(BANKER, "Banker", *banker),
            _spot(TIE, "Tie", PayLine("both hands are equal", edition.tie, TIE_WINS)),
            _spot(PLAYER_PAIR, "Player pair", PayLine("two cards of a rank", edition.pair, PAIR)),
            _spot(BANKER_PAIR, "Banker pair", PayLine("two cards of a rank", edition.pair, PAIR)),
        )

    def fresh_cards(self, edition: Edition) -> Composition:
        return _shoe(edition.decks, edition.ranks)

    def keeps_shoe(self, edition: Edition, undealt: Composition) -> bool:
        return undealt.total > edition.cut_undealt

    def alike(self, edition: Edition, spots: frozenset[SpotKey]) -> Callable[[Card], Hashable]:
        return value if spots <= {PLAYER, BANKER, TIE} else lambda card: card.rank

    def next_need(self, state: DealtState[Edition]) -> Need:
        player, banker = state.cards(PLAYER), state.cards(BANKER)
        if not player:
            return _cards(state, 2, PLAYER)
        if not banker:
            return _cards(state, 2, BANKER)
        if is_natural(player) or is_natural(banker):  # BAC-2.2
            return NeedNothing()
        if len(player) == 2 and player_draws(player):
            return _cards(state, 1, PLAYER)
        if len(banker) == 2 and banker_draws(banker, player):
            return _cards(state, 1, BANKER)
        return NeedNothing()

    def verdict(self, state: DealtState[Edition], bet: PlacedBet) -> Verdict:
        edition = state.edition
        player, banker = state.cards(PLAYER), state.cards(BANKER)
        if bet.spot in (PLAYER_PAIR, BANKER_PAIR):
            first, second = (player if bet.spot == PLAYER_PAIR else banker)[:2]
            return Verdict(edition.pair if first.rank == second.rank else None, PAIR)
        ahead = total(player) - total(banker)
        if bet.spot == TIE:
            return Verdict(edition.tie if ahead == 0 else None, TIE_WINS)
        if ahead == 0:
            return Verdict(None, PUSHES, is_push=True)
        if bet.spot == PLAYER:
            return Verdict(edition.player if ahead > 0 else None, PLAYER_WINS)
        if ahead > 0:
            return Verdict(None, BANKER_WINS)
        if total(banker) == 6 and edition.banker_six != edition.banker:
            return Verdict(edition.banker_six, SIX_PAYS_HALF)
        return Verdict(edition.banker, BANKER_WINS)

    def place_note(self, state: DealtState[Edition], key: str, items: tuple[str, ...]) -> str:
        return str(total(state.cards(key)))

    def result(self, state: DealtState[Edition]) -> tuple[str, ...] | None:
        ahead = total(state.cards(PLAYER)) - total(state.cards(BANKER))
        return (
            None
            if not state.draws
            else ("Tie" if not ahead else "Player" if ahead > 0 else "Banker",)
        )

    def tell(self, state: DealtState[Edition]) -> str:
        player, banker = total(state.cards(PLAYER)), total(state.cards(BANKER))
        if not state.cards(BANKER):
            return f"Player {player}."
        words = f"Player {player}, banker {banker}"
        if not isinstance(self.need(state), NeedNothing):
            return f"{words}."
        if player == banker:
            return f"{words}: a tie."
        return f"{words}: {'player' if player > banker else 'banker'} wins."


def _spot(key: str, label: str, *pays: PayLine) -> Spot:
    area = "sides" if key.endswith("-pair") else "hands"
    return Spot(SpotKey(key), label, area, tuple(p.odds for p in pays), wager=key, pays=pays)


def _cards(state: DealtState[Edition], count: int, place: str) -> NeedCards:
    return NeedCards(count, place=place, face_up=True, undealt=state.shoe)


@cache
def _shoe(decks: int, ranks: tuple[int, ...]) -> Composition:
    return Composition.full(Deck(copies=decks, ranks=ranks))


GAME = Baccarat()
