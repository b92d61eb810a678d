"""What every game must do, whatever its rules."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from pitboss.equipment.cards import JOKER, STANDARD_CARDS, Card
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.equipment.tops import Face
from pitboss.games.contract import (
    NeedBets,
    NeedCards,
    Result,
    RoundScript,
)
from pitboss.games.notation import read_round, write_round
from pitboss.games.paytables import pay_lines
from pitboss.games.rounds import Round, advance, begin, replay, take, walk
from pitboss.games.steps import (
    DEALER,
    SPECTATOR,
    Bet,
    Call,
    CloseBets,
    Decide,
    Draw,
    Step,
    TakeDown,
)
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import NO_CREDITS, Credits, SeatIndex, SpotKey
from tests.contract.conftest import Subject
from tests.contract.table import must, next_steps, play, rounds_of

ROUNDS = 40


def test_replay_equals_original(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=1, count=ROUNDS):
        last = positions[-1]
        script = RoundScript(last.seats, last.start, last.steps)
        again = must(replay(subject.game, subject.edition, script))
        assert again == last
        assert again.lines() == last.lines()
        assert [step for _, step in walk(last)] == list(last.steps)
        assert all(must(take(before, step)) in positions for before, step in walk(last))


def test_notation_reads_back_at_every_position(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=2, count=10):
        for position in positions:
            text = write_round(position)
            assert read_round(text, subject.game, subject.edition) == position


def test_altered_settlement_is_refused(subject: Subject) -> None:
    rounds = rounds_of(subject, seed=3, count=ROUNDS)
    settled = next(positions[-1] for positions in rounds if positions[-1].lines())
    lines = write_round(settled).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("= "))
    del lines[at]
    refused = read_round("\n".join(lines), subject.game, subject.edition)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.TAMPERED


def test_a_settlement_has_stakes_and_pays_nothing_negative(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=4, count=ROUNDS):
        lines = positions[-1].lines()
        for line in lines:
            assert line.stake > 0
            assert line.pays >= 0
            assert (line.odds is not None) == (line.result is Result.WIN)
            expected = line.odds.winnings(line.stake) if line.odds else NO_CREDITS
            assert line.pays == expected


def test_every_pay_is_posted_with_what_earns_it(subject: Subject) -> None:
    posted = {}
    clauses = {clause.number for clause in subject.folder.clauses()}
    for spot in subject.game.all_spots(subject.edition):
        lines = posted[spot.key] = pay_lines(spot)
        assert tuple(dict.fromkeys(line.odds for line in lines)) == tuple(dict.fromkeys(spot.odds))
        names = [line.name for line in lines]
        assert all(names)
        assert len(set(names)) == len(names)
        if spot.pays:
            assert {line.clause for line in lines} <= clauses
    for positions in rounds_of(subject, seed=14, count=ROUNDS):
        for line in positions[-1].lines():
            if line.odds is not None:
                assert line.odds in {one.odds for one in posted[line.spot]}


def test_every_stake_is_settled_once(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=5, count=ROUNDS):
        last = positions[-1]
        staked = [(b.seat, b.spot, b.stake) for b in subject.game.bets(last.state)]
        settled = [(n.seat, n.spot, n.stake) for n in last.lines()]
        assert sorted(staked) == sorted(settled)
        assert len({(seat, spot) for seat, spot, _ in settled}) == len(settled)


def test_takes_come_before_pays(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=6, count=ROUNDS):
        taken = [line.result is Result.LOSE for line in positions[-1].lines()]
        assert taken == sorted(taken, reverse=True)


def test_every_line_and_ending_names_a_clause_of_the_rules(subject: Subject) -> None:
    numbers = {clause.number for clause in subject.folder.clauses()}
    for positions in rounds_of(subject, seed=7, count=ROUNDS):
        last = positions[-1]
        assert {line.clause for line in last.lines()} <= numbers
        ending = subject.game.ending(last.state)
        assert ending.clause in numbers
        if not ending.void:
            told = {subject.game.explain(last.state, seat) for seat in last.seats}
            assert all(one == "" or one.endswith(".") for one in told)
        for position in positions:
            calls = subject.game.calls(position.state)
            assert {call.clause for call in calls} <= numbers
            assert [position.find_call(call.key) for call in calls] == list(calls)
            assert position.find_call("no-such-call") is None


def test_refused_steps_change_nothing(subject: Subject) -> None:
    tried = 0
    for positions in rounds_of(subject, seed=8, count=6):
        for position in positions:
            before = write_round(position)
            for step in _bad_steps():
                result = take(position, step)
                tried += 1
                assert isinstance(result, Refusal), (step, before)
                assert result.sentence.endswith("."), result
                assert write_round(position) == before
    assert tried > 100


def _bad_steps() -> tuple[Step, ...]:
    """Steps that no position of any game takes."""
    one, nine = SeatIndex(1), SeatIndex(99)
    first = SpotKey("no-such-spot")
    return (
        Bet(one, first, Credits(100)),
        Bet(nine, first, Credits(100)),
        Bet(DEALER, first, Credits(100)),
        TakeDown(one, first),
        Decide(nine, "play"),
        Decide(SPECTATOR, "spin-a"),
        Decide(one, "no-such-option"),
        Draw(()),
        Draw(tuple(Card(rank=1, suit=0) for _ in range(60))),
        Draw((JOKER,) * 30),
        Draw((Face.RED,) * 3),
        Call("no-such-call", "A reason."),
        Call("supervisor", ""),
        Call("supervisor", "two\nlines"),
    )


def test_stakes_that_cannot_be_are_refused_on_every_spot(subject: Subject) -> None:
    limits = subject.edition.head.limits
    start = must(begin(subject.game, subject.edition, seats=(SeatIndex(1),)))
    start = advance(start, SeededBits(b"stakes"))
    for spot in subject.game.spots(start.state, SeatIndex(1)):
        for stake in (0, -100, limits.minimum - 1, limits.maximum + 1, 2**63, 2**80):
            refused = take(start, Bet(SeatIndex(1), spot.key, Credits(stake)))
            assert isinstance(refused, Refusal), (spot.key, stake)


def test_no_bets_no_round(subject: Subject) -> None:
    start = must(begin(subject.game, subject.edition, seats=(SeatIndex(1),)))
    start = advance(start, SeededBits(b"empty"))
    refused = take(start, CloseBets())
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.NO_BETS


def test_bets_are_replaced_and_taken_down(subject: Subject) -> None:
    seat = SeatIndex(1)
    start = must(begin(subject.game, subject.edition, seats=(seat,)))
    start = advance(start, SeededBits(b"replace"))
    spot = next(s for s in subject.game.spots(start.state, seat) if s.closed is None)
    once = must(take(start, Bet(seat, spot.key, Credits(1000))))
    twice = must(take(once, Bet(seat, spot.key, Credits(2000))))
    assert [b.stake for b in subject.game.bets(twice.state)] == [2000]
    down = must(take(twice, TakeDown(seat, spot.key)))
    assert subject.game.bets(down.state) == subject.game.bets(start.state)


def test_a_round_that_is_over_takes_nothing_more(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=9, count=3):
        refused = take(positions[-1], CloseBets())
        assert isinstance(refused, Refusal)
        assert refused.code is RefusalCode.ROUND_OVER


def test_seats_that_cannot_be_are_refused(subject: Subject) -> None:
    most = subject.edition.head.seats_max
    for seats in ((), (0,), (most + 1,), (1, 1)):
        refused = begin(subject.game, subject.edition, seats=tuple(map(SeatIndex, seats)))
        assert isinstance(refused, Refusal)
        assert refused.code is RefusalCode.NO_SUCH_SEAT


def test_views_are_frozen_plain_records(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=10, count=5):
        for position in positions:
            view = subject.game.view(position.state, position.seats[0])
            assert isinstance(view, msgspec.Struct) and view.__struct_config__.frozen
            _assert_plain(msgspec.to_builtins(view))
            places = subject.game.places(position.state, position.seats[0])
            _assert_plain(msgspec.to_builtins(places))
            assert len({place.key for place in places}) == len(places)


def _assert_plain(value: object) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            _assert_plain(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _assert_plain(inner)
    else:
        assert value is None or isinstance(value, str | int | bool), value


def test_views_do_not_depend_on_what_is_hidden(subject: Subject) -> None:
    """Two rounds that differ only in cards a viewer may not see look the same to that viewer."""
    compared, hides = 0, False
    for seed in range(12):
        source = SeededBits(f"hidden {seed}".encode())
        seats = tuple(SeatIndex(s) for s in (1, 2, 3))
        start = must(begin(subject.game, subject.edition, seats=seats))
        positions = list(play(start, source))
        hides |= any(_is_face_down(position) for position in positions)
        for viewer in (*seats, DEALER, SPECTATOR):
            compared += _compare_views(subject, positions, viewer, source)
    assert (compared > 0) == hides


def _is_face_down(position: Round) -> bool:
    return isinstance(position.need, NeedCards) and not position.need.face_up


def _compare_views(
    subject: Subject, positions: list[Round], viewer: SeatIndex, source: SeededBits
) -> int:
    """Exchange every card the viewer has not been shown, and compare views until the reveal."""
    exchange = _exchange_of_unseen(positions, viewer, source)
    twin, compared, exchanged = positions[0], 0, False
    for before, after in pairwise(positions):
        step = after.steps[-1]
        if isinstance(step, Draw) and _is_face_down(before) and not _is_for(before, viewer):
            # In a shoe of several decks a hidden card may be the double of one that was seen.
            cards = (card for card in step.shown if isinstance(card, Card))
            step = Draw(tuple(exchange.get(card, card) for card in cards))
            exchanged = exchanged or step != after.steps[-1]
        twin = must(take(twin, step))
        if exchanged and not after.is_over:
            assert twin.state != after.state
            assert subject.game.view(after.state, viewer) == subject.game.view(twin.state, viewer)
            places = subject.game.places(after.state, viewer)
            assert places == subject.game.places(twin.state, viewer)
            assert subject.game.say(after.state) == subject.game.say(twin.state)
            compared += 1
    return compared


def _is_for(position: Round, viewer: SeatIndex) -> bool:
    return isinstance(position.need, NeedCards) and position.need.place == f"seat {viewer}"


def _exchange_of_unseen(
    positions: list[Round], viewer: SeatIndex, source: SeededBits
) -> dict[Card, Card]:
    """A random rearrangement of all cards that this viewer never sees before the end."""
    seen = {
        card
        for before, after in pairwise(positions)
        if isinstance(before.need, NeedCards)
        and (before.need.face_up or _is_for(before, viewer))
        and isinstance(after.steps[-1], Draw)
        for card in after.steps[-1].shown
        if isinstance(card, Card)
    }
    unseen = [card for card in STANDARD_CARDS if card not in seen]
    shuffled = list(unseen)
    for at in range(len(shuffled) - 1, 0, -1):
        other = draw_below(source, at + 1)
        shuffled[at], shuffled[other] = shuffled[other], shuffled[at]
    return dict(zip(unseen, shuffled, strict=True))


def test_every_need_to_bet_has_open_spots(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=12, count=5):
        for position in positions:
            if isinstance(position.need, NeedBets):
                spots = subject.game.spots(position.state, position.seats[0])
                assert any(spot.closed is None for spot in spots)
                keys = [spot.key for spot in spots]
                assert len(set(keys)) == len(keys)
                assert keys == [s.key for s in subject.game.all_spots(subject.edition)]


def test_typed_words_of_the_dealer_never_fail(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=13, count=10):
        for position in positions:
            words = subject.game.say(position.state)
            assert words
            assert "\n" not in words


def test_what_lies_before_a_viewer_is_told_in_lines(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=14, count=3):
        for position in positions:
            for viewer in (position.seats[0], DEALER, SPECTATOR):
                lines = subject.game.look(position.state, viewer)
                assert all(line and "\n" not in line for line in lines)


def test_a_game_has_hands_or_has_none(subject: Subject) -> None:
    """Asked about a hand of no cards, a game says why not, or that it has no hands at all."""
    score = subject.game.score_hand(subject.edition, ())
    setting = subject.game.check_setting(subject.edition, (), ())
    assert (score is None) == (setting is None)
    assert score is None or isinstance(score, Refusal)


def test_random_steps_are_drawn_from_the_needs(subject: Subject) -> None:
    start = must(begin(subject.game, subject.edition, seats=(SeatIndex(1),)))
    assert next_steps(start, SeededBits(b"any")) != ()


def test_a_result_is_told_in_texts_or_left_to_the_last_draw(subject: Subject) -> None:
    for positions in rounds_of(subject, seed=12, count=3):
        result = subject.game.result(positions[-1].state)
        assert result is None or (result and all(type(one) is str for one in result))
