"""Repeats: what a command that comes again gets, decided by its id and its fingerprint."""

from __future__ import annotations

from pitboss.refusals import Refusal, RefusalCode


def repeat_refusal(*, first_fingerprint: str, fingerprint: str) -> Refusal | None:
    """None when a known id brings the same request again and so gets the first answer."""
    if first_fingerprint == fingerprint:
        return None
    return Refusal(
        RefusalCode.ID_REUSED, "This id was used for another request; make a new id for each."
    )
