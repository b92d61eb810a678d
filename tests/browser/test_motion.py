"""With motion on, from bets to paid: nothing tells the outcome before the equipment has shown it.

The page stands still and its clock is moved by hand; it is looked at after its every change,
so that no frame of a round goes by unseen.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House, Json
from tests.browser.visitors import Visitor, stop_clock
from tests.examples import in_soak

GAMES = (("spin-n-win", "single:red"), ("gin-and-win", "ante"), ("flip-it", "inside:red"))
PHONE, DESKTOP = (390, 844), (1280, 800)
HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000"}
STEP_MS = 200
STEPS_MAX = 120
SPIN_MS = (8_000, 12_000)
# What passes besides: from the end being known to the spin, and until the lamps are lit.
CALL_MS = 1_500
# Whether the equipment has shown the outcome, and everything else that could tell it.
LOOK = """
() => {
  const text = (one) => document.querySelector(one)?.textContent.trim() ?? '';
  const count = (one) => document.querySelectorAll(one).length;
  const dealer = 'section.dealer';
  return {
    isShown: count('.sign .lamp.lit') + count('.slot.fifth') > 0
      || (count(dealer) > 0 && count(`${dealer} .backs`) === 0),
    isSeen: (({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
      document.querySelector('main > .stage').getBoundingClientRect()),
    results: count('.ribbon li:not(.none)'),
    balance: Number(text('footer .balance dd').replaceAll(',', '')),
    last: text('footer .last dd') + text('footer .net dd'),
    settled: count('.slip .line'),
    stakes: count('.spot.staked'),
    lit: count('.spot.glow') + count('.spot.lost'),
    nets: count('ol.seats .state b'),
    call: text('main .call .call') + text('main [aria-live=polite].unseen'),
    title: document.title,
    heard: globalThis.heard.map(String),
  };
}
"""
# The page after each of its changes, whatever the time between them.
WATCH = f"""
() => {{
  const look = {LOOK.strip()};
  globalThis.moments = [look()];
  new MutationObserver(() => globalThis.moments.push(look()))
    .observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
}}
"""
# Every tone that is played, by its first pitch.
HEAR = """
globalThis.heard = [];
globalThis.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    const set = (pitch) => globalThis.heard.push(pitch);
    const frequency = { setValueAtTime: set, exponentialRampToValueAtTime() {} };
    return { frequency, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};
localStorage.setItem('pitboss.wishes', JSON.stringify({ sound: true }));
"""
WIN = "660"
CODE = re.compile(r"\b[A2-9TJQK][cdhs]\b")


def look(one: Visitor) -> list[Json]:
    """Let a moment pass on the page: what it was like meanwhile, and what it is like now."""
    one.page.clock.run_for(STEP_MS)
    found: list[Json] = one.page.evaluate(f"() => [...moments.splice(0), ({LOOK.strip()})()]")
    return found


def tells_nothing(now: Json, before: Json) -> None:
    """No result stands in the ribbon yet and, until the equipment shows it, nothing says more."""
    # On a phone too the equipment is in sight from the bet to the end.
    assert now["isSeen"] and not now["results"], now
    if not now["isShown"]:
        same = ("last", "lit", "nets", "title")
        assert [now[one] for one in same] == [before[one] for one in same], now
        assert now["stakes"] >= before["stakes"] and now["balance"] <= before["balance"], now
        assert WIN not in now["heard"], now


def _reads_the_same_after_a_reload(one: Visitor) -> None:
    """The strip of results says the same live and afterwards, and no card by its code."""
    results = one.page.locator(".ribbon li:not(.none)")
    told = results.all_inner_texts()
    assert told and not any(CODE.search(text) for text in told), told
    one.page.reload()
    expect(results).to_have_text(told)
    # The newest is in sight, however many there are.
    expect(results.first).to_be_in_viewport(ratio=1)
    one.page.locator(".ribbon").evaluate(
        "one => { for (let n = 0; n < 8; n++) one.append(one.lastElementChild.cloneNode(true)) }"
    )
    expect(results.first).to_be_in_viewport(ratio=1)


def _is_nobody_elses(leaving: Visitor, coming: Visitor) -> None:
    """Whoever takes a seat finds nothing of the last one in it as their own."""
    seat = leaving.shown["viewer"]
    leaving.page.get_by_role("button", name="invite").click()
    leaving.page.get_by_role("button", name=re.compile("^Stand up")).click()
    leaving.until(lambda: leaving.shown["seats"][seat - 1]["name"] is None)
    coming.sit(str(leaving.page.url.rpartition("/")[2]), seat)
    page = coming.page
    expect(page.get_by_role("button", name="why?")).to_be_disabled()
    # On a phone it lies behind a button.
    expect(page.locator(".tools button", has_text="Repeat")).to_be_disabled()
    expect(page.locator("footer .net dd")).to_have_text("–")
    expect(page.locator(".slip .line")).to_have_count(0)
    expect(page.locator(".spot.lost, .spot :is(.stake, .pay)")).to_have_count(0)


def _begin(ana: Visitor, house: House, game: str, spot: str) -> tuple[str, Json]:
    """Bet at a table of one's own, let the page's time stand still, and finish betting.

    The round, and what the page was like before.
    """
    page = ana.page
    page.add_init_script(HEAR)
    page.clock.install()
    ana.sit(house.open_table(game, seats=1), 1)
    round_id = ana.betting()
    ana.bet(spot)
    expect(page.locator(".bar .go")).to_be_enabled()
    stop_clock(page)
    page.evaluate(WATCH)
    before = look(ana)[-1]
    assert before["results"] == before["lit"] == before["settled"] == 0 < before["stakes"]
    ana.ready()
    return round_id, before


def _go_on(ana: Visitor, game: str) -> None:
    """Decide what the page asks, if anything."""
    if ana.is_asked() and ana.page.locator(".decide .btn").count():
        # A fold is lost at once, by the player's own choice; the rest is for the showdown.
        ana.decide("play" if game == "gin-and-win" else "")


def _tells_all(now: Json, ana: Visitor) -> None:
    """Ribbon, balance and slip say what the server says of the round."""
    last = ana.shown["last"]
    own = [one for one in last["lines"] if one["seat"] == last["viewer"]]
    assert now["isShown"] and now["results"] == 1 and now["settled"] == len(own) >= 1, now
    assert round(now["balance"] * 100) == ana.shown["balance"], now


@pytest.mark.parametrize(
    ("game", "spot", "window"),
    [*((*one, PHONE) for one in GAMES), *(in_soak(*one, DESKTOP) for one in GAMES)],
)
def test_nothing_tells_the_outcome_before_the_equipment(
    visitor: NewVisitor, house: House, game: str, spot: str, window: tuple[int, int]
) -> None:
    width, height = window
    ana = visitor("Ana", moving=True, width=width, height=height)
    round_id, before = _begin(ana, house, game, spot)
    seen: list[Json] = []
    held = 0
    for _ in range(STEPS_MAX):
        # The page's moments count from what it knows, however long a busy house takes to say it.
        ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
        now = look(ana)
        seen += now
        held += ana.is_over(round_id) and not now[-1]["isShown"]
        _go_on(ana, game)
        if now[-1]["settled"]:
            break
    for one in seen:
        assert one["isShown"] or ana.shown["says"][:20] not in one["call"], one
        assert one["isShown"] or not one["settled"], one
        if not one["settled"]:
            tells_nothing(one, before)
    # The end was known here for a while, and nothing told it: the call came with the equipment.
    assert held >= 2
    if game == "spin-n-win":
        # The Tops turn as long as the document says, without three dimensions too.
        least, most = SPIN_MS
        assert least <= held * STEP_MS <= most + CALL_MS
    after = look(ana)[-1]
    _tells_all(after, ana)
    won = any(one["result"] == "win" for one in ana.shown["last"]["lines"])
    assert (WIN in after["heard"]) == won and len(after["heard"]) > 0
    ana.page.clock.resume()
    _reads_the_same_after_a_reload(ana)
    _is_nobody_elses(ana, visitor("Bo", moving=True, width=width, height=height))


@pytest.mark.parametrize(
    ("game", "spot", "window"),
    [
        (*GAMES[0], DESKTOP),
        *(in_soak(*one, DESKTOP) for one in GAMES[1:]),
        *(in_soak(*one, PHONE) for one in GAMES),
    ],
)
def test_skip_tells_all_at_once_and_nothing_is_told_before(
    visitor: NewVisitor, house: House, game: str, spot: str, window: tuple[int, int]
) -> None:
    width, height = window
    ana = visitor("Ana", moving=True, width=width, height=height)
    round_id, before = _begin(ana, house, game, spot)
    skip = ana.page.locator(".bar .skip")
    seen: list[Json] = []
    for _ in range(STEPS_MAX):
        ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
        seen += look(ana)
        # What the page knew before the end is told first, and options take the button's place.
        if ana.is_over(round_id) and skip.is_visible():
            break
        _go_on(ana, game)
    assert not seen[-1]["isShown"]
    for one in seen:
        assert not one["settled"], one
        tells_nothing(one, before)
    skip.click()
    # The page's time stands still: what is there now is there at once.
    _tells_all(ana.page.evaluate(LOOK), ana)
    expect(skip).to_have_count(0)
    ana.page.clock.resume()
    _reads_the_same_after_a_reload(ana)


def test_the_account_panel_knows_no_more_than_was_told(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana", moving=True)
    page = ana.page
    page.clock.install()
    ana.sit(house.open_table("spin-n-win", seats=1), 1)
    round_id = ana.betting()
    # Whatever the Tops show, one of these wins.
    for colour in ("red", "green", "blue", "yellow", "joker"):
        ana.bet(f"single:{colour}")
    told = page.locator("footer .balance dd").inner_text()
    ana.ready()
    expect(page.locator(".decide .btn").first).to_be_visible()
    stop_clock(page)
    ana.finish(round_id)
    page.locator("header button.account").click()
    shown = page.get_by_role("dialog").locator(".credits b")
    expect(shown).to_have_text(told)
    won = f"{ana.shown['balance'] / 100:,.2f}"
    assert won != told
    page.clock.resume()
    expect(shown).to_have_text(won)
