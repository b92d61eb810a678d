"""`pitboss rules`: a game's clauses, and where each is written in code and proved by tests."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.markup import escape
from rich.table import Table

from pitboss.cli.lookup import Chosen, choose
from pitboss.cli.options import EditionOption, Format, FormatOption, GameArgument
from pitboss.cli.output import console, print_json
from pitboss.cli.trace import Citations, find_citations, tests_are_here
from pitboss.games.clauses import Clause
from pitboss.games.contract import Spot
from pitboss.games.profiles import NOT_LEGAL_ADVICE, Profile, load_profile
from pitboss.refusals import accepted
from pitboss.units import show_credits


def rules(
    game: GameArgument,
    /,
    *,
    edition: EditionOption = None,
    trace: bool = False,
    form: FormatOption = Format.TABLE,
) -> int:
    """Print the numbered rules of a game with their sources.

    Example: pitboss rules gin-and-win --edition ten --trace

    Parameters
    ----------
    trace
        Also print where each clause is cited in code and in tests.
    """
    chosen = choose(game, edition)
    clauses = chosen.folder.clauses()
    citations = find_citations(chosen.game.clause_prefix) if trace else None
    profiles = tuple(accepted(load_profile(key)) for key in chosen.edition.head.profiles)
    if form is Format.JSON:
        print_json({**_document(chosen, clauses, citations), **_profiles(profiles)})
    elif citations is not None:
        _print_trace(clauses, citations)
    else:
        _print_rules(chosen, clauses)
        for profile in profiles:
            _print_profile(profile)
    return 0


def _document(
    chosen: Chosen, clauses: tuple[Clause, ...], citations: Citations | None
) -> dict[str, Any]:
    head = chosen.edition.head
    return {
        "game": head.game,
        "edition": head.key,
        "edition_hash": head.hash,
        "approval": str(head.approval),
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


def _profiles(profiles: tuple[Profile, ...]) -> dict[str, Any]:
    return {
        "profiles": [
            {
                "profile": profile.key,
                "title": profile.title,
                "authority": profile.authority,
                "effective_from": profile.effective_from.isoformat(),
                "effective_to": profile.effective_to and profile.effective_to.isoformat(),
                "max_single_wager": show_credits(profile.max_single_wager),
                "max_games": profile.max_games,
                "placard": profile.placard,
                "conditions": [asdict(condition) for condition in profile.conditions],
                "uncertain": list(profile.uncertain),
            }
            for profile in profiles
        ]
    }


def _print_profile(profile: Profile) -> None:
    out = console()
    until = "" if profile.effective_to is None else f" to {profile.effective_to}"
    out.print(f"\n[bold underline]{escape(profile.title)}[/] from {profile.effective_from}{until}")
    out.print(
        f"Wagers up to {show_credits(profile.max_single_wager)}, at most {profile.max_games} games"
        f" a player. Placard: {escape(profile.placard)}"
    )
    for condition in profile.conditions:
        asks = escape(f"[ ] {condition.text}")
        out.print(f"{asks} [dim]{escape(condition.who)}; {escape(condition.source)}[/]")
    for sentence in profile.uncertain:
        out.print(f"[yellow]uncertain[/] {escape(sentence)}")
    out.print(f"[dim]{NOT_LEGAL_ADVICE}[/]")


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
