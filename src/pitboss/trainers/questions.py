"""Questions: what each trainer asks next, for the terminal and the browser alike."""

from __future__ import annotations

from pitboss.equipment.draws import BitSource
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.trainers.hands import HandQuestion, ask_hand
from pitboss.trainers.kinds import Trainer
from pitboss.trainers.layouts import Level
from pitboss.trainers.payouts import PayoutQuestion, Weights, ask_payout
from pitboss.trainers.procedures import ProcedureQuestion, ask_procedure

AnyQuestion = PayoutQuestion | HandQuestion | ProcedureQuestion


def ask(
    trainer: Trainer,
    game: AnyGame,
    edition: HasHead,
    source: BitSource,
    *,
    level: Level,
    weights: Weights,
) -> AnyQuestion | None:
    """The next question; None where the trainer has none about this game."""
    match trainer:
        case Trainer.PAYOUTS:
            return ask_payout(game, edition, source, level, weights)
        case Trainer.HANDS:
            return ask_hand(game, edition, source, weights)
        case Trainer.PROCEDURES:
            return ask_procedure(game, edition, source, weights)
