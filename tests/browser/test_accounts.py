"""Accounts in a browser: made, signed out of, signed in to again, with the same credits."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import PASSWORD, House
from tests.browser.visitors import Visitor, axe, no_sideways


def account(page: Page) -> Locator:
    """The sheet of whoever sits in front of this browser, opened."""
    if page.get_by_role("dialog").count() == 0:
        page.get_by_role("button", name=re.compile("Practice")).click()
    return page.get_by_role("dialog")


def sign_in(page: Page, name: str, password: str) -> None:
    part = account(page).locator("section").filter(has_text="With your account")
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
    expect(sheet.get_by_role("status")).to_have_text("Your account is made.")
    kept = f"{left / 100:,.2f} practice credits"
    expect(sheet).to_contain_text(kept)
    sheet.get_by_role("button", name="Sign out").click()
    expect(sheet.get_by_role("status")).to_have_text("You are signed out.")
    expect(sheet).not_to_contain_text("practice credits")
    # The wrong password: one sentence, and nothing about whether there is such a name.
    ana.forgive("40[13]")
    said = []
    for name in ("Ana", "Nobody"):
        sign_in(ana.page, name, "not the password")
        alert = sheet.get_by_role("alert")
        expect(alert).to_be_visible()
        said.append(alert.inner_text())
    assert len(set(said)) == 1 and said[0].count(".") == 1, said
    sign_in(ana.page, "Ana", PASSWORD)
    expect(sheet.get_by_role("status")).to_have_text("Welcome back.")
    expect(sheet.get_by_role("alert")).to_have_count(0)
    expect(sheet).to_contain_text(kept)
    # And from anywhere else.
    phone = visitor("Ana's phone", width=390, height=844, dark=False)
    phone.go("/")
    sign_in(phone.page, "Ana", PASSWORD)
    expect(account(phone.page)).to_contain_text(kept)
    no_sideways(phone.page)
    axe(phone.page)


def test_a_name_that_is_taken_has_one_sentence(visitor: NewVisitor, house: House) -> None:
    house.make_account("Taken")
    bo = visitor("Bo")
    bo.forgive("40[0-9]")
    play_a_round(bo, house.open_table("flip-it", seats=1))
    bo.go("/")
    sheet = account(bo.page)
    form = sheet.locator("section").filter(has_text="Keep your seat and credits")
    form.get_by_label("Name").fill("Taken")
    form.get_by_label(re.compile("^Password")).fill(PASSWORD)
    form.get_by_role("button", name="Make an account").click()
    expect(sheet.get_by_role("alert")).to_contain_text("name")
    expect(sheet).to_contain_text("practice credits")
