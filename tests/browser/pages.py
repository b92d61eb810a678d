"""Every page by its route, with what makes it worth a look: for pictures and for tests."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.staff import do_steps, enter, entered_table, hire, press, signed_in
from tests.browser.visitors import PATIENCE_MS, ROOT, Visitor

ROUTES = ROOT / "web" / "src" / "pages" / "routes.ts"
BETS = {
    "spin-n-win": ("single:red", "single:blue", "combo:red-blue"),
    "gin-and-win": ("ante", "gin-bonus"),
    "flip-it": ("inside:red", "inside:black"),
}
Prepare = Callable[[Visitor], str]


def worked_out(address: str, shows: str) -> Prepare:
    """A page whose figures are worked out beside the tables: it is waited for."""

    def prepare(visitor: Visitor) -> str:
        visitor.go(address)
        visitor.page.locator(shows).first.wait_for(state="attached", timeout=PATIENCE_MS)
        return ""

    return prepare


def at(address: str) -> Prepare:
    """A page that needs nobody to have done anything."""
    return lambda visitor: address


def lobby(visitor: Visitor) -> str:
    """The lobby once the exact edges are known."""
    for _ in range(600):
        games = visitor.get("/api/lobby")["games"]
        if all(game["edge_percent"] is not None for game in games):
            break
        visitor.page.wait_for_timeout(200)
    return "/"


def table(game: str, *, is_over: bool) -> Prepare:
    """A table where the visitor sits, with bets or at the end of a round."""

    def prepare(visitor: Visitor) -> str:
        name = visitor.house.open_table(game, seats=3)
        visitor.sit(name, 2)
        round_id = visitor.betting()
        there = {spot["spot"] for spot in visitor.shown["spots"] if spot["closed"] is None}
        for spot in BETS[game]:
            if spot in there:
                visitor.bet(spot)
        if is_over:
            visitor.ready()
            visitor.finish(round_id)
        return ""

    return prepare


def coached(visitor: Visitor) -> str:
    """A hand to be decided, with everything the coach says of it."""
    table("gin-and-win", is_over=False)(visitor)
    visitor.ready()
    visitor.until(visitor.is_asked)
    page = visitor.page
    page.get_by_role("button", name="coach", exact=True).click()
    coach = page.get_by_role("region", name="Coach")
    coach.get_by_text("Fold").first.wait_for(timeout=PATIENCE_MS)
    coach.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_role("heading", name="This hand").wait_for()
    return ""


def played(address: str) -> Prepare:
    """A page about rounds, after one was played; {round} stands for it."""

    def prepare(visitor: Visitor) -> str:
        table("flip-it", is_over=True)(visitor)
        return address.format(round=visitor.shown["last"]["round_id"])

    return prepare


def simulated(visitor: Visitor) -> str:
    """A simulation that is done."""
    page = visitor.page
    visitor.go("/simulate/spin-n-win")
    page.get_by_label("How many").fill("1e7")
    page.get_by_label("Seed", exact=True).fill("7")
    page.get_by_role("button", name="Simulate").click()
    page.locator("[data-state=done]").wait_for(timeout=PATIENCE_MS)
    page.locator(".watch").evaluate(
        "one => innerWidth < 700 ? one.scrollIntoView() : scrollTo(0, 0)"
    )
    return ""


def dealing(address: str) -> Prepare:
    """A page of the staff while a round is dealt by hand; {table} stands for its table."""

    def prepare(visitor: Visitor) -> str:
        house, browser = hire(visitor.house), visitor.context.browser
        table = entered_table(house, "flip-it")
        signed_in(visitor, "Boss")
        visitor.go(f"/desk/{table}")
        assert browser is not None
        context = browser.new_context()
        player = Visitor(house, context, context.new_page(), "Pia")
        player.watch(player.page)
        player.sit(table, 1)
        press(visitor.page, "Place your bets")
        expect(visitor.page.get_by_role("heading", name="Open bets")).to_have_count(0)
        do_steps(visitor, table)
        for card in ("ac", "7d", "7h", "2s"):
            enter(visitor.page, card)
        player.until(lambda: any(one["act"] == "place-bet" for one in player.shown["offers"]))
        for spot in ("inside:red", "bonus"):
            player.bet(spot)
        return address.format(table=table)

    return prepare


# Every page by its route, in the order of the file; a route may have several pictures.
PAGES: dict[str, dict[str, Prepare]] = {
    "/": {"lobby": lobby},
    "/table/:table": {
        f"{game}-{'paid' if is_over else 'bets'}": table(game, is_over=is_over)
        for game in BETS
        for is_over in (False, True)
    }
    | {"coach": coached},
    "/rounds": {"rounds": played("/rounds")},
    "/rounds/:round": {"round": played("/rounds/{round}")},
    "/me": {"limits": played("/me")},
    "/simulate/:game?": {"simulate": simulated},
    "/desk": {"desk": dealing("/desk")},
    "/desk/:table": {"desk-table": dealing("/desk/{table}")},
    "/pit/:view?": {"pit": dealing("/pit")},
    "/train": {"train": played("/train")},
    "/train/payouts/:game?": {"train-payouts": played("/train/payouts/spin-n-win")},
    "/train/procedures/:game?": {"train-procedures": played("/train/procedures/spin-n-win")},
    "/train/hands": {"train-hands": played("/train/hands")},
    "/protect/:game?": {"protect": worked_out("/protect/spin-n-win", "article .finding")},
    "/proof/:game/:edition/against/:other": {
        "compare": worked_out("/proof/flip-it/call12-pay1/against/call10-pay1", "main table")
    },
    "/proof/:game/:edition?": {"proof": worked_out("/proof/spin-n-win", "main table")},
    "/proof": {"proofs": at("/proof")},
    "/workbench": {"workbenches": at("/workbench")},
    "/workbench/:game/:design?": {"workbench": worked_out("/workbench/flip-it", "main table")},
}


def routes() -> list[str]:
    """The routes of the front end, in the order of their file."""
    text = ROUTES.read_text("utf-8")
    return re.findall(r"^\s*(?:\{ )?path: '([^']+)'", text, re.MULTILINE)
