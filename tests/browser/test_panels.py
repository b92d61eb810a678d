"""Accessibility by axe: what opens on the pages of staff and of people, light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from pitboss.floor.alerts import Alert, raise_alert
from pitboss.store.records import Committed
from tests.browser.conftest import NewVisitor
from tests.browser.house import House, HouseInside
from tests.browser.screens import SCREENS, one_of
from tests.browser.staff import dealing, entered_table, hire, press, signed_in
from tests.browser.test_at_the_table import begin_guided, guided
from tests.browser.test_keyboard import CHECK
from tests.browser.visitors import axe, go_offline

HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000"}
HANDS = ("KC QD 9H 8S 6C 4D 2H", "AC AH 7D 8D JD 3S 2C")


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


def judge_sheet(page: Page, button: str | Locator) -> None:
    """Open a sheet, judge it, and go back."""
    (page.get_by_role("button", name=button).last if isinstance(button, str) else button).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    axe(page)
    sheet.get_by_role("button", name="Close", exact=True).click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("screen", one_of(SCREENS, "desktop"))
def test_every_sheet_of_the_desk(visitor: NewVisitor, staffed: House, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    boss = signed_in(visitor("Boss", width=width, height=height, dark=dark), "Boss")
    page = boss.page
    with dealing(staffed, "gin-and-win", name="Boss") as dealer:
        boss.go(f"/desk/{dealer.table}")
        judge_sheet(page, "2 Seat a walk-up player")
        judge_sheet(page, "Pause")
        dealer.act("seat-walk-up", seat=2, name="Wanda", amount=10_000)
        dealer.act("open-round")
        dealer.do_steps()
        dealer.act("place-bet", seat=2, spot="ante", stake=500)
        dealer.act("close-bets")
        dealer.do_steps()
        dealer.act("decide", seat=2, option="play")
        for hand in HANDS:
            dealer.enter(*hand.split())
        judge_sheet(page, "Seat 2: a false combination")
        judge_sheet(page, page.get_by_role("button", name=re.compile("^Correct")).last)
        press(page, "Every combination is right")
        press(page, "Take and pay")
        page.get_by_text("after settlement").click()
        judge_sheet(page, page.get_by_role("button", name=re.compile("^Was wrong")).last)


@pytest.mark.parametrize("screen", one_of(SCREENS, "desktop"))
def test_every_panel_of_the_console(visitor: NewVisitor, staffed: House, screen: str) -> None:
    assert isinstance(staffed, HouseInside) and staffed.running is not None
    people = [f"{name} of the {screen}" for name in ("Ann", "Bea")]
    for who in people:
        told = f"{who} counts."
        alert = Alert(alert=f"{who}.", kind="counting", where="S2", sentence=told, chance="")
        raised = raise_alert(staffed.running.house.tables.pit, alert)
        assert isinstance(raised, Committed)
    table = entered_table(staffed, "spin-n-win")
    width, height, dark = SCREENS[screen]
    boss = signed_in(visitor("Boss", width=width, height=height, dark=dark), "Boss")
    page = boss.page
    boss.go("/pit")
    alerts = page.get_by_role("region", name="Alerts").get_by_role("listitem")
    ann, bea = (alerts.filter(has_text=who) for who in people)
    press(ann, "Acknowledge")
    press(ann, "Write down what you found")
    ann.get_by_label("What you found").fill("They raise with the count.")
    # A step with another alert leaves alone what is being written.
    press(bea, "Acknowledge")
    expect(bea.get_by_role("button", name="Write down what you found")).to_be_visible()
    expect(ann.get_by_label("What you found")).to_have_value("They raise with the count.")
    row = page.get_by_role("list", name="Tables").locator(":scope > li", has_text=table[:6])
    row.locator("summary").click()
    expect(row.get_by_text("No round was settled this month.")).to_be_visible()
    page.get_by_text("Open a table", exact=True).first.click()
    expect(page.get_by_label("Dealt by")).to_be_visible()
    axe(page)
    judge_sheet(page, row.get_by_role("button", name="Change limits"))
    for view, shown in (("ratings", "Nobody bet on that day."), ("report", "Download:")):
        boss.go(f"/pit/{view}")
        page.get_by_role("button", name="The day before").click()
        expect(page.get_by_text(shown).first).to_be_visible()
        axe(page)


@pytest.mark.parametrize("screen", one_of(SCREENS, "phone"))
def test_what_opens_for_a_player(visitor: NewVisitor, house: House, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark)
    ana.forgive("40[134]")
    page = ana.page
    ana.go("/desk")
    expect(page.get_by_role("button", name="Sign in or choose a name")).to_be_visible()
    axe(page)
    press(page, "Sign in or choose a name")
    expect(page.get_by_role("dialog")).to_be_visible()
    axe(page)
    begin_guided(ana, "flip~it")
    guided(page, 1)
    axe(page)
    page.get_by_role("button", name="End the tour").click()
    ana.bet("inside:red")
    ana.until(lambda: ana.get("/api/time-and-money")["played_ms"] > 1_000)
    page.evaluate(CHECK)
    page.reload()
    expect(page.get_by_role("dialog", name="Time and money")).to_be_visible()
    axe(page)
    ana.go("/me")
    page.locator('[data-limit="stake"]').get_by_role("button", name=re.compile("^change")).click()
    page.get_by_role("button", name="1 hour").click()
    expect(page.get_by_role("button", name="Yes, cool off")).to_be_visible()
    axe(page)
    ana.go("/no/such/page")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    axe(page)


@pytest.mark.parametrize("screen", one_of(SCREENS, "phone"))
def test_what_stands_in_for_a_table_or_a_page(
    visitor: NewVisitor, house: House, screen: str
) -> None:
    """What asks for a name, and what says that there is no connection, table or page."""
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark)
    ana.forgive("ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|404")
    page = ana.page
    ana.go("/train/hands")
    expect(page.get_by_role("heading", name="Choose a name")).to_be_visible()
    axe(page)
    ana.go(f"/table/{house.open_table('flip-it', seats=1)}")
    page.get_by_role("button", name=re.compile("^Seat 1")).click()
    expect(page.get_by_role("dialog", name="Seat 1")).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    go_offline(ana, is_off=True)
    expect(page.locator(".banner.retrying")).to_be_visible()
    axe(page)
    go_offline(ana, is_off=False)
    # A link to a table that is none; then parts of the front end that cannot be had.
    ana.go("/table/nowhere")
    expect(page.get_by_role("heading", name="There is no table at this address")).to_be_visible()
    axe(page)
    page.route(re.compile(r"/assets/(AccountPanel|MePage)-[^/]*\.js$"), lambda one: one.abort())
    page.get_by_role("button", name=re.compile("^Practice")).click()
    page.get_by_role("link", name="My limits", exact=True).click()
    for missing in (".missing", ".wait"):
        expect(page.locator(missing)).to_contain_text("could not be loaded")
    axe(page)


@pytest.mark.parametrize("screen", one_of(SCREENS, "phone"))
def test_what_is_said_of_the_connection(visitor: NewVisitor, house: House, screen: str) -> None:
    """While it is made, when another tab plays, and when somebody has signed out."""
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark)
    page = ana.page
    ana.sit(house.open_table("flip-it", seats=1), 1)
    tab = ana.tab()
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(color_scheme="dark" if dark else "light")
    tab.goto(page.url)
    expect(page.locator(".banner.replaced")).to_be_visible()
    axe(page)
    page.evaluate("""async () => {
      const { csrf } = await (await fetch('/api/me')).json();
      const headers = { 'x-csrf-token': csrf };
      await fetch('/api/sign-out', { method: 'POST', headers });
    }""")
    expect(tab.locator(".banner.closed")).to_be_visible()
    axe(tab)
    # A house that does not answer yet, and one that hangs up before the table was seen.
    dialled: list[WebSocketRoute] = []

    def keep(dial: WebSocketRoute) -> None:
        dialled.append(dial)

    page.route_web_socket(re.compile("/table/"), keep)
    page.reload()
    expect(page.locator(".banner.connecting")).to_be_visible()
    axe(page)
    dialled[-1].close()
    expect(page.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
    axe(page)
