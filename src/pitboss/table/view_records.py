"""The records of a view: who looks, and a table with its seats, bets and spots as they look."""

from __future__ import annotations

import msgspec

from pitboss.games.layout import Cell, Place
from pitboss.games.steps import SPECTATOR
from pitboss.table.last_round import CorrectionView, FairnessView, LastView
from pitboss.table.offers import Offer
from pitboss.units import SeatIndex


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: a seat, the dealer (0) or a spectator (-1), and what they may see."""

    seat: SeatIndex = SPECTATOR
    is_in_charge: bool = False
    """Whether supervisor's acts are offered."""
    balance: int | None = None
    """The viewer's own credits in minor units, never anybody else's."""
    player: str = ""
    """Whose last round is shown as their own, wherever they sit now."""


STRANGER = Viewer()


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    kind: str | None
    is_leaving: bool
    is_ready: bool
    in_round: bool
    in_action: int
    """Minor units in action."""
    is_away: bool = False
    """Whether the player of this seat is away from the table just now."""
    chips: int | None = None
    """A walk-up player's chips, those on the felt not counted."""
    net: int | None = None
    """Between rounds, what the player of this seat won or lost in the last one."""


class BetView(msgspec.Struct, frozen=True):
    """A stake on the felt, in minor units."""

    seat: int
    spot: str
    stake: int
    is_taken: bool = False
    """Whether it is lost and taken already, before the others are settled."""


class SpotView(msgspec.Struct, frozen=True):
    """A bet on the felt: odds, limits, and why the viewer's seat may not make it now, if so."""

    spot: str
    label: str
    area: str
    odds: tuple[str, ...]
    minimum: int
    maximum: int
    unit: int
    """Stakes are whole multiples of this."""
    closed: str | None
    cell: Cell | None = None
    """Where it lies on the grid of its area, where the game says so."""
    contract: str | None = None
    """Why a stake that lies here cannot be taken down now, where it cannot."""


class OptionView(msgspec.Struct, frozen=True):
    """An option, and by how much it raises what the actor has at stake; less than 0: takes back."""

    option: str
    label: str
    takes_setting: bool
    adds: int = 0


class AwaitedView(msgspec.Struct, frozen=True):
    """Somebody's decision is awaited; the options are shown to everybody."""

    actor: int
    options: tuple[OptionView, ...]
    in_default: str
    """What is taken for an actor who does not act in time."""
    step: int
    """Where the round stands for this actor; a decision names it and is taken there only."""


class DrawView(msgspec.Struct, frozen=True):
    kind: str
    count: int
    place: str
    number: int
    """The entry's number, from 0, for a later correction."""


class CountsView(msgspec.Struct, frozen=True):
    """Public counts of a table: where a house that cheats by voids or withholding would show."""

    rounds: int
    voids: int
    missing_reveals: int
    chains: int


class TableView(msgspec.Struct, frozen=True):
    table: str
    game: str
    title: str
    edition: str
    edition_hash: str
    approval: str
    profile: str | None
    placard: str | None
    mode: str
    mode_words: str
    is_training: bool
    """Whether outcomes were chosen beforehand; to be marked wherever they show."""
    phase: str
    paused: str | None
    round_id: str | None
    viewer: int
    balance: int | None
    seats: tuple[SeatView, ...]
    bets: tuple[BetView, ...]
    spots: tuple[SpotView, ...]
    awaited: tuple[AwaitedView, ...]
    draw: DrawView | None
    corrections: tuple[CorrectionView, ...]
    offers: tuple[Offer, ...]
    deadline_ms: int | None
    says: str
    look: tuple[str, ...]
    fairness: FairnessView | None
    counts: CountsView
    felt: object | None
    """The game's own view of the round in play."""
    last: LastView | None
    places: tuple[Place, ...] = ()
    """What lies where in the round in play, for a game without a stage of its own."""
