"""What every viewer of a table is sent makes the whole view: all games, joined at any time."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from pitboss.refusals import Refusal
from pitboss.server.live.messages import Shown
from pitboss.server.live.pictures import Pictures, Sent
from pitboss.table.changes import Follower
from pitboss.table.view_records import TableView, Viewer
from pitboss.table.views import Memory, view
from pitboss.units import SeatIndex
from tests.examples import in_soak
from tests.server.test_changes import as_sent, read_frame
from tests.table.kit import every_game
from tests.table.test_views import VIEWERS, positions

STRANGER = 99
"""Somebody without a name, who shares every frame with others."""
STEP_MS = 1_000


@dataclass(frozen=True)
class Moment:
    """A table as each viewer is to see it, and the same as JSON."""

    public: TableView
    views: dict[int, TableView]
    wholes: dict[int, Any]


@cache
def moments(game: str, mode: str, rounds: int) -> tuple[Moment, ...]:
    """A table at every step of some rounds, with credits and somebody away now and then."""
    memory, found = Memory(), []
    for number, table in enumerate(positions(game, mode, rounds)):
        away = frozenset({2}) if number % 5 == 0 else frozenset()

        def look(viewer: Viewer, away: frozenset[int] = away) -> TableView:
            return view(table.state, viewer, deadline_ms=number // 3, away=away, memory=memory)  # noqa: B023

        public = look(Viewer())
        views = {STRANGER: public}
        for seat in VIEWERS:
            balance = 1_000 - number if seat > 0 else None
            views[seat] = look(Viewer(SeatIndex(seat), balance=balance, player=f"p{seat}"))
        wholes = {seat: as_sent(seen) for seat, seen in views.items()}
        found.append(Moment(memory.public or public, views, wholes))
    return tuple(found)


@dataclass
class Watcher:
    """Somebody who came at some step, and what they have on the screen."""

    seat: int
    sent: Sent
    screen: Any
    every: int
    """They are shown every so many steps: a view may be skipped for the next."""
    follower: Follower = field(default_factory=Follower)

    def take(self, frame: bytes | None) -> None:
        """Nothing is sent where nothing changed for them."""
        if frame is not None:
            self.screen = self.follower.take(read_frame(frame))


class Watched:
    """One table, and everybody who came to it."""

    def __init__(self, recorded: tuple[Moment, ...]) -> None:
        self.recorded = recorded
        self.at = 0
        self.pictures = Pictures(lambda: self.show(self.recorded[self.at].public))
        self.watchers: list[Watcher] = []

    @property
    def now_ms(self) -> int:
        return self.at * STEP_MS

    def show(self, seen: TableView) -> Shown:
        return Shown(version=self.at, now_ms=self.now_ms, view=seen)

    def join(self, seat: int, *, every: int = 1) -> None:
        """Welcome somebody, with the table as everybody sees it."""
        first = self.pictures.show_everybody(self.at, self.now_ms)
        assert not isinstance(first, Refusal)
        one = Watcher(seat, Sent(first), as_sent(first.view), every)
        one.follower.greet({"number": first.number, "view": one.screen})
        self.watchers.append(one)

    def tell(self) -> list[bytes]:
        """Tell everybody whose turn it is, and compare; the frames of strangers."""
        moment, frames = self.recorded[self.at], list[bytes]()
        for one in self.watchers:
            if self.at % one.every:
                continue
            if one.seat == STRANGER:
                found = self.pictures.tell_stranger(one.sent, self.at, self.now_ms)
                assert not isinstance(found, Refusal)
                frames += [found] if found is not None else []
            else:
                shown = self.show(moment.views[one.seat])
                found = self.pictures.tell(shown, moment.public, one.sent)
            one.take(found)
            whole = moment.wholes[one.seat]
            for name in TableView.__struct_fields__:
                assert one.screen[name] == whole[name], (self.at, one.seat, name)
            assert one.screen == whole
        return frames


@pytest.mark.parametrize("game", sorted(every_game().games))
@pytest.mark.parametrize(
    ("mode", "rounds", "joined"),
    [("sealed", 2, 3), ("entered", 2, 4), in_soak("sealed", 8, 2), in_soak("entered", 8, 2)],
)
def test_whoever_came_at_any_time_has_the_whole_view(
    game: str, mode: str, rounds: int, joined: int
) -> None:
    table, shared, apart = Watched(moments(game, mode, rounds)), 0, 0
    for at in range(len(table.recorded)):
        table.at = at
        if at % joined == 0:
            for seat in (*VIEWERS, STRANGER):
                table.join(seat)
            table.join(STRANGER, every=3)
        frames = table.tell()
        shared += len(frames) - len(set(frames))
        apart += len(set(frames)) > 1
    # Strangers with one picture were told in one frame, and those with others in others.
    assert shared > 0 and apart > 0
