"""The exact figures of Spin N Win: all bets from the results of the two Tops."""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.spin_n_win.results import counts_of, joint_nets, symbol_nets
from pitboss.games.editions import HasHead
from pitboss.games.spin_n_win.edition import Edition
from pitboss.invariants import narrow


def figures(edition: HasHead) -> GameFigures:
    """Every bet over the results of two identical Tops, each result equally likely."""
    record = record_of(edition)
    weights = record.top.counts()
    cases = len(record.top.faces) ** 2
    bets = tuple(
        BetFigures(key, "stake", Distribution.of_counts(counts_of(nets, weights, weights)))
        for key, nets in symbol_nets(record).items()
    )
    method = (
        f"Each of the {cases} equally likely results of the two Tops is settled for every bet"
        " and counted; nothing is sampled or rounded."
    )
    return GameFigures(bets, method)


def joint(edition: HasHead) -> dict[tuple[Fraction, ...], Fraction]:
    """The joint probabilities of the net results of all bets, in the order of the felt."""
    return joint_nets(record_of(edition))


def record_of(edition: HasHead) -> Edition:
    return narrow(edition, Edition)
