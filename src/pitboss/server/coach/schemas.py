"""The coach's pages: what bets and decisions are worth now, and the account of the visit.

Every number comes twice: exact as a fraction, and in words for a screen.
"""

from __future__ import annotations

from pitboss.server.edge.schemas import Page


class Amount(Page, frozen=True):
    """Credits: exact as n/d, and rounded to four places."""

    exact: str
    shown: str


class BetAdvice(Page, frozen=True):
    """A bet and what one credit on it nets on average."""

    spot: str
    label: str
    percent: str
    fraction: str
    is_open: bool
    is_best: bool
    """Whether no open bet is worth more."""
    stake: int
    """The viewer's own stake in minor units."""
    worth: Amount


class OptionAdvice(Page, frozen=True):
    """An option of a decision and what it is worth with everything that lies on the felt."""

    option: str
    label: str
    worth: Amount
    cost: Amount
    """What it gives away against the best one."""
    is_best: bool


class DecisionNote(Page, frozen=True):
    """A decision that was made, the best one, and what lies between them."""

    round_id: str
    made: str
    best: str
    cost: Amount


class AccountNote(Page, frozen=True):
    """Luck and play of this visit: result = worth - cost + luck, exactly."""

    rounds: int
    staked: int
    result: Amount
    worth: Amount
    cost: Amount
    luck: Amount
    best_worth: Amount
    """What the same credits would have been worth on the best bet open each time."""


class CoachPage(Page, frozen=True):
    """Everything the coach says about a table to one viewer."""

    table: str
    version: int
    basis: str
    bets: tuple[BetAdvice, ...]
    options: tuple[OptionAdvice, ...]
    note: str
    """What the options leave out; empty where nothing."""
    last_decision: DecisionNote | None
    account: AccountNote
    definition: str
    visit: str
