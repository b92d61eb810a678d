"""Seeded houses: records of tables with honest players, and with cheats planted among them.

Used by the tests of the monitors and by the soak that measures their power.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.tops import Face
from pitboss.exact.gin_and_win.edition import parameters_of
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.games.flip_it.edition import Edition as FlipEdition
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.games.spin_n_win.edition import Edition as SpinEdition
from pitboss.games.steps import Bet, Call, CloseBets, Draw, Step
from pitboss.protect.flip_it.shoes import Bets, OtherShoes, ShoeWatch, other_shoes
from pitboss.protect.flip_it.tables import tables_of
from pitboss.protect.gin_and_win.kernel import HAND
from pitboss.protect.gin_and_win.monitor import WatchedDecision, fit
from pitboss.protect.gin_and_win.rule import best_rule
from pitboss.protect.gin_and_win.sight import strengths_of
from pitboss.protect.gin_and_win.signals import (
    DEALS,
    SAMPLE_LEAST,
    SIGNALS,
    TOTALS,
    Whole,
    bands_of,
    dealt_hands,
)
from pitboss.protect.monitor.records import WatchedRound
from pitboss.refusals import Refusal
from pitboss.simulate.generator import Words
from pitboss.units import Credits, SeatIndex, SpotKey


@cache
def edition_of(game: str, key: str | None = None) -> Any:
    folder = Registry((GAMES_FOLDER,)).find(game)
    assert not isinstance(folder, Refusal)
    edition = folder.edition(key)
    assert not isinstance(edition, Refusal)
    return edition


def generator_of(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64DXSM(seed))


# --- counters among honest bettors -------------------------------------------------------


@cache
def flip_setting() -> tuple[FlipEdition, Bets, OtherShoes]:
    edition: FlipEdition = edition_of("flip-it")
    bets = Bets.of(edition, tables_of(edition))
    return edition, bets, other_shoes(edition, bets, seed=77)


RED, CALL = 0, 6
HONEST = ("flat", "doubler", "chaser", "random", "lucky rank")


def flip_house(*, seed: int, shoes: int, cheat: str = "") -> list[ShoeWatch]:
    """Shoes with five honest players, and with one cheat if one is named."""
    edition, bets, _ = flip_setting()
    tables = tables_of(edition)
    generator = generator_of(seed)
    found = []
    raised = dict.fromkeys(HONEST, 100)
    for number in range(shoes):
        deck = generator.permutation(tables.deck).astype(np.int64)
        seen = np.zeros((len(deck), 53), dtype=np.int64)
        seen[np.arange(1, len(deck)), deck[:-1]] = 1
        left = tables.whole - seen.cumsum(axis=0)
        first = int(np.flatnonzero(deck < 52)[3]) + 1
        last = len(deck) - edition.cut_undealt
        shoe = ShoeWatch(list(left[first:last]), [f"{number}-{at}" for at in range(first, last)])
        shoe.rows = rows_before(deck, first, last)
        values = bets.values(left[first:last])
        bonus = bets.bonus_values(left[first:last], np.array(shoe.rows))
        for flip in range(last - first):
            red = bool(bets.wins[deck[first + flip], RED])
            for player, bet, stake in _honest(generator, raised):
                shoe.stakes.setdefault(player, []).append((flip, bet, stake))
            _raise(raised, red=red)
            if is_offered(shoe.rows[flip]):
                # An honest player who bets more where more is paid, by the row alone.
                pairs = len(shoe.rows[flip]) - len({card // 4 for card in shoe.rows[flip]})
                shoe.stakes.setdefault("row player", []).append((flip, bets.bonus, 100 * pairs))
            if cheat == "bonus spread" and is_offered(shoe.rows[flip]):
                stake = 500 if bonus[flip] > 0 else 100
                shoe.stakes.setdefault("cheat", []).append((flip, bets.bonus, stake))
            elif cheat and cheat != "bonus spread":
                bet, stake = _cheating(cheat, values[flip])
                if stake:
                    shoe.stakes.setdefault("cheat", []).append((flip, bet, stake))
        found.append(shoe)
    return found


def rows_before(deck: NDArray[np.int64], first: int, last: int) -> list[tuple[int, ...]]:
    """The row before each flip: the last four cards that are no jokers."""
    plain = [int(card) for card in deck if card < 52]
    before = np.cumsum(deck < 52)
    return [tuple(plain[before[at - 1] - 4 : before[at - 1]]) for at in range(first, last)]


def is_offered(row: tuple[int, ...]) -> bool:
    """Whether a pair lies in the row; draws to a royal flush are left out here."""
    return len({card // 4 for card in row}) < len(row)


def _honest(generator: np.random.Generator, raised: dict[str, int]) -> list[tuple[str, int, int]]:
    return [
        ("flat", RED, 500),
        ("doubler", RED, raised["doubler"]),
        ("chaser", RED, raised["chaser"]),
        ("random", int(generator.integers(0, 18)), 100 * int(generator.integers(1, 11))),
        ("lucky rank", CALL + 5, 200),
    ]


def _raise(raised: dict[str, int], *, red: bool) -> None:
    """One doubles after a loss, the other raises by a unit after a win."""
    raised["doubler"] = 100 if red else min(2 * raised["doubler"], 6400)
    raised["chaser"] = min(raised["chaser"] + 100, 1000) if red else 100


def _cheating(cheat: str, values: NDArray[np.float64]) -> tuple[int, int]:
    if cheat == "red spread":
        return RED, 1000 if values[RED] > 0 else 100
    best = CALL + int(values[CALL:].argmax())
    if cheat == "call spread":
        return best, 500 if values[best] > 0 else 100
    # Watches without betting and comes in only when it is worth it.
    return best, 300 if values[best] > 0.1 else 0


# --- biased Tops and voids ---------------------------------------------------------------

FAIR = (0.25, 0.25, 0.25, 0.125, 0.125)
FACES = (Face.RED, Face.GREEN, Face.BLUE, Face.YELLOW, Face.JOKER)
SPOTS = ("single:red", "single:green", "combo:red-blue", "combo:joker-joker", "single:joker")


def spin_house(
    *,
    seed: int,
    spins: int,
    top_a: tuple[float, ...] = FAIR,
    top_b: tuple[float, ...] = FAIR,
    crooked: bool = False,
    times: int = 6,
    dear: int = 2000,
    void_rate: float = 0.05,
) -> list[WatchedRound]:
    """Spins with random bets; a crooked dealer voids dear spins `times` as often as others."""
    from pitboss.exact.spin_n_win.results import symbol_nets
    from pitboss.protect.spin_n_win.monitor import liability

    edition: SpinEdition = edition_of("spin-n-win")
    nets = symbol_nets(edition)
    generator = generator_of(seed)
    places = generator.integers(len(SPOTS), size=(spins, 3))
    chips = generator.integers(1, 20, size=(spins, 3))
    # The first two faces of a row are the spin, the others the spin again after a void.
    faces = np.stack(
        [generator.choice(5, spins, p=chances) for chances in (top_a, top_b, top_a, top_b)], axis=1
    )
    chance = generator.random(spins)
    found = []
    for number in range(spins):
        steps: list[Step] = [
            Bet(SeatIndex(seat + 1), SpotKey(SPOTS[places[number, seat]]),
                Credits(200 * int(chips[number, seat])))
            for seat in range(3)
        ]  # fmt: skip
        steps.append(CloseBets())
        spin = (FACES[faces[number, 0]], FACES[faces[number, 1]])
        rate = void_rate
        if crooked:
            stakes = WatchedRound("", "", {}, {}, tuple(steps)).stakes()
            rate *= times if float(liability(stakes, nets, spin)) > dear else 1
        if chance[number] < rate:
            steps.append(Call("void", "too short", spin))
            spin = (FACES[faces[number, 2]], FACES[faces[number, 3]])
        steps.append(Draw(spin))
        found.append(WatchedRound(f"spin-{number}", edition.head.game, {}, {}, tuple(steps)))
    return found


# --- partners who show each other their hands --------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class SignalPlay:
    """A plan of partners who tell each other one number: play or fold by own band and total."""

    tell: Callable[[Words, GinParameters], Whole]
    parameters: GinParameters
    plays: NDArray[np.bool_]
    """By cell: band of the own hand, then the total that was told."""

    def decisions(self, hands: Words) -> NDArray[np.bool_]:
        """What each partner does, for rows of hands that tell each other."""
        told = np.minimum(self.tell(hands, self.parameters), TOTALS - 1)
        cells = bands_of(strengths_of(hands)) * TOTALS + told[:, None]
        found: NDArray[np.bool_] = self.plays[np.minimum(cells, len(self.plays) - 1)]
        return found


def signal_play(edition: GinEdition, signal: str, *, players: int, seed: int) -> SignalPlay:
    """The plan that partners would learn from sampled deals; thin cells go by the rule."""
    parameters = parameters_of(edition)
    rule = best_rule(parameters)
    below = 0 if rule is None else rule.play_below
    hands, play = dealt_hands(edition, seed, DEALS)
    own = strengths_of(hands[:, :1])[:, 0]
    tell = SIGNALS[signal]
    told = np.minimum(tell(np.ascontiguousarray(hands[:, :players]), parameters), TOTALS - 1)
    cells = bands_of(own) * TOTALS + told
    size = (HAND + 1) * 16 * TOTALS
    seen = np.bincount(cells, minlength=size)
    total = np.bincount(cells, weights=play, minlength=size)
    # Every strength of a band counts: most of its hands decide what the rule does with it.
    by_rule = np.bincount(bands_of(own), weights=own < below, minlength=size // TOTALS)
    held = np.bincount(bands_of(own), minlength=size // TOTALS)
    usual = np.repeat(2 * by_rule >= np.maximum(held, 1), TOTALS)
    return SignalPlay(tell, parameters, np.where(seen >= SAMPLE_LEAST, total >= -seen, usual))


@cache
def signalled(signal: str, partners: int) -> SignalPlay:
    """The plan of partners who tell each other one number, learned from deals of its own."""
    return signal_play(edition_of("gin-and-win"), signal, players=partners, seed=4242)


def gin_house(
    *, seed: int, rounds: int, players: int = 3, partners: int = 0, signal: str = ""
) -> list[WatchedDecision]:
    """Decisions by each player's own hand with some slips; partners know each other's.

    With a signal they know no more than a number each, and decide by a plan of their own that
    has nothing to do with how the monitor weighs hands.
    """
    edition: GinEdition = edition_of("gin-and-win")
    rule = best_rule(parameters_of(edition))
    assert rule is not None
    generator = generator_of(seed)
    order = generator.random((rounds, 52)).argsort(axis=1)[:, : 7 * players].astype(np.uint64)
    hands = np.bitwise_or.reduce((np.uint64(1) << order).reshape(rounds, players, 7), axis=2)
    plays = strengths_of(hands) < rule.play_below
    if partners > 1 and signal:
        shown = np.ascontiguousarray(hands[:, :partners])
        plays[:, :partners] = signalled(signal, partners).decisions(shown)
    elif partners > 1:
        pool = np.bitwise_or.reduce(hands[:, :partners], axis=1)
        for seat in range(partners):
            own = np.ascontiguousarray(hands[:, seat])
            plays[:, seat] = fit(edition, partners).scores(own, pool) >= 0
    slips = generator.random(plays.shape) < 0.02
    plays ^= slips
    names = [f"player {seat}" for seat in range(players)]
    found = []
    for number in range(rounds):
        for seat in range(players):
            others = [one for one in range(players) if one != seat]
            found.append(
                WatchedDecision(
                    f"deal-{number}",
                    (names[seat], *(names[one] for one in others)),
                    (int(hands[number, seat]), *(int(hands[number, one]) for one in others)),
                    bool(plays[number, seat]),
                )
            )
    return found
