"""`pitboss rules`: a game's clauses, and where each is written in code and proved by tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import asdict
from rich.markup import escape

from pitboss.cli.files import PaperOption, check_binary, check_targets, write_result
from pitboss.cli.lines import pays_table
from pitboss.cli.lookup import choose
from pitboss.cli.options import EditionOption, Format, FormatOption, GameArgument
from pitboss.cli.output import console, print_json, say
from pitboss.gamekit.trace import Citations, find_citations, tests_of
from pitboss.games.clauses import Clause
from pitboss.games.editions import EditionHead
from pitboss.games.game_folder import GameEdition
from pitboss.games.paytables import pay_lines
from pitboss.games.profiles import NOT_LEGAL_ADVICE, Profile
from pitboss.games.standing import days, describe_standing, profiles_for
from pitboss.report.formats import Paper, ReportFormat, render_document
from pitboss.units import say_credits, show_credits


def rules(
    game: GameArgument,
    /,
    *,
    edition: EditionOption = None,
    trace: bool = False,
    form: FormatOption = Format.TABLE,
    card: Path | None = None,
    paper: PaperOption = Paper.A4,
) -> int:
    """Print the numbered rules of a game with their sources, or its card for the table.

    Example: pitboss rules gin-and-win --edition ten --trace

    Example: pitboss rules spin-n-win --card card.pdf

    Parameters
    ----------
    trace
        Also print where each clause is cited in code and in tests.
    card
        Write the procedure card with the outcome chart here instead, as PDF.
    """
    chosen = choose(game, edition)
    if card is not None:
        return _write_card(chosen, card, paper)
    clauses = chosen.folder.clauses()
    citations = find_citations(chosen.folder) if trace else None
    head = chosen.edition.head
    profiles = profiles_for(head.game, head.key)
    if form is Format.JSON:
        print_json({**_document(chosen, clauses, citations), **_profiles(head, profiles)})
    elif citations is not None:
        _print_trace(clauses, citations, has_tests=tests_of(chosen.folder) is not None)
    else:
        _print_rules(chosen, clauses)
        for profile in profiles:
            _print_profile(head, profile)
    return 0


def _write_card(chosen: GameEdition, path: Path, paper: Paper) -> int:
    from pitboss.par.pages.cards import card_document

    check_targets(path)
    check_binary(ReportFormat.PDF, path)
    document = card_document(chosen.folder, chosen.edition)
    write_result(render_document(document, ReportFormat.PDF, paper=paper), path)
    say(f"Wrote {path}.")
    return 0


def _document(
    chosen: GameEdition, clauses: tuple[Clause, ...], citations: Citations | None
) -> dict[str, Any]:
    head = chosen.edition.head
    return {
        "game": head.game,
        "edition": head.key,
        "edition_hash": head.hash,
        "approval": str(head.approval),
        "bets": [
            {
                "bet": spot.key,
                "label": spot.label,
                "odds": [str(odds) for odds in spot.odds],
                "paytable": spot.paytable or None,
                "pays": [
                    {"name": line.name, "odds": str(line.odds), "clause": line.clause}
                    for line in pay_lines(spot)
                ],
            }
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


def _print_rules(chosen: GameEdition, clauses: tuple[Clause, ...]) -> None:
    out = console()
    head = chosen.edition.head
    out.print(f"[bold]{chosen.game.title}[/] · edition {head.key} · {head.title}")
    out.print(f"[dim]{head.hash} · {head.approval}[/]\n")
    out.print(pays_table(chosen.game.all_spots(chosen.edition)))
    heading = ""
    for clause in clauses:
        if clause.heading != heading:
            heading = clause.heading
            out.print(f"\n[bold underline]{escape(heading)}[/]")
        ruling = " [yellow](ruling)[/]" if clause.is_ruling else ""
        out.print(f"[bold]{clause.number}[/]{ruling} {escape(clause.text)}")
        out.print(f"    [dim]{escape(clause.source)}[/]")


def _profiles(head: EditionHead, profiles: tuple[Profile, ...]) -> dict[str, Any]:
    return {
        "profiles": [
            {
                "profile": profile.key,
                "title": profile.title,
                "standing": describe_standing(head, profile, on=None).words,
                "authority": profile.authority,
                "effective_from": profile.effective_from.isoformat(),
                "effective_to": profile.effective_to and profile.effective_to.isoformat(),
                "max_single_wager": show_credits(profile.max_single_wager),
                "max_games": profile.max_games,
                "placard": profile.placard,
                "conditions": [asdict(condition) for condition in profile.conditions],
                "uncertain": [profile.dates_uncertain, *profile.uncertain],
            }
            for profile in profiles
        ]
    }


def _print_profile(head: EditionHead, profile: Profile) -> None:
    out = console()
    out.print(f"\n[bold underline]{escape(profile.title)}[/] {days(profile)}")
    words = describe_standing(head, profile, on=None).words
    out.print(f"A table of this edition under this profile is {escape(words)}.")
    out.print(
        f"Wagers up to {say_credits(profile.max_single_wager)}, at most {profile.max_games} games"
        f" a player. Placard: {escape(profile.placard)}"
    )
    for condition in profile.conditions:
        asks = escape(f"[ ] {condition.text}")
        out.print(f"{asks} [dim]{escape(condition.who)}; {escape(condition.source)}[/]")
    for sentence in (profile.dates_uncertain, *profile.uncertain):
        out.print(f"[yellow]uncertain[/] {escape(sentence)}")
    out.print(f"[dim]{NOT_LEGAL_ADVICE}[/]")


def _print_trace(clauses: tuple[Clause, ...], citations: Citations, *, has_tests: bool) -> None:
    out = console()
    for clause in clauses:
        ruling = " [yellow](ruling)[/]" if clause.is_ruling else ""
        out.print(f"[bold]{clause.number}[/]{ruling} {escape(clause.text)}")
        out.print(f"    source  {escape(clause.source)}")
        for kind, found in (("code", citations.code), ("tests", citations.tests)):
            for at, place in enumerate(found.get(clause.number, ())):
                out.print(f"    {kind if at == 0 else '':7s} {place}")
    if not has_tests:
        out.print("\n[dim]The tests are not part of this installation; see the source tree.[/]")
