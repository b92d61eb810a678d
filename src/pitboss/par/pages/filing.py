"""What a regulator files beside the sheet: the rules with their sources, conditions, placard."""

from __future__ import annotations

from pitboss.games.clauses import Clause
from pitboss.games.profiles import (
    HELPLINE,
    NOT_LEGAL_ADVICE,
    RESPONSIBLE_GAMBLING,
    Profile,
    approval_status,
)
from pitboss.par.pages.words import marked
from pitboss.par.sheet import Sheet
from pitboss.report import (
    Block,
    Bullets,
    Callout,
    CalloutKind,
    CheckItem,
    Checklist,
    Column,
    Definitions,
    Document,
    Emphasis,
    Kind,
    Paragraph,
    Section,
    Strong,
    Table,
    Text,
)
from pitboss.report.text import pieces
from pitboss.units import show_credits


def rules_document(sheet: Sheet) -> Document:
    """Every clause with its source, the rulings marked and listed once more."""
    clauses = sheet.choice.folder.clauses()
    headings = list(dict.fromkeys(clause.heading for clause in clauses))
    sections = [
        Section(heading, _clauses([c for c in clauses if c.heading == heading]))
        for heading in headings
    ]
    pays = Table(
        (Column("Bet"), Column("Spot"), Column("Pays")),
        tuple(
            (spot.label, spot.key, ", ".join(odds.spoken() for odds in spot.odds))
            for spot in sheet.spots
        ),
        "What every spot can win, the posted odds first.",
    )
    rulings = tuple(clause for clause in clauses if clause.is_ruling)
    listed = Table(
        (Column("Clause"), Column("Why it is a ruling")),
        tuple((clause.number, clause.source) for clause in rulings),
        f"{len(rulings)} of {len(clauses)} clauses are rulings.",
    )
    return _document(
        sheet,
        "Rules",
        (Section("Bets and pays", (pays,)), *sections, Section("All rulings", (listed,))),
    )


def _clauses(clauses: list[Clause]) -> tuple[Block, ...]:
    return (Definitions(tuple((clause.number, _words(clause)) for clause in clauses)),)


def _words(clause: Clause) -> Text:
    words = pieces(marked(clause.text))
    source = Emphasis(f" Source: {clause.source}")
    return (Strong("Ruling. "), *words, source) if clause.is_ruling else (*words, source)


def conditions_document(sheet: Sheet, profiles: tuple[Profile, ...]) -> Document:
    """What must be done before and while the game is dealt, profile by profile."""
    if not profiles:
        text = "No jurisdiction profile covers this edition; ask the regulator what it requires."
        return _document(sheet, "Conditions", (Section("Jurisdiction", (Paragraph(text),)),))
    sections = tuple(_profile(sheet, one, page=at > 0) for at, one in enumerate(profiles))
    return _document(sheet, "Conditions", sections)


def _profile(sheet: Sheet, profile: Profile, *, page: bool) -> Section:
    until = "no end stated" if profile.effective_to is None else str(profile.effective_to)
    limits = Table(
        (Column("Limit"), Column("Value"), Column("Source")),
        (
            ("Single wager", show_credits(profile.max_single_wager), profile.wager_source),
            ("Games a player", str(profile.max_games), profile.games_source),
            (
                f"Of these over {show_credits(profile.small_wager)}",
                str(profile.max_games_over_small),
                profile.games_source,
            ),
            ("Seats", str(profile.seats_for(sheet.head.seats_max)), profile.seats_source),
        ),
        f"In force from {profile.effective_from} to {until}.",
    )
    checklist = Checklist(
        tuple(
            CheckItem((Strong(f"{one.who.capitalize()}: "), one.text), note=one.source)
            for one in profile.conditions
        )
    )
    status = approval_status(profile, sheet.head)
    blocks: list[Block] = [
        Paragraph(
            f"{profile.authority}. This edition is here {status} ({profile.approval_source})."
        ),
        limits,
        checklist,
        Paragraph(("Placard: ", Strong(profile.placard))),
        Paragraph("Where texts disagree, the first of these goes first:"),
        Bullets(profile.precedence, numbered=True),
    ]
    if profile.uncertain:
        blocks.append(Paragraph("What is uncertain in this profile:"))
        blocks.append(Bullets(profile.uncertain))
    blocks.append(Callout(CalloutKind.WARNING, NOT_LEGAL_ADVICE))
    return Section(profile.title, tuple(blocks), anchor=profile.key, page=page)


def placard_document(sheet: Sheet, profiles: tuple[Profile, ...]) -> Document:
    """What hangs at the table."""
    texts = list(dict.fromkeys(profile.placard for profile in profiles))
    blocks: list[Block] = [Callout(CalloutKind.NOTE, text, "At this table") for text in texts]
    blocks.append(
        Table(
            (Column("Bet"), Column("Pays"), Column("Largest stake", Kind.MONEY)),
            tuple(
                (spot.label, ", ".join(odds.spoken() for odds in spot.odds),
                 sheet.head.limits.maximum)
                for spot in sheet.spots
            ),
            f"Bets from {show_credits(sheet.head.limits.minimum)} to"
            f" {show_credits(sheet.head.limits.maximum)}.",
        )
    )  # fmt: skip
    blocks.append(Callout(CalloutKind.WARNING, RESPONSIBLE_GAMBLING, HELPLINE))
    return _document(sheet, "Placard", (Section(sheet.head.title, tuple(blocks)),))


def _document(sheet: Sheet, title: str, sections: tuple[Section, ...]) -> Document:
    return Document(
        title=f"{sheet.choice.folder.game.title}: {title.lower()}",
        subtitle=f"Edition {sheet.head.key}, {sheet.head.approval}",
        sections=sections,
        facts=(("Document", sheet.head.document), ("Made by", f"Pitboss {sheet.version}")),
        edition_hash=sheet.head.hash,
    )
