"""`pitboss rules`: a game's clauses, and where each is written in code and proved by tests."""

from __future__ import annotations

from typing import Any

from rich.markup import escape
from rich.table import Table

from pitboss.cli.lookup import Chosen, choose
from pitboss.cli.output import Format, FormatOption, console, print_json, refuse
from pitboss.cli.trace import Citations, find_citations, tests_are_here
from pitboss.games.clauses import Clause
from pitboss.games.contract import Spot
from pitboss.refusals import Refusal


def rules(
    game: str, *, edition: str | None = None, trace: bool = False, form: FormatOption = Format.TABLE
) -> int:
    """Print the numbered rules of a game with their sources.

    Example: pitboss rules gin-and-win --edition ten --trace

    Parameters
    ----------
    game
        A game from `pitboss games`.
    edition
        An edition of the game; otherwise its default edition.
    trace
        Also print where each clause is cited in code and in tests.
    """
    chosen = choose(game, edition)
    if isinstance(chosen, Refusal):
        return refuse(chosen)
    clauses = chosen.folder.clauses()
    citations = find_citations(chosen.game.clause_prefix) if trace else None
    if form is Format.JSON:
        print_json(_document(chosen, clauses, citations))
    elif citations is not None:
        _print_trace(clauses, citations)
    else:
        _print_rules(chosen, clauses)
    return 0


def _document(
    chosen: Chosen, clauses: tuple[Clause, ...], citations: Citations | None
) -> dict[str, Any]:
    head = chosen.edition.head
    return {
        "game": head.game,
        "edition": head.key,
        "edition_hash": head.hash,
        "bets": [
            {"bet": spot.key, "label": spot.label, "odds": [str(odds) for odds in spot.odds]}
            for spot in chosen.game.all_spots(chosen.edition)
        ],
        "clauses": [_entry(clause, citations) for clause in clauses],
    }


def _entry(clause: Clause, citations: Citations | None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "clause": clause.number,
        "heading": clause.heading,
        "text": clause.text,
        "source": clause.source,
        "ruling": clause.is_ruling,
    }
    if citations is not None:
        entry["code"] = list(citations.code.get(clause.number, ()))
        entry["tests"] = list(citations.tests.get(clause.number, ()))
    return entry


def _print_rules(chosen: Chosen, clauses: tuple[Clause, ...]) -> None:
    out = console()
    head = chosen.edition.head
    out.print(f"[bold]{chosen.game.title}[/] · edition {head.key} · {head.title}")
    out.print(f"[dim]{head.hash} · {head.approval}[/]\n")
    out.print(_pays(chosen.game.all_spots(chosen.edition)))
    heading = ""
    for clause in clauses:
        if clause.heading != heading:
            heading = clause.heading
            out.print(f"\n[bold underline]{escape(heading)}[/]")
        ruling = " [yellow](ruling)[/]" if clause.is_ruling else ""
        out.print(f"[bold]{clause.number}[/]{ruling} {escape(clause.text)}")
        out.print(f"    [dim]{escape(clause.source)}[/]")


def _pays(spots: tuple[Spot, ...]) -> Table:
    table = Table("bet", "what it is", "pays", box=None, header_style="bold")
    for spot in spots:
        table.add_row(spot.key, spot.label, ", ".join(odds.spoken() for odds in spot.odds))
    return table


def _print_trace(clauses: tuple[Clause, ...], citations: Citations) -> None:
    out = console()
    for clause in clauses:
        ruling = " [yellow](ruling)[/]" if clause.is_ruling else ""
        out.print(f"[bold]{clause.number}[/]{ruling} {escape(clause.text)}")
        out.print(f"    source  {escape(clause.source)}")
        for kind, found in (("code", citations.code), ("tests", citations.tests)):
            for at, place in enumerate(found.get(clause.number, ())):
                out.print(f"    {kind if at == 0 else '':7s} {place}")
    if not tests_are_here():
        out.print("\n[dim]The tests are not part of this installation; see the source tree.[/]")
