"""Every table fits its window: equipment, own spots and rail are in sight together, unscrolled.

One window of each kind for every game here, all of them in make soak.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House, Json
from tests.browser.staff import dealing, hire
from tests.browser.visitors import STILL, go_offline, no_sideways
from tests.examples import in_soak

GAMES = (("spin-n-win", "single:red"), ("gin-and-win", "ante"), ("flip-it", "inside:red"))
# A low laptop, a phone and a laptop's window at 200 %; then the rest, a tablet both ways included.
WINDOWS = (
    (1366, 650),
    (390, 844),
    (683, 384),
    (1366, 768),
    (1280, 800),
    (1920, 1080),
    (1024, 768),
    (768, 1024),
    (820, 1180),
)
CASES = [
    pytest.param(*game, window, marks=() if down == over else pytest.mark.slow)
    for down, game in enumerate(GAMES)
    for over, window in enumerate(WINDOWS)
]
# What is entered, round by round, so that most lies on the spots: wins, and a push of Play.
ENTRIES = {
    "spin-n-win": ("R R",),
    "gin-and-win": (
        "KC KD QH 8S 6C 4D 2H, AC AH 7D 7S JD JS JC",
        "KC KD QC QD 9H 9S TH, AC AH 7D 7S JD JS JC",
    ),
    "flip-it": ("AC, 7D, 7H, 2S, 8D",),
}
HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000", "PITBOSS_TABLES_PER_ADDRESS": "100"}
# Boxes of what must be seen, and which of them is not wholly in sight: clipped by the window, by
# the felt that scrolls, or with something else lying over its middle.
LOOK = """
() => {
  const box = (one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return { top, bottom, left, right };
  };
  const rounded = (one) => Object.values(box(one)).map(Math.round);
  const felt = box(document.querySelector('main'));
  const equipment = '.sign, .dish, .track, section.dealer, section.own';
  const spots = [...document.querySelectorAll('[data-spot]')];
  const inFelt = [...document.querySelectorAll(equipment), ...spots];
  const inRail = [document.querySelector('.bar'), document.querySelector('footer')];
  const name = (one) => one.dataset.spot ?? one.className;
  const isOut = (one, around) => {
    const { top, bottom, left, right } = box(one);
    return top < around.top - 1 || bottom > around.bottom + 1
      || left < around.left - 1 || right > around.right + 1;
  };
  const isUnder = (one) => {
    const { top, bottom, left, right } = box(one);
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !(over && (one.contains(over) || over.contains(one)));
  };
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  // What a bet is and what it pays is readable beside its chips; Call It's odds stand above all.
  const lieOver = [...document.querySelectorAll('.spot :is(.stake, .pay) svg')].flatMap((chip) => {
    const { top, bottom, left, right } = box(chip);
    return [...chip.closest('.spot').querySelectorAll('.name, :not(.rank) > .odds > .line')]
      .map((one) => [one, words(one)])
      .filter(([, at]) => Math.min(at.bottom, bottom) - Math.max(at.top, top) > 3
        && Math.min(at.right, right) - Math.max(at.left, left) > 3)
      .map(([one]) => `${name(chip.closest('.spot'))}: ${one.textContent}`);
  });
  // Nor does what is said of a hand lie under how it compares.
  const [note, compared] = ['.own .note', '.compare'].map((one) => document.querySelector(one));
  if (note?.checkVisibility({ visibilityProperty: true }) && compared?.checkVisibility()
    && words(note).right > box(compared).left && words(note).bottom > box(compared).top
    && words(note).top < box(compared).bottom) lieOver.push(note.textContent);
  const glass = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  return {
    count: inFelt.length - spots.length,
    hidden: [
      ...inFelt.filter((one) => isOut(one, felt)),
      ...inRail.filter((one) => isOut(one, glass)),
      ...spots.filter(isUnder),
    ].map(name),
    lieOver,
    edition: (({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.querySelector('header .edition')),
    scrolls: document.documentElement.scrollHeight - innerHeight,
    spots: Object.fromEntries(spots.map((one) => [name(one), rounded(one)])),
    // The head of a table is one line where a phone's two are not needed.
    head: innerWidth > 720 && [words(document.querySelector('header .edition')).height > 30,
      box(document.querySelector('.account span')).top
        > box(document.querySelector('.account strong')).bottom].includes(true),
    // No word is wider than its button.
    wide: [...document.querySelectorAll('.bar .btn')]
      .filter((one) => one.checkVisibility() && words(one).width > box(one).right - box(one).left)
      .map((one) => one.innerText),
    rows: new Set([...document.querySelectorAll('.bar button')]
      .filter((one) => one.checkVisibility())
      .map((one) => Math.round(box(one).top / 30))).size,
    dealer: (() => {
      const dealer = document.querySelector('section.dealer > :not(h2)');
      if (!dealer) return 0;
      const [own, stage] = [box(dealer), box(document.querySelector('main > .stage'))];
      return Math.abs(own.left + own.right - stage.left - stage.right) / 2;
    })(),
  };
}
"""

# What the banner over the connection lies on, of all that must be seen.
BANNERED = """
() => {
  const banner = document.querySelector('.banner').getBoundingClientRect();
  return ['main > .stage', 'main .call > .call', '[data-spot]']
    .flatMap((one) => [...document.querySelectorAll(one)])
    .filter((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return top < banner.bottom - 1 && bottom > banner.top + 1
        && left < banner.right - 1 && right > banner.left + 1;
    })
    .map((one) => one.dataset.spot ?? one.className);
}
"""


def fits(page: Page) -> Json:
    """Everything is in sight once the page rests, and where the spots are."""
    page.evaluate(STILL)
    found: Json = page.evaluate(LOOK)
    assert found["count"] >= 1 and not found["hidden"], found
    assert not found["lieOver"] and found["edition"] <= 0, found
    assert found["scrolls"] <= 0 and found["rows"] <= 2, found
    assert found["dealer"] < 8 and not found["head"] and not found["wide"], found
    no_sideways(page)
    spots: Json = found["spots"]
    return spots


@pytest.mark.parametrize(("game", "spot", "window"), CASES)
def test_a_table_fits_its_window(
    visitor: NewVisitor, house: House, game: str, spot: str, window: tuple[int, int]
) -> None:
    width, height = window
    ana = visitor("Ana", width=width, height=height)
    page = ana.page
    ana.sit(house.open_table(game, seats=5), 2)
    round_id = ana.betting()
    # As high a stack as is drawn: four chips.
    ana.bet(spot)
    page.keyboard.press("1")
    for _ in range(3):
        ana.bet(spot)
    before = fits(page)
    # A refusal has a place of its own and moves nothing.
    page.keyboard.press("5")
    expect(page.get_by_label("Chip in hand").get_by_role("radio").nth(4)).to_be_checked()
    refused = page.get_by_role("alert")
    for _ in range(2):
        if refused.count() == 0:
            version = ana.version
            ana.spot(spot).click()
            ana.until(lambda now=version: refused.count() or ana.version > now)
    expect(refused).to_be_visible()
    assert fits(page) == before
    # Nor does the coach, closed or opened, cover a spot.
    page.get_by_role("button", name="coach", exact=True).click()
    coach = page.get_by_role("region", name="Coach")
    expect(coach.get_by_text("Best bet")).to_be_visible()
    fits(page)
    coach.get_by_role("button", name="Coach", exact=True).click()
    expect(page.get_by_label("Everything the coach says")).to_be_visible()
    page.evaluate(STILL)
    shown = page.evaluate(LOOK)
    covered = [one for one in shown["hidden"] if one in shown["spots"]]
    assert not covered, covered
    coach.get_by_role("button", name="Close the coach").click()
    ana.ready()
    ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
    if game == "gin-and-win":
        expect(page.locator(".decide")).to_be_visible()
        page.get_by_role("button", name="House way").click()
        expect(page.locator(".bundle, .fan").first).to_be_visible()
        assert fits(page) == before
        # Played, so that the hands are compared.
        ana.decide("play")
    ana.finish(round_id)
    expect(page.locator(".slip .line").first).to_be_visible()
    # From the first bet to the last pay no spot moves.
    assert fits(page) == before
    # The newest result is in sight, and stays so when there are many.
    newest = page.locator(".ribbon li").first
    expect(newest).to_be_in_viewport(ratio=1)
    page.locator(".ribbon").evaluate(
        "one => { for (let n = 0; n < 40; n++) one.append(one.lastElementChild.cloneNode(true)) }"
    )
    expect(newest).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1366, "height": 768})
    fits(page)


@pytest.mark.parametrize(("game", "spot"), [GAMES[0], in_soak(*GAMES[1]), in_soak(*GAMES[2])])
def test_the_banner_leaves_the_table_in_sight(
    visitor: NewVisitor, house: House, game: str, spot: str
) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.forgive("ERR_INTERNET_DISCONNECTED|WebSocket")
    ana.sit(house.open_table(game, seats=5), 2)
    ana.betting()
    expect(ana.spot(spot)).to_have_attribute("aria-disabled", "false")
    go_offline(ana, is_off=True)
    ana.spot(spot).click()
    # As many words as it ever has.
    banner = page.locator(".banner")
    expect(banner).to_contain_text("One of your moves has no answer yet")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(STILL)
        expect(banner).to_be_in_viewport(ratio=1)
        assert not page.evaluate(BANNERED), (width, height)


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


@pytest.mark.parametrize("windows", [WINDOWS[:3], in_soak(WINDOWS[3:])])
@pytest.mark.parametrize(("game", "spot"), GAMES)
def test_every_result_leaves_names_and_odds_to_be_read(
    visitor: NewVisitor,
    staffed: House,
    game: str,
    spot: str,
    windows: tuple[tuple[int, int], ...],
) -> None:
    """Dealt by hand: what lies on the spots is not up to chance."""
    ana = visitor("Ana")
    with dealing(staffed, game, seats=5) as dealer:
        ana.sit(dealer.table, 2)
        for entries in ENTRIES[game]:
            dealer.act("open-round")
            dealer.do_steps()
            *first, last = entries.split(", ")
            if game == "flip-it":
                for entry in first:
                    dealer.enter(entry)
                first = []
            round_id = ana.betting()
            # As high a stack as is drawn: four chips.
            for chip in "2111":
                ana.page.keyboard.press(chip)
                ana.bet(spot)
            dealer.close_bets(ana)
            for entry in (*first, last):
                dealer.enter(*entry.split())
            dealer.settle(ana, round_id)
            for width, height in windows:
                ana.page.set_viewport_size({"width": width, "height": height})
                fits(ana.page)
