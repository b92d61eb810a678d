"""Visitors: browsers with a name, every complaint of theirs kept, and what they do at a table.

A test that makes a page complain on purpose says so with `forgive`; anything else on the console,
any exception and any breach of the content security policy fails the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    WebSocket,
    expect,
)
from playwright.sync_api import TimeoutError as NotThere

from pitboss.table.changes import Follower
from tests.browser.house import House, Json
from tests.deadlines import PATIENCE_S, Deadline

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = int(PATIENCE_S * 1000)
"""How long anything may take that happens at all: a machine at work is no failure."""
AGAIN_MS = 1_000
PAUSE_MS = 50
CORNER = {"width": 10, "height": 10}
AHEAD_S = 20
"""A clock cannot be stopped at a moment that has passed before a busy browser hears of it."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
BREACHES = """
document.addEventListener('securitypolicyviolation', (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""
# The seeds that a page mixes in are drawn from one of the test's.
CHANCE = """
let state = SEED;
crypto.getRandomValues = (array) => {
  for (let at = 0; at < array.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    array[at] = state >>> 24;
  }
  return array;
};
"""
# Nothing was put on the page for as long as a part of a view may wait, and no colour changes any
# more; a page that never rests, because a clock runs on it, is given two seconds, and nothing that
# moves for longer is waited for.
STILL = """
() => new Promise((resolve) => {
  let timer;
  const rest = () => {
    watch.disconnect();
    clearTimeout(timer);
    clearTimeout(last);
    resolve(Promise.all(document.getAnimations()
      .filter((one) => one.effect.getComputedTiming().endTime <= 2000)
      .map((one) => one.finished.catch(() => null)))
      .then(() => true));
  };
  const again = () => { clearTimeout(timer); timer = setTimeout(rest, 350); };
  const watch = new MutationObserver(again);
  const last = setTimeout(rest, 2000);
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  again();
})
"""
# What is pressed and is too small for a thumb; a link within a sentence is as high as its line.
SMALL = """
() => [...document.querySelectorAll('a, button, input, select, textarea, summary, [role=radio]')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > 0)
  .filter((one) => !(getComputedStyle(one).display === 'inline'
    && one.parentElement.textContent.trim().length > one.textContent.trim().length))
  .map((one) => [one, (one.closest('label') ?? one).getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (width < 43.5 || height < 43.5))
  .map(([one, { width, height }]) =>
    `${one.tagName} ${one.textContent.trim() || one.ariaLabel || one.name}: ${width} x ${height}`)
"""
# Of two that are pressed and stand side by side, the words of one lie over the words of the other.
OVER = """
() => {
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  return [...document.querySelectorAll('a, button')]
    .filter((one) => one.nextElementSibling?.matches('a, button')
      && [one, one.nextElementSibling].every((each) =>
        each.checkVisibility({ visibilityProperty: true })))
    .map((one) => [one, words(one), words(one.nextElementSibling)])
    .filter(([, left, right]) =>
      Math.min(left.right, right.right) - Math.max(left.left, right.left) > 2
      && Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top) > 2)
    .map(([one]) => [one, one.nextElementSibling].map((each) => each.textContent.trim()))
    .filter((two) => two.every((each) => each));
}
"""
# Every rule runs, but only what breaks one is described node by node.
JUDGE = """
async () => {
  const found = await globalThis.axe.run(document, { resultTypes: ['violations'] });
  return { violations: found.violations, passes: found.passes.length };
}
"""


@dataclass
class Visitor:
    """A page in a browser of its own: `page` is Playwright's."""

    house: House
    context: BrowserContext
    page: Page
    name: str
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    """Every frame that the server sent to this browser's tabs, oldest first."""
    asked: list[str] = field(default_factory=list)
    """The kind of every act that they asked for, seeds of the round aside."""
    unanswered: set[str] = field(default_factory=set)
    """What they asked for and have no answer to."""
    newest: Json = field(default_factory=dict)
    """The newest message with changes, and under `view` what they make."""
    forgiven: list[re.Pattern[str]] = field(default_factory=list)

    # Complaints.

    def watch(self, page: Page) -> None:
        """Keep what a tab complains about and what it is sent."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("websocket", self._socket)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(f"{said.type}: {said.text} {said.location.get('url', '')}")

    def _socket(self, opened: WebSocket) -> None:
        follower = Follower()

        def hear(data: object) -> None:
            self.frames.append(str(data))
            message: Json = json.loads(str(data))
            if message["kind"] == "welcome":
                follower.greet(message)
            elif message["kind"] == "changed":
                self.newest = {**message, "view": follower.take(message)}
            elif message["kind"] == "answer":
                self.unanswered.discard(message["id"])

        opened.on("framereceived", hear)
        opened.on("framesent", self._ask)

    def _ask(self, data: object) -> None:
        message: Json = json.loads(str(data))
        if message["kind"] == "ask" and not message["act"]["kind"].endswith("-seed"):
            self.asked.append(message["act"]["kind"])
            self.unanswered.add(message["id"])

    def forgive(self, pattern: str) -> None:
        """This test makes the page complain like this."""
        self.forgiven.append(re.compile(pattern))

    def unforgiven(self) -> list[str]:
        return [one for one in self.complaints if not any(p.search(one) for p in self.forgiven)]

    # What the server said.

    @property
    def shown(self) -> Json:
        """The newest view that this browser was sent."""
        view: Json = self._newest()["view"]
        return view

    @property
    def version(self) -> int:
        """How far the table's journal goes that the newest view was made from."""
        return int(self._newest()["version"])

    def _newest(self) -> Json:
        assert self.newest, "no view was sent"
        return self.newest

    @property
    def token(self) -> str:
        """The session's cookie, for requests beside the browser."""
        found = [one for one in self.context.cookies() if one.get("name") == "pitboss"]
        return str(found[0].get("value"))

    def get(self, path: str) -> Any:
        """Fetch a page of the API as this visitor."""
        # A connection that was kept may be closed in the moment it is used again.
        answer = self.context.request.get(self.house.url + path, max_retries=2)
        assert answer.ok, answer.text()
        return answer.json()

    # Going about.

    def go(self, path: str) -> None:
        self.page.goto(self.house.url + path)

    def tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        paint_little(page)
        page.set_default_timeout(PATIENCE_MS)
        self.watch(page)
        return page

    def sit(self, table: str, seat: int) -> None:
        """Go to a table and sit down."""
        self.go(f"/table/{table}")
        sit(self.page, seat, self.name)

    def spot(self, key: str) -> Locator:
        """A spot on this visitor's felt by its key, such as `single:red`."""
        return self.page.locator(f'[data-spot="{key}"]')

    def may_bet(self) -> bool:
        return any(one["act"] == "place-bet" for one in self.shown["offers"])

    def betting(self) -> str:
        """Wait until this visitor may bet in a round that has a name; its name."""
        self.until(lambda: self.may_bet() and self.shown["round_id"] is not None)
        return str(self.shown["round_id"])

    def bet(self, key: str) -> None:
        """Put the chip in hand on a spot, and wait until it lies."""
        spot = self.spot(key)
        expect(spot).to_have_attribute("aria-disabled", "false")
        before = self._stake(key)
        spot.click()
        self.until(lambda: self._stake(key) > before)

    def _stake(self, key: str) -> int:
        view = self.shown
        own = [b for b in view["bets"] if b["seat"] == view["viewer"] and b["spot"] == key]
        return int(own[0]["stake"]) if own else 0

    def until(self, is_so: Any) -> None:
        """Wait until something is true that is not on the page; Playwright goes on meanwhile."""
        deadline = Deadline()
        while not is_so():
            assert not deadline.is_over, f"{self.name} waited in vain; last: {self.frames[-3:]}"
            self.page.wait_for_timeout(PAUSE_MS)

    def ready(self) -> None:
        """Done betting: Spin, Flip it or Deal."""
        button = self.page.locator(".bar .go")
        expect(button).to_be_enabled()
        button.click()

    def finish(self, round_id: str) -> Json:
        """Take what a hasty player would take until the round is over; its settlement."""
        while True:
            self.until(lambda: self.is_asked() or self.is_over(round_id))
            if self.is_over(round_id):
                last: Json = self.shown["last"]
                return last
            self.decide()

    def is_asked(self) -> bool:
        return any(one["act"] == "decide" for one in self.shown["offers"])

    def is_over(self, round_id: str) -> bool:
        last = self.shown["last"]
        return last is not None and last["round_id"] == round_id

    def decide(self, wanted: str = "") -> None:
        """Press the button of an option; of the one for players who do not act if none is named."""
        view = self.shown
        mine = next(one for one in view["awaited"] if one["actor"] == view["viewer"])
        at = [option["option"] for option in mine["options"]].index(wanted or mine["in_default"])
        button = self.page.locator(".decide .btn").nth(at)
        expect(button).to_be_visible()
        before, deadline = self.version, Deadline()
        while self.version == before:
            assert not deadline.is_over, f"{self.name} decided in vain; last: {self.frames[-3:]}"
            # A press before the page has come to this question is none, or refused: who is hasty
            # presses again.
            with suppress(NotThere):
                button.click(timeout=AGAIN_MS)
            for _ in range(AGAIN_MS // PAUSE_MS):
                if self.version == before:
                    self.page.wait_for_timeout(PAUSE_MS)


def paint_little(page: Page) -> None:
    """Let Chromium paint only a corner of a page that nobody looks at: a third of its work.

    The page keeps its window, and so do layout, clicks and keys. Whatever resizes the window or
    takes a picture is painted whole again.
    """
    page.context.new_cdp_session(page).send("Emulation.setVisibleSize", CORNER)


def sit(page: Page, seat: int, name: str) -> None:
    """Take a free seat at the table that is open, by name."""
    page.get_by_role("button", name=re.compile(f"^Seat {seat}\\b")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(name)
    dialog.get_by_role("button", name="Sit down").click()
    expect(page.get_by_label("Chips and actions")).to_be_visible()
    # The seat is drawn a moment before the dialog goes, and no key is heard behind a dialog.
    expect(dialog).to_have_count(0)


def go_offline(one: Visitor, *, is_off: bool) -> None:
    """The network goes away or comes back, and the page is told so."""
    # The view of an act may come before its answer.
    one.until(lambda: not is_off or not one.unanswered)
    one.context.set_offline(is_off)
    event = "offline" if is_off else "online"
    one.page.evaluate(f"() => globalThis.dispatchEvent(new Event('{event}'))")


def play_out(people: Sequence[Visitor], round_id: str) -> None:
    """Everybody takes what a hasty player would take until all have seen the round's end."""

    def is_over() -> bool:
        for one in people:
            if one.shown["round_id"] == round_id and one.is_asked():
                one.decide()
        return all(one.is_over(round_id) for one in people)

    people[0].until(is_over)


def stop_clock(page: Page) -> None:
    """Let the page's own time stand still, a little ahead of where it is; `run_for` moves it."""
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + AHEAD_S)


def axe(page: Page) -> None:
    """No finding of axe that is still there once the page has come to rest."""
    lines: list[str] = []
    for _ in range(3):
        page.evaluate(STILL)
        # Half a megabyte of source: once for each document.
        if not page.evaluate("() => 'axe' in globalThis"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate(JUDGE)
        assert found["passes"]
        lines = [
            f"{one['id']} ({one['impact']}): {one['help']}: {node['target']}"
            f" {node['failureSummary']}"
            for one in found["violations"]
            for node in one["nodes"][:3]
        ]
        if not lines:
            return
    raise AssertionError("\n".join(lines))


def no_sideways(page: Page) -> None:
    """Nothing scrolls the page sideways or lies over its neighbour, once it has come to rest."""
    page.evaluate(STILL)
    wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the window"
    over = page.evaluate(OVER)
    assert not over, over


def for_thumbs(page: Page) -> None:
    """Everything that is pressed on the page is large enough for a thumb."""
    page.evaluate(STILL)
    found = page.evaluate(SMALL)
    assert not found, f"{page.url}: {found}"
