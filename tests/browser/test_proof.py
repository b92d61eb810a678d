"""Proof pages in a browser: every edition, two compared, files, on a desk and in a hand."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from pitboss.cli import main
from tests.browser.conftest import NewVisitor
from tests.browser.screens import crossed
from tests.browser.test_axe import in_both_themes
from tests.browser.visitors import PATIENCE_MS, axe, for_thumbs, no_sideways
from tests.examples import in_soak

HOUSE_SETTINGS = {"PITBOSS_FIGURE_WORKERS": "1"}

# One edition of each game in the gate; tests/server asks for the figures of every one.
SLOW = pytest.mark.slow
EDITIONS = (
    ("spin-n-win", "standard"),
    ("gin-and-win", "wsgc-2017"),
    pytest.param("gin-and-win", "ten", marks=SLOW),
    ("flip-it", "call12-pay1"),
    pytest.param("flip-it", "call12-pay2", marks=SLOW),
    pytest.param("flip-it", "call10-pay1", marks=SLOW),
    pytest.param("flip-it", "call10-pay2", marks=SLOW),
)
PAGES = (
    "/proof",
    "/proof/spin-n-win/standard",
    "/proof/gin-and-win/wsgc-2017",
    "/proof/flip-it/call12-pay1",
    "/proof/gin-and-win/wsgc-2017/against/ten",
)
SCREENS = ((1280, 800, True), (390, 844, False), (360, 740, True))


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_page_shows_the_sheet_of_the_command_line(
    visitor: NewVisitor, capsys: pytest.CaptureFixture[str], game: str, edition: str
) -> None:
    ana = visitor("Ana")
    ana.go(f"/proof/{game}/{edition}")
    expect(ana.page.locator("#house-edge")).to_be_visible(timeout=PATIENCE_MS)
    assert main(["par", game, "--edition", edition, "--format", "json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    expect(ana.page.get_by_text(sheet["edition_hash"])).to_be_visible()
    # Every bet has a page of its own: folded, and opened from the list of what is on the page.
    nav = ana.page.get_by_role("navigation", name="On this page")
    shown = set()
    for link in nav.get_by_role("link", name=re.compile("^Bet:")).all():
        link.click()
        part = ana.page.locator(f"[id='{(link.get_attribute('href') or '')[1:]}']")
        expect(part.locator("dd").first).to_be_visible()
        expect(part.locator("figure svg").locator("visible=true").last).to_be_visible()
        shown.add(part.locator("dd").first.inner_text().partition(" = ")[2].strip())
    assert shown == {bet["house_edge"]["fraction"] for bet in sheet["bets"]}
    wrong = [one for one in sheet["claims"] if not one["agrees"]]
    assert ana.page.locator("#the-document-s-own-figures tr.lit").count() == len(wrong)


@pytest.mark.parametrize(
    ("game", "edition"),
    [
        ("spin-n-win", "standard"),
        in_soak("gin-and-win", "wsgc-2017"),
        in_soak("flip-it", "call12-pay1"),
    ],
)
def test_a_payout_limit_gives_the_rows_of_the_sheet(
    visitor: NewVisitor, capsys: pytest.CaptureFixture[str], game: str, edition: str
) -> None:
    fay = visitor("Fay")
    fay.go(f"/proof/{game}/{edition}")
    field = fay.page.get_by_label("Most paid in winnings in one round")
    field.fill("5,000", timeout=PATIENCE_MS)
    field.press("Enter")
    part = fay.page.locator('[data-limit="500000"]')
    expect(part).to_contain_text("No more than 5,000 in winnings is paid", timeout=PATIENCE_MS)
    words = ["par", game, "--edition", edition, "--payout-limit", "5000", "--format", "json"]
    assert main(words) == 0
    wanted = [
        (
            one["seats"],
            one["house_edge"]["fraction"],
            one["limit_chance"],
            *dict.fromkeys(one["limited_edge"][end]["fraction"] for end in ("least", "most")),
        )
        for one in json.loads(capsys.readouterr().out)["exposure"]
    ]
    shown = []
    for row in part.locator("tbody tr").all():
        seats, *cells = row.locator("td").all()
        titles = [cell.get_attribute("title") for cell in cells]
        edge, *ends, cuts = titles
        shown.append((int(seats.inner_text()), edge, cuts, *dict.fromkeys(ends)))
    assert shown == wanted
    part.locator("summary").click()
    in_both_themes(fay.page)
    # What cannot be is said at the field, and the rows stay.
    fay.forgive("400")
    field.fill("much")
    field.press("Enter")
    expect(fay.page.get_by_role("alert").filter(has_text="not an amount")).to_be_visible()
    expect(part).to_be_visible()
    expect(field).to_have_value("much")
    in_both_themes(fay.page)


@pytest.mark.parametrize(("path", "width", "height", "dark"), crossed(PAGES, SCREENS))
def test_a_page_is_whole_on_every_screen(
    visitor: NewVisitor, path: str, width: int, height: int, dark: bool
) -> None:
    bo = visitor("Bo", width=width, height=height, dark=dark)
    bo.go(path)
    expect(bo.page.locator("main h2").first).to_be_visible(timeout=PATIENCE_MS)
    no_sideways(bo.page)
    if width < 720:
        for_thumbs(bo.page)
    axe(bo.page)


def test_two_editions_are_compared_from_the_page(visitor: NewVisitor) -> None:
    cy = visitor("Cy")
    cy.go("/proof/gin-and-win/wsgc-2017")
    cy.page.get_by_label("Compare with").select_option("ten", timeout=PATIENCE_MS)
    expect(cy.page).to_have_url(f"{cy.house.url}/proof/gin-and-win/wsgc-2017/against/ten")
    expect(cy.page.get_by_role("heading", name="GNW-6.1")).to_be_visible(timeout=PATIENCE_MS)
    page = cy.get("/api/proofs/gin-and-win/wsgc-2017/against/ten")["page"]
    for bet in page["bets"]:
        title = f'[title="{bet["change"]["fraction"]}"]'
        expect(cy.page.locator(title)).to_be_visible()
    expect(cy.page.get_by_text(page["decisions"]["changed"]).first).to_be_visible()
    cy.page.get_by_role("button", name="The other way round").click()
    expect(cy.page).to_have_url(f"{cy.house.url}/proof/gin-and-win/ten/against/wsgc-2017")


def test_files_are_taken_away(visitor: NewVisitor) -> None:
    di = visitor("Di")
    di.go("/proof/spin-n-win/standard")
    with di.page.expect_download() as waiting:
        di.page.get_by_role("link", name="Certificate", exact=True).click(timeout=PATIENCE_MS)
    assert waiting.value.suggested_filename == "spin-n-win-standard-certificate.json"
    counts = json.loads(waiting.value.path().read_text("utf-8"))
    assert counts["edition"] == "standard" and counts["bets"]


def test_an_edition_that_is_none_has_a_sentence(visitor: NewVisitor) -> None:
    eve = visitor("Eve")
    eve.forgive("404")
    eve.go("/proof/flip-it/unheard-of")
    expect(eve.page.get_by_role("alert")).to_contain_text("no such design")
