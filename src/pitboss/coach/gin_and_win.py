"""The coach of Gin & Win: the sheet before the deal, the exact worth of one's own hand after it.

Looks at the viewer's own seven cards and nothing else: what others were dealt is unknown, and what
they decide is not read into.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.coach.seen import Seen
from pitboss.coach.values import DecisionValue
from pitboss.equipment.cards import Card, parse_cards
from pitboss.exact.gin_and_win import decision_values
from pitboss.exact.gin_and_win.edition import record_of
from pitboss.games.editions import HasHead
from pitboss.games.gin_and_win import GAME
from pitboss.games.gin_and_win.edition import GinEdition, SettingRule
from pitboss.games.gin_and_win.state import ANTE, BONUS, FOLD, PLAY_HAND
from pitboss.refusals import Refusal, unwrap

BASIS = (
    "Before the deal: over all deals, every hand played or folded as is best. After it: your own"
    " seven cards against every hand the dealer may hold; other players' hands and decisions are"
    " not read into."
)
AS_SET = (
    "Playing is counted with the hand set the house way; what a worse setting of your own costs is"
    " not worked out."
)
_LOSES = Fraction(-1)


def bet_values(edition: HasHead, seen: Seen) -> dict[str, Fraction] | None:
    """Bets are made before any card is seen: the sheet says it all."""
    return None


def decision(edition: HasHead, seen: Seen) -> DecisionValue | None:
    """What playing and folding the viewer's own hand are worth; None before it is dealt."""
    own = next((hand for hand in seen.felt["hands"] if hand["seat"] == seen.seat), None)
    ante = seen.stakes.get(str(ANTE), 0)
    if own is None or own["cards"] is None or not ante:
        return None
    record = record_of(edition)
    cards = unwrap(parse_cards(" ".join(own["cards"])))
    by_ante = decision_values(edition, cards)
    bonus = seen.stakes.get(str(BONUS), 0)
    line = _bonus_net(record, cards)
    folded = _LOSES if record.readings.bonus_lost_on_fold else line
    worths = {
        PLAY_HAND: ante * by_ante[PLAY_HAND] + bonus * line,
        FOLD: ante * by_ante[FOLD] + bonus * folded,
    }
    note = AS_SET if record.setting is SettingRule.AS_SET else ""
    return DecisionValue(worths, made=own["decision"], note=note)


def _bonus_net(edition: GinEdition, cards: tuple[Card, ...]) -> Fraction:
    """What one unit on the bonus nets with these cards, whatever the dealer holds."""
    score = GAME.score_hand(edition, cards)
    if isinstance(score, Refusal) or score.bonus_odds is None:
        return _LOSES
    return score.bonus_odds.to_one
