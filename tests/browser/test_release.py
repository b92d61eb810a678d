"""What a page does when a part of it cannot be fetched, and when a newer front end is deployed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House

NEWER = re.compile("-newer")


def test_a_part_that_cannot_be_fetched_is_named_and_a_reload_brings_it(
    house: House, visitor: Any
) -> None:
    ana = visitor("Ana")
    ana.forgive("ERR_FAILED")
    lost = re.compile(r"/assets/(AccountPanel|MePage)-[^/]*\.js$")
    ana.page.route(lost, lambda route: route.abort())
    ana.go("/")
    # A part of the page.
    ana.page.get_by_role("button", name="Practice credits").click()
    alert = ana.page.get_by_role("alert")
    expect(alert).to_contain_text("could not be loaded")
    # A whole page.
    ana.page.get_by_role("link", name="My limits").click()
    expect(ana.page.locator(".wait")).to_contain_text("This page could not be loaded.")
    ana.page.unroute(lost)
    ana.page.locator(".wait").get_by_role("button", name="Reload").click()
    expect(ana.page.get_by_role("heading", name="My limits")).to_be_visible()
    # A visitor sees the sign-in, and the page has sent no request that must be refused.
    expect(ana.page.get_by_text("Sign in, or choose a name, to set limits")).to_be_visible()


def test_the_guide_that_cannot_be_fetched_offers_a_reload(visitor: Any) -> None:
    ana = visitor("Ana")
    ana.forgive("ERR_FAILED")
    ana.page.route(re.compile(r"/assets/start-[^/]*\.js$"), lambda route: route.abort())
    ana.go("/")
    offer = ana.page.get_by_role("region", name=re.compile("guided round"))
    offer.get_by_role("button", name="flip~it").click()
    missing = ana.page.locator(".missing")
    expect(missing).to_contain_text("could not be loaded")
    expect(missing.get_by_role("button", name="Reload")).to_be_visible()


def test_what_goes_wrong_while_it_is_drawn_is_said(visitor: Any) -> None:
    ana = visitor("Ana")
    ana.forgive("TypeError")
    # A game without its editions in the lobby.
    broken = {"games": [{"game": "flip-it"}], "helpline": "", "viewer_name": None}
    ana.page.route("**/api/lobby", lambda route: route.fulfill(json=broken))
    ana.go("/")
    wrong = ana.page.locator(".wait")
    expect(wrong).to_contain_text("Something on this page went wrong.")
    ana.page.unroute("**/api/lobby")
    wrong.get_by_role("button", name="Reload").click()
    expect(ana.page.get_by_role("heading", level=1)).to_contain_text("Sit down")


def deploy(old: Path, new: Path) -> None:
    """The same front end, every file of it under another name, as after a change."""
    shutil.copytree(old, new)
    for packed in [*new.rglob("*.br"), *new.rglob("*.gz")]:
        packed.unlink()
    assets = sorted((new / "assets").iterdir())
    for asset in assets:
        asset.rename(asset.with_stem(f"{asset.stem}-newer"))
    for file in (new / "index.html", *new.glob("assets/*.js"), *new.glob("assets/*.css")):
        text = file.read_text(encoding="utf-8")
        for asset in assets:
            text = text.replace(asset.name, f"{asset.stem}-newer{asset.suffix}")
        file.write_text(text, encoding="utf-8")


def test_a_tab_older_than_the_server_reloads_between_rounds(
    own_house: House, visitor: Any, front_end: Path, tmp_path: Path
) -> None:
    bo = visitor("Bo")
    bo.forgive("WebSocket|ERR_|Failed to load resource")
    table = own_house.open_table("flip-it")
    bo.sit(table, 1)
    round_id = bo.betting()
    bo.bet("inside:red")
    deploy(front_end, tmp_path / "newer")
    own_house.web = tmp_path / "newer"
    own_house.restart()
    script = bo.page.locator("script[type=module]")
    # The bet lies: the old page goes on until the round is over.
    expect(bo.page.locator(".bar .go")).to_be_enabled()
    expect(script).not_to_have_attribute("src", NEWER)
    bo.ready()
    bo.finish(round_id)
    expect(script).to_have_attribute("src", NEWER)
    expect(bo.page.get_by_label("Chips and actions")).to_be_visible()
