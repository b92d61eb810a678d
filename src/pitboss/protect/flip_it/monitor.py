"""The monitor of flip~it: does a seat's money follow the cards?

For every shoe a seat's stakes are laid over its exact expectations, and over those of other,
shuffled shoes at the same depths. A seat that does not know the cards earns as much on its own
shoe as on any other; a counter does not. The cards of the last ten flips are left out, so that
players who raise after losing are not mistaken for counters. May import the exact shoe, the
trace of simulate and the monitors; called through `STUDIES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.exact.distributions import Distribution
from pitboss.exact.flip_it import figures
from pitboss.games.flip_it.carry import read_carry
from pitboss.games.flip_it.edition import Edition, ShoeMode
from pitboss.games.steps import CloseBets, Draw
from pitboss.protect.flip_it.tables import CountTables, tables_of
from pitboss.protect.monitor.alerts import Findings, Watch, finding_keys, monitor_document
from pitboss.protect.monitor.hold import hold_rows
from pitboss.protect.monitor.records import WatchedRound, read_records
from pitboss.protect.sequential import ALARM_USUAL, alarm_refusal, follow, replayed_factor
from pitboss.protect.studies import Answer, Request
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.generator import chunk_state
from pitboss.simulate.kernels.flip_it import trace_shoes

Values = NDArray[np.float64]
Counts = NDArray[np.int64]

LAG = 10
OTHERS = 100
RANK_LETTERS = "A23456789TJQK"


@dataclass(frozen=True, slots=True, eq=False)
class Bets:
    """Which cards win each simple bet, and what it pays: a column a bet."""

    keys: tuple[str, ...]
    wins: Values
    """53 cards by bets; zero or one."""
    returns: Values
    """Pays plus the stake."""

    @classmethod
    def of(cls, edition: Edition, tables: CountTables) -> Bets:
        inside = ("red", "black", "odd", "even", "high", "low")
        keys = (*(f"inside:{name}" for name in inside),
                *(f"call:{letter}" for letter in RANK_LETTERS[1:]))  # fmt: skip
        wins = np.zeros((53, len(keys)))
        wins[:52, :6] = tables.sides
        for card in range(52):
            if card >= 4:
                wins[card, 5 + card // 4] = 1
        returns = np.full(len(keys), float(edition.call_it.to_one) + 1)
        returns[:6] = float(edition.inside.to_one) + 1
        return cls(keys, wins, returns)

    def values(self, left: Counts) -> Values:
        """Expected nets of compositions, one to a row."""
        found: Values = (left @ self.wins) * self.returns / left.sum(axis=1, keepdims=True) - 1
        return found


@dataclass(slots=True)
class ShoeWatch:
    """One shoe as it was dealt: what was left before each flip, and each player's money."""

    lefts: list[Counts] = field(default_factory=list)
    rounds: list[str] = field(default_factory=list)
    stakes: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    """For each player: flip, bet and stake."""


def card_number(card: Card) -> int:
    return 52 if card.is_joker else (card.rank - 1) * 4 + card.suit


def shoes_of(
    edition: Edition, rounds: Sequence[WatchedRound], bets: Bets
) -> list[ShoeWatch] | Refusal:
    """The record cut into shoes, each with the cards left before every flip."""
    whole = tables_of(edition).whole
    shoes: list[ShoeWatch] = []
    last = -1
    for one in rounds:
        left = _left_before(edition, one, whole)
        if isinstance(left, Refusal):
            return left
        if not shoes or left.sum() >= last:
            shoes.append(ShoeWatch())
        last = int(left.sum())
        shoe = shoes[-1]
        shoe.lefts.append(left)
        shoe.rounds.append(one.round_id)
        for (seat, spot), stake in one.stakes().items():
            if spot in bets.keys:
                entry = (len(shoe.lefts) - 1, bets.keys.index(spot), stake)
                shoe.stakes.setdefault(one.player(seat), []).append(entry)
    return shoes


def _left_before(edition: Edition, one: WatchedRound, whole: Counts) -> Counts | Refusal:
    """The cards left when bets closed."""
    carry = read_carry(edition, one.start)
    if isinstance(carry, Refusal):
        return Refusal(
            RefusalCode.BAD_FILE, f"Round {one.round_id} cannot be followed: {carry.sentence}"
        )
    left = whole.copy()
    for card, held in carry.out.entries:
        left[card_number(card)] -= held
    for step in one.steps:
        if isinstance(step, CloseBets):
            break
        if isinstance(step, Draw):
            for shown in step.shown:
                if isinstance(shown, Card):
                    left[card_number(shown)] -= 1
    if left.min() < 0 or left.sum() == 0:
        return Refusal(
            RefusalCode.BAD_FILE, f"Round {one.round_id} deals cards that the shoe has not."
        )
    return left


def other_shoes(edition: Edition, bets: Bets, *, seed: int) -> Values:
    """Expectations of shuffled shoes: by shoe, cards left and bet, as of LAG cards before."""
    tables = tables_of(edition)
    state = chunk_state(
        seed=seed, game=f"{edition.head.game} other shoes", edition=edition.head.hash, chunk=0
    )
    decks, _ = trace_shoes(state, shoes=OTHERS, deck=tables.deck, cut_undealt=0)
    size = len(tables.deck)
    found = np.zeros((OTHERS, size + 1, len(bets.keys)))
    for at, deck in enumerate(decks.astype(np.int64)):
        seen = np.zeros((size, 53), dtype=np.int64)
        seen[np.arange(size), deck] = 1
        left = tables.whole - np.concatenate([np.zeros((1, 53), dtype=np.int64),
                                              seen.cumsum(axis=0)[:-1]])  # fmt: skip
        values = bets.values(left)
        for cards in range(1, size + 1):
            found[at, cards] = values[max(0, size - cards - LAG)]
    return found


def lagged(shoe: ShoeWatch, whole: Counts, bets: Bets) -> Values:
    """A shoe's own expectations as of LAG flips before each flip."""
    before = [shoe.lefts[max(0, at - LAG)] for at in range(len(shoe.lefts))]
    for at in range(min(LAG, len(before))):
        before[at] = whole
    return bets.values(np.array(before))


def watch_players(
    edition: Edition, rounds: Sequence[WatchedRound], *, seed: int
) -> tuple[Watch, ...] | Refusal:
    """Every player's stakes against the cards, shoe by shoe."""
    tables = tables_of(edition)
    bets = Bets.of(edition, tables)
    shoes = shoes_of(edition, rounds, bets)
    if isinstance(shoes, Refusal):
        return shoes
    return watch_shoes(edition, bets, shoes, other_shoes(edition, bets, seed=seed))


def watch_shoes(
    edition: Edition, bets: Bets, shoes: Sequence[ShoeWatch], others: Values
) -> tuple[Watch, ...]:
    """The same for shoes that were followed already."""
    tables = tables_of(edition)
    fresh = bets.values(tables.whole.reshape(1, 53))[0]
    factors: dict[str, list[float]] = {}
    seen: dict[str, _Regression] = {}
    for shoe in shoes:
        own, now = lagged(shoe, tables.whole, bets), bets.values(np.array(shoe.lefts))
        depth = np.array([left.sum() for left in shoe.lefts])
        for player, entries in shoe.stakes.items():
            flip, bet, stake = np.array(entries).T
            base = fresh[bet]
            score = float((stake * (own[flip, bet] - base)).sum())
            rest = (stake * (others[:, depth[flip], bet] - base)).sum(axis=1)
            factors.setdefault(player, []).append(replayed_factor(score, rest.tolist()))
            regression = seen.setdefault(player, _Regression())
            regression.add(stake, now[flip, bet], [shoe.rounds[at] for at in flip])
    share = max(1, len(factors))
    return tuple(
        Watch(
            "counting",
            player,
            follow(factors[player]),
            share,
            seen[player].sentence(),
            seen[player].loudest(),
            seen[player].figures(),
        )
        for player in sorted(factors)
    )


@dataclass(slots=True)
class _Regression:
    """Stakes regressed on the exact expectation of the bet at that moment."""

    stakes: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    rounds: list[str] = field(default_factory=list)

    def add(self, stakes: Counts, values: Values, rounds: list[str]) -> None:
        self.stakes += [float(stake) for stake in stakes]
        self.values += [float(value) for value in values]
        self.rounds += rounds

    def fit(self) -> tuple[float, float, float]:
        """Slope, correlation and expected win of all stakes together."""
        stake, value = np.array(self.stakes), np.array(self.values)
        spread_v, spread_s = float(value.std()), float(stake.std())
        together = float(((stake - stake.mean()) * (value - value.mean())).mean())
        slope = together / spread_v**2 if spread_v else 0.0
        correlation = together / (spread_v * spread_s) if spread_v and spread_s else 0.0
        return slope, correlation, float((stake * value).sum())

    def figures(self) -> tuple[tuple[str, float], ...]:
        slope, correlation, win = self.fit()
        return (("slope", slope), ("correlation", correlation), ("expected_win", win))

    def sentence(self) -> str:
        _, correlation, win = self.fit()
        flat = float(np.mean(self.values)) * float(np.sum(self.stakes))
        return (
            f"{len(self.stakes)} bets; stakes and expectations move together with a correlation"
            f" of {correlation:+.3f}; by the cards they were worth {win / 100:+.2f} credits,"
            f" where the same money spread evenly would have been worth {flat / 100:+.2f}."
        )

    def loudest(self) -> tuple[str, ...]:
        """The rounds in which most was staked on the best expectations."""
        worth = np.array(self.stakes) * np.array(self.values)
        order = np.argsort(-worth, kind="stable")[:50]
        return tuple(dict.fromkeys(self.rounds[at] for at in order if worth[at] > 0))


def monitor(request: Request) -> Answer | Refusal:
    """The record of a table: money against cards, and hold."""
    edition: Edition = request.edition  # type: ignore[assignment]
    alarm = float(request.options.get("alarm", ALARM_USUAL))
    refusal = alarm_refusal(alarm)
    if refusal is not None:
        return refusal
    if "records" not in request.options:
        return Refusal(RefusalCode.MISSING_FIELD, "Name the record of a table with --records.")
    rounds = read_records(request.options["records"])
    if isinstance(rounds, Refusal):
        return rounds
    watches: tuple[Watch, ...] | Refusal = ()
    if edition.shoe is ShoeMode.CUT_CARD:
        watches = watch_players(edition, rounds, seed=request.amount.seed)
    if isinstance(watches, Refusal):
        return watches
    laws: Mapping[str, Distribution] = {
        bet.bet: bet.distribution for bet in figures(edition).bets if bet.bet != "bonus"
    }
    settled = [
        (spot, stake, net) for one in rounds for (_, spot), (stake, net) in one.results().items()
    ]
    found = Findings(len(rounds), watches, hold_rows(settled, laws), alarm)
    head = edition.head
    keys = {"game": head.game, "edition": head.key, "edition_hash": head.hash}
    page = monitor_document(request.game, edition, found) if request.whole else None
    return Answer(keys | finding_keys(found), page)
