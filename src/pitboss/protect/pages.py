"""Pages that every protection report shares: what was found, what to do, how it was found."""

from __future__ import annotations

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.report import (
    Block,
    Bullets,
    Callout,
    CalloutKind,
    Document,
    Paragraph,
    Section,
    Text,
)


def findings(found: tuple[Text, ...], advice: tuple[Text, ...]) -> Section:
    """What a reader must know, and what a house can do about it."""
    blocks: list[Block] = [Callout(CalloutKind.FINDING, text) for text in found]
    if advice:
        blocks += [Paragraph("What to do about it:"), Bullets(advice, numbered=True)]
    return Section("Findings", tuple(blocks))


def document(
    game: AnyGame, edition: HasHead, *, title: str, abstract: Text, sections: tuple[Section, ...]
) -> Document:
    """A protection report of one edition."""
    head = edition.head
    return Document(
        title=f"{game.title}: {title}",
        subtitle="Protection report",
        sections=sections,
        facts=(
            ("Edition", f"{head.key}: {head.title}"),
            ("State", str(head.approval)),
            ("Limits", f"{head.limits}, {head.seats_max} seats"),
        ),
        edition_hash=head.hash,
        abstract=abstract,
    )
