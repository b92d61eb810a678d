"""The dealer's view: what equipment showed in a finished round and who decided what, unsettled."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.equipment.cards import Card
from pitboss.games.contract import HandScore
from pitboss.games.needs import NeedDecisions, NeedDraw
from pitboss.games.rounds import Round, walk
from pitboss.games.steps import SPECTATOR, Decide, Draw


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Cards or faces that lie in one place, hands sorted the house way."""

    place: str
    """`dish`, `dealer`, `seat 3`, `row`."""
    kind: str
    """`cards`, `tops`, `dice` or `wheel`."""
    items: tuple[str, ...]
    combinations: tuple[tuple[str, ...], ...]
    """How a hand is laid out; empty where nothing is combined."""
    left_over: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecidedPlace:
    """A seat's decision in words."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class DealerView:
    """Everything that a dealer sees who settles the round."""

    shown: tuple[ShownPlace, ...]
    decisions: tuple[DecidedPlace, ...]


def view_round(played: Round) -> DealerView:
    """What lay on the table, found by playing the steps again."""
    places: dict[str, list[str]] = {}
    kinds: dict[str, str] = {}
    cards: dict[str, list[Card]] = {}
    decisions: list[DecidedPlace] = []
    for before, step in walk(played):
        need = before.need
        if isinstance(step, Draw) and isinstance(need, NeedDraw):
            place = need.place
            kinds[place] = need.kind
            for item in step.shown:
                if isinstance(item, Card):
                    places.setdefault(place, []).append(str(item))
                    cards.setdefault(place, []).append(item)
                else:
                    places.setdefault(place, []).append(item.word)
        elif isinstance(step, Decide) and isinstance(need, NeedDecisions) and _is_of_hand(need):
            decisions.append(DecidedPlace(int(step.actor), _option_words(need, step)))
    _without_set_aside(played, places)
    shown = tuple(
        _place(played, place, kinds[place], tuple(items), tuple(cards.get(place, ())))
        for place, items in places.items()
    )
    return DealerView(shown, tuple(decisions))


def _is_of_hand(need: NeedDecisions) -> bool:
    """Whether hands are decided on; who spins, for one, settles nothing."""
    return any(option.takes_setting for one in need.pending for option in one.options)


def _without_set_aside(played: Round, places: dict[str, list[str]]) -> None:
    """Cards that were drawn and laid aside again do not lie there, where the view says so."""
    view = played.game.view(played.state, SPECTATOR)
    for place in places:
        lying = getattr(view, place, None)
        if isinstance(lying, tuple) and all(isinstance(item, str) for item in lying):
            places[place] = list(lying)


def _option_words(need: NeedDecisions, step: Decide) -> str:
    pending = next(one for one in need.pending if one.actor == step.actor)
    return next(option.label for option in pending.options if option.key == step.option)


def _place(
    played: Round, place: str, kind: str, items: tuple[str, ...], cards: tuple[Card, ...]
) -> ShownPlace:
    house = played.game.score_hand(played.edition, cards) if cards else None
    if not isinstance(house, HandScore):
        return ShownPlace(place, kind, items, (), ())
    groups = tuple(tuple(map(str, one)) for one in house.combinations)
    return ShownPlace(place, kind, items, groups, tuple(map(str, house.left_over)))
