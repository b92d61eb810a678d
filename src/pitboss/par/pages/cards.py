"""Paper for a table: how a round is dealt, and what every result pays."""

from __future__ import annotations

from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.par.pages.filing import PAYS, clause_definitions, posted_pays
from pitboss.par.studies import study_of
from pitboss.report.blocks import Document, Paragraph, Section
from pitboss.report.tables import table
from pitboss.units import say_credits


def card_document(folder: GameFolder, edition: HasHead) -> Document:
    """The procedure card and the outcome chart of one edition."""
    game, head = folder.game, edition.head
    study = study_of(game)
    clauses = folder.clauses()
    wanted = study.procedure or tuple(dict.fromkeys(one.heading for one in clauses))
    sections = [
        Section(
            heading.lstrip("0123456789. "),
            (clause_definitions(one for one in clauses if one.heading == heading),),
        )
        for heading in wanted
    ]
    pays = table(posted_pays(game.all_spots(edition)), *PAYS, caption="What every bet pays.")
    chart = pays if study.outcomes is None else study.outcomes(edition)
    limits = head.limits
    least, most = say_credits(limits.minimum), say_credits(limits.maximum)
    sections.append(
        Section(
            "Outcomes and pays",
            (Paragraph(f"Bets from {least} to {most}. Losing bets are taken first."), chart),
            page=True,
        )
    )
    return Document(
        title=f"{game.title}: procedure card",
        subtitle=f"Edition {head.key}, {head.approval}",
        sections=tuple(sections),
        facts=(("Document", head.document),),
        edition_hash=head.hash,
    )
