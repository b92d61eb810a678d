"""Events of the floor: dealers, supervisors, walk-up players, the chip tray and corrections.

`by` is who acted, as the record's own actor says it (`dealer:ID`, `supervisor:ID`), and `at_ms`
the record's own time: so the state alone can say who and since when.
"""

from __future__ import annotations

from pitboss.table.draw_codec import DrawChanges, Texts
from pitboss.table.events import Event


class DealerCame(Event, frozen=True, tag="dealer.came"):
    """A dealer deals the table from now on; the one before was relieved."""

    dealer: str


class SupervisorCalled(Event, frozen=True, tag="supervisor.called"):
    """A floor supervisor was called; it rings for every pit boss until one acknowledges it."""

    number: int
    """The calls of this table are counted from 1."""
    reason: str
    by: str
    at_ms: int


class CallAcknowledged(Event, frozen=True, tag="supervisor.acknowledged"):
    """A pit boss comes: `waited_ms` is the response time."""

    number: int
    by: str
    at_ms: int
    waited_ms: int


class ChipsBought(Event, frozen=True, tag="chips.bought"):
    """A walk-up player bought chips at the table; the same amount went into the drop box."""

    seat: int
    player: str
    amount: int


class ChipsColouredUp(Event, frozen=True, tag="chips.coloured-up"):
    """A walk-up player left with chips of this amount."""

    seat: int
    player: str
    amount: int


class TrayOpened(Event, frozen=True, tag="tray.opened"):
    """A shift began with this many credits in chips in the tray. Shifts are counted from 1."""

    shift: int
    count: int
    by: str
    at_ms: int


class TrayAsked(Event, frozen=True, tag="tray.asked"):
    """A fill (chips to the tray) or a credit (chips from it) with its first signature."""

    number: int
    """The fills and credits of this table are counted from 1."""
    kind: str
    """`fill` or `credit`."""
    amount: int
    by: str
    at_ms: int


class TraySigned(Event, frozen=True, tag="tray.signed"):
    """The second signature: the chips moved."""

    number: int
    kind: str
    amount: int
    asked_by: str
    by: str
    at_ms: int


class TrayWithdrawn(Event, frozen=True, tag="tray.withdrawn"):
    """A fill or credit that was asked for does not take place."""

    number: int
    by: str
    at_ms: int


class TrayClosed(Event, frozen=True, kw_only=True, tag="tray.closed"):
    """A shift ended: what was counted, and the win by tray and by journal.

    `win` = drop - (opening + fills - credits - count); `journal_win` is what the settlements of
    walk-up players come to, `buy_ins` what they bought: where the counts are right, `win` equals
    `journal_win` and `drop` equals `buy_ins`. Players at screens have no chips and are in neither.
    """

    shift: int
    opening: int
    fills: int
    credits: int
    count: int
    """Chips counted in the tray."""
    drop: int
    """What was counted in the drop box."""
    buy_ins: int
    win: int
    journal_win: int
    by: str
    at_ms: int
    opened_ms: int


class CorrectionAsked(Event, frozen=True, tag="correction.asked"):
    """Somebody found a mistake in the last round after it was settled; nothing has moved yet."""

    number: int
    """The corrections of this table are counted from 1."""
    round_id: str
    draws: DrawChanges
    """Entries as they were and as they should be; none where every stake goes back."""
    reason: str
    by: str
    at_ms: int


class RoundCorrected(Event, frozen=True, kw_only=True, tag="round.corrected"):
    """A floor supervisor signed: the round is settled again, and the difference moved."""

    number: int
    round_id: str
    draws: DrawChanges
    reason: str
    lines: Texts
    """The settlement with the right entries; none where every stake went back."""
    moves: tuple[tuple[int, str, int], ...]
    """Seat, spot and what went to the player, or back to the table where it is negative."""
    players: tuple[tuple[int, str], ...]
    """Who had something in action at which seat."""
    gone: tuple[int, ...]
    """Seats whose walk-up player had left with the chips: their bets stay as they were paid."""
    asked_by: str
    by: str
    at_ms: int


class CorrectionWithdrawn(Event, frozen=True, tag="correction.withdrawn"):
    """A correction that was asked for does not take place."""

    number: int
    by: str
    at_ms: int
