"""Every game from the lobby to a paid bet in Firefox, by clicks alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.browser.firefox import Firefox, firefox_in
from tests.browser.house import House
from tests.browser.test_play import GAMES

pytestmark = [pytest.mark.slow, pytest.mark.needs("firefox")]
# Results lie until they have been read.
HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000"}
KEEP_COMPLAINTS = """
(() => {
  const complaints = window.complaints = [];
  addEventListener('error', (event) => complaints.push(event.message));
  addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    complaints.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  return true;
})()
"""
NET = "document.querySelector('footer .net dd')?.innerText"
BALANCE = "document.querySelector('footer .balance dd')?.innerText"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox_in(tmp_path_factory.mktemp("firefox")) as found:
        yield found


def read_credits(text: str) -> float:
    """Credits as the page writes them."""
    return float(text.replace(",", "").replace("−", "-"))


@pytest.mark.parametrize(("title", "table", "spot"), GAMES)
def test_from_the_lobby_to_a_paid_bet(
    firefox: Firefox, house: House, title: str, table: str, spot: str
) -> None:
    firefox.go(house.url)
    firefox.read(KEEP_COMPLAINTS)
    firefox.click(".games li .btn.main", f"at {title},")
    firefox.until(f"location.pathname === '/table/{table}'")
    firefox.click(".seats button", "Seat 1")
    sits = "document.querySelector('.bar .go') && 'sits'"
    if firefox.until(f"document.querySelector('dialog[open] input') ? 'asked' : {sits}") == "asked":
        firefox.type("dialog[open] input", "Fox")
        firefox.click("dialog[open] button", "Sit down")
    firefox.until(f"{BALANCE} !== '–'")
    before = read_credits(firefox.read(BALANCE))
    lies = json.dumps(f'[data-spot="{spot}"].staked')
    firefox.click(f'[data-spot="{spot}"]')
    firefox.until(f"document.querySelector({lies})")
    firefox.click(".bar .go")
    over = f"{NET} !== '–' && 'over'"
    while firefox.until(f"document.querySelector('.decide .btn') ? 'asked' : {over}") == "asked":
        firefox.click(".decide .btn")
        firefox.until("!document.querySelector('.decide .btn')")
    net = read_credits(firefox.read(NET))
    staked = "document.querySelector('footer .bets dd')?.innerText"
    # A bet that won may stay up, and then lies on the felt again.
    after = read_credits(firefox.read(BALANCE)) + read_credits(firefox.read(staked))
    assert net != 0 or spot == "ante"
    assert after == before + net
    assert firefox.read("window.complaints") == []
