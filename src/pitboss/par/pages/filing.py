"""What a regulator files beside the sheet: the rules with their sources, conditions, placard."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from pitboss.games.clauses import Clause
from pitboss.games.conditions import ConditionMark, check_conditions
from pitboss.games.paytables import PostedLine, post_pays
from pitboss.games.profiles import (
    HELPLINE,
    NOT_LEGAL_ADVICE,
    RESPONSIBLE_GAMBLING,
    Profile,
)
from pitboss.games.spots import Spot
from pitboss.games.standing import DAY, day_of, days, describe_standing, list_unseen
from pitboss.par.pages.words import marked
from pitboss.par.sheet import Sheet
from pitboss.report import blocks
from pitboss.report.blocks import Block, Bullets, CalloutKind, Document, Paragraph, Section
from pitboss.report.tables import table, text
from pitboss.report.text import Emphasis, Strong, Text, pieces
from pitboss.units import say_credits

PAYS = (
    text("Bet", lambda row: row[0]),
    text("Wins with", lambda row: row[1].name),
    text("Pays", lambda row: row[1].odds),
    text("Clause", lambda row: row[1].clause),
)


def rules_document(sheet: Sheet) -> Document:
    """Every clause with its source, the rulings marked and listed once more."""
    clauses = sheet.choice.folder.clauses()
    headings = list(dict.fromkeys(clause.heading for clause in clauses))
    sections = [
        Section(heading, (clause_definitions(c for c in clauses if c.heading == heading),))
        for heading in headings
    ]
    pays = table(
        posted_pays(sheet.spots),
        *PAYS,
        caption="What every bet pays, and for what.",
    )
    rulings = tuple(clause for clause in clauses if clause.is_ruling)
    listed = table(
        rulings,
        text("Clause", "number"),
        text("Why it is a ruling", "source"),
        caption=f"{len(rulings)} of {len(clauses)} clauses are rulings.",
    )
    return _document(
        sheet,
        "Rules",
        (Section("Bets and pays", (pays,)), *sections, Section("All rulings", (listed,))),
    )


def posted_pays(spots: tuple[Spot, ...]) -> list[tuple[str, PostedLine]]:
    """Every pay with the bet, or its named paytable, on the first line of each."""
    return [
        (paytable.title or paytable.label if at == 0 else "", line)
        for paytable in post_pays(spots)
        for at, line in enumerate(paytable.lines)
    ]


def clause_definitions(clauses: Iterable[Clause]) -> blocks.Definitions:
    return blocks.Definitions(tuple((clause.number, _words(clause)) for clause in clauses))


def _words(clause: Clause) -> Text:
    words = pieces(marked(clause.text))
    source = Emphasis(f" Source: {clause.source}")
    return (Strong("Ruling. "), *words, source) if clause.is_ruling else (*words, source)


def conditions_document(
    sheet: Sheet, profiles: tuple[Profile, ...], marks: tuple[ConditionMark, ...] = ()
) -> Document:
    """What must be done before and while the game is dealt, profile by profile."""
    if not profiles:
        words = "No jurisdiction profile covers this edition; ask the regulator what it requires."
        return _document(sheet, "Conditions", (Section("Jurisdiction", (Paragraph(words),)),))
    sections = tuple(_profile(sheet, one, marks, page=at > 0) for at, one in enumerate(profiles))
    return _document(sheet, "Conditions", sections)


def _profile(
    sheet: Sheet, profile: Profile, marks: tuple[ConditionMark, ...], *, page: bool
) -> Section:
    small = say_credits(profile.small_wager)
    seats = sheet.head.seats_max
    seats_source = profile.seats_source
    if seats < profile.seats_max:
        seats_source = f"The edition's own; {profile.seats_max} are allowed ({seats_source})"
    limits = table(
        (
            ("Single wager", say_credits(profile.max_single_wager), profile.wager_source),
            ("Games a player", str(profile.max_games), profile.games_source),
            (f"Of these over {small}", str(profile.max_games_over_small), profile.games_source),
            ("Seats", str(profile.seats_for(seats)), seats_source),
        ),
        *(text(heading, itemgetter(at)) for at, heading in enumerate(("Limit", "Value", "Source"))),
        caption=f"In force {days(profile)}. {profile.dates_uncertain}",
    )
    checklist = blocks.Checklist(
        tuple(
            blocks.CheckItem(
                (Strong(f"{one.condition.who.capitalize()}: "), one.condition.text),
                met=None if one.mark is None else one.is_met,
                note=f"{one.condition.source}. {_signed(one.mark)}",
            )
            for one in check_conditions(profile, marks)
        )
    )
    folder = sheet.choice.folder
    unseen = list_unseen(folder, sheet.choice.key, sheet.choice.changes)
    status = describe_standing(sheet.head, profile, on=None, unseen=unseen)
    found: list[Block] = [
        Paragraph(
            f"{profile.authority}. A table of this edition under this profile is"
            f" {status.words} ({profile.approval_source})."
        ),
        limits,
        checklist,
        Paragraph(("Placard: ", Strong(profile.placard))),
        Paragraph("Where the texts disagree, they take precedence in this order:"),
        Bullets(profile.precedence, numbered=True),
    ]
    if unseen:
        found += [Paragraph("What the approval does not cover:"), Bullets(unseen)]
    if profile.uncertain:
        found += [Paragraph("What is uncertain in this profile:"), Bullets(profile.uncertain)]
    found.append(blocks.Callout(CalloutKind.WARNING, NOT_LEGAL_ADVICE))
    return Section(profile.title, tuple(found), anchor=profile.key, page=page)


def _signed(mark: ConditionMark | None) -> str:
    """Who signed what, on which day."""
    if mark is None:
        return "Open: nobody has signed it."
    state = "Met" if mark.is_met else "Reopened"
    return f"{state}, signed by {mark.name} on {day_of(mark.at_ms):{DAY}}: {mark.note}"


def placard_document(sheet: Sheet, profiles: tuple[Profile, ...]) -> Document:
    """The notice at the table."""
    limits = sheet.head.limits
    least, most = say_credits(limits.minimum), say_credits(limits.maximum)
    texts = dict.fromkeys(profile.placard for profile in profiles)
    notices = [blocks.Callout(CalloutKind.NOTE, words, "At this table") for words in texts]
    bets = table(
        posted_pays(sheet.spots),
        *PAYS,
        caption=f"Bets from {least} to {most}.",
    )
    help_line = blocks.Callout(CalloutKind.WARNING, RESPONSIBLE_GAMBLING, HELPLINE)
    return _document(sheet, "Placard", (Section(sheet.head.title, (*notices, bets, help_line)),))


def _document(sheet: Sheet, title: str, sections: tuple[Section, ...]) -> Document:
    return Document(
        title=f"{sheet.choice.folder.game.title}: {title.lower()}",
        subtitle=f"Edition {sheet.head.key}, {sheet.head.approval}",
        sections=sections,
        facts=(("Document", sheet.head.document), ("Made by", f"Pitboss {sheet.version}")),
        edition_hash=sheet.head.hash,
    )
