"""The dealer's voice at a flip~it table."""

from __future__ import annotations

from collections import Counter

from pitboss.equipment.cards import ACE, RANK_NAMES, SUIT_NAMES, Card, show_cards
from pitboss.games.bets import stake_on
from pitboss.games.flip_it.carry import is_spent
from pitboss.games.flip_it.edition import ROW_SIZE
from pitboss.games.flip_it.row import (
    Row,
    RowKind,
    hands_within_reach,
    made_hand,
    next_row,
    row_kind,
)
from pitboss.games.flip_it.spots import BONUS_SPOT, INSIDES
from pitboss.games.flip_it.state import Phase, State
from pitboss.units import SeatIndex


def say(state: State) -> str:
    match state.phase:
        case Phase.ROW:
            return _say_row(state)
        case Phase.BETS:
            return f"{show_cards(state.row)}. {_say_offer(state)} Place your bets."
        case Phase.FLIP:
            return "No more bets. Flip it!"
        case Phase.EXPOSED:
            return "A card was exposed: show it, and every bet goes back."
        case _:
            return say_result(state)


def say_result(state: State) -> str:
    """The end of a round, and whether a new shoe follows."""
    words = [_say_void(state.exposed) if state.exposed else "", _say_fifth(state)]
    row = state.row if state.fifth is None else next_row(state.row, state.fifth)
    if state.ends_shoe or is_spent(state.edition, row, state.undealt):
        words.append("That was the last of this shoe; a new one comes next.")
    return " ".join(filter(None, words))


def explain(state: State, seat: SeatIndex) -> str:
    """The card that decided, for every seat alike."""
    return "" if state.fifth is None else f"{name(state.fifth)}."


def name(card: Card) -> str:
    """A card as it is called out: `Seven of hearts`."""
    return "Joker" if card.is_joker else f"{card.rank_name} of {SUIT_NAMES[card.suit]}"


def _say_row(state: State) -> str:
    missing = ROW_SIZE - len(state.row)
    rest = f"{missing} more for the row."
    if state.laid is None:
        return rest if state.row else "A new shoe: four cards for the row."
    called = "Joker, discarded" if state.laid.is_joker else name(state.laid)
    return f"{called}. {rest}"


def _say_offer(state: State) -> str:
    shown = show_row(state.row)
    reach = hands_within_reach(state.row)
    if not reach:
        return f"{shown}, so the bonus is closed."
    pays = (f"{h.label.lower()} pays {state.edition.bonus_odds(h).spoken()}" for h in reach)
    return f"{shown}: the bonus is open, {', '.join(pays)}."


def show_row(row: Row) -> str:
    """What the row shows, such as `A pair of Sevens`."""
    # Counter keeps the row's order among equals, so two pair are named as they lie.
    most = [_plural(rank) for rank, _ in Counter(card.rank for card in row).most_common()]
    match row_kind(row):
        case RowKind.NOTHING:
            return "No pair and no four to a royal flush"
        case RowKind.PAIR:
            return f"A pair of {most[0]}"
        case RowKind.TWO_PAIR:
            return f"{most[0]} and {most[1]}"
        case RowKind.THREE:
            return f"Three {most[0]}"
        case RowKind.FOUR:
            return f"Four {most[0]}"
        case _:
            return f"Four to a royal flush in {SUIT_NAMES[row[0].suit]}"


def _plural(rank: int) -> str:
    singular = RANK_NAMES[rank - 1]
    return f"{singular}es" if singular.endswith("x") else f"{singular}s"


def _say_void(exposed: Card) -> str:
    return f"{name(exposed)} was exposed: it is out, and every bet goes back. The row stays."


def _say_fifth(state: State) -> str:
    fifth = state.fifth
    if fifth is None:
        return ""
    if fifth.is_joker:
        return "Joker! Every bet loses, and the row stays."
    winners = [inside.name.capitalize() for inside in INSIDES if inside.wins(fifth)]
    if fifth.rank == ACE:
        return f"{name(fifth)}. {winners[0]} wins; an ace is no number.{_say_bonus(state, fifth)}"
    called = f"{', '.join(winners)} and Call {fifth.rank_name} win"
    return f"{name(fifth)}. {called}.{_say_bonus(state, fifth)}"


def _say_bonus(state: State, fifth: Card) -> str:
    if all(stake_on(state.bets, seat, BONUS_SPOT) is None for seat in state.seats):
        return ""
    made = made_hand(state.row, fifth)
    if made is None:
        return " The bonus loses."
    hand, _ = made
    odds = state.edition.bonus_odds(hand).spoken()
    return f" {hand.label}: the bonus pays {odds}."
