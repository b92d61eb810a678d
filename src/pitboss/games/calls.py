"""Calls: the procedures that a dealer may call in a round."""

from __future__ import annotations

import msgspec

from pitboss.units import ClauseId


class CallOption(msgspec.Struct, frozen=True):
    """A procedure the dealer may call now, and the clause that gives the right to."""

    key: str
    label: str
    clause: ClauseId
    shows: int = 0
    """How many cards or faces may be recorded with it; zero when none."""
    by_hand: bool = False
    """Whether it is a step of physical equipment, open only where a dealer enters what showed."""
    is_due: bool = False
    """Whether such a step must be made before the next draw."""
    reasons: tuple[tuple[str, str], ...] = ()
    """The usual reasons, each a code and its words; any other reason counts as the last one."""

    def code_of(self, reason: str) -> str:
        """The code under which a reason is counted; empty where the rules list none."""
        if not self.reasons:
            return ""
        known = (code for code, words in self.reasons if reason.startswith(words))
        return next(known, self.reasons[-1][0])
