"""The workbench in a browser: sliders, refusals at their field, an aim, a design that is dealt."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.cli import main
from tests.browser.conftest import NewVisitor
from tests.browser.screens import crossed
from tests.browser.visitors import PATIENCE_MS, axe, for_thumbs, no_sideways
from tests.examples import in_soak

HOUSE_SETTINGS = {"PITBOSS_FIGURE_WORKERS": "2", "PITBOSS_PROOFS_WARMED": "0"}

MOVES = (
    ("spin-n-win", "pays.single_red", 3, "single:red"),
    in_soak("spin-n-win", "tops.yellow", 2, "single:yellow"),
    in_soak("flip-it", "pays.call_it", 23, "call:2"),
    in_soak("flip-it", "cards.decks", 6, "inside:red"),
    ("flip-it", "cards.jokers", 30, "inside:red"),
    in_soak("gin-and-win", "pays.play_zero", 7, "ante-play"),
    ("gin-and-win", "qualifier.rank", 9, "ante-play"),
)
SCREENS = ((1280, 800, False), (390, 844, True), (360, 740, False))


def opened(page: Page) -> None:
    expect(page.locator('[data-figure="edge"]')).to_be_visible(timeout=PATIENCE_MS)


def slide(page: Page, field: str, to: int) -> None:
    """Move a slider as a finger does: every place on the way, then stop."""
    page.locator(f'[data-field="{field}"] input[type=range]').evaluate(
        """(input, to) => {
          for (const place of [to - 2, to - 1, to]) {
            input.value = String(Math.max(Number(input.min), place));
            input.dispatchEvent(new Event('input', { bubbles: true }));
          }
        }""",
        to,
    )


def follows(page: Page, text: str) -> None:
    """The figures that are shown are those of these changes."""
    expect(page.locator("section.now")).to_have_attribute("data-changes", text, timeout=PATIENCE_MS)


def choose(page: Page, bet: str) -> None:
    """Press the bar that is called as the felt calls the bet."""
    words = {"ante-play": "Ante and Play", "call:2": "Call Two"}
    name = words.get(bet) or bet.partition(":")[2].capitalize()
    page.locator(".bars button").filter(has_text=re.compile(rf"^\s*{name}\b")).first.click()


@pytest.mark.parametrize(("game", "field", "place", "bet"), MOVES)
def test_a_slider_gives_the_fraction_of_the_command_line(
    visitor: NewVisitor,
    capsys: pytest.CaptureFixture[str],
    *,
    game: str,
    field: str,
    place: int,
    bet: str,
) -> None:
    ana = visitor("Ana")
    ana.go(f"/workbench/{game}")
    opened(ana.page)
    slide(ana.page, field, place)
    row = ana.page.locator(f'[data-field="{field}"]')
    value = row.locator(".field, select").first.input_value()
    follows(ana.page, f"{field}={value}")
    choose(ana.page, bet)
    assert main(["par", game, "--set", f"{field}={value}", "--format", "json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    edge = next(one["house_edge"]["fraction"] for one in sheet["bets"] if one["bet"] == bet)
    figure = ana.page.locator('[data-figure="edge"]')
    expect(figure).to_have_attribute("data-fraction", edge)
    # A house that loses on a bet is told so.
    losing = [one for one in sheet["bets"] if one["house_edge"]["fraction"].startswith("-")]
    warned = ana.page.get_by_role("alert").filter(has_text="The house loses on")
    expect(warned).to_have_count(1 if losing else 0)
    # The page of the sheet about the bet follows: its first term is the same edge.
    full = ana.page.get_by_role("region", name="The bet in full")
    shown = f"= {edge}".replace("-", "−")
    expect(full.locator("dd").first).to_contain_text(shown, timeout=PATIENCE_MS)
    expect(full.locator("figure svg").locator("visible=true").first).to_be_visible()
    # The numbers are in the address: a reload loses none of them.
    ana.page.reload()
    follows(ana.page, f"{field}={value}")


@pytest.mark.parametrize(
    ("game", "field", "typed", "words"),
    [
        in_soak("spin-n-win", "pays.single_red", "-1/2", "odds like"),
        ("spin-n-win", "tops.joker", "0", "can never win"),
        in_soak("spin-n-win", "tops.red", "1.5", "whole number"),
        ("gin-and-win", "bonus.zero", "lots", "odds like"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(
    visitor: NewVisitor, game: str, field: str, typed: str, words: str
) -> None:
    bo = visitor("Bo")
    bo.go(f"/workbench/{game}")
    opened(bo.page)
    before = bo.page.locator('[data-figure="edge"]').get_attribute("data-fraction")
    row = bo.page.locator(f'[data-field="{field}"]')
    row.locator(".field").fill(typed)
    expect(row.locator(".refused")).to_contain_text(words, timeout=PATIENCE_MS)
    expect(row.locator(".field")).to_have_value(typed)
    expect(bo.page.locator('[data-figure="edge"]')).to_have_attribute("data-fraction", before or "")
    expect(bo.page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    row.get_by_role("button").click()
    expect(row.locator(".refused")).to_be_hidden(timeout=PATIENCE_MS)


def test_a_qualifier_that_never_occurs(visitor: NewVisitor) -> None:
    cy = visitor("Cy")
    cy.go("/workbench/gin-and-win")
    opened(cy.page)
    row = cy.page.locator('[data-field="qualifier.rank"]')
    row.locator("select").select_option("2")
    expect(row.locator(".refused")).to_contain_text("different ranks", timeout=PATIENCE_MS)


@pytest.mark.parametrize("dark", [True, in_soak(False)])
def test_an_aim_finds_a_pay_and_uses_it(visitor: NewVisitor, dark: bool) -> None:
    di = visitor("Di", dark=dark)
    di.go("/workbench/flip-it")
    opened(di.page)
    form = di.page.locator("form").filter(has_text="Find a pay for a house edge")
    form.get_by_label("Bet", exact=True).select_option("call:7")
    form.get_by_label("House edge, %").fill("10")
    form.get_by_label("Pay to change").select_option("pays.call_it")
    form.get_by_role("button", name="Find the pay").click()
    first = form.get_by_role("listitem").first
    expect(first).to_contain_text("11 to 1", timeout=PATIENCE_MS)
    axe(di.page)
    first.get_by_role("button", name="Use this").click()
    follows(di.page, "pays.call_it=11/1")
    form.get_by_label("House edge, %").fill("much")
    form.get_by_role("button", name="Find the pay").click()
    expect(form.get_by_role("alert")).to_contain_text("as a percentage", timeout=PATIENCE_MS)


@pytest.mark.parametrize(
    ("game", "field", "place", "spot"),
    [
        ("spin-n-win", "pays.single_red", 2, "single:red"),
        in_soak("flip-it", "pays.call_it", 22, "inside:red"),
        in_soak("gin-and-win", "pays.play_zero", 8, "ante"),
    ],
)
def test_a_saved_design_is_dealt_and_its_rounds_verify(
    visitor: NewVisitor,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    game: str,
    field: str,
    place: int,
    spot: str,
) -> None:
    eve = visitor("Eve", dark=game == "flip-it")
    eve.go(f"/workbench/{game}")
    opened(eve.page)
    slide(eve.page, field, place)
    panel = eve.page.locator("section").filter(has_text="Save this design").last
    panel.get_by_label("Name of the design").fill("Eve's own")
    panel.get_by_label("Your name").fill("Eve")
    panel.get_by_role("button", name="Save", exact=True).click()
    link = panel.get_by_label("Link", exact=True)
    expect(link).to_be_visible(timeout=PATIENCE_MS)
    expect(panel).to_contain_text("not approved")
    axe(eve.page)
    address = link.input_value()
    panel.get_by_role("button", name="Play it at a table").click()
    expect(eve.page).to_have_url(re.compile("/table/t"))
    # Who has given a name already sits down with one click.
    eve.page.get_by_role("button", name=re.compile(r"^Seat 1\b")).click()
    round_id = eve.betting()
    expect(eve.page.locator("header").get_by_text("not approved")).to_be_visible()
    eve.bet(spot)
    eve.ready()
    eve.finish(round_id)
    file = eve.get(f"/api/rounds/{round_id}")["file"]
    assert file["approval"] == "modified, not approved"
    path = tmp_path / "round.json"
    path.write_text(json.dumps(file), "utf-8")
    assert main(["verify", str(path)]) == 0
    capsys.readouterr()
    # Somebody else opens the link, and the proof page that goes with it.
    fay = visitor("Fay")
    fay.page.goto(address)
    expect(fay.page.get_by_text("Eve's own").first).to_be_visible(timeout=PATIENCE_MS)
    fay.go(address.removeprefix(fay.house.url).replace("/workbench/", "/proof/"))
    expect(fay.page.get_by_text("modified, not approved").first).to_be_visible(timeout=PATIENCE_MS)


def test_a_link_to_an_unknown_design_has_a_way_on(visitor: NewVisitor) -> None:
    gus = visitor("Gus")
    gus.forgive("404")
    gus.go(f"/workbench/flip-it/{'0' * 64}")
    expect(gus.page.get_by_role("alert")).to_contain_text("no such design")
    gus.page.get_by_role("button", name="Start from the standard edition").click()
    opened(gus.page)


@pytest.mark.parametrize(
    ("game", "width", "height", "dark"), crossed(("spin-n-win", "gin-and-win", "flip-it"), SCREENS)
)
def test_the_bench_is_whole_on_every_screen(
    visitor: NewVisitor, game: str, width: int, height: int, dark: bool
) -> None:
    hal = visitor("Hal", width=width, height=height, dark=dark)
    hal.go(f"/workbench/{game}")
    opened(hal.page)
    no_sideways(hal.page)
    if width < 720:
        for_thumbs(hal.page)
    axe(hal.page)


def test_a_slider_moves_by_keys(visitor: NewVisitor) -> None:
    ida = visitor("Ida")
    ida.go("/workbench/spin-n-win")
    opened(ida.page)
    ida.page.locator('[data-field="pays.single_red"] input[type=range]').focus()
    ida.page.keyboard.press("ArrowRight")
    follows(ida.page, "pays.single_red=1/1")
