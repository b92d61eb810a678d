"""Monitors: planted cheats are found, honest tables stay quiet, records are read or refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import exp
from pathlib import Path

import numpy as np
import pytest

from pitboss.equipment.tops import Face
from pitboss.exact.distributions import Distribution
from pitboss.exact.spin_n_win import figures
from pitboss.games.steps import Bet, CloseBets, Decide, Draw
from pitboss.protect.flip_it.monitor import watch_shoes
from pitboss.protect.flip_it.shoes import Bets, lefts_in_other_shoes, recent_cards, shoes_of
from pitboss.protect.flip_it.tables import tables_of
from pitboss.protect.gin_and_win.monitor import (
    decision_factors,
    decisions_of,
    fit,
    shuffled_hands,
    watch_decisions,
)
from pitboss.protect.mistakes import slips_of
from pitboss.protect.monitor.hold import exact_band, hold_rows, law_entries
from pitboss.protect.monitor.records import WatchedRound, read_records
from pitboss.protect.sequential import replayed_factor, share_of, tilted_evidence
from pitboss.protect.spin_n_win.monitor import spins_of, watch_tops, watch_voids
from pitboss.refusals import Refusal
from pitboss.table import event_codec
from pitboss.table import events as ev
from tests.examples import in_soak
from tests.protect.houses import (
    edition_of,
    flip_house,
    flip_setting,
    generator_of,
    gin_house,
    spin_house,
)

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "rounds"
HOUSES = 12
ALARM = 0.001


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.round").read_text(encoding="utf-8")


def line(name: str) -> str:
    return json.dumps({"round": name, "players": {"1": "ann"}, "text": golden(name)})


@pytest.mark.parametrize("houses", [2, in_soak(HOUSES)])
@pytest.mark.parametrize("cheat", ["call spread", "back counter", "bonus spread"])
def test_counters_are_found_and_their_neighbours_are_not(cheat: str, houses: int) -> None:
    edition, bets, others = flip_setting()
    found, false = 0, 0
    for seed in range(houses):
        shoes = 14 if cheat == "bonus spread" else 6
        dealt = flip_house(seed=seed, shoes=shoes, cheat=cheat)
        watches = watch_shoes(edition, bets, dealt, others)
        alarms = {watch.who for watch in watches if watch.is_alarm(ALARM)}
        found += "cheat" in alarms
        false += bool(alarms - {"cheat"})
    assert found >= (houses // 2 if cheat == "bonus spread" else houses - 1) and false == 0


def test_a_counters_rounds_are_named_and_worth_something() -> None:
    edition, bets, others = flip_setting()
    watches = watch_shoes(edition, bets, flip_house(seed=1, shoes=6, cheat="call spread"), others)
    cheat = next(watch for watch in watches if watch.who == "cheat")
    assert cheat.rounds and dict(cheat.figures)["correlation"] > 0.1
    assert dict(cheat.figures)["expected_win"] > 0
    honest = next(watch for watch in watches if watch.who == "flat")
    assert dict(honest.figures)["expected_win"] < 0


@pytest.mark.parametrize("houses", [4, in_soak(HOUSES)])
def test_a_loaded_top_is_found_and_the_other_is_not(houses: int) -> None:
    edition = edition_of("spin-n-win")
    found = 0
    for seed in range(houses):
        rounds = spin_house(seed=seed, spins=700, top_a=(0.22, 0.22, 0.22, 0.12, 0.22))
        top_a, top_b = watch_tops(edition, rounds)
        found += top_a.is_alarm(ALARM)
        assert not top_b.is_alarm(ALARM)
    assert found >= houses - houses // 4


@pytest.mark.parametrize("houses", [4, in_soak(HOUSES)])
def test_a_dealer_who_voids_dear_spins_is_found(houses: int) -> None:
    edition = edition_of("spin-n-win")
    crooked, honest = 0, 0
    for seed in range(houses):
        crooked += watch_voids(edition, spin_house(seed=seed, spins=900, crooked=True)).is_alarm(
            0.01
        )
        honest += watch_voids(edition, spin_house(seed=seed, spins=900)).is_alarm(0.01)
    assert crooked >= houses // 2 and honest == 0


@pytest.mark.parametrize("houses", [1, in_soak(4)])
def test_partners_are_found_and_strangers_are_not(houses: int) -> None:
    edition = edition_of("gin-and-win")
    found = 0
    for seed in range(houses):
        made = gin_house(seed=seed, rounds=900, partners=2)
        watches = watch_decisions(edition, made, seed=seed)
        alarms = {watch.who for watch in watches if watch.is_alarm(0.01)}
        found += "player 0 with player 1" in alarms
        quiet = watch_decisions(edition, gin_house(seed=seed, rounds=900), seed=seed)
        assert not any(watch.is_alarm(0.01) for watch in quiet)
    assert found >= houses - houses // 4


def test_a_table_that_shares_every_hand_is_found_at_once() -> None:
    edition = edition_of("gin-and-win")
    made = gin_house(seed=9, rounds=150, players=6, partners=6)
    watches = watch_decisions(edition, made, seed=1)
    alarms = {watch.who for watch in watches if watch.is_alarm(ALARM)}
    assert sum("whole table" in who for who in alarms) >= 4


def test_wagers_on_decisions_have_a_mean_of_one() -> None:
    """4,000 honest decisions, weighed by wagers of at most five: four errors about one."""
    edition = edition_of("gin-and-win")
    made = gin_house(seed=5, rounds=2000, players=2)
    hands = np.array([decision.hands for decision in made], dtype=np.uint64)
    own, played = np.ascontiguousarray(hands[:, 0]), np.array([one.played for one in made])
    others, _ = shuffled_hands(own, 1, generator_of(3))
    factors = decision_factors(
        fit(edition, 2), own, played, np.ascontiguousarray(hands[:, 1]), others
    )
    error = factors.std() / len(factors) ** 0.5
    assert abs(factors.mean() - 1) < 4 * error and error > 0
    assert (np.bitwise_count(others) == 7).all() and not (others & own[:, None]).any()


def test_a_replayed_wager_has_a_mean_of_one_over_any_order() -> None:
    scores = [4.0, -1.0, 0.5, 2.5, 0.0]
    each = [replayed_factor(scores[at], scores[:at] + scores[at + 1 :]) for at in range(5)]
    assert sum(each) / 5 == pytest.approx(1.0)
    assert replayed_factor(1.0, [1.0, 1.0]) == 1.0


def test_a_tilted_wager_has_a_mean_of_one_under_its_law() -> None:
    law = {-2.0: 0.5, 0.0: 0.2, 3.0: 0.3}
    total = sum(
        first_chance * second_chance
        * exp(tilted_evidence([(first, law), (second, law)]).log_wealth)
        for first, first_chance in law.items()
        for second, second_chance in law.items()
    )  # fmt: skip
    assert total == pytest.approx(1.0)


def test_the_exact_band_holds_what_it_should() -> None:
    law = next(bet.distribution for bet in figures(edition_of("spin-n-win")).bets)
    low, high = exact_band(law, [200] * 50) or (0.0, 0.0)
    generator = generator_of(8)
    nets = [float(outcome.net) * 200 for outcome in law.outcomes]
    chances = [outcome.count / law.total for outcome in law.outcomes]
    won = -generator.choice(nets, (4000, 50), p=chances).sum(axis=1)
    inside = ((won >= low) & (won <= high)).mean()
    assert 0.996 < inside <= 1
    assert exact_band(law, [200] * 100_000) is None


def test_hold_counts_every_bet_once() -> None:
    law = Distribution.of_counts({Fraction(-1): 1, Fraction(1): 1})
    lines = ("= 1 x 1.00 win 1/1 1.00 C-1", "= 2 x 3.00 lose - 0.00 C-1", "= 1 y 1.00 push - C-1")
    rounds = [WatchedRound("r", "g", {}, {}, (), lines)]
    (row,) = hold_rows(law_entries(rounds, {"x": law}))
    assert row.bets == 2 and row.won == 200 and row.expected == 0
    # One coin for both seats: 4.00 is won or lost as one stake.
    assert row.deviation == 400 and (row.low, row.high) == (-400, 400)


def test_rounds_of_every_game_are_read_from_their_notation() -> None:
    text = "\n".join(line(path.stem) for path in sorted(GOLDEN.glob("*.round")))
    rounds = read_records(text)
    assert not isinstance(rounds, Refusal) and len(rounds) == len(list(GOLDEN.glob("*.round")))
    by_name = {one.round_id: one for one in rounds}
    flip = by_name["flip-it-opening-jokers"]
    edition = edition_of("flip-it")
    bets = Bets.of(edition, tables_of(edition))
    shoes = shoes_of(edition, [flip], bets)
    assert not isinstance(shoes, Refusal) and len(shoes) == 1
    assert shoes[0].lefts[0].sum() < 436 and "ann" in shoes[0].stakes
    void = by_name["spin-n-win-invalid-spin"]
    assert void.stakes() and spins_of(void)[0]
    gin = by_name["gin-and-win-zero-pays-three"]
    made = decisions_of(edition_of("gin-and-win"), [gin])
    assert made and made[0].played and made[0].hands[0].bit_count() == 7
    assert gin.results()


def test_other_cards_before_the_same_recent_ones() -> None:
    """What everyone saw stays; only what lay before it differs, and is as likely as any."""
    edition, bets, others = flip_setting()
    whole = tables_of(edition).whole
    shoe = flip_house(seed=3, shoes=1)[0]
    for flip in (0, 5, 40, 150, 250):
        recent = recent_cards(shoe, flip, whole)
        older = int(whole.sum() - recent.sum() - shoe.lefts[flip].sum())
        left = lefts_in_other_shoes(others, whole, recent, older)
        assert (left >= 0).all() and (left <= whole - recent).all()
        assert set(left.sum(axis=1)) == {shoe.lefts[flip].sum()}
        if older == 0:
            assert (left == shoe.lefts[flip]).all()
        # Cards that are not recent are left in proportion, within four errors over 100 shoes.
        rest = whole - recent
        expected = rest * (rest.sum() - older) / rest.sum()
        assert np.abs(left.mean(axis=0) - expected).max() < 0.9
    row = np.array([shoe.rows[40]])
    worth = bets.bonus_values(np.array([shoe.lefts[40]]), row)
    suited = [int(card) % 4 * 13 + int(card) // 4 for card in shoe.rows[40]]
    counts = np.zeros(53, dtype=np.int64)
    for card in range(52):
        counts[card % 4 * 13 + card // 4] = shoe.lefts[40][card]
    counts[52] = shoe.lefts[40][52]
    exact = bets.odds.expected("bonus", counts, suited)
    assert worth[0] == pytest.approx(0.0 if exact is None else float(exact))


def test_shoes_of_two_tables_are_not_mixed_up_and_running_ones_wait() -> None:
    edition = edition_of("flip-it")
    bets = Bets.of(edition, tables_of(edition))
    text = "\n".join(line(path.stem) for path in sorted(GOLDEN.glob("flip-it-*.round")))
    rounds = read_records(text)
    assert not isinstance(rounds, Refusal)
    here = [replace(one, table="a", round_id=f"a{at}") for at, one in enumerate(rounds)]
    there = [replace(one, table="b", round_id=f"b{at}") for at, one in enumerate(rounds)]
    mixed = [one for pair in zip(here, there, strict=True) for one in pair]
    apart, together = shoes_of(edition, here, bets), shoes_of(edition, mixed, bets)
    assert isinstance(apart, list) and isinstance(together, list)
    assert len(together) == 2 * len(apart)
    assert all(len({one[0] for one in shoe.rounds}) == 1 for shoe in together)
    running = shoes_of(edition, mixed, bets, is_running=True)
    assert isinstance(running, list) and len(running) == len(together) - 2


def test_parts_of_the_alarm_rate_sum_to_no_more_than_all() -> None:
    assert [share_of(at, 4, is_running=False) for at in range(4)] == [4] * 4
    parts = [Fraction(1, share_of(at, 0, is_running=True)) for at in range(200)]
    assert sum(parts) == 1 - Fraction(1, 201)


def test_evidence_on_decisions_only_grows_with_the_record() -> None:
    edition = edition_of("gin-and-win")
    made = gin_house(seed=2, rounds=300, partners=2)
    peaks = []
    for length in (300, 600, 900):
        watches = watch_decisions(edition, made[:length], seed=1, is_running=True)
        peaks.append({watch.who: watch.evidence.log_peak for watch in watches})
    for shorter, longer in pairwise(peaks):
        assert all(longer[who] >= shorter[who] for who in shorter)


def test_a_table_that_signals_suits_is_found_by_a_monitor_that_knows_no_signals() -> None:
    edition = edition_of("gin-and-win")
    found = 0
    for seed in range(6):
        made = gin_house(seed=seed, rounds=300, players=6, partners=6, signal="suits")
        found += any(w.is_alarm(0.05) for w in watch_decisions(edition, made, seed=seed))
    assert found >= 3


def test_a_journal_export_gives_the_same_round() -> None:
    events: list[ev.Event] = [
        ev.RoundOpened(
            round_id="r1", number=1, game="spin-n-win", edition="standard", edition_hash="x",
            start=(), seats=(1,), players=((1, "ann"),), mode="sealed",
        ),
        ev.BetPlaced(1, "single:red", 500),
        ev.BetsClosed("dealer", ()),
        ev.Called("void", "short", (Face.RED, Face.JOKER), 1),
        ev.OutcomeDrawn(0, (Face.GREEN, Face.BLUE), "sealed"),
        ev.RoundSettled(
            round_id="r1", lines=("= 1 single:red 5.00 lose - 0.00 SNW-3.1",), clause="SNW-1",
            sentence="", is_void=0,
        ),
    ]  # fmt: skip
    lines = [
        json.dumps(
            {
                "head": "00",
                "record": {
                    "stream": "table/1",
                    "events": [{"kind": ev.kind_of(event), "body": event_codec.encode(event)}],
                },
            }
        )
        for event in events
    ]
    rounds = read_records("\n".join(lines))
    assert not isinstance(rounds, Refusal) and len(rounds) == 1
    one = rounds[0]
    assert one.players == {1: "ann"} and one.stakes() == {(1, "single:red"): 500}
    assert one.results() == {(1, "single:red"): (500, -500)}
    counted, void = spins_of(one)
    assert len(counted) == len(void) == 1


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "nonsense", '{"text":"pitboss-round 9"}', '{"record":{"events":[]}}']
)
def test_records_that_are_none_are_refused(text: str) -> None:
    assert isinstance(read_records(text), Refusal)


def test_a_round_that_deals_cards_twice_is_refused() -> None:
    edition = edition_of("flip-it")
    bets = Bets.of(edition, tables_of(edition))
    bad = WatchedRound("r", "flip-it", {"row": "Ac 3h 9d 4s", "out": "Ac*9 3h 4s 9d"}, {}, ())
    refusal = shoes_of(edition, [bad], bets)
    assert isinstance(refusal, Refusal) and "Round r" in refusal.sentence


def test_slips_follow_from_the_law() -> None:
    red = figures(edition_of("spin-n-win")).bets[0]
    left, paid, late = slips_of(red)
    assert left.cost == Fraction(25, 64) and left.break_even == Fraction(1, 64) / Fraction(25, 64)
    assert paid.cost == Fraction(25, 64) * Fraction(3, 2)
    assert late.edge_at(Fraction(0)) == Fraction(1, 64) > late.edge_at(Fraction(1, 10))


def test_stakes_before_settlement_follow_the_steps() -> None:
    steps = (Bet(1, "x", 5), Bet(1, "x", 7), Bet(2, "y", 3), CloseBets(), Bet(1, "x", 9))  # type: ignore[arg-type]
    assert WatchedRound("r", "g", {}, {}, steps).stakes() == {(1, "x"): 7, (2, "y"): 3}
    assert isinstance(Decide(1, "play"), Decide) and isinstance(Draw(()), Draw)  # type: ignore[arg-type]
