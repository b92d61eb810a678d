"""Three cards each: an ante, a raise to see the dealer's hand, and a side bet on one's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from pitboss.gamekit import (
    RANKS,
    Area,
    Award,
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
    NeedDecisions,
    NeedNothing,
    Odds,
    Option,
    PayLine,
    Pending,
    PlacedBet,
    Refusal,
    RefusalCode,
    SeatIndex,
    Spot,
    SpotKey,
    Verdict,
)
from pitboss_classics import COLLECTION
from pitboss_classics.three_card.hands import (
    FLUSH,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    high_rank,
    qualifies,
    strength,
)

ANTE, PLAY, PAIR_PLUS = SpotKey("ante"), SpotKey("play"), SpotKey("pair-plus")
RAISE, FOLD, DEALER = "play", "fold", "dealer"
FOLDED, NO_HAND, HIGHER, BONUS, SIDE = (
    ClauseId(f"TCA-{number}") for number in ("2.3", "2.4", "2.5", "2.6", "3.1")
)
TO_PLAY, TO_FOLD = Option(RAISE, "Play: raise as much as the Ante"), Option(FOLD, "Fold")
KINDS = {
    STRAIGHT_FLUSH: "straight flush",
    THREE: "three of a kind",
    STRAIGHT: "straight",
    FLUSH: "flush",
    PAIR: "pair",
}
"""Kinds of hands that pay, the best first."""
AREAS = (Area("hand", "Your hand"), Area("side", "Side bet"))


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    ranks: tuple[int, ...]
    bonus: tuple[tuple[int, int], ...]
    """What the Ante bonus pays to one, by kind of hand."""
    pair_plus: tuple[tuple[int, Odds], ...]


class ThreeCard(DealtGame[Edition]):
    key = "three-card"
    title = "Three Card"
    collection = COLLECTION
    clause_prefix = "TCA"
    default_edition = "flush-pays-4"
    suits_alike = True
    void_clause = ClauseId("TCA-4.1")
    end_clause = ClauseId("TCA-2.5")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        cards, bonus, side = (fields.table(name) for name in ("cards", "bonus", "pair_plus"))
        text = cards.text("ranks")
        if not 2 <= len(set(text)) == len(text) or not set(text) <= set(RANKS):
            cards.report("ranks", f"they are at least two different ones of {RANKS}.")
        ranks = tuple(sorted(RANKS.index(rank) + 1 for rank in set(text) & set(RANKS)))
        paid = (STRAIGHT_FLUSH, THREE, STRAIGHT)
        return Edition(
            head,
            ranks or (1, 2),
            tuple((kind, bonus.integer(_name(kind), low=0, high=100)) for kind in paid),
            tuple((kind, side.odds(_name(kind))) for kind in KINDS),
        )

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return _felt(edition)

    def spots(self, state: DealtState[Edition], seat: SeatIndex) -> tuple[Spot, ...]:
        shut = Refusal(RefusalCode.SPOT_CLOSED, "Play is bet when you have seen your cards.")
        felt = _felt(state.edition)
        return tuple(replace(one, closed=shut) if one.key == PLAY else one for one in felt)

    def fresh_cards(self, edition: Edition) -> Composition:
        return _deck(edition.ranks)

    def next_need(self, state: DealtState[Edition]) -> Need:
        betting = sorted({bet.seat for bet in state.bets})
        dealt = {one.place for one in state.draws}
        for place in (*(f"seat {seat}" for seat in betting), DEALER):
            if place not in dealt:
                return NeedCards(3, place=place, face_up=False, undealt=state.shoe)
        antes = [bet for bet in state.bets if bet.spot == ANTE and not state.decided(bet.seat)]
        return NeedDecisions(tuple(map(_asked, antes))) if antes else NeedNothing()

    def verdict(self, state: DealtState[Edition], bet: PlacedBet) -> Verdict:
        edition = state.edition
        own, dealer = strength(state.cards(f"seat {bet.seat}")), strength(state.cards(DEALER))
        if bet.spot == PAIR_PLUS:
            return Verdict(dict(edition.pair_plus).get(own[0]), SIDE)
        if state.decided(bet.seat) != RAISE:
            return Verdict(None, FOLDED)
        is_played = qualifies(dealer)
        won = 1 if not is_played or own > dealer else 0 if own == dealer else -1
        if bet.spot == PLAY:
            clause = HIGHER if is_played else NO_HAND
            return _units(won if is_played else 0, clause)
        return _units(won, HIGHER if is_played else NO_HAND)

    def award(self, state: DealtState[Edition], bet: PlacedBet) -> Award | None:
        if bet.spot != ANTE or state.decided(bet.seat) != RAISE:
            return None
        own = strength(state.cards(f"seat {bet.seat}"))
        extra = dict(state.edition.bonus).get(own[0], 0)
        return Award(Odds.of(extra), BONUS) if extra else None

    def tell(self, state: DealtState[Edition]) -> str:
        need = self.need(state)
        if isinstance(need, NeedDecisions):
            return "Play or fold?"
        if not isinstance(need, NeedNothing):
            return "Three cards each, face down."
        cards = state.cards(DEALER)
        if not qualifies(strength(cards)):
            return "The dealer does not qualify: Play goes back."
        return f"The dealer has {_words(cards)}."

    def place_note(self, state: DealtState[Edition], key: str, items: tuple[str, ...]) -> str:
        return _words(state.cards(key)) if all(items) else ""


def _asked(ante: PlacedBet) -> Pending:
    return Pending(ante.seat, (replace(TO_PLAY, stakes=((PLAY, ante.stake),)), TO_FOLD), FOLD)


def _words(cards: tuple[Card, ...]) -> str:
    """What a hand is, as a dealer says it."""
    kind, ranks = strength(cards)
    if kind not in KINDS:
        return f"{next(card.rank_name for card in cards if high_rank(card) == ranks[0])} high"
    return KINDS[kind] if kind == THREE else f"a {KINDS[kind]}"


def _units(net: int, clause: ClauseId) -> Verdict:
    """A stake that wins so many times itself, goes back or is lost."""
    if net == 0:
        return Verdict(None, clause, is_push=True)
    return Verdict(Odds.of(net) if net > 0 else None, clause)


def _name(kind: int) -> str:
    return KINDS[kind].replace(" ", "_")


@cache
def _felt(edition: Edition) -> tuple[Spot, ...]:
    even = Odds.of(1)
    ante = (PayLine("higher than the dealer", even, HIGHER), PayLine("no dealer", even, NO_HAND))
    bonus = tuple(
        PayLine(f"bonus for a {KINDS[kind]}".replace("a three", "three"), Odds.of(extra), BONUS)
        for kind, extra in edition.bonus
        if extra
    )
    side = tuple(PayLine(KINDS[kind], odds, SIDE) for kind, odds in edition.pair_plus)
    play = (PayLine("higher than the dealer", even, HIGHER),)
    return (
        Spot(ANTE, "Ante", "hand", (even,), wager="ante", pays=ante, awards=bonus),
        Spot(PLAY, "Play", "hand", (even,), wager="ante", pays=play),
        Spot(PAIR_PLUS, "Pair Plus", "side", _odds(side), wager="pair-plus", pays=side),
    )


def _odds(lines: tuple[PayLine, ...]) -> tuple[Odds, ...]:
    return tuple(dict.fromkeys(line.odds for line in lines))


@cache
def _deck(ranks: tuple[int, ...]) -> Composition:
    return Composition.full(Deck(ranks=ranks))


GAME = ThreeCard()
