"""Checks of what viewers see: plain records, in which hidden cards do not exist."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from pitboss.equipment.cards import STANDARD_CARDS, Card
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.gamekit.conformance.findings import expect
from pitboss.gamekit.conformance.random_rounds import must, play, rounds_of
from pitboss.games.game_folder import GameEdition
from pitboss.games.needs import NeedCards
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import DEALER, SPECTATOR, Draw
from pitboss.refusals import Refusal
from pitboss.units import SeatIndex


def check_views(subject: GameEdition) -> str:
    """Views are frozen plain records and do not depend on what is hidden."""
    for positions in rounds_of(subject, seed=10, count=5):
        for position in positions:
            _check_plain(subject, position)
    _check_hands(subject)
    compared, hides = 0, False
    for seed in range(12):
        source = SeededBits(f"hidden {seed}".encode())
        most = min(3, subject.edition.head.seats_max)
        seats = tuple(SeatIndex(s) for s in range(1, most + 1))
        start = must(begin(subject.game, subject.edition, seats=seats))
        positions = list(play(start, source))
        hides |= any(_is_face_down(one) and not after.is_over for one, after in pairwise(positions))
        for viewer in (*seats, DEALER, SPECTATOR):
            compared += _compare_views(subject, positions, viewer, source)
    expect((compared > 0) == hides, "Cards are dealt face down, and no view was to compare.")
    said = f"Hidden cards change no view, compared {compared:,} times."
    return said if hides else "Nothing is hidden."


def _check_plain(subject: GameEdition, position: Round) -> None:
    view = subject.game.view(position.state, position.seats[0])
    is_frozen = isinstance(view, msgspec.Struct) and view.__struct_config__.frozen
    expect(is_frozen, "A view is a frozen msgspec.Struct.")
    places = subject.game.places(position.state, position.seats[0])
    expect(_is_plain(msgspec.to_builtins(view)), "A view holds texts, whole numbers and flags.")
    expect(_is_plain(msgspec.to_builtins(places)), "Places hold texts, whole numbers and flags.")
    expect(len({place.key for place in places}) == len(places), "Two places have the same key.")


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | bool)


def _check_hands(subject: GameEdition) -> None:
    """Asked about a hand of no cards, a game says why not, or that it has no hands at all."""
    score = subject.game.score_hand(subject.edition, ())
    setting = subject.game.check_setting(subject.edition, (), ())
    expect((score is None) == (setting is None), "score_hand and check_setting go together.")
    expect(score is None or isinstance(score, Refusal), "A hand of no cards has a score.")


def _is_face_down(position: Round) -> bool:
    return isinstance(position.need, NeedCards) and not position.need.face_up


def _compare_views(
    subject: GameEdition, positions: list[Round], viewer: SeatIndex, source: SeededBits
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
            expect(twin.state != after.state, "The state forgets what was dealt face down.")
            _check_twins(subject, after, twin, viewer)
            compared += 1
    return compared


def _check_twins(subject: GameEdition, one: Round, twin: Round, viewer: SeatIndex) -> None:
    game = subject.game
    leaks = [
        name
        for name, same in (
            ("view", game.view(one.state, viewer) == game.view(twin.state, viewer)),
            ("places", game.places(one.state, viewer) == game.places(twin.state, viewer)),
            ("say", game.say(one.state) == game.say(twin.state)),
        )
        if not same
    ]
    expect(not leaks, f"{' and '.join(leaks)} tell viewer {viewer} of cards that lie face down.")


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
