"""Accounts in a browser: made, signed out of, signed in to again, passwords changed and proved."""

from __future__ import annotations

import itertools
import re
import sqlite3
from contextlib import closing

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import PASSWORD, House
from tests.browser.screens import SCREENS, one_of
from tests.browser.staff import entered_table, hire, press, signed_in
from tests.browser.visitors import Visitor, axe, no_sideways
from tests.deadlines import PATIENCE_S

IDLE_MS = 600_000
HOUSE_SETTINGS = {"PITBOSS_STAFF_IDLE_MS": str(IDLE_MS)}
OTHER = "another horse altogether"
LABELS = ("Current password", "New password, 10", "New password again")


def account(page: Page) -> Locator:
    """The sheet of whoever sits in front of this browser, opened."""
    if page.get_by_role("dialog").count() == 0:
        page.get_by_role("button", name=re.compile("Practice")).click()
    return page.get_by_role("dialog")


def sign_in(page: Page, name: str, password: str) -> None:
    part = account(page).locator("section").filter(has_text="Sign in to your account")
    part.get_by_label("Name").fill(name)
    part.get_by_label("Password").fill(password)
    part.get_by_role("button", name="Sign in").click()


def play_a_round(one: Visitor, table: str) -> int:
    """Bet once and see the end of it; what is left."""
    one.sit(table, 1)
    round_id = one.betting()
    one.bet("inside:red")
    one.ready()
    one.finish(round_id)
    return int(one.shown["balance"])


def test_an_account_keeps_its_credits(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana")
    left = play_a_round(ana, house.open_table("flip-it", seats=1))
    ana.go("/")
    sheet = account(ana.page)
    form = sheet.locator("section").filter(has_text="Keep your seat and credits")
    form.get_by_label(re.compile("^Password")).fill(PASSWORD)
    axe(ana.page)
    form.get_by_role("button", name="Make an account").click()
    expect(sheet.get_by_role("status")).to_have_text("Account made.")
    kept = f"{left / 100:,.2f} practice credits"
    expect(sheet).to_contain_text(kept)
    sheet.get_by_role("button", name="Sign out").click()
    expect(sheet.get_by_role("status")).to_have_text("Signed out.")
    expect(sheet).not_to_contain_text("practice credits")
    # The wrong password: one sentence, and nothing about whether there is such a name.
    ana.forgive("40[13]")
    said = []
    for name in ("Ana", "Nobody"):
        with ana.page.expect_response("**/api/sign-in") as answered:
            sign_in(ana.page, name, "not the password")
        expect(sheet.get_by_role("alert")).to_have_text(answered.value.json()["sentence"])
        said.append(answered.value.json()["sentence"])
    assert len(set(said)) == 1 and said[0].count(".") == 1, said
    sign_in(ana.page, "Ana", PASSWORD)
    # The way in closes behind whoever has come in.
    expect(sheet).to_have_count(0)
    expect(account(ana.page)).to_contain_text(kept)
    # And from anywhere else.
    phone = visitor("Ana's phone", width=390, height=844, dark=False)
    phone.go("/")
    sign_in(phone.page, "Ana", PASSWORD)
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    expect(account(phone.page)).to_contain_text(kept)
    no_sideways(phone.page)
    axe(phone.page)
    make_and_revoke_a_token(phone)


def make_and_revoke_a_token(one: Visitor) -> None:
    """A token is shown once, does what it says, and ends when it is revoked."""
    one.go("/me")
    part = one.page.locator("section").filter(has_text="API tokens")
    part.get_by_label("Name of the token").fill("notebook")
    part.get_by_label("Your password").fill(PASSWORD)
    part.get_by_role("button", name="Make a token").click()
    token = part.locator("output").inner_text()
    headers = {"authorization": f"Bearer {token}"}
    assert (
        httpx.get(f"{one.house.url}/api/me", headers=headers, timeout=PATIENCE_S).json()["name"]
        == "Ana"
    )
    no_sideways(one.page)
    axe(one.page)
    part.get_by_role("button", name="Revoke notebook").click()
    expect(part.locator("li")).to_have_count(0)
    assert (
        httpx.get(f"{one.house.url}/api/me", headers=headers, timeout=PATIENCE_S).status_code == 401
    )


def test_a_name_that_is_taken_has_one_sentence(visitor: NewVisitor, house: House) -> None:
    house.make_account("Taken")
    bo = visitor("Bo")
    bo.forgive("40[0-9]")
    play_a_round(bo, house.open_table("flip-it", seats=1))
    # At the table, where nothing was asked about the viewer yet: the first field has the focus.
    sheet = account(bo.page)
    form = sheet.locator("section").filter(has_text="Keep your seat and credits")
    expect(form.get_by_label("Name")).to_be_focused()
    form.get_by_label("Name").fill("Taken")
    form.get_by_label(re.compile("^Password")).fill(PASSWORD)
    form.get_by_role("button", name="Make an account").click()
    expect(sheet.get_by_role("alert")).to_contain_text("name")
    expect(sheet).to_contain_text("practice credits")


@pytest.mark.parametrize("screen", one_of(SCREENS, "phone"))
def test_a_password_is_changed(visitor: NewVisitor, house: House, screen: str) -> None:
    name = f"Paul {screen}"
    house.make_account(name)
    width, height, dark = SCREENS[screen]
    here, there = visitor("Paul", width=width, height=height, dark=dark), visitor("Elsewhere")
    for one in (here, there):
        one.forgive("40[13]")
        one.go("/")
        sign_in(one.page, name, PASSWORD)
        expect(one.page.get_by_role("dialog")).to_have_count(0)
    sheet = account(here.page)
    form = sheet.locator("section").filter(has_text="Change your password")
    old, new, again = (form.get_by_label(re.compile(f"^{one}")) for one in LABELS)
    button = form.get_by_role("button", name="Change password")
    old.fill("not the password")
    new.fill(OTHER)
    again.fill(OTHER[:-1])
    expect(form.get_by_text("The two don’t match yet.")).to_be_visible()
    expect(button).to_be_disabled()
    axe(here.page)
    no_sideways(here.page)
    again.fill(OTHER)
    button.click()
    expect(sheet.get_by_role("alert")).to_have_text("Wrong password.")
    expect(sheet.get_by_role("alert")).to_be_in_viewport()
    expect(new).to_have_value(OTHER)
    old.fill(PASSWORD)
    button.click()
    expect(sheet.get_by_role("status")).to_contain_text("Password changed.")
    expect(sheet.get_by_role("status")).to_be_in_viewport()
    for field in (old, new, again):
        expect(field).to_have_value("")
    axe(here.page)
    # This browser stays in; the other one has to sign in again, with the new password.
    here.go("/")
    expect(account(here.page)).to_contain_text("practice credits")
    there.go("/")
    sign_in(there.page, name, PASSWORD)
    expect(account(there.page).get_by_role("alert")).to_be_visible()
    sign_in(there.page, name, OTHER)
    expect(there.page.get_by_role("dialog")).to_have_count(0)


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    """The house with a dealer and a pit boss."""
    return hire(house)


def pass_time(house: House) -> None:
    """As if nobody had acted for longer than staff may be idle."""
    with closing(sqlite3.connect(house.database, timeout=60)) as file, file:
        file.execute("UPDATE sessions SET proved_ms = proved_ms - ?", (IDLE_MS + 1,))


@pytest.mark.parametrize("screen", one_of(SCREENS, "desktop"))
def test_idle_staff_give_their_password_and_go_on(
    visitor: NewVisitor, staffed: House, screen: str
) -> None:
    table = entered_table(staffed, "spin-n-win")
    visitor("Pia").sit(table, 1)
    width, height, dark = SCREENS[screen]
    dealer = signed_in(visitor("Dora", width=width, height=height, dark=dark), "Dora")
    dealer.forgive("401")
    page = dealer.page
    dealer.go(f"/desk/{table}")
    expect(page.get_by_role("button", name="Place your bets", exact=True)).to_be_enabled()
    pass_time(staffed)
    press(page, "Place your bets")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Enter your password again")).to_be_visible()
    field = sheet.get_by_label("Password", exact=True)
    expect(field).to_be_focused()
    axe(page)
    no_sideways(page)
    # Not now: nothing was done, and the desk says why.
    sheet.get_by_role("button", name="Cancel").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("alert")).to_contain_text("password")
    assert dealer.shown["phase"] == "waiting"
    press(page, "Place your bets")
    field.fill("not the password")
    sheet.get_by_role("button", name="Continue").click()
    expect(sheet.get_by_role("alert")).to_have_text("Wrong password.")
    expect(field).to_be_focused()
    axe(page)
    # The right one, by keys alone: what was asked for is done.
    field.fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    dealer.until(lambda: dealer.shown["phase"] == "betting")


def test_a_visitor_finds_the_sign_in_at_the_desk_and_is_back_there(
    visitor: NewVisitor, staffed: House
) -> None:
    somebody = visitor("Somebody")
    somebody.forgive("40[13]")
    page = somebody.page
    somebody.go("/desk")
    page.get_by_role("button", name="Sign in or choose a name").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    sign_in(page, "Dora", PASSWORD)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Sign in or choose a name")).to_have_count(0)
    assert page.url.endswith("/desk")
    # From page to page: the account, the helpline and the title, and the focus goes along.
    for link, title in (("My rounds", "My rounds"), ("My limits", "My limits"), ("Tables", "Sit")):
        page.get_by_role("link", name=link, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        expect(page.locator("main")).to_be_focused()
        expect(page.get_by_role("button", name=re.compile("Practice.*Dora"))).to_be_visible()
        expect(page.locator("footer")).to_contain_text("help")
    expect(page).to_have_title("Pitboss")
    somebody.go("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()


def test_credits_that_ran_out_are_topped_up_at_the_table(visitor: NewVisitor, house: House) -> None:
    for name in itertools.count(1):
        one = visitor(f"Otto {name}")
        one.sit(house.open_table("flip-it", seats=1), 1)
        topped = one.page.get_by_role("button", name="Top up to 1,000")
        round_id = one.betting()
        for chip, spot in (("5", "call:2"), ("2", "call:3")):
            one.page.keyboard.press(chip)
            one.bet(spot)
        one.page.keyboard.press("5")
        # While the stakes lie they count: 495 is less than the chip, and nothing is missing.
        expect(topped).to_have_count(0)
        one.ready()
        one.finish(round_id)
        # Somebody who called the card right has no need of it.
        if one.shown["balance"] < 50_000:
            topped.click()
            one.until(lambda now=one: now.shown["balance"] == 100_000)
            expect(topped).to_have_count(0)
            name_shown = one.page.get_by_role("button", name=re.compile("Practice.*Otto"))
            expect(name_shown).to_be_visible()
            return
