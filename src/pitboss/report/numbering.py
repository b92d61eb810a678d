"""Numbering: tables and figures counted through a whole document."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.blocks import Block, Chart, Document, Section, Table


def numbered(document: Document) -> Iterator[tuple[Section, tuple[tuple[Block, str], ...]]]:
    """Each section with its blocks and their labels: `Table 3`, `Figure 1`, or nothing."""
    counts = {"Table": 0, "Figure": 0}
    for section in document.sections:
        labelled: list[tuple[Block, str]] = []
        for block in section.blocks:
            name = {Table: "Table", Chart: "Figure"}.get(type(block), "")
            if name:
                counts[name] += 1
            labelled.append((block, f"{name} {counts[name]}" if name else ""))
        yield section, tuple(labelled)
