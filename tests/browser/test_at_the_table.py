"""At a table: results that lie on, the guided round, and honest words when something is over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.visitors import STILL, Visitor, go_offline
from tests.deadlines import Deadline
from tests.examples import in_soak

HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000", "PITBOSS_AWAY_MS": "20000"}
# What is pressed offline, each over both spots: Double, Clear, and Double with its Undo.
ENDS = (
    ("flip-it", ("inside:red", "inside:odd"), "d"),
    ("gin-and-win", ("ante", "gin-bonus"), "x"),
    ("spin-n-win", ("single:red", "single:joker"), "du"),
)
COVERED = """
() => {
  const [mark, call] = ['section.mark', 'main > .call'].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  return mark.top < call.bottom && mark.bottom > call.top
    && mark.left < call.right && mark.right > call.left;
}
"""
# The room between the parts of a page, from its heading down.
GAPS = """
() => {
  const boxes = [...document.querySelector('main').children]
    .map((one) => one.getBoundingClientRect());
  return boxes.slice(1).map(({ top }, at) => top - boxes[at].bottom);
}
"""


def test_results_lie_until_the_next_bet(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.sit(house.open_table("gin-and-win", seats=2), 1)
    first = ana.betting()
    ana.bet("ante")
    ana.ready()
    # Laid out the house way and folded all the same.
    expect(page.locator(".decide")).to_be_visible()
    page.get_by_role("button", name="House way").click()
    expect(page.locator(".bundle, .note").first).to_be_visible()
    ana.finish(first)
    dealer = page.locator("section.dealer")
    expect(dealer.locator(".hand")).to_be_visible()
    expect(page.locator("main .call .rest")).to_have_text("You folded. Ante loses.")
    # Cards are as large as the stage allows: on a large screen twice those of a low window.
    widths = []
    for width, height in ((1920, 1080), (1366, 768), (1024, 600)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(STILL)
        box = dealer.locator(".playing").first.bounding_box()
        assert box is not None
        widths.append(round(box["width"]))
    assert widths == sorted(widths, reverse=True) and widths[0] >= 100, widths
    page.set_viewport_size({"width": 1280, "height": 800})
    # The next round opens at once when everybody wants it, however long the house would wait.
    page.locator(".bar .next").click()
    second = ana.betting()
    assert second != first
    expect(ana.spot("ante")).to_have_attribute("aria-disabled", "false")
    expect(dealer.locator(".hand")).to_be_visible()
    page.locator(".bar .next").click()
    expect(dealer.locator(".backs")).to_be_visible()
    ana.bet("ante")
    ana.ready()
    ana.finish(second)
    expect(dealer.locator(".hand")).to_be_visible()
    page.locator(".bar .next").click()
    ana.until(lambda: ana.shown["round_id"] not in (None, second))
    expect(dealer.locator(".hand")).to_be_visible()
    ana.bet("ante")
    expect(dealer.locator(".backs")).to_be_visible()


def test_flip_its_results_lie_on_the_row_that_has_moved(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana", width=390, height=844, moving=True)
    page = ana.page
    ana.sit(house.open_table("flip-it", seats=1), 1)
    lit, paid = page.locator(".slot .playing.lit"), page.locator(".spot .pay")
    said = page.locator("main .call .rest")
    for is_bet_next in (True, False):
        round_id = ana.betting()
        for spot in ("inside:red", "inside:black"):
            ana.bet(spot)
        ana.ready()
        last = ana.finish(round_id)
        page.locator(".bar .next").click()
        ana.betting()
        expect(page.locator(".bar .next")).to_be_visible()
        # The new row lies there, and in it or, where it stays, beside it the card that was flipped.
        row = [*last["game"]["row"], last["game"]["fifth"]]
        assert ana.shown["felt"]["row"] in (row[1:], row[:4])
        expect(lit).to_have_count(1)
        expect(said).to_have_text(last["explained"])
        expect(paid).to_have_count(sum(line["pays"] > 0 for line in last["lines"]))
        if is_bet_next:
            ana.bet("inside:odd")
        else:
            page.locator(".bar .next").click()
        expect(lit).to_have_count(0)
        expect(paid).to_have_count(0)
        expect(said).to_have_text("Place your bets.")


def test_my_last_round_is_mine_while_others_play(visitor: NewVisitor, house: House) -> None:
    ana, bo = visitor("Ana"), visitor("Bo")
    table = house.open_table("flip-it", seats=1)
    ana.sit(table, 1)
    first = ana.betting()
    ana.bet("inside:red")
    ana.ready()
    explained = ana.finish(first)["explained"]
    ana.page.get_by_role("button", name="invite").click()
    ana.page.get_by_role("button", name=re.compile("^Stand up")).click()
    ana.until(lambda: ana.shown["seats"][0]["name"] is None)
    ana.page.keyboard.press("Escape")
    bo.sit(table, 1)
    bo.page.locator(".bar .next").click()
    second = bo.betting()
    bo.bet("inside:black")
    bo.ready()
    bo.finish(second)
    bo.page.get_by_role("button", name="invite").click()
    bo.page.get_by_role("button", name=re.compile("^Stand up")).click()
    ana.until(lambda: ana.shown["seats"][0]["name"] is None and ana.is_over(second))
    ana.page.get_by_role("button", name=re.compile(r"^Seat 1\b")).click()
    ana.page.locator(".bar .next").click()
    for is_reloaded in (False, True):
        if is_reloaded:
            ana.page.reload()
        ana.page.get_by_role("button", name="why?", exact=True).click()
        expect(ana.page.get_by_role("dialog").locator(".sentence")).to_have_text(explained)
        ana.page.keyboard.press("Escape")
        ana.betting()
        expect(ana.page.locator(".tools button", has_text="Repeat")).to_be_enabled()
    ana.page.locator(".tools button", has_text="Repeat").click()
    ana.until(lambda: [bet["spot"] for bet in ana.shown["bets"]] == ["inside:red"])


def test_nobody_waits_for_the_away(visitor: NewVisitor, house: House) -> None:
    table = house.open_table("gin-and-win", seats=2)
    ana, bo = visitor("Ana"), visitor("Bo")
    ana.sit(table, 1)
    bo.sit(table, 2)
    round_id = ana.betting()
    ana.bet("ante")
    bo.betting()
    bo.bet("ante")
    bo.page.goto("about:blank")
    expect(ana.page.get_by_label("Seats")).to_contain_text("away")
    # No clock runs here: bets close without Bo, and Bo folds at once when Bo alone is awaited.
    ana.ready()
    ana.finish(round_id)
    (hand,) = [one for one in ana.shown["last"]["game"]["hands"] if one["seat"] == 2]
    assert hand["decision"] == "fold"
    ana.page.locator(".bar .next").click()
    ana.until(lambda: ana.shown["round_id"] not in (None, round_id))


def guided(page: Page, step: int) -> None:
    """The guide is at this step and leaves the dealer's call to be read."""
    mark = page.get_by_label("Guided round")
    expect(mark).to_contain_text(f"{step} of 8")
    page.evaluate(STILL)
    expect(mark).to_be_in_viewport(ratio=1)
    assert not page.evaluate(COVERED), mark.inner_text()


def begin_guided(one: Visitor, title: str) -> str:
    """Start the guided round in the lobby; the name of its round."""
    one.go("/")
    offer = one.page.get_by_role("region", name=re.compile("guided round"))
    offer.get_by_role("button", name=title).click()
    one.until(lambda: bool(one.newest))
    return one.betting()


def test_the_guided_round_opens_the_rule(visitor: NewVisitor) -> None:
    ana = visitor("Gus", width=1366, height=768)
    page = ana.page
    round_id = begin_guided(ana, "flip~it")
    # The document's own edition.
    assert (ana.shown["game"], ana.shown["edition"]) == ("flip-it", "call12-pay1")
    guided(page, 1)
    page.get_by_role("button", name="This one is fine").click()
    guided(page, 2)
    # What each inside bet covers stands on it.
    expect(ana.spot("inside:high")).to_contain_text("8 to King")
    ana.bet("inside:high")
    guided(page, 3)
    ana.ready()
    ana.finish(round_id)
    guided(page, 6)
    page.get_by_role("button", name="I see").click()
    guided(page, 7)
    page.locator("[data-guide=rule]").click()
    rules = page.get_by_role("dialog", name="Rules and pays")
    expect(rules.locator("article.asked")).to_contain_text("FLP-")
    expect(rules.get_by_role("heading", name="How to play")).to_be_attached()
    assert rules.locator("ol.how li").count() == 5
    page.keyboard.press("Escape")
    guided(page, 8)


@pytest.mark.parametrize(
    ("title", "spot", "window"),
    [
        ("Spin N Win", "single:red", (683, 384)),
        ("Gin & Win", "ante", (390, 844)),
        in_soak("Gin & Win", "ante", (683, 384)),
        in_soak("flip~it", "inside:red", (683, 384)),
        in_soak("flip~it", "inside:red", (390, 844)),
        in_soak("Spin N Win", "single:red", (390, 844)),
    ],
)
def test_the_guide_leaves_the_call_to_be_read(
    visitor: NewVisitor, title: str, spot: str, window: tuple[int, int]
) -> None:
    ana = visitor("Gus", width=window[0], height=window[1])
    page = ana.page
    round_id = begin_guided(ana, title)
    guided(page, 1)
    page.get_by_role("button", name="This one is fine").click()
    guided(page, 2)
    ana.bet(spot)
    guided(page, 3)
    ana.ready()
    ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
    if ana.is_asked():
        guided(page, 4)
    ana.finish(round_id)
    guided(page, 6)
    page.get_by_role("button", name="I see").click()
    guided(page, 7)
    page.locator("[data-guide=rule]").click()
    expect(page.get_by_role("dialog", name="Rules and pays")).to_be_visible()
    page.keyboard.press("Escape")
    guided(page, 8)


@pytest.mark.parametrize(("game", "spots", "keys"), ENDS)
def test_what_is_over_is_said(
    visitor: NewVisitor, house: House, game: str, spots: tuple[str, str], keys: str
) -> None:
    """With motion on: bets made offline, a table that closes under its player, a dead link."""
    ana = visitor("Ana", moving=True)
    ana.forgive("ERR_INTERNET_DISCONNECTED|WebSocket|40[0-9]")
    page = ana.page
    with house.client() as host:
        me = host.post("/api/guest", json={"name": "Ana"}).json()
        host.headers["x-csrf-token"] = me["csrf"]
        cookie: Any = {"name": "pitboss", "value": host.cookies["pitboss"], "url": house.url}
        ana.context.add_cookies([cookie])
        form = {"game": game, "seats": 2, "bots": 1}
        table = host.post("/api/tables", json=form).json()["table"]
        ana.go(f"/table/{table}")
        page.get_by_role("button", name=re.compile(r"^Seat \d\b")).click()
        # The bot may have begun a round of its own.
        following = page.locator(".bar .next")
        ana.until(lambda: ana.newest and (ana.may_bet() or following.is_visible()))
        if not ana.may_bet():
            following.click()
        round_id = ana.betting()
        for one in spots:
            ana.bet(one)
        # Actions over two spots, made without a connection: they are for this round alone.
        go_offline(ana, is_off=True)
        page.keyboard.type(keys)
        waiting = f"{2 * len(keys)} of your moves have no answer yet. They are sent when"
        expect(page.locator(".banner")).to_contain_text(waiting)
        # The bot goes on, and who is not there takes what stands for players who do not act.
        deadline = Deadline()
        while not host.get(f"/api/rounds/{round_id}").is_success:
            assert not deadline.is_over
            page.wait_for_timeout(250)
        go_offline(ana, is_off=False)
        expect(page.get_by_role("alert")).to_contain_text("which is over. Nothing was done")
        seat = ana.shown["viewer"]
        lines = [line for line in ana.shown["last"]["lines"] if line["seat"] == seat]
        assert {line["stake"] for line in lines} == {500} and ana.is_over(round_id)
        following.click()
        assert ana.betting() != round_id
        # In Spin N Win a bet that won is still up (SNW-6.2).
        up = {line["spot"] for line in lines if line["result"] != "lose"}
        own = [bet for bet in ana.shown["bets"] if bet["seat"] == seat]
        assert all(bet["spot"] in up and bet["stake"] == 500 for bet in own), own
        # Closed while a bet lies, it says so, and what became of the bet, and leads out.
        ana.bet(spots[0])
        assert host.post(f"/api/tables/{table}/close", json={}).is_success
    expect(page.get_by_text("This table is closed").first).to_be_visible()
    expect(page.locator("main .call[aria-hidden=true]")).to_contain_text("went back")
    page.get_by_role("button", name="Back to the lobby").first.click()
    expect(page).to_have_url(f"{house.url}/")
    # An address without a table says that, and leads out too; so does one without a page.
    for address, heading in (
        ("/table/nowhere", "There is no table at this address"),
        ("/no/such/page", "No such page"),
        ("/pit/nonsense", "No such page"),
        ("/train/payouts/nonsense", "No such page"),
    ):
        ana.go(address)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        assert min(page.evaluate(GAPS)) >= 6, address
        page.get_by_role("button", name="Back to the lobby").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Sit down")


def test_a_tab_that_slept_for_an_hour_goes_on_by_itself(visitor: NewVisitor, house: House) -> None:
    table = house.open_table("flip-it", seats=2)
    ana, bo = visitor("Ana"), visitor("Bo")
    page = ana.page
    gone: list[WebSocketRoute] = []

    def connect(tab: WebSocketRoute) -> None:
        """A connection that ends without a word to the tab once its other end is among the gone."""
        server = tab.connect_to_server()
        tab.on_message(lambda text: None if server in gone else server.send(text))
        server.on_message(lambda text: None if server in gone else tab.send(text))
        server.on_close(lambda *_: None)
        servers.append(server)

    servers: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("/table/"), connect)
    page.clock.install()
    ana.sit(table, 1)
    bo.sit(table, 2)
    round_id = bo.betting()
    gone += servers
    servers[-1].close()
    bo.until(lambda: bo.shown["seats"][0]["is_away"])
    bo.bet("inside:red")
    bo.ready()
    bo.finish(round_id)
    # An hour later; no timer of the page has run, and the page heard of nothing.
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator(".ribbon li:not(.none)")).to_have_count(0)
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 3_600)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".banner")).to_contain_text("The connection was lost; trying again.")
    page.clock.resume()
    expect(page.get_by_role("status")).to_contain_text(["While you were away: 1 round ended"])
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator(".ribbon li:not(.none)")).to_have_count(1)


def test_a_name_that_is_refused_can_be_mended(visitor: NewVisitor, house: House) -> None:
    ana, bo = visitor("Ana"), visitor("Bo")
    table = house.open_table("flip-it", seats=2)
    ana.go(f"/table/{table}")
    ana.page.get_by_role("button", name=re.compile("^Seat 1")).click()
    dialog = ana.page.get_by_role("dialog")
    field = dialog.get_by_role("textbox")
    for name in ("<b>Bo</b>", "\u202eoB"):
        field.fill(name)
        field.press("Enter")
        expect(dialog.get_by_role("alert")).to_contain_text("A name is up to 24 letters")
        expect(field).to_have_value(name)
    field.fill("أمينة")
    field.press("Enter")
    expect(dialog).to_have_count(0)
    bo.go(f"/table/{table}")
    expect(bo.page.get_by_label("Seats").locator("bdi")).to_have_text(["أمينة"])
    # Who stands up is still known by it, and takes another seat without being asked again.
    ana.page.get_by_role("button", name="invite").click()
    ana.page.get_by_role("button", name=re.compile("^Stand up")).click()
    ana.until(lambda: ana.shown["seats"][0]["name"] is None)
    expect(ana.page.locator("header button.account")).to_contain_text("أمينة")
    ana.page.get_by_role("button", name=re.compile("^Seat 2")).click()
    expect(bo.page.get_by_label("Seats").locator("bdi")).to_have_text(["أمينة"])
    ana.until(lambda: ana.shown["seats"][1]["name"] == "أمينة")
