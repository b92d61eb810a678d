"""What every protection report shares: its head, what was found, and what to do about it."""

from __future__ import annotations

from typing import Any

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.report.blocks import Block, Bullets, Callout, CalloutKind, Document, Paragraph, Section
from pitboss.report.text import Text


def edition_keys(edition: HasHead) -> dict[str, Any]:
    """Which edition the figures are of, for machines."""
    head = edition.head
    return {"game": head.game, "edition": head.key, "edition_hash": head.hash}


def findings(found: tuple[Text, ...], advice: tuple[Text, ...]) -> Section:
    """What a reader must know, and what the house can do about it."""
    blocks: list[Block] = [Callout(CalloutKind.FINDING, text) for text in found]
    if advice:
        blocks += [Paragraph("What to do about it:"), Bullets(advice, numbered=True)]
    return Section("Findings", tuple(blocks))


def explained(heading: str, text: Text, *blocks: Block) -> Section:
    """A section that begins with a paragraph."""
    return Section(heading, (Paragraph(text), *blocks))


def document(
    game: AnyGame, edition: HasHead, *, title: str, abstract: Text, sections: tuple[Section, ...]
) -> Document:
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
