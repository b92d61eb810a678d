"""`pitboss settle`: a payout calculator for any result typed in."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from pitboss.cli.lines import lines_table
from pitboss.cli.lookup import choose
from pitboss.cli.options import EditionOption, Format, FormatOption, GameArgument, parse_bets
from pitboss.cli.output import console, print_json
from pitboss.games.contract import TypedRound
from pitboss.games.rounds import Round, replay
from pitboss.games.settlement import Line
from pitboss.invariants import check
from pitboss.refusals import unwrap_or_raise
from pitboss.units import column_credits, show_credits


def settle(
    game: GameArgument,
    /,
    *,
    draw: Annotated[list[str], Parameter(consume_multiple=True)],
    bet: Annotated[list[str], Parameter(consume_multiple=False)],
    edition: EditionOption = None,
    decide: str | None = None,
    setting: str | None = None,
    form: FormatOption = Format.TABLE,
) -> int:
    """Settle a round for one player from the result that showed.

    Examples:

    pitboss settle spin-n-win --draw R,J --bet single:red=10 --bet combo:joker-joker=1

    pitboss settle gin-and-win --draw "Ac Ah 7d 8d Jd 3s 2c / Kc Qd 9h 8s 6c 4d 2h"
        --bet ante=10 --decide play

    pitboss settle flip-it --draw "Ac 7d 7h 2s / 7c" --bet inside:low=5 --bet bonus=2

    Parameters
    ----------
    draw
        Two Tops `R,J`; or `PLAYER7 / DEALER7`; or `ROW4 / CARD`.
    bet
        SPOT=STAKE; repeat for more bets.
    decide
        play or fold, where the game asks for a decision.
    setting
        The player's own combinations, divided by bars: "Ac Ah | 7d 8d Jd".
    """
    chosen = choose(game, edition)
    typed = TypedRound(draw=" ".join(draw), bets=parse_bets(bet), decide=decide, setting=setting)
    script = unwrap_or_raise(chosen.game.typed_round(chosen.edition, typed))
    settled = unwrap_or_raise(replay(chosen.game, chosen.edition, script))
    check(settled.is_over, "a typed round is a whole round")
    if form is Format.JSON:
        print_json(_document(settled))
    else:
        _print_table(settled)
    return 0


def _document(settled: Round) -> dict[str, Any]:
    lines = settled.lines()
    return {
        "edition": settled.edition.head.key,
        "lines": [_entry(line) for line in lines],
        "net": show_credits(sum(line.net for line in lines)),
    }


def _entry(line: Line) -> dict[str, Any]:
    return {
        "spot": line.spot,
        "stake": show_credits(line.stake),
        "result": str(line.result),
        "odds": None if line.odds is None else str(line.odds),
        "pays": show_credits(line.pays),
        "clause": line.clause,
    }


def _print_table(settled: Round) -> None:
    head = settled.edition.head
    out = console()
    out.print(f"[bold]{settled.game.title}[/] · edition {head.key} · {head.short_hash}")
    out.print(f"[italic]{settled.game.say(settled.state)}[/]\n")
    out.print(lines_table(settled.lines()))
    out.print(f"\n[bold]net {column_credits(sum(line.net for line in settled.lines()))}[/]")
