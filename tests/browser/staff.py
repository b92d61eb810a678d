"""Staff in a browser: a dealer and a pit boss, tables that they deal, and what they press."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.house import PASSWORD, House, Json
from tests.browser.visitors import Visitor

_ACTS = count(1)


def hire(house: House) -> House:
    """Give the house a dealer, Dora, and a pit boss, Boss."""
    for name in ("Dora", "Boss"):
        house.make_account(name)
    house.restart(grants=("Dora=dealer", "Boss=pit-boss"))
    return house


def token_of(house: House, name: str) -> str:
    """The cookie of somebody who signs in beside the browser."""
    with house.client() as client:
        answer = client.post("/api/sign-in", json={"name": name, "password": PASSWORD})
        assert answer.is_success, answer.text
        return str(client.cookies["pitboss"])


def signed_in(made: Visitor, name: str) -> Visitor:
    """A visitor who is signed in as somebody of the house."""
    cookie: Any = {"name": "pitboss", "value": token_of(made.house, name), "url": made.house.url}
    made.context.add_cookies([cookie])
    return made


def entered_table(house: House, game: str, *, seats: int = 2) -> str:
    """A table whose equipment a dealer reads and types; its name."""
    with house.client(token_of(house, "Boss")) as client:
        form = {"game": game, "mode": "entered", "seats": seats}
        answer = client.post("/api/tables", json=form)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])


def press(page: Page | Locator, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def enter(page: Page, typed: str) -> None:
    """Type an entry by keys alone, wherever the focus is, Enter at the end."""
    expect(page.locator(".next .pad")).to_be_visible()
    before = page.locator("section:has(#entries-title) li:not(.none)").count()
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    entries = page.locator("section:has(#entries-title) li:not(.none)")
    expect(entries).to_have_count(before + 1)


def do_steps(dealer: Visitor, table: str) -> None:
    """Say that every step of the equipment that is due was done."""
    while due := [one for one in dealer.get(f"/api/desk/{table}")["calls"] if one["is_due"]]:
        page = dealer.page
        expect(page.get_by_role("heading", name=due[0]["label"])).to_be_visible()
        press(page, "Done")
        expect(page.get_by_role("heading", name=due[0]["label"])).to_have_count(0)


def no_more_bets(page: Page, player: Visitor) -> None:
    """Close the bets, and wait until the player has been told."""
    press(page, "No more bets")
    player.until(lambda: player.shown["phase"] != "betting")


def decide_all(dealer: Visitor, player: Visitor, table: str) -> None:
    """Whatever is asked: the dealer on the desk, the player at the table."""
    while True:
        newest = dealer.get(f"/api/desk/{table}")["version"]
        for one in (dealer, player):
            one.until(lambda at=one, now=newest: at.version >= now)
        awaited = player.shown["awaited"]
        if not awaited:
            return
        before = player.version
        if awaited[0]["actor"] == 0:
            dealer.page.locator(".next .options button").first.click()
        else:
            player.page.locator(".decide .btn").first.click()
        player.until(lambda now=before: player.version > now)


def void_spin(page: Page, reason: str = "Left the dish") -> None:
    """Call an invalid spin that nobody could read, and be asked for another."""
    press(page, "Void the spin")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Nothing could be read").check()
    expect(sheet.get_by_role("button", name="Call it")).to_be_disabled()
    sheet.get_by_role("button", name=reason).click()
    sheet.get_by_role("button", name="Call it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("nothing could be read")).to_be_visible()


@dataclass
class Dealer:
    """Somebody who deals a table without a page: what the desk would send, in its order."""

    client: httpx.Client
    table: str

    def act(self, kind: str, **form: object) -> None:
        """Send one act; it must be taken."""
        sent = {"id": f"deal{next(_ACTS)}", "act": {"kind": kind, **form}}
        answer = self.client.post(f"/api/tables/{self.table}/acts", json=sent)
        assert answer.is_success, answer.text

    @property
    def desk(self) -> Json:
        """The table from behind."""
        found: Json = self.client.get(f"/api/desk/{self.table}").json()
        return found

    def do_steps(self) -> None:
        """Say that every step of the equipment that is due was done."""
        while due := [one for one in self.desk["calls"] if one["is_due"]]:
            self.act("call", what=due[0]["call"], reason=due[0]["label"])

    def enter(self, *shown: str) -> None:
        """Enter what the equipment showed, item by item."""
        self.act("enter-draw", shown=[self.desk["draw"]["kind"], *shown])

    def decide(self, player: Visitor) -> None:
        """Whatever is asked: the house's by the dealer, the player's at the table."""
        while True:
            newest = self.desk["version"]
            player.until(lambda now=newest: player.version >= now)
            asked = player.shown["awaited"]
            if not asked:
                return
            if asked[0]["actor"] == 0:
                self.act("decide", option=asked[0]["in_default"])
            else:
                player.decide(asked[0]["options"][0]["option"])

    def close_bets(self, player: Visitor) -> None:
        """Close the bets, and go on to what the equipment shows."""
        self.act("close-bets")
        self.do_steps()
        self.decide(player)

    def settle(self, player: Visitor, round_id: str) -> None:
        """Take and pay, and wait until the player has been told."""
        self.decide(player)
        self.act("settle")
        player.until(lambda: player.is_over(round_id))


@contextmanager
def dealing(house: House, game: str, *, seats: int = 2, name: str = "Dora") -> Iterator[Dealer]:
    """A new table that somebody of the house deals without a page."""
    table = entered_table(house, game, seats=seats)
    with house.client(token_of(house, name)) as client:
        yield Dealer(client, table)
