"""The project's written pages, taken apart: blocks, commands with their output, links, headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(?P<fence>```+|~~~+)(?P<language>[\w-]*).*$")
LINK = re.compile(
    r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)(?:\s+\"[^\"]*\")?\)|!\[[^\]]*\]\((?P<image>[^)\s]+)\)"
)
HEADING = re.compile(r"^#{1,6}\s+(?P<text>.+?)\s*#*$")


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a page shows, and the lines that it shows below it."""

    page: str
    line: int
    text: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page."""

    language: str
    line: int
    lines: tuple[str, ...]


def pages() -> tuple[Path, ...]:
    """Every page a reader may open: at the root, in docs, and the rules of each game."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.md")]
    return tuple(sorted(found))


def name_of(page: Path) -> str:
    """A page's path from the root of the project."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    fence, language, start, lines = "", "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if not fence and match:
            fence, language, start, lines = match["fence"], match["language"], number, []
        elif fence and line.strip() == fence:
            yield Block(language=language, line=start, lines=tuple(lines))
            fence = ""
        elif fence:
            lines.append(line)


def prose(text: str) -> list[str]:
    """The lines outside fenced blocks."""
    kept, fence = [], ""
    for line in text.splitlines():
        match = FENCE.match(line)
        if not fence and match:
            fence = match["fence"]
        elif fence and line.strip() == fence:
            fence = ""
        elif not fence:
            kept.append(line)
    return kept


def commands(text: str, *, page: str) -> Iterator[Command]:
    """The commands in a page's console blocks, in order. A backslash continues a command."""
    for block in blocks(text):
        if block.language != "console":
            continue
        typed, shown, at, continues = "", list[str](), 0, False
        for number, line in enumerate(block.lines, block.line + 1):
            if continues:
                typed = typed[:-1] + line.removeprefix("> ").strip()
            elif line.startswith("$ "):
                if typed:
                    yield Command(page, at, typed, tuple(shown))
                typed, shown, at = line[2:].strip(), [], number
            else:
                shown.append(line)
                continue
            continues = typed.endswith("\\")
        if typed:
            yield Command(page, at, typed, tuple(shown))


def links(text: str) -> list[str]:
    """Targets of the links and pictures outside fenced blocks."""
    return [
        match["target"] or match["image"] for line in prose(text) for match in LINK.finditer(line)
    ]


def anchors(text: str) -> set[str]:
    """The names by which a page's headings can be linked to."""
    found: set[str] = set()
    for line in prose(text):
        if match := HEADING.match(line):
            plain = re.sub(r"[`*\[\]]|\(.*?\)$", "", match["text"]).lower()
            slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
            repeated = slug
            count = 0
            while repeated in found:
                count += 1
                repeated = f"{slug}-{count}"
            found.add(repeated)
    return found
