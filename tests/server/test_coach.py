"""The coach over HTTP: exact numbers for one's own eyes, silence where a table forbids it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import msgspec
import pytest

from pitboss.coach.seen import Seen
from pitboss.equipment.cards import parse_cards
from pitboss.exact.solvers import decision_values, game_figures
from pitboss.refusals import Refusal
from pitboss.server.coach.advice import amount, see_view
from pitboss.server.jobs.kinds import COACH
from pitboss.server.live.viewers import show_table
from pitboss.units import MINOR_PER_CREDIT
from tests.server.kit import GAMES, PATIENCE_S, Json, Running, house_at, net_of, seat_both
from tests.server.workers import kill_at_work
from tests.table.kit import edition_of, registry


def asked(guest: object, table: str) -> Json:
    answer = guest.http.get(f"/api/coach/{table}")  # type: ignore[attr-defined]
    assert answer.status_code == 200, answer.text
    page: Json = answer.json()
    return page


@pytest.mark.parametrize("game", GAMES)
def test_open_bets_have_their_exact_worth_and_the_visit_its_account(
    running: Running, game: str
) -> None:
    table = running.open(game, f"{game}-coach")
    guest = running.guest("Cora")
    with guest.at(table) as cora:
        assert cora.welcome["is_coach_allowed"] is True
        cora.sit(1)
        spot = cora.bet()
        page = asked(guest, table)
        assert page["version"] >= cora.shown["version"]
        open_bets = [bet for bet in page["bets"] if bet["is_open"]]
        best = max(Fraction(bet["fraction"]) for bet in open_bets)
        assert all(bet["is_best"] == (Fraction(bet["fraction"]) == best) for bet in open_bets)
        mine = next(bet for bet in page["bets"] if bet["spot"] == spot)
        worth = Fraction(mine["stake"], 100) * Fraction(mine["fraction"])
        assert Fraction(mine["worth"]["exact"]) == worth
        result = 0
        for number in range(1, 4):
            if number > 1:
                cora.bet()
            round_id = cora.view["round_id"]
            cora.ready()
            view = cora.finish(round_id)
            result += net_of(view, 1)
            account = asked(guest, table)["account"]
            assert account["rounds"] == number
            assert Fraction(account["result"]["exact"]) == Fraction(result, 100)
            parts = [Fraction(account[part]["exact"]) for part in ("worth", "cost", "luck")]
            assert parts[0] - parts[1] + parts[2] == Fraction(result, 100)
            last = {None, round_id}
            cora.see(lambda view, last=last: view["round_id"] not in last)  # type: ignore[misc]


def test_tops_are_worth_what_the_sheet_says(running: Running) -> None:
    table = running.open("spin-n-win", "coach-sheet")
    guest = running.guest("Sven")
    with guest.at(table) as sven:
        sven.sit(1)
        sven.see(lambda view: view["round_id"] is not None)
        folder = registry().find("spin-n-win")
        assert not isinstance(folder, Refusal)
        sheet = game_figures(folder.game, edition_of("spin-n-win")).bets
        page = asked(guest, table)
        assert {bet["spot"]: Fraction(bet["fraction"]) for bet in page["bets"]} == {
            bet.bet: bet.distribution.mean for bet in sheet
        }


def test_a_decision_has_its_exact_worth_and_its_cost(running: Running) -> None:
    table = running.open("gin-and-win", "coach-decision")
    guest = running.guest("Gina")
    with guest.at(table) as gina:
        gina.sit(1)
        gina.bet()
        stake = gina.see(lambda view: bool(view["bets"]))["bets"][0]["stake"]
        gina.ready()
        gina.see(lambda view: gina.offered("decide") is not None)
        cards = parse_cards(" ".join(gina.view["felt"]["hands"][0]["cards"]))
        assert not isinstance(cards, Refusal)
        folder = registry().find("gin-and-win")
        assert not isinstance(folder, Refusal)
        exact = decision_values(folder.game, edition_of("gin-and-win"), cards)
        assert exact is not None
        page = asked(guest, table)
        worths = {o["option"]: Fraction(o["worth"]["exact"]) for o in page["options"]}
        assert worths == {option: Fraction(stake, 100) * value for option, value in exact.items()}
        best = max(worths, key=lambda option: worths[option])
        assert [o["option"] for o in page["options"] if o["is_best"]] == [best]
        round_id = gina.view["round_id"]
        gina.do("decide", seat=1, option="fold")
        gina.see(lambda view: gina.offered("decide") is None)
        gina.finish(round_id)
        last = asked(guest, table)["last_decision"]
        assert last["round_id"] == round_id
        assert Fraction(last["cost"]["exact"]) == worths[best] - worths["fold"]


def test_what_the_coach_is_asked_holds_no_card_that_the_viewer_does_not_see(
    running: Running,
) -> None:
    table = running.open("gin-and-win", "coach-hidden")
    first, second = running.guest("Ada"), running.guest("Bea")
    with first.at(table) as ada, second.at(table) as bea:
        seat_both(ada, bea)
        ada.bet()
        bea.bet()
        ada.ready()
        bea.ready()
        ada.see(lambda view: ada.offered("decide") is not None)
        bea.see(lambda view: bea.offered("decide") is not None)
        theirs = bea.view["felt"]["hands"][1]["cards"]
        pit = running.house.tables.pit
        person = running.house.tables.people.session(
            first.http.cookies["pitboss"], now_ms=running.house.runtime.clock()
        )
        assert person is not None
        shown = running.on_loop(lambda: show_table(pit, table, person.person))
        seen = see_view(shown.view, {})
        assert isinstance(seen, Seen)
        question = msgspec.json.encode(seen).decode()
        state = pit.desks[table].state
        assert state.current is not None
        dealer = [str(card) for card in state.current.state.dealer]
        assert len(theirs) == len(dealer) == 7
        assert not [card for card in (*theirs, *dealer) if f'"{card}"' in question]
        assert asked(first, table)["options"] != asked(second, table)["options"]


def test_a_spectator_hears_of_no_hand(running: Running) -> None:
    table = running.open("gin-and-win", "coach-spectator")
    guest = running.guest("Sid")
    with guest.at(table) as sid:
        sid.sit(1)
        sid.bet()
        sid.ready()
        sid.see(lambda view: sid.offered("decide") is not None)
        with running.client() as stranger:
            page = stranger.get(f"/api/coach/{table}").json()
        assert page["options"] == [] and page["account"]["rounds"] == 0
        assert {bet["spot"] for bet in page["bets"]} == {"ante", "gin-bonus"}
        sid.finish(sid.view["round_id"])


def test_a_table_opened_without_the_coach_has_none(running: Running) -> None:
    guest = running.guest("Tom")
    opened = guest.http.post("/api/tables", json={"game": "spin-n-win", "has_coach": False})
    table = opened.json()["table"]
    refused = guest.http.get(f"/api/coach/{table}")
    assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")
    with guest.at(table) as tom:
        assert tom.welcome["is_coach_allowed"] is False
    assert guest.http.get("/api/coach/nowhere").json()["code"] == "unknown-round"


def test_a_house_without_the_coach_has_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    with house_at(tmp_path_factory.mktemp("quiet") / "house.db", coach=0) as quiet:
        assert quiet.client().get("/api/coach/spin-n-win-1").status_code == 403


def test_a_coach_that_is_killed_at_work_says_so_and_answers_the_next_question(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with house_at(tmp_path_factory.mktemp("ends") / "house.db") as house:
        table = house.open("gin-and-win", "ends")
        guest = house.guest("Ena")
        with guest.at(table) as ena, ThreadPoolExecutor(1) as browser:
            ena.sit(1)
            ena.see(lambda view: view["round_id"] is not None)
            question = browser.submit(guest.http.get, f"/api/coach/{table}")
            kill_at_work(house, COACH)
            refused = question.result(PATIENCE_S)
            assert (refused.status_code, refused.json()["code"]) == (503, "store-unavailable")
            assert asked(guest, table)["bets"]


def test_requests_of_one_person_that_pass_each_other_are_all_answered(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with house_at(tmp_path_factory.mktemp("pass") / "house.db") as house:
        table = house.open("gin-and-win", "pass")
        guest = house.guest("Pia")
        with guest.at(table) as pia, ThreadPoolExecutor(6) as browser:
            pia.sit(1)
            pia.see(lambda view: view["round_id"] is not None)
            # No worker has started yet: every request finds the one before it at work.
            requests = []
            for _ in range(3):
                requests += [browser.submit(asked, guest, table) for _ in range(2)]
                pia.bet()
            pages = [request.result(PATIENCE_S) for request in requests]
            assert all(page["bets"] for page in pages)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(-1, 64), "−0.0156"),
        (Fraction(1, 3), "+0.3333"),
        (Fraction(0), "0.0000"),
        (Fraction(5, 10**5), "+0.0001"),
        (Fraction(-1, 10**6), "0.0000"),
        (Fraction(123456), "+123,456.0000"),
    ],
)
def test_amounts_are_rounded_half_up(value: Fraction, text: str) -> None:
    assert amount(value * MINOR_PER_CREDIT).shown == text
