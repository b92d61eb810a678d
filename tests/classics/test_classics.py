"""The classics: published figures as fractions, half losses, drawing rules, public names."""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import cache, reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest

from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.oracle import joint_distribution
from pitboss.exact.solvers import game_figures, oracle_figures
from pitboss.games.contract import TypedRound
from pitboss.games.game_folder import GameFolder
from pitboss.games.notation import read_round, show_line, write_round
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, replay
from pitboss.games.settlement import Result
from pitboss.par.claims import check_claims
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.simulate.chunks import chunks
from pitboss.simulate.model import SimulatedGame, model_of, run_chunk
from pitboss.simulate.statistics import bet_results
from pitboss.units import Credits, SpotKey
from pitboss_classics.casino_war.exact import best_bet
from tests.contract.conftest import CLASSICS

REGISTRY = Registry((CLASSICS,))
EDITIONS = [(entry, key) for entry in REGISTRY.games.values() for key in entry.edition_keys()]
EVERY = pytest.mark.parametrize(
    ("entry", "key"), EDITIONS, ids=[f"{entry.game.key}-{key}" for entry, key in EDITIONS]
)
FIGHT = "Qc / Qd / 2c 3c 4c /"
ORDERS = 416 * 415 * 414 * 413 * 412 * 411
"""Ways to deal six cards of eight decks."""


@pytest.mark.parametrize("key", REGISTRY.games)
def test_how_to_play_is_five_lines(key: str) -> None:
    lines = (REGISTRY.games[key].folder / "PLAY.txt").read_text("utf-8").splitlines()
    assert len(lines) == 5 and all(line.endswith(".") for line in lines)


def settle(game: str, edition: str, draw: str, bets: dict[str, int], decide: str = "") -> Round:
    """A typed round of one player, stakes in credits."""
    entry = REGISTRY.games[game]
    record = unwrap(entry.edition(edition))
    stakes = tuple((SpotKey(spot), Credits(100 * stake)) for spot, stake in bets.items())
    typed = TypedRound(draw, stakes, decide or None)
    return unwrap(replay(entry.game, record, unwrap(entry.game.typed_round(record, typed))))


def nets(played: Round) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in played.lines():
        found[line.spot] = found.get(line.spot, 0) + line.net
    return found


@cache
def figures_of(game: str, key: str) -> GameFigures:
    entry = REGISTRY.games[game]
    return game_figures(entry.game, unwrap(entry.edition(key)))


def law(bet: BetFigures) -> dict[Fraction, Fraction]:
    return {one.net: bet.distribution.probability(one.net) for one in bet.distribution.outcomes}


@pytest.mark.untraced
@EVERY
def test_published_figures_agree_to_their_printed_digits(entry: GameFolder, key: str) -> None:
    edition = unwrap(entry.edition(key))
    checked = check_claims(edition.head, figures_of(entry.game.key, key))
    assert len(checked) == len(edition.head.claims) >= 2
    assert [one.verdict for one in checked] == ["agrees"] * len(checked)


@pytest.mark.parametrize(
    ("game", "edition", "bet", "edge"),
    [
        ("roulette", "single-zero", "corner:0-1-2-3", Fraction(1, 37)),
        ("roulette", "single-zero", "trio:0-2-3", Fraction(1, 37)),
        ("roulette", "double-zero", "split:0-00", Fraction(1, 19)),
        ("roulette", "double-zero", "five", Fraction(3, 38)),
        ("roulette", "la-partage", "red", Fraction(1, 74)),
        ("roulette", "la-partage", "dozen:2", Fraction(1, 37)),
        ("sic-bo", "atlantic", "half:small", Fraction(1, 36)),
        ("sic-bo", "atlantic", "single:4", Fraction(17, 216)),
        ("sic-bo", "atlantic", "total:9", Fraction(41, 216)),
        ("sic-bo", "macau", "triple:any", Fraction(11, 36)),
        ("big-six", "standard", "joker", Fraction(13, 54)),
    ],
)
def test_edges_are_these_fractions(game: str, edition: str, bet: str, edge: Fraction) -> None:
    figures = figures_of(game, edition)
    assert {one.bet: one.house_edge for one in figures.bets}[bet] == edge


def test_baccarat_counts_are_the_published_ones() -> None:
    figures = figures_of("baccarat", "commission")
    player, banker, tie, *_ = (one.distribution for one in figures.bets)
    assert player.total == banker.total == tie.total == ORDERS
    assert banker.probability(Fraction(19, 20)) * ORDERS == 2_292_252_566_437_888
    assert player.probability(Fraction(1)) * ORDERS == 2_230_518_282_592_256
    assert tie.probability(Fraction(8)) * ORDERS == 475_627_426_473_216


@pytest.mark.parametrize("edition", ["commission", "six-pays-half"])
def test_baccarat_solver_equals_the_oracle_on_few_ranks(edition: str) -> None:
    entry = REGISTRY.games["baccarat"]
    changes = {"cards.ranks": "369K", "cards.decks": "1", "options.cut_undealt": "6"}
    record = unwrap(entry.edition(edition, changes=changes))
    stake = Credits(20_00)
    for bet in game_figures(entry.game, record).bets:
        joint = joint_distribution(entry.game, record, ((SpotKey(bet.bet), stake),))
        walked = {Fraction(net, stake): chance for (net,), chance in joint.items()}
        assert walked == law(bet)


@pytest.mark.parametrize("edition", ["no-bonus", "bonus"])
def test_war_solver_equals_the_oracle_on_few_ranks(edition: str) -> None:
    entry = REGISTRY.games["casino-war"]
    record = unwrap(entry.edition(edition, changes={"cards.ranks": "359", "cards.decks": "1"}))
    walked, solved = oracle_figures(entry.game, record), game_figures(entry.game, record)
    assert [(one.bet, one.average_wager, law(one)) for one in walked.bets] == [
        (one.bet, one.average_wager, law(one)) for one in solved.bets
    ]


def test_surrender_costs_what_is_printed() -> None:
    entry = REGISTRY.games["casino-war"]
    bet = best_bet(unwrap(entry.edition()), surrenders=True)  # type: ignore[arg-type]
    assert bet.house_edge == Fraction(23, 622) and round(bet.house_edge, 4) == Fraction(370, 10_000)


@pytest.mark.parametrize(
    ("draw", "decide", "edition", "expected"),
    [
        ("Kc / Qd", "", "no-bonus", {"ante": 1000, "tie": -200}),
        ("Qc / Ad", "", "no-bonus", {"ante": -1000, "tie": -200}),
        ("Qc / Qd", "surrender", "no-bonus", {"ante": -500, "tie": 2000}),
        (
            f"{FIGHT} 9d / 9h",
            "war",
            "no-bonus",
            {"ante": 0, "raise": 1000, "tie": 2000},
        ),
        (
            f"{FIGHT} 9d / 9h",
            "war",
            "bonus",
            {"ante": 1000, "raise": 1000, "tie": 2000},
        ),
        (
            f"{FIGHT} 8d / 9h",
            "war",
            "bonus",
            {"ante": -1000, "raise": -1000, "tie": 2000},
        ),
    ],
)
@pytest.mark.clause("CWR-2.2", "CWR-2.4", "CWR-2.5", "CWR-2.6", "CWR-2.7", "CWR-3.1")
def test_war_pays(draw: str, decide: str, edition: str, expected: dict[str, int]) -> None:
    assert nets(settle("casino-war", edition, draw, {"ante": 10, "tie": 2}, decide)) == expected


@pytest.mark.clause("ROU-2.9")
def test_a_half_loss_takes_half_and_reads_back() -> None:
    played = settle("roulette", "la-partage", "0", {"red": 10, "straight:0": 1, "dozen:1": 4})
    lines = {str(line.spot): line for line in played.lines()}
    assert (lines["red"].result, lines["red"].taken, lines["red"].net) == (Result.LOSE, 500, -500)
    assert nets(played) == {"red": -500, "straight:0": 3500, "dozen:1": -400}
    assert show_line(lines["red"]) == "= 1 red 10.00 lose - 0.00 ROU-2.9 taken 5.00"
    text = write_round(played)
    assert unwrap(read_round(text, played.game, played.edition)).lines() == played.lines()
    refused = read_round(text.replace("taken 5.00", "taken 4.00"), played.game, played.edition)
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.TAMPERED


@pytest.mark.clause("ROU-2.9")
def test_a_stake_that_cannot_be_halved_is_not_taken() -> None:
    entry = REGISTRY.games["roulette"]
    record = unwrap(entry.edition("la-partage"))
    typed = TypedRound("0", ((SpotKey("red"), Credits(300)),))
    refused = entry.game.typed_round(record, typed)
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.NOT_PAYABLE
    odd = TypedRound("0", ((SpotKey("straight:1"), Credits(300)),))
    assert not isinstance(entry.game.typed_round(record, odd), Refusal)


@pytest.mark.parametrize(
    ("draw", "bets", "expected"),
    [
        ("1 2 3", {"half:small": 1, "half:big": 1, "pair:1-3": 1}, [100, -100, 500]),
        ("3 3 3", {"half:small": 1, "total:9": 1, "triple:3": 1}, [-100, 600, 18_000]),
        ("6 6 2", {"double:6": 1, "single:6": 1, "triple:any": 1}, [1000, 200, -100]),
    ],
)
@pytest.mark.clause("SIC-2.1", "SIC-2.2", "SIC-2.3", "SIC-2.4", "SIC-2.5", "SIC-2.6", "SIC-2.7")
def test_sic_bo_pays(draw: str, bets: dict[str, int], expected: list[int]) -> None:
    found = nets(settle("sic-bo", "atlantic", draw, bets))
    assert [found[spot] for spot in bets] == expected


@pytest.mark.parametrize(
    ("draw", "edition", "expected"),
    [
        ("9c Kd / 2c 3d", "commission", {"player": 100, "banker": -100, "tie": -100}),
        ("2c 3d / 3c Kd / 8h", "commission", {"player": 0, "banker": 0, "tie": 800}),
        ("2c 4d / 2h 3h / 2s", "commission", {"player": -100, "banker": 95, "tie": -100}),
        ("2c 3d / 3c Kd / 9h / 3s", "six-pays-half", {"player": -100, "banker": 50, "tie": -100}),
        ("Kc Qd / Kh 5s / Ah", "six-pays-half", {"player": -100, "banker": 100, "tie": -100}),
    ],
)
@pytest.mark.clause("BAC-2.2", "BAC-2.3", "BAC-2.4", "BAC-3.1", "BAC-3.2", "BAC-3.3", "BAC-3.6")
def test_baccarat_draws_and_pays(draw: str, edition: str, expected: dict[str, int]) -> None:
    assert nets(settle("baccarat", edition, draw, dict.fromkeys(expected, 1))) == expected


@pytest.mark.clause("BAC-3.4", "BAC-3.5")
def test_baccarat_pairs_and_pushes() -> None:
    played = settle("baccarat", "commission", "9c 9d / Kc 8d", {"player": 1, "player-pair": 1})
    assert nets(played) == {"player": 0, "player-pair": 1100}
    assert played.lines()[0].result is Result.PUSH


@pytest.mark.clause("BAC-1.1")
def test_the_shoe_goes_on_until_the_cut_card() -> None:
    played = settle("baccarat", "commission", "9c Kd / 2c 3d", {"player": 1})
    assert played.carry().undealt.total == 412
    edition = unwrap(REGISTRY.games["baccarat"].edition(changes={"options.cut_undealt": "208"}))
    game: Any = REGISTRY.games["baccarat"].game
    assert game.keeps_shoe(edition, game.fresh_cards(edition))
    text = write_round(played)
    for bad in ("round=x", "shoe=Ac9", "shoe=Zz1", "shoe=Acx"):
        name = bad.partition("=")[0]
        lines = [
            f"start {bad}" if line.startswith(f"start {name}=") else line
            for line in text.splitlines()
        ]
        assert isinstance(read_round("\n".join(lines), game, played.edition), Refusal)


@pytest.mark.parametrize(
    ("game", "draw"),
    [
        ("roulette", "37"),
        ("sic-bo", "1 2"),
        ("sic-bo", "1 2 7"),
        ("sic-bo", ""),
        ("baccarat", "9c Kd / 2c 3d / 4c"),
        ("baccarat", "9c Kd"),
        ("big-six", "§"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(game: str, draw: str) -> None:
    entry = REGISTRY.games[game]
    record = unwrap(entry.edition())
    first = entry.game.all_spots(record)[0].key
    refused = entry.game.typed_round(record, TypedRound(draw, ((first, Credits(1000)),)))
    assert isinstance(refused, Refusal)


PLAYED_SINGLY = {"craps"}
"""Games whose rounds are walked one by one; all others are drawn in batches."""


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "rounds"),
    [
        *((game, 1 << 9 if game in PLAYED_SINGLY else 1 << 16) for game in REGISTRY.games),
        *(pytest.param(game, 10**7, marks=pytest.mark.slow) for game in REGISTRY.games),
    ],
)
def test_simulated_rounds_agree_with_the_exact_edge(game: str, rounds: int) -> None:
    """By best play, each bet of the default edition; rounds from one seed, so never by luck."""
    entry = REGISTRY.games[game]
    subject = SimulatedGame(entry.game, unwrap(entry.edition()))
    model = model_of(subject)
    parts = chunks(rounds, full=model.full_chunk)
    tallies = [run_chunk(subject, 5, part.index, part.size) for part in parts]
    tally = reduce(add, tallies)
    results = bet_results(model.table, tally, figures_of(game, subject.edition.head.key))
    assert len(results) == len(model.table.bets)
    for one in results:
        assert one.z is not None and abs(one.z) < 4, one


@pytest.mark.parametrize("path", sorted(CLASSICS.rglob("*.py")), ids=lambda path: path.parent.name)
def test_classics_import_public_names_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            assert not name.startswith("pitboss.") or name.startswith("pitboss.gamekit")


@EVERY
def test_every_betting_area_has_a_title_of_its_own(entry: GameFolder, key: str) -> None:
    edition = unwrap(entry.edition(key))
    named = {area.key for area in entry.game.areas(edition)}
    assert named == {spot.area for spot in entry.game.all_spots(edition)}
