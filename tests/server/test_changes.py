"""Changes of a view put together again are the view: every game, every viewer, whatever is lost."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from pitboss.server.live.messages import Shown
from pitboss.server.live.pictures import Picture, Pictures, Sent
from pitboss.table.changes import Follower, apply_changes, find_changes
from pitboss.table.view_records import TableView, Viewer
from pitboss.table.views import Memory, view
from pitboss.units import SeatIndex
from tests.table.kit import GAMES
from tests.table.test_views import VIEWERS, positions

MODES = ("sealed", "entered")


@cache
def recorded(game: str, mode: str, seat: int) -> tuple[TableView, ...]:
    """What a viewer saw of two rounds, with credits and somebody away now and then."""
    memory, found = Memory(), []
    for number, table in enumerate(positions(game, mode)):
        viewer = Viewer(SeatIndex(seat), balance=1000 - number if seat > 0 else None, player="p1")
        away = frozenset({2}) if number % 5 == 0 else frozenset()
        found.append(view(table.state, viewer, deadline_ms=number // 3, away=away, memory=memory))
    return tuple(found)


def as_sent(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def read_frame(frame: bytes) -> Any:
    """The message in a frame, as a browser takes it out."""
    reader = StreamReader()
    reader.feed_data(frame)
    reading = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(reading)
    found = done.value.value
    assert found.opcode is Opcode.TEXT and found.fin
    return json.loads(found.data)


def never() -> Shown:
    raise AssertionError("nobody looks as a stranger")


def served(first: TableView) -> tuple[Pictures, Sent, Follower]:
    """A table's pictures, what its viewer was sent, and what the viewer made of it."""
    pictures = Pictures(never)
    base = Picture(next(pictures.numbers), 0, first, first)
    follower = Follower()
    follower.greet({"number": base.number, "view": as_sent(first)})
    return pictures, Sent(base), follower


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seat", VIEWERS)
def test_every_part_is_as_in_the_whole_view(game: str, mode: str, seat: int) -> None:
    views, public = recorded(game, mode, seat), recorded(game, mode, -1)
    pictures, sent, follower = served(public[0])
    sizes: list[float] = []
    made: dict[str, Any] = {}
    for version, (seen, base) in enumerate(zip(views, public, strict=True)):
        data = pictures.tell(Shown(version=version, now_ms=0, view=seen), base, sent)
        if data is None:
            assert made == as_sent(seen)
            continue
        sizes.append(len(data) / len(msgspec.json.encode(seen)))
        made, whole = follower.take(read_frame(data)), as_sent(seen)
        for name in TableView.__struct_fields__:
            assert made[name] == whole[name], name
        assert made == whole
    assert sorted(sizes)[len(sizes) // 2] < 0.3


def test_what_a_viewer_cannot_see_is_told_to_staff_alone() -> None:
    """A call for the supervisor, say: its version only, for which a desk waits."""
    (seen, *_), (base, *_) = recorded("flip-it", "sealed", 1), recorded("flip-it", "sealed", -1)
    pictures, sent, _ = served(base)
    shows = [Shown(version=version, now_ms=0, view=seen) for version in (1, 2)]
    assert pictures.tell(shows[0], base, sent) is not None
    assert pictures.tell(shows[1], base, sent) is None
    assert pictures.tell(shows[1], base, sent, is_staff=True) is not None
    assert pictures.tell(shows[1], base, sent, is_staff=True) is None
    looks = iter(Shown(version=version, now_ms=0, view=base) for version in (1, 2, 3))
    strangers = Pictures(lambda: next(looks))
    first = strangers.show_everybody(1, now_ms=0)
    assert isinstance(first, Picture)
    sent = Sent(first)
    assert strangers.tell_stranger(sent, 2, now_ms=0) is not None
    assert strangers.tell_stranger(sent, 3, now_ms=0) is None


STEPS = st.lists(
    st.tuples(st.sampled_from(("heard", "lost", "back")), st.integers(0, 10**6)), max_size=40
)


@given(game=st.sampled_from(GAMES), seat=st.sampled_from(VIEWERS), steps=STEPS)
def test_whatever_is_lost_ends_in_the_same_picture(
    game: str, seat: int, steps: list[tuple[str, int]]
) -> None:
    """In any order of views: a viewer who missed one asks for the whole, or comes back to it."""
    views, public = recorded(game, "sealed", seat), recorded(game, "sealed", -1)
    pictures, sent, follower = served(public[0])
    for version, (what, at) in enumerate([*steps, ("heard", 0)]):
        seen, base = views[at % len(views)], public[at % len(public)]
        if what == "back":
            _, _, follower = back = served(public[at % len(public)])
            pictures, sent = back[:2]
        data = pictures.tell(Shown(version=version, now_ms=0, view=seen), base, sent)
        if data is None or what == "lost":
            continue
        made = follower.take(read_frame(data))
        if made is None:
            sent.forget()
            again = pictures.tell(Shown(version=version, now_ms=0, view=seen), base, sent)
            assert again is not None
            made = follower.take(read_frame(again))
        assert made == as_sent(seen)


class Leaf(msgspec.Struct, frozen=True):
    word: str
    count: int | None


class Tree(msgspec.Struct, frozen=True):
    leaf: Leaf | None
    leaves: tuple[Leaf, ...]
    words: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


words = st.text("ab.-1", max_size=3)
leaves = st.builds(Leaf, words, st.none() | st.integers(0, 2))
trees = st.builds(
    Tree,
    st.none() | leaves,
    st.lists(leaves, max_size=5).map(tuple),
    st.lists(words, max_size=5).map(tuple),
    st.lists(st.lists(words, max_size=3).map(tuple), max_size=3).map(tuple),
)


@given(before=trees, after=trees)
def test_changes_of_any_records_make_the_one_of_the_other(before: Tree, after: Tree) -> None:
    found = find_changes(before, after, "tree")
    made = apply_changes({"tree": as_sent(before)}, as_sent(found))
    assert made == {"tree": as_sent(after)}
    assert bool(found) == (before != after)


def test_an_item_that_goes_to_the_end_moves_no_other() -> None:
    one, two, three = Leaf("one", 1), Leaf("two", 2), Leaf("three", 3)
    before = Tree(None, (one, two, three), (), ())
    after = Tree(None, (two, three, Leaf("one", 4)), (), ())
    found = find_changes(before, after, "tree")
    assert found == {"tree.leaves.0-1": (), "tree.leaves.2-2": (Leaf("one", 4),)}
    made = apply_changes({"tree": as_sent(before)}, as_sent(found))
    assert made == {"tree": as_sent(after)}


class OfRound(msgspec.Struct, frozen=True):
    round_id: str
    leaf: Leaf


def test_a_record_of_another_round_is_sent_whole() -> None:
    before, after = OfRound("t.1", Leaf("one", 1)), OfRound("t.2", Leaf("one", 2))
    assert find_changes(before, after, "last") == {"last": after}
    later = OfRound("t.2", Leaf("one", 3))
    assert find_changes(after, later, "last") == {"last.leaf.count": 3}


def test_what_did_not_change_is_neither_sent_nor_made_anew() -> None:
    one, two = Leaf("one", 1), Leaf("two", 2)
    before = Tree(one, (one, two), ("x", "y", "z"), ())
    after = Tree(one, (one, Leaf("two", 3)), ("x", "z"), ())
    found = find_changes(before, after, "tree")
    assert found == {"tree.leaves.1.count": 3, "tree.words.1-2": ()}
    old = {"tree": as_sent(before)}
    new = apply_changes(old, found)
    assert new["tree"]["leaf"] is old["tree"]["leaf"]
    assert new["tree"]["leaves"][0] is old["tree"]["leaves"][0]
