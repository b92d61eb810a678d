"""The trainers in a browser: answered right and wrong, by key and by touch."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.equipment.cards import parse_cards
from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.units import Credits, show_credits
from tests.browser.conftest import NewVisitor
from tests.browser.house import Json
from tests.browser.screens import SCREENS, crossed
from tests.browser.visitors import axe, no_sideways

GAMES = ("spin-n-win", "gin-and-win", "flip-it")


def come_in(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Start").click()


def answered(page: Page) -> None:
    expect(page.get_by_role("button", name="Next layout")).to_be_focused()


@pytest.mark.parametrize(("game", "screen"), crossed(GAMES, SCREENS))
def test_payouts(visitor: NewVisitor, game: str, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark)
    page = ana.page
    ana.go(f"/train/payouts/{game}")
    come_in(page, "Ana")
    expect(page.locator(".bets li")).to_have_count(1)
    axe(page)
    # By key: the field has the focus, T takes, Enter checks.
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    answered(page)
    axe(page)
    expect(page.locator(".bets li summary")).to_have_text(re.compile(r"^[A-Z]{3}-\d"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    page.get_by_label("Full table").check()
    expect(page.locator(".bets li").nth(3)).to_be_visible()
    for at in range(page.locator(".bets li").count()):
        page.locator(".bets li").nth(at).get_by_role("button", name="Take").click()
    no_sideways(page)
    page.get_by_role("button", name=re.compile("^Check")).click()
    answered(page)
    axe(page)
    marked = page.locator(".bets li").count()
    right = page.locator(".bets li.right").count()
    assert right + page.locator(".bets li.wrong").count() == marked


def by_settle(asked: Json) -> str:
    """What `pitboss settle` pays on the one bet of a layout; nothing where it is taken."""
    (bet,), (dish,) = asked["bets"], asked["shown"]
    words = ["settle", asked["game"], "--format", "json", "--draw", ",".join(dish["items"])]
    stake = show_credits(Credits(bet["stake"]))
    told = subprocess.run(
        [Path(sys.executable).with_name("pitboss"), *words, "--bet", f"{bet['spot']}={stake}"],
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = json.loads(told.stdout)["lines"]
    return str(line["pays"]) if line["result"] == "win" else ""


def test_the_answer_of_the_command_line_is_right_and_counted(visitor: NewVisitor) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.go("/train/payouts/spin-n-win")
    with page.expect_response(re.compile(r"/api/trainers/payouts$")) as dealt:
        come_in(page, "Ana")
    expect(page.locator(".bets li")).to_have_count(1)
    pays = by_settle(dealt.value.json())
    if pays:
        page.keyboard.type(pays)
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("t")
    expect(page.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator(".verdict.good")).to_be_visible()
    (score,) = ana.get("/api/trainers/scores")["scores"]
    assert (score["asked"], score["right"]) == (1, 1)
    assert score["best_ms"] is not None
    expect(page.get_by_label("Your score")).to_contain_text("1 of 1")
    ana.go("/train")
    expect(page.get_by_role("heading", name="Your scores")).to_be_visible()
    axe(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_hands(visitor: NewVisitor, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark)
    page = ana.page
    ana.go("/train/hands")
    come_in(page, "Ana")
    expect(page.locator(".loose button")).to_have_count(7)
    axe(page)
    no_sideways(page)
    # Wrong: nothing grouped, and a score that cannot be.
    page.get_by_role("textbox", name="Score").fill("9")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("left over: score")).to_be_visible()
    axe(page)
    with page.expect_response(re.compile(r"/api/trainers/hands$")) as dealt:
        page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    groups, score = house_way(dealt.value.json()["cards"])
    for group in groups:
        for card in group:
            loose = page.locator(f'.loose [data-drop-card="{card}"]')
            loose.click()
        page.get_by_role("button", name="Group", exact=False).first.click()
    page.get_by_role("textbox", name="Score").fill(str(score))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict.good")).to_be_visible()


def test_hands_by_key_alone(visitor: NewVisitor) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.go("/train/hands")
    come_in(page, "Ana")
    expect(page.locator(".loose button")).to_have_count(7)
    page.keyboard.type("12g")
    expect(page.locator(".groups .bundle")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".groups .bundle")).to_have_count(0)
    # No key acts behind a dialog, and a letter is a letter in its fields.
    page.get_by_role("button", name="Practice").click()
    field = page.get_by_role("dialog").get_by_role("textbox").first
    expect(field).to_be_focused()
    field.fill("")
    page.keyboard.type("12gus")
    expect(field).to_have_value("12gus")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".groups .bundle, .loose [aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("s")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next hand")).to_be_focused()


def house_way(cards: list[str]) -> tuple[list[list[str]], int]:
    folder = Registry().games["gin-and-win"]
    edition = unwrap(folder.edition())
    found = unwrap(folder.game.score_hand(edition, unwrap(parse_cards(" ".join(cards)))))
    assert found is not None
    return [list(map(str, group)) for group in found.combinations], found.score


def test_procedures(visitor: NewVisitor) -> None:
    """A question answered by key, marked with the right answer, and the next one by Enter."""
    ana = visitor("Ana", width=390, height=844)
    page = ana.page
    ana.go("/train/procedures/spin-n-win")
    come_in(page, "Ana")
    expect(page.locator(".work ol button").nth(1)).to_be_visible()
    axe(page)
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    expect(page.locator(".work ol button.right")).to_have_count(1)
    no_sideways(page)
    axe(page)
    page.keyboard.press("Enter")
    expect(page.locator(".work ol button.right")).to_have_count(0)
