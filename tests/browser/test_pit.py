"""The pit console in a browser: limits, a call, the tray's difference, a new table, an alert."""

from __future__ import annotations

import re
from itertools import count

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.staff import entered_table, hire, signed_in, token_of
from tests.browser.visitors import STILL, axe, for_thumbs, no_sideways

_IDS = count(1)
# Figures that reach beyond the list of tables, or into the next figure.
SPILLED = """
(rows) => rows.flatMap((row) => {
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const around = row.closest('ul').getBoundingClientRect();
  const parts = [...row.children].map((one) => [one.textContent, words(one)]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return parts
    .filter(([, at], here) => at.right > around.right + 1
      || parts.some(([, other], there) => here < there && meet(at, other)))
    .map(([text]) => text);
})
"""


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


def act(house: House, name: str, table: str, **form: object) -> None:
    """Something that somebody does at the desk meanwhile."""
    with house.client(token_of(house, name)) as client:
        sent = {"id": f"pit{next(_IDS)}", "act": form}
        answer = client.post(f"/api/tables/{table}/acts", json=sent)
        assert answer.is_success, answer.text


def post_limits(row: Locator, least: str, most: str) -> Locator:
    row.get_by_role("button", name="Change limits").click()
    sheet = row.page.get_by_role("dialog")
    sheet.get_by_label("Smallest bet").fill(least)
    sheet.get_by_label("Largest bet").fill(most)
    sheet.get_by_role("button", name="Post the limits").click()
    return sheet


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_a_pit_boss_runs_the_floor_from_the_console(
    visitor: NewVisitor, staffed: House, width: int, height: int
) -> None:
    table = entered_table(staffed, "spin-n-win")
    act(staffed, "Dora", table, kind="open-tray", count=100_000)
    act(staffed, "Dora", table, kind="close-tray", count=99_900, drop=0)
    boss = signed_in(visitor("Boss", width=width, height=height), "Boss")
    page = boss.page
    boss.go("/pit")
    rows = page.get_by_role("list", name="Tables").locator(":scope > li")
    row = rows.filter(has_text=f"Spin N Win {table[:6]}")
    expect(row).to_contain_text("Tray −1.00 off")
    row.locator("summary").click()
    expect(row).to_contain_text("−1.00 apart")
    sheet = post_limits(row, "5", "2000")
    boss.forgive(r"400 .*/acts")
    expect(sheet.get_by_role("alert")).to_contain_text("Set limits from 1 to 1,000")
    sheet.get_by_label("Largest bet").fill("200")
    sheet.get_by_role("button", name="Post the limits").click()
    expect(sheet).to_have_count(0)
    expect(row.locator("summary")).to_contain_text("5–200")
    act(staffed, "Dora", table, kind="call-supervisor", reason="Dispute at seat 2")
    expect(row.locator("summary")).to_contain_text("Supervisor called: Dispute at seat 2")
    axe(page)
    banner = page.get_by_role("alert", name="Calls for a supervisor")
    banner.get_by_role("button", name="I’m coming").click()
    expect(row.locator("summary")).not_to_contain_text("Supervisor called")
    before = rows.count()
    page.get_by_text("Open a table", exact=True).first.click()
    page.get_by_label("Dealt by").select_option("the house")
    page.get_by_role("button", name="Open the table").click()
    expect(rows).to_have_count(before + 1)
    no_sideways(page)
    axe(page)
    # Beside the alerts there is room for a row of figures, or they stand in two.
    for wide in (width, 1100, 1001):
        page.set_viewport_size({"width": wide, "height": height})
        page.evaluate(STILL)
        assert rows.locator("summary").evaluate_all(SPILLED) == [], wide


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_every_address_of_the_console_marks_its_view(
    visitor: NewVisitor, staffed: House, width: int, height: int
) -> None:
    boss = signed_in(visitor("Boss", width=width, height=height), "Boss")
    page = boss.page
    marked = page.get_by_role("navigation", name="Views of the console").locator("[aria-current]")
    boss.go("/pit/conditions")
    expect(marked).to_have_text("Conditions")
    expect(page.get_by_text(re.compile(r"^\d+ of \d+ met"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Sign: Deal the game")).click()
    expect(page.get_by_label("How it is met")).to_be_visible()
    no_sideways(page)
    axe(page)
    boss.go("/pit")
    expect(marked).to_have_text("Floor")
    if width == 390:
        page.get_by_role("list", name="Tables").locator("summary").first.click()
        for_thumbs(page)


def test_an_auditor_looks_on(visitor: NewVisitor, staffed: House) -> None:
    staffed.make_account("Audrey")
    with staffed.client(token_of(staffed, "Boss")) as client:
        person = client.get("/api/people/Audrey").json()["person"]
        assert client.post(f"/api/people/{person}/role", json={"role": "auditor"}).is_success
    auditor = signed_in(visitor("Audrey"), "Audrey")
    auditor.go("/pit")
    page = auditor.page
    expect(page.get_by_text("You can look as an auditor")).to_be_visible()
    expect(page.get_by_text("Open a table")).to_have_count(0)
    auditor.go("/pit/audit")
    page.get_by_role("button", name="Verify now").click()
    expect(page.get_by_role("status").filter(has_text=re.compile("Sound"))).to_be_visible()
    axe(page)
