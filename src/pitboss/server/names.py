"""Names: what somebody may be called at a table.

May import layer 0. The same shape that the table itself takes, in one form of Unicode, so that
what is shown is what was typed and a log stays one line per event.
"""

from __future__ import annotations

import re
import unicodedata

from pitboss.refusals import Refusal, RefusalCode

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[\w.'-])?")


def read_name(text: str) -> str | Refusal:
    """A name in its one form, or why it cannot be one."""
    name = unicodedata.normalize("NFC", text).strip()
    if _NAME.fullmatch(name) is None:
        return Refusal(
            RefusalCode.BAD_TEXT, "A name is up to 24 letters, digits, spaces and . ' -."
        )
    return name
