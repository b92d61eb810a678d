"""A hand set by dragging: cards laid on each other, judged by the server, kept when played."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor


def carry(page: Page, card: str, onto: str) -> None:
    """Drag a card with the mouse onto another that lies still, as a hand does, out of the fan."""
    lifted, place = (page.locator(f'[data-drop-card="{one}"]') for one in (card, onto))
    for step, end in ((page.mouse.down, lifted), (page.mouse.up, place)):
        box = end.bounding_box()
        assert box is not None
        # Hovering waits until the card rests; a fan closes up over several frames.
        end.hover(position={"x": box["width"] * 0.4, "y": box["height"] * 0.5})
        step()
    expect(page.locator(f'.fan [data-drop-card="{card}"]')).to_have_count(0)


def test_combinations_are_made_by_dragging_and_taken_by_the_server(visitor: NewVisitor) -> None:
    ana = visitor("Ana")
    ana.sit("gin-and-win-1", 1)
    ana.betting()
    ana.bet("ante")
    ana.ready()
    ana.until(ana.is_asked)
    page = ana.page
    loose = page.get_by_role("group", name="Cards in hand").get_by_role("button")
    groups = page.get_by_role("button", name="Combination")
    expect(loose).to_have_count(7)
    note = page.get_by_role("region", name="My hand").get_by_role("status")
    # Two cards that are none yet wait for a third, and fall apart again.
    own = next(hand for hand in ana.shown["felt"]["hands"] if hand["seat"] == 1)["cards"]
    first, second = next(
        (one, two) for one in own for two in own if one[0] != two[0] and one[1] != two[1]
    )
    carry(page, first, second)
    expect(note).not_to_be_empty()
    expect(groups).to_have_count(1)
    assert not any(name.endswith("combination") for name in groups.all_inner_texts())
    groups.first.click()
    expect(groups).to_have_count(0)
    expect(loose).to_have_count(7)
    wanted = house_way(ana.shown["look"][1])
    for at, (anchor, *others) in enumerate(wanted, 1):
        for card in others:
            carry(page, card, anchor)
        expect(groups.filter(has_text="combination")).to_have_count(at)
    if wanted:
        expect(note).to_contain_text("score")
    page.get_by_role("button", name=re.compile("^Play with")).click()
    ana.until(lambda: not ana.is_asked())
    table = ana.shown["felt"] or ana.shown["last"]["game"]
    laid = next(hand for hand in table["hands"] if hand["seat"] == 1)["laid_out"]
    assert {frozenset(cards) for cards in laid["combinations"]} == set(map(frozenset, wanted))


def house_way(sentence: str) -> list[list[str]]:
    """The combinations in the words that a player reads about the own hand."""
    found = re.fullmatch(r"House way: (.*), left over .*", sentence)
    assert found is not None, sentence
    parts = found[1].split(" | ")
    return [] if parts == ["no combination"] else [part.split() for part in parts]
