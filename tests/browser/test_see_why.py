"""Coach, my rounds, my limits and simulations in a real browser, on a desktop and a phone."""

from __future__ import annotations

import contextlib
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.cli import main
from pitboss.exact.solvers import game_figures
from pitboss.pit.roundfile import digest_of
from tests.browser.conftest import NewVisitor
from tests.browser.screens import SCREENS, crossed, one_of
from tests.browser.visitors import Visitor, axe, no_sideways, stop_clock
from tests.table.kit import edition_of, registry

GAMES = (("spin-n-win", "single:red"), ("gin-and-win", "ante"), ("flip-it", "inside:red"))
HOUSE_SETTINGS = {"PITBOSS_BETS_MS": "0", "PITBOSS_BETWEEN_MS": "1000"}


def played(visitor: NewVisitor, game: str, spot: str, **screen: Any) -> tuple[Visitor, str]:
    """Somebody who has just played a round."""
    ana = visitor("Ana", **screen)
    # Tables of one's own have their seats free.
    table = ana_table(ana, game)
    ana.sit(table, 1)
    ana.until(lambda: any(one["act"] == "place-bet" for one in ana.shown["offers"]))
    round_id = ana.shown["round_id"]
    ana.bet(spot)
    ana.ready()
    ana.finish(round_id)
    return ana, round_id


def ana_table(ana: Visitor, game: str) -> str:
    return ana.house.open_table(game, seats=2)


def screen_of(name: str) -> dict[str, Any]:
    width, height, dark = SCREENS[name]
    return {"width": width, "height": height, "dark": dark}


# --- the coach --------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", one_of(SCREENS, "desktop"))
def test_the_coach_says_what_the_sheet_says(visitor: NewVisitor, screen: str) -> None:
    ana = visitor("Cora", **screen_of(screen))
    ana.sit(ana_table(ana, "spin-n-win"), 1)
    expect(ana.page.get_by_role("region", name="Coach")).to_have_count(0)
    ana.page.get_by_role("button", name="coach", exact=True).click()
    coach = ana.page.get_by_role("region", name="Coach")
    expect(coach).to_contain_text("Best bet")
    coach.get_by_role("button", name="Coach", exact=True).click()
    folder = registry().find("spin-n-win")
    figures = game_figures(folder.game, edition_of("spin-n-win"))  # type: ignore[union-attr]
    shown = coach.locator("td.percent")
    expect(shown).to_have_count(len(figures.bets))
    fractions = {Fraction(one.get_attribute("title") or "") for one in shown.all()}
    assert fractions == {bet.distribution.mean for bet in figures.bets}
    axe(ana.page)
    no_sideways(ana.page)
    coach.get_by_role("button", name="Close the coach").click()
    expect(coach).to_have_count(0)


def test_the_coach_prices_a_decision_and_keeps_the_account(visitor: NewVisitor) -> None:
    ana = visitor("Gwen")
    ana.sit(ana_table(ana, "gin-and-win"), 1)
    ana.page.get_by_role("button", name="coach", exact=True).click()
    ana.until(lambda: any(one["act"] == "place-bet" for one in ana.shown["offers"]))
    round_id = ana.shown["round_id"]
    ana.bet("ante")
    ana.ready()
    ana.until(ana.is_asked)
    coach = ana.page.get_by_role("region", name="Coach")
    expect(coach.locator(".pick")).to_have_count(2)
    expect(coach.locator(".pick.best")).to_have_count(1)
    axe(ana.page)
    ana.finish(round_id)
    coach.get_by_role("button", name="Coach", exact=True).click()
    expect(coach).to_contain_text("Result of 1 round")
    account = ana.get(f"/api/coach/{ana.shown['table']}")["account"]
    worth, cost, luck, result = (
        Fraction(account[part]["exact"]) for part in ("worth", "cost", "luck", "result")
    )
    assert worth - cost + luck == result
    expect(coach.locator("dd.sum")).to_have_text(account["result"]["shown"])


# --- my rounds --------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "spot", "screen"), crossed(GAMES, SCREENS))
def test_a_round_is_told_again_and_found_sound(
    visitor: NewVisitor, game: str, spot: str, screen: str
) -> None:
    ana, round_id = played(visitor, game, spot, **screen_of(screen))
    record = ana.get(f"/api/rounds/{round_id}")["file"]
    ana.go("/rounds")
    ana.page.locator(f'[data-round="{round_id}"]').click()
    expect(ana.page).to_have_url(f"{ana.house.url}/rounds/{round_id}")
    steps = ana.page.locator(".steps button")
    count = len(ana.get(f"/api/rounds/{round_id}/replay")["steps"])
    expect(steps).to_have_count(count)
    for _ in range(count - 1):
        ana.page.get_by_role("button", name="Next step").click()
    expect(ana.page.locator(".count")).to_have_text(f"{count} of {count}")
    clauses = ana.page.locator("summary .clause").all_text_contents()
    assert clauses == [line.split()[-1] for line in record["settlement"]]
    ana.page.locator("summary .clause").first.click()
    expect(ana.page.locator(".why").first).to_contain_text(clauses[0])
    expect(ana.page.get_by_text("Sound: every check passed.")).to_be_visible()
    expect(ana.page.locator(".checks li")).to_have_count(9)
    axe(ana.page)
    no_sideways(ana.page)
    # A round's address ends like a file and is a page all the same.
    ana.page.reload()
    expect(ana.page.get_by_role("heading", name="Round 1")).to_be_visible()


def verdict_of(page: Page, file: Path) -> str:
    """What a page with a field for round files says of one."""
    page.locator('input[type="file"]').set_input_files(file)
    return str(page.locator(".verdict, #result p").first.text_content())


def by_command(file: Path) -> tuple[int, str]:
    """What `pitboss verify` ends with and prints, in this process."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = main(["verify", str(file)])
    return code, said.getvalue()


def test_a_saved_file_is_sound_everywhere_and_an_altered_one_nowhere(
    visitor: NewVisitor, tmp_path: Path
) -> None:
    ana, round_id = played(visitor, "flip-it", "inside:red")
    ana.go(f"/rounds/{round_id}")
    with ana.page.expect_download() as saving:
        ana.page.get_by_role("button", name="Save the round file").click()
    sound = tmp_path / saving.value.suggested_filename
    saving.value.save_as(sound)
    file = json.loads(sound.read_text("utf-8"))
    assert file == ana.get(f"/api/rounds/{round_id}")["file"]
    changes = {
        "settlement": [line.replace("lose", "win") + " " for line in file["settlement"]],
        "seed": "0" * 64,
        "notation": file["notation"].replace("inside:red", "inside:black"),
        "sentence": "You win.",
    }
    altered = [tmp_path / f"{name}.json" for name in changes]
    for path, (name, value) in zip(altered, changes.items(), strict=True):
        path.write_text(json.dumps({**file, name: value}), "utf-8")
    offline = ana.tab()
    checker = tmp_path / "verify.html"
    assert main(["verify", "--page", str(checker)]) == 0
    offline.goto(checker.as_uri())
    ana.go("/rounds")
    assert by_command(sound)[0] == 0
    expect(ana.page.locator('input[type="file"]')).to_have_count(1)
    assert "Sound" in verdict_of(ana.page, sound)
    assert "Nothing false" in verdict_of(offline, sound)
    for path in altered:
        code, told = by_command(path)
        assert code == 1 and "FALSE." in told, path
        ana.page.reload()
        assert "Refused" in verdict_of(ana.page, path), path
        assert "REFUSED" in verdict_of(offline, path), path
    # A digest made anew hides nothing: rules and settlement are found false everywhere.
    forged = {
        "unpaid": {**file, "settlement": []},
        "unclosed": {**file, "notation": file["notation"].replace("\nclose\n", "\n")},
    }
    for name, one in forged.items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({**one, "digest": digest_of(one)}), "utf-8")
        code, told = by_command(path)
        assert code == 1 and told.count("FALSE ") == 1, told
        ana.page.reload()
        ana.page.locator('input[type="file"]').set_input_files(path)
        expect(ana.page.locator(".verdict")).to_contain_text("Refused")
        assert "REFUSED" in verdict_of(offline, path), path
        expect(offline.locator(".mark.false")).not_to_have_count(0)
    axe(offline)
    no_sideways(offline)
    ana.page.locator('input[type="file"]').set_input_files(altered[0])
    expect(ana.page.locator(".checks")).to_contain_text("The file was altered")
    axe(ana.page)


def test_what_is_no_round_file_is_refused_in_words(visitor: NewVisitor, tmp_path: Path) -> None:
    ana = visitor("Nils")
    path = tmp_path / "no.json"
    path.write_text("[]", "utf-8")
    ana.go("/rounds")
    told = verdict_of(ana.page, path)
    assert "Refused: The format of a round file is" in told and "bad-file" not in told
    assert by_command(path)[0] == 2


# --- my limits ----------------------------------------------------------------------------------


def set_limit(page: Page, kind: str, text: str) -> None:
    row = page.locator(f'[data-limit="{kind}"]')
    row.get_by_role("button", name=re.compile("^change")).click()
    row.get_by_role("textbox").fill(text)
    row.get_by_role("button", name="Set").click()
    expect(row.get_by_role("textbox")).to_have_count(0)


@pytest.mark.parametrize("screen", one_of(SCREENS, "phone"))
def test_limits_hold_whatever_the_clock_of_the_browser_says(
    visitor: NewVisitor, screen: str
) -> None:
    ana, _ = played(visitor, "flip-it", "inside:red", **screen_of(screen))
    ana.go("/me")
    set_limit(ana.page, "stake", "10")
    row = ana.page.locator('[data-limit="stake"]')
    expect(row.locator("b")).to_have_text("10.00")
    set_limit(ana.page, "stake", "100")
    expect(row.locator("b")).to_have_text("10.00")
    expect(row).to_contain_text("Changes to 100.00 on")
    axe(ana.page)
    no_sideways(ana.page)
    # Two days later, says the browser; the house does not think so.
    ana.page.clock.install(time=4_102_444_800)
    ana.page.reload()
    expect(row.locator("b")).to_have_text("10.00")
    expect(row).to_contain_text(re.compile(r"\(in 23 h 5\d min\)"))
    limits = {one["kind"]: one for one in ana.get("/api/my-limits")["limits"]}
    assert limits["stake"]["in_force"] == 1_000


def test_a_cool_off_is_asked_for_twice_and_stops_bets(visitor: NewVisitor) -> None:
    ana, _ = played(visitor, "spin-n-win", "single:red")
    table = ana.shown["table"]
    ana.go("/me")
    ana.page.get_by_role("button", name="1 hour").click()
    ana.page.get_by_role("button", name="No", exact=True).click()
    ana.page.get_by_role("button", name="1 hour").click()
    ana.page.get_by_role("button", name="Yes, cool off").click()
    expect(ana.page.get_by_text("You’re cooling off")).to_be_visible()
    ana.go(f"/table/{table}")
    ana.until(lambda: any(one["act"] == "place-bet" for one in ana.shown["offers"]))
    ana.spot("single:green").click()
    expect(ana.page.get_by_text(re.compile("cooling off"))).to_be_visible()


def test_the_reality_check_tells_time_and_money(visitor: NewVisitor) -> None:
    """By the person's clock: a page that was opened this moment knows how long they have played."""
    ana = visitor("Rita")
    ana.page.clock.install()
    ana.sit(ana_table(ana, "spin-n-win"), 1)
    ana.betting()
    ana.bet("single:red")
    ana.until(lambda: ana.get("/api/time-and-money")["played_ms"] > 1_200)
    wish = "() => localStorage.setItem('pitboss.wishes', JSON.stringify({ realityMinutes: 0.02 }))"
    ana.page.evaluate(wish)
    # The page's own time stands still.
    stop_clock(ana.page)
    ana.page.reload()
    dialog = ana.page.get_by_role("dialog", name="Time and money")
    expect(dialog).to_be_visible()
    ana.page.clock.resume()
    axe(ana.page)
    # No key bets behind it.
    staked, before = ana.shown["bets"], ana.get("/api/time-and-money")["checked_ms"]
    for key in "dxrg":
        ana.page.keyboard.press(key)
    dialog.get_by_role("button", name="Keep playing").click()
    ana.until(lambda: ana.get("/api/time-and-money")["checked_ms"] > before == 0)
    assert ana.shown["bets"] == staked and ana.shown["phase"] == "betting"


# --- simulations --------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", one_of(SCREENS, "phone"))
def test_a_simulation_comes_to_the_exact_value(visitor: NewVisitor, screen: str) -> None:
    ana = visitor("Simon", **screen_of(screen))
    ana.go("/simulate/spin-n-win")
    ana.page.get_by_label("Red", exact=True).fill("5")
    ana.page.get_by_label("How many").fill("2e5")
    ana.page.get_by_label("Seed", exact=True).fill("7")
    axe(ana.page)
    no_sideways(ana.page)
    ana.page.get_by_role("button", name="Simulate").click()
    expect(ana.page.locator("[data-state=done]")).to_be_visible(timeout=240_000)
    expect(ana.page.locator(".verdict")).to_contain_text("AGREES")
    expect(ana.page.locator("td[title='-1/64']")).to_have_count(1)
    assert "--rounds 200000 --seed 7" in str(ana.page.locator(".command code").text_content())
    axe(ana.page)
    no_sideways(ana.page)


def test_a_simulation_is_stopped_and_its_result_is_partial(visitor: NewVisitor) -> None:
    ana = visitor("Stella")
    ana.go("/simulate/flip-it")
    ana.page.get_by_label("How many").fill("1e9")
    ana.page.get_by_role("button", name="Simulate").click()
    expect(ana.page.locator("[data-state=running]")).to_be_visible(timeout=240_000)
    ana.page.get_by_role("button", name="Stop").click()
    expect(ana.page.locator(".verdict")).to_contain_text("Partial.")


def test_a_wrong_stake_is_said_at_the_field_and_nothing_is_lost(visitor: NewVisitor) -> None:
    ana = visitor("Sonja")
    ana.forgive(r"409")
    ana.go("/simulate/spin-n-win")
    ana.page.get_by_label("Red", exact=True).fill("five")
    ana.page.get_by_label("Green", exact=True).fill("7")
    ana.page.get_by_role("button", name="Simulate").click()
    expect(ana.page.get_by_text("Write credits like")).to_be_visible()
    expect(ana.page.get_by_label("Green", exact=True)).to_have_value("7")
    ana.page.get_by_label("Red", exact=True).fill("0.01")
    ana.page.get_by_role("button", name="Simulate").click()
    expect(ana.page.locator(".trouble")).to_be_visible()
    expect(ana.page.get_by_label("Green", exact=True)).to_have_value("7")
