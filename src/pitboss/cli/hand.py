"""`pitboss hand`: the score of a hand, what to do with it, and what a setting is worth."""

from __future__ import annotations

from typing import Any

from rich.markup import escape

from pitboss.cli.lookup import registry
from pitboss.cli.options import EditionOption, Format, FormatOption
from pitboss.cli.output import console, print_json
from pitboss.equipment.cards import Card, parse_cards, show_cards
from pitboss.exact.solvers import decision_values
from pitboss.games.contract import HandScore, SettingCheck
from pitboss.games.game_folder import GameEdition
from pitboss.games.round_text import parse_setting
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise
from pitboss.units import show_fraction


def hand(
    *cards: str,
    edition: EditionOption = None,
    setting: str | None = None,
    form: FormatOption = Format.TABLE,
) -> int:
    """Score a hand the house way, give the exact value of each decision, check a setting.

    Examples:

    pitboss hand "Ac Ah 7d 8d Jd 3s 2c"

    pitboss hand Ac Ah 7d 8d Jd 3s 2c --setting "7d 8d Jd"

    Parameters
    ----------
    cards
        Rank A23456789TJQK and suit cdhs, as one quoted argument or several.
    setting
        The player's own combinations, divided by bars: "Ac Ah | 7d 8d Jd".
    """
    parsed = unwrap_or_raise(parse_cards(" ".join(cards)))
    chosen, score = _score(parsed, edition)
    checked = None
    if setting is not None:
        combinations = unwrap_or_raise(parse_setting(setting))
        checked = unwrap_or_raise(chosen.game.check_setting(chosen.edition, parsed, combinations))
    if form is Format.JSON:
        print_json(_document(chosen, score, checked))
    else:
        _print(chosen, score, checked)
    return 0


def _score(cards: tuple[Card, ...], edition: str | None) -> tuple[GameEdition, HandScore]:
    """The hand in the first game that plays with hands."""
    for folder in registry().games.values():
        default = folder.edition()
        if isinstance(default, Refusal) or folder.game.score_hand(default, cards) is None:
            continue
        record = unwrap_or_raise(folder.edition(edition))
        score = unwrap_or_raise(folder.game.score_hand(record, cards))
        if score is not None:
            return GameEdition(folder, record), score
    raise Refused(Refusal(RefusalCode.UNKNOWN_GAME, "No game here is played with hands of cards."))


def _document(
    chosen: GameEdition, score: HandScore, checked: SettingCheck | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "edition": chosen.edition.head.key,
        "score": score.score,
        "left_over": list(map(str, score.left_over)),
        "combinations": [list(map(str, cards)) for cards in score.combinations],
        "bonus": {
            "line": score.bonus_line,
            "pays": None if score.bonus_odds is None else str(score.bonus_odds),
        },
    }
    values = decision_values(chosen.game, chosen.edition, score.cards)
    if values is not None:
        document["ev"] = {option: show_fraction(value) for option, value in values.items()}
        document["best"] = max(values, key=values.__getitem__)
    if checked is not None:
        document["setting"] = {
            "score": checked.score,
            "left_over": list(map(str, checked.left_over)),
            "as_good_as_house_way": checked.as_good_as_house_way,
            "sentence": checked.sentence,
            "clause": checked.clause,
        }
    return document


def _print(chosen: GameEdition, score: HandScore, checked: SettingCheck | None) -> None:
    out = console()
    out.print(f"[bold]{chosen.game.title}[/] · edition {chosen.edition.head.key}")
    combined = "  ".join(f"[{show_cards(cards)}]" for cards in score.combinations)
    out.print(f"Score {score.score}: left over {show_cards(score.left_over) or 'nothing'}")
    out.print(f"Combinations: {escape(combined) or 'none'}")
    if score.bonus_odds is None:
        out.print("Bonus: pays nothing")
    else:
        out.print(
            f"Bonus: {score.bonus_words or score.bonus_line}, pays {score.bonus_odds.spoken()}"
        )
    values = decision_values(chosen.game, chosen.edition, score.cards)
    if values is not None:
        for option, value in values.items():
            out.print(f"{option.capitalize()} nets {float(value):+.6f} Antes, exactly {value}")
        out.print(f"Best: [bold]{max(values, key=values.__getitem__)}[/]")
    if checked is not None:
        out.print(f"Setting: {escape(checked.sentence)} [dim]{checked.clause}[/]")
