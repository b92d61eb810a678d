"""What the author of a game imports: the contract, equipment, bets, settlement and amounts.

These names are public and stable, as those of `import pitboss`. Figures and sheets are in
`pitboss.gamekit.proof`, models for simulation in `pitboss.gamekit.simulation`.
"""

from pitboss.equipment.cards import JOKER, RANKS, STANDARD_CARDS, Card, parse_cards, show_cards
from pitboss.equipment.decks import Deck
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import Shown
from pitboss.equipment.stops import DICE, DIE, WHEEL, Mark, Stops
from pitboss.games.bets import Bets, limit_spots, place, stake_on, take_down
from pitboss.games.calls import CallOption
from pitboss.games.contract import Game, RoundScript, TypedRound
from pitboss.games.dealt import DealtGame
from pitboss.games.dealt_state import DealtState
from pitboss.games.editions import SEATS_MAX, EditionHead
from pitboss.games.fields import Fields
from pitboss.games.layout import Area, Cell, Place
from pitboss.games.needs import (
    AnyDraw,
    Need,
    NeedBets,
    NeedCards,
    NeedDecisions,
    NeedNothing,
    NeedStops,
    Option,
    Pending,
)
from pitboss.games.one_draw import OneDrawGame
from pitboss.games.settlement import (
    Award,
    Ending,
    Line,
    Result,
    Verdict,
    award_line,
    settled_line,
    settlement_order,
    unpaid_line,
)
from pitboss.games.spots import PayLine, PlacedBet, Spot, Times
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import NO_CREDITS, ClauseId, Credits, Odds, SeatIndex, SpotKey

__all__ = [
    "DICE",
    "DIE",
    "JOKER",
    "NO_CREDITS",
    "RANKS",
    "SEATS_MAX",
    "STANDARD_CARDS",
    "WHEEL",
    "AnyDraw",
    "Area",
    "Award",
    "Bet",
    "Bets",
    "Call",
    "CallOption",
    "Card",
    "Cell",
    "ClauseId",
    "CloseBets",
    "Composition",
    "Credits",
    "DealtGame",
    "DealtState",
    "Decide",
    "Deck",
    "Draw",
    "EditionHead",
    "Ending",
    "Fields",
    "Game",
    "Line",
    "Mark",
    "Need",
    "NeedBets",
    "NeedCards",
    "NeedDecisions",
    "NeedNothing",
    "NeedStops",
    "Odds",
    "OneDrawGame",
    "Option",
    "PayLine",
    "Pending",
    "Place",
    "PlacedBet",
    "Refusal",
    "RefusalCode",
    "Result",
    "RoundScript",
    "SeatIndex",
    "Shown",
    "Spot",
    "SpotKey",
    "Step",
    "Stops",
    "TakeDown",
    "Times",
    "TypedRound",
    "Verdict",
    "award_line",
    "check",
    "limit_spots",
    "parse_cards",
    "place",
    "settled_line",
    "settlement_order",
    "show_cards",
    "stake_on",
    "take_down",
    "unpaid_line",
]
