"""Solvers: the exact figures of any edition, by its game's own solver or by the oracle.

A folder `exact/<game>` that defines `figures(edition)` is the solver of that game; a game without
one is small enough for the oracle or has no sheet.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from pitboss.equipment.cards import Card
from pitboss.exact.chains import solve_life
from pitboss.exact.distributions import Distribution, Outcome
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.oracle import NOT_OFFERED, POSITIONS_MAX, solve
from pitboss.exact.oracle_marginals import marginals
from pitboss.games.bets import most_on, payable_unit
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part
from pitboss.games.spots import Spot
from pitboss.refusals import unwrap_or_raise
from pitboss.units import Credits


def game_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """Every bet of the edition, exactly."""
    solver = find_part("exact", game, "figures")
    return oracle_figures(game, edition) if solver is None else solver(edition)


def decision_values(
    game: AnyGame, edition: HasHead, cards: tuple[Card, ...]
) -> dict[str, Fraction] | None:
    """What each decision on a hand nets on average, per unit; None where nothing is decided."""
    find = find_part("exact", game, "decision_values")
    return None if find is None else find(edition, cards)


def oracle_figures(game: AnyGame, edition: HasHead, *, most: int = POSITIONS_MAX) -> GameFigures:
    """Every bet by itself, walked through the rules of the live table."""
    spots = game.all_spots(edition)
    if game.keeps_bets:
        return _lives(game, edition, tuple(one for one in spots if one.moved_from is None))
    stakes = {spot.key: _largest(spot, edition) for spot in spots}
    nets = marginals(game, edition, tuple(stakes.items()), most=most)
    if nets is None:
        bets = tuple(_wager(game, edition, group, most) for group in _by_wager(spots))
    else:
        # Many bets have one law, such as every single number of a wheel: it is made once.
        laws = {spot: (stakes[spot], tuple(sorted(law.items()))) for spot, law in nets.items()}
        made = {law: _counted(*law) for law in dict.fromkeys(laws.values())}
        bets = tuple(BetFigures(spot, "stake", made[law]) for spot, law in laws.items())
    return GameFigures(bets, "Every chance walked through the rules of the table.")


def _lives(game: AnyGame, edition: HasHead, spots: tuple[Spot, ...]) -> GameFigures:
    """Each bet followed from round to round until it is decided."""
    bets = []
    for spot in spots:
        life = unwrap_or_raise(solve_life(game, edition, spot))
        law = _law(life.law)
        one = BetFigures(spot.key, "stake", law, rounds=life.rounds, all_money=life.all_money)
        bets.append(one)
    return GameFigures(
        tuple(bets),
        "Every bet followed through the rules of the table from round to round until it is decided;"
        " what repeats is solved as linear equations in fractions.",
    )


def _wager(game: AnyGame, edition: HasHead, spots: tuple[Spot, ...], most: int) -> BetFigures:
    """A bet of one or more spots: the first is bet on, the others follow from decisions."""
    unit = _largest(spots[0], edition)
    keys = tuple(spot.key for spot in spots)
    solved = solve(game, edition, ((keys[0], unit),), spots=keys, with_staked=True, most=most)
    joint = unwrap_or_raise(solved)
    offered = 1 - joint.pop(NOT_OFFERED, Fraction(0))
    law: dict[Fraction, Fraction] = {}
    wager = Fraction(0)
    for (*nets, staked), chance in joint.items():
        net = Fraction(sum(nets), unit)
        law[net] = law.get(net, Fraction(0)) + chance / offered
        wager += Fraction(staked, unit) * chance / offered
    name, of = "-".join(keys), "stake" if len(keys) == 1 else spots[0].label
    return BetFigures(name, of, _law(law), average_wager=wager, offered=offered)


def _counted(unit: Credits, cases: tuple[tuple[int, int], ...]) -> Distribution:
    """Net results, lowest first, with their cases; over the least number of equally likely ones."""
    common = gcd(*(count for _, count in cases))
    outcomes = tuple(Outcome(Fraction(net, unit), count // common) for net, count in cases)
    return Distribution(outcomes, sum(one.count for one in outcomes))


def _law(chances: dict[Fraction, Fraction]) -> Distribution:
    return Distribution.of_probabilities(chances)


def _largest(spot: Spot, edition: HasHead) -> Credits:
    """The largest stake that the spot takes."""
    limits = edition.head.limits
    unit = payable_unit(spot, limits)
    return Credits(most_on(spot, limits) // unit * unit)


def _by_wager(spots: tuple[Spot, ...]) -> tuple[tuple[Spot, ...], ...]:
    groups: dict[str, list[Spot]] = {}
    for spot in spots:
        groups.setdefault(spot.wager, []).append(spot)
    return tuple(map(tuple, groups.values()))
