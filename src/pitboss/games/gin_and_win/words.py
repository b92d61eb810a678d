"""The dealer's words: short, friendly, exact, and never about a card that lies face down."""

from __future__ import annotations

from pitboss.equipment.cards import SUIT_NAMES, Card, show_cards
from pitboss.games.bets import stake_on
from pitboss.games.gin_and_win.combinations import Arrangement, is_rank_set
from pitboss.games.gin_and_win.compare import Winner
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.gin_and_win.outcome import Outcome, SeatOutcome, outcome
from pitboss.games.gin_and_win.state import BONUS, GinState, Phase
from pitboss.units import SeatIndex

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven")


def say(state: GinState) -> str:
    match state.phase:
        case Phase.BETTING:
            return "Place your Antes, please. The Gin Bonus is optional."
        case Phase.DEALING:
            seat = state.next_seat
            whom = "the dealer" if seat is None else f"seat {seat}"
            return f"No more bets. {_number(state.edition.hand)} cards to {whom}."
        case Phase.DECIDING:
            seats = state.undecided
            many = "Seats" if len(seats) > 1 else "Seat"
            return f"{many} {_join(tuple(map(str, seats)))}: play or fold?"
        case Phase.SHOWDOWN:
            seat = state.next_seat
            whose = "The dealer's hand" if seat is None else f"The hand of seat {seat}"
            return f"{whose} is laid open."
        case Phase.VERIFYING:
            return "The dealer verifies the combinations."
        case Phase.OVER:
            return say_over(state, outcome(state))
        case _:
            return say_void(state.void or "")


def look(state: GinState, viewer: SeatIndex) -> tuple[str, ...]:
    """What lies before this seat and no other: its cards, and the house way to set them."""
    cards = state.hand(viewer)
    if not cards:
        return ()
    house = house_way(cards, state.edition.heights)
    combinations = " | ".join(map(show_cards, house.combinations)) or "no combination"
    left_over = show_cards(house.left_over) or "nothing"
    way = f"House way: {combinations}, left over {left_over}. You have {hand_words(house)}."
    return (f"Your cards: {show_cards(cards)}", way)


def say_void(reason: str) -> str:
    return f"Misdeal: {reason.rstrip('.')}. The round is void and every stake goes back."


def say_over(state: GinState, result: Outcome) -> str:
    dealer = f"Dealer has {hand_words(result.dealer)}"
    if result.all_folded:
        words = [f"{dealer}."]
    elif result.qualifies:
        words = [f"{dealer}: qualifies."]
    else:
        words = [f"{dealer}: does not qualify. Antes paid, Plays push."]
    words.extend(_seat_words(state, seat) for seat in result.seats)
    return " ".join(words)


def explain(state: GinState, seat: SeatIndex) -> str:
    """How one seat came out against the dealer, in the second person."""
    result = outcome(state)
    own = next((one for one in result.seats if one.seat == seat), None)
    if own is None or own.folded:
        return "" if own is None else "You folded."
    if own.comparison is None:
        return f"Dealer has {hand_words(result.dealer)}: does not qualify."
    yours, theirs = own.hand, result.dealer
    if yours.score != theirs.score:
        return f"You {yours.score}, dealer {theirs.score}: fewer left over wins."
    at = own.comparison.deciding_card
    if at is None:
        return f"You and the dealer both {yours.score}, card for card: nobody wins."
    mine, other = yours.left_over[at].rank_name, theirs.left_over[at].rank_name
    return f"Both {yours.score}, your {mine} against {other}: the lower card wins."


def hand_words(hand: Arrangement) -> str:
    """A hand by its score: `four, Queen high`."""
    if not hand.left_over:
        return "zero"
    return f"{_NUMBERS[hand.score]}, {hand.left_over[0].rank_name} high"


def combination_words(cards: tuple[Card, ...]) -> str:
    """A combination as the dealer calls it: `two Aces`, `four hearts`."""
    if is_rank_set(cards):
        plural = "es" if cards[0].rank_name == "Six" else "s"
        return f"{_NUMBERS[len(cards)]} {cards[0].rank_name}{plural}"
    return f"{_NUMBERS[len(cards)]} {SUIT_NAMES[cards[0].suit]}"


def _seat_words(state: GinState, seat: SeatOutcome) -> str:
    parts = [_note_words(state, seat), _base_words(state, seat), _bonus_words(state, seat)]
    return " ".join(part for part in parts if part)


def _note_words(state: GinState, seat: SeatOutcome) -> str:
    """The dealer checks a player's own setting before anything else (GNW-3.2)."""
    made = state.decision(seat.seat)
    return f"Seat {seat.seat}: {made.note}" if made is not None and made.note else ""


def _base_words(state: GinState, seat: SeatOutcome) -> str:
    name = f"Seat {seat.seat}"
    if seat.folded:
        return f"{name} folded."
    if seat.comparison is None:
        return f"{name} has {hand_words(seat.hand)}."
    match seat.comparison.winner:
        case Winner.DEALER:
            return f"{name} has {hand_words(seat.hand)} and loses."
        case Winner.TIE:
            return f"{name} has {hand_words(seat.hand)}: push."
        case Winner.PLAYER if seat.hand.score == 0:
            return f"{name} has zero and wins: Play pays {state.edition.pays.play_zero.spoken()}."
        case _:
            return f"{name} has {hand_words(seat.hand)} and wins."


def _bonus_words(state: GinState, seat: SeatOutcome) -> str:
    """The bonus is named only where it was bet, so a folded hand without it stays unknown."""
    if stake_on(state.bets, seat.seat, BONUS) is None:
        return ""
    if seat.bonus is None or (seat.folded and state.edition.readings.bonus_lost_on_fold):
        return f"The bonus of seat {seat.seat} loses."
    odds = state.edition.bonus_odds(seat.bonus)
    return f"The bonus of seat {seat.seat} pays {odds.spoken()}: {seat.bonus.label}."


def _number(count: int) -> str:
    return _NUMBERS[count].capitalize()


def _join(names: tuple[str, ...]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`."""
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
