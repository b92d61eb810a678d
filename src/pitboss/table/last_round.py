"""The round before, as one viewer sees it: settled or void, line by line, with its seed."""

from __future__ import annotations

import msgspec

from pitboss.games.layout import Place
from pitboss.games.places import view_places
from pitboss.games.settlement import Result
from pitboss.games.steps import DEALER, SPECTATOR
from pitboss.table.results import (
    ResultNote,
    describe_correction,
    describe_resettlement,
    describe_trouble,
    note_of,
)
from pitboss.table.state import Correction, EndedRound, TableState
from pitboss.units import SeatIndex, say_credits


class CorrectionView(msgspec.Struct, frozen=True):
    """Entries that were put right, and why."""

    draws: tuple[int, ...]
    reason: str
    sentence: str


class LineView(msgspec.Struct, frozen=True):
    """One stake settled, in minor units, and the clause that says why."""

    seat: int
    spot: str
    stake: int
    result: str
    odds: str | None
    pays: int
    clause: str
    taken: int
    """How much of the stake the house took."""
    moves_to: str | None = None
    """Where a stake that stands lies from now on, if not where it lay."""


class FairnessView(msgspec.Struct, frozen=True):
    """What makes a sealed round checkable; the seed only once the round is over."""

    commitment: str
    seed: str | None
    player_seeds: tuple[tuple[int, str], ...]
    chain_number: int = 0
    """Which chain of this table the seed is from; 0 in rounds older than chains."""
    chain_end: str = ""
    chain_length: int = 0
    link: int = 0
    hashes: tuple[tuple[int, str], ...] = ()
    """Hashes of the players' seeds, by seat."""
    missing: tuple[int, ...] = ()
    """Seats that did not reveal their seed in time."""


class LastView(msgspec.Struct, frozen=True):
    """The round before: settled or void, line by line, with its seed."""

    round_id: str
    viewer: int
    """The seat whose lines are the viewer's own, or nobody's (-1)."""
    result: ResultNote
    trouble: str
    """What the viewer should know of a void or a correction; empty when all went as usual."""
    explained: str
    """What decided the viewer's own bets and what each of them brought; empty without any."""
    is_void: bool
    sentence: str
    clause: str
    lines: tuple[LineView, ...]
    corrections: tuple[CorrectionView, ...]
    fairness: FairnessView | None
    game: object
    places: tuple[Place, ...] = ()
    """What lay where when the round ended."""


def view_corrections(made: tuple[Correction, ...]) -> tuple[CorrectionView, ...]:
    """Corrections, for everybody."""
    return tuple(CorrectionView(one.draws, one.reason, describe_correction(one)) for one in made)


def _resettled(ended: EndedRound) -> tuple[CorrectionView, ...]:
    """Corrections after settlement; the lines stay as they were."""
    return tuple(
        CorrectionView((), one.reason, describe_resettlement(one)) for one in ended.resettled
    )


def view_fairness(of: TableState | EndedRound, *, seed: str | None) -> FairnessView | None:
    """A round in play or one that ended, as far as it can be checked by anybody."""
    if not of.commitment:
        return None
    chain = of.chain if of.link else None
    return FairnessView(
        commitment=of.commitment,
        seed=seed,
        player_seeds=of.seeds,
        chain_number=0 if chain is None else chain.number,
        chain_end="" if chain is None else chain.end,
        chain_length=0 if chain is None else chain.length,
        link=of.link,
        hashes=of.hashes,
        missing=of.missing,
    )


def seat_then(ended: EndedRound, seat: SeatIndex, player: str) -> SeatIndex:
    """Where the viewer sat then: a round belongs to its players, not to their seats."""
    if seat == DEALER:
        return DEALER
    own = [at for at, other in ended.players if other == player]
    if not own:
        return SPECTATOR
    return seat if seat in own else SeatIndex(own[0])


def view_last(
    state: TableState, ended: EndedRound, eyes: SeatIndex, like: LastView | None = None
) -> LastView:
    """The round before, with the eyes of a seat of that round.

    What everybody sees of it is taken from another view of it, if there is one.
    """
    lines = _lines(state, ended) if like is None else like.lines
    own = [line for line in lines if line.seat == eyes]
    back = sum(line.stake for line in own if line.result != Result.STANDS)
    in_action = (back, sum(map(_net, own))) if own else None
    game = state.rules.game
    return LastView(
        round_id=ended.round_id,
        viewer=int(eyes) if own else int(SPECTATOR),
        result=note_of(ended) if like is None else like.result,
        trouble=describe_trouble(ended, in_action, int(eyes)),
        explained="" if ended.is_void or not own else _explain(state, ended, eyes, own),
        is_void=ended.is_void,
        sentence=ended.sentence,
        clause=ended.clause,
        lines=lines,
        corrections=(*view_corrections(ended.corrections), *_resettled(ended)),
        fairness=view_fairness(ended, seed=ended.seed or None) if like is None else like.fairness,
        game=like.game if like and game.is_open else game.view(ended.played.state, eyes),
        places=view_places(ended.played, eyes),
    )


def _explain(state: TableState, ended: EndedRound, seat: SeatIndex, own: list[LineView]) -> str:
    """A seat's round in words: `You 2, dealer 3: fewer left over wins. Ante pays 5.`"""
    game, edition = state.rules.game, state.rules.edition
    labels = {str(spot.key): spot.label for spot in game.all_spots(edition)}
    brought = [f"{labels.get(line.spot, line.spot)} {_outcome_words(line, labels)}" for line in own]
    return f"{game.explain(ended.played.state, seat)} {', '.join(brought)}.".strip()


_BROUGHT = {
    Result.LOSE: "loses",
    Result.PUSH: "pushes",
    Result.REFUND: "comes back",
    Result.STANDS: "stands",
    Result.AWARD: "award pays",
}


def _outcome_words(line: LineView, labels: dict[str, str]) -> str:
    if line.moves_to is not None:
        return f"moves to {labels.get(line.moves_to, line.moves_to)}"
    words = _BROUGHT.get(Result(line.result), "pays")
    return f"{words} {say_credits(line.pays)}" if line.odds is not None else words


def _net(line: LineView) -> int:
    return line.pays - line.taken


def _lines(state: TableState, ended: EndedRound) -> tuple[LineView, ...]:
    if not ended.lines:
        bets = state.rules.game.bets(ended.played.state)
        refund = Result.REFUND.value
        return tuple(
            LineView(int(b.seat), str(b.spot), int(b.stake), refund, None, 0, ended.clause, 0)
            for b in bets
        )
    return tuple(
        LineView(
            seat=int(line.seat),
            spot=str(line.spot),
            stake=int(line.stake),
            result=line.result.value,
            odds=None if line.odds is None else line.odds.spoken(),
            pays=int(line.pays),
            clause=str(line.clause),
            taken=int(line.taken),
            moves_to=None if line.moves_to is None else str(line.moves_to),
        )
        for line in ended.played.lines()
    )


def nets_of(state: TableState) -> dict[tuple[int, str], int]:
    """What each player won or lost at each seat in the last round, until the next one opens."""
    ended = state.last
    if ended is None or state.current is not None:
        return {}
    lines = _lines(state, ended)
    return {
        (seat, player): sum(_net(line) for line in lines if line.seat == seat)
        for seat, player in ended.players
    }
