"""HTML: one file, nothing from outside, no script, every word escaped."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from pitboss.report.blocks import Bullets, Column, Document, Paragraph, Section, Table
from pitboss.report.figures import Kind
from pitboss.report.formulas import Formula, Over
from pitboss.report.html import render_html
from pitboss.report.text import Link, Mono
from tests.examples import examples
from tests.report.sample import BETS, HASH, sample

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Reader(HTMLParser):
    """Collects tags, attributes and words, and checks that tags close in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def read(document: Document) -> Reader:
    reader = Reader()
    reader.feed(render_html(document).decode())
    reader.close()
    assert reader.open == []
    return reader


PAGE = read(sample())


def test_nothing_comes_from_outside_and_nothing_runs() -> None:
    tags = {tag for tag, _ in PAGE.tags}
    assert not tags & {"script", "link", "iframe", "object", "embed", "img", "base"}
    for _, attributes in PAGE.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert "src" not in attributes
        assert "style" not in attributes
    style = re.search(r"<style>(.*?)</style>", render_html(sample()).decode(), re.DOTALL)
    assert style is not None
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    assert "prefers-color-scheme: dark" in style[1]
    assert "@media print" in style[1]


def test_every_bet_its_fraction_and_the_hash_are_there() -> None:
    words = "".join(PAGE.words)
    assert HASH in words
    for bet in BETS:
        assert bet in words
    assert "9⁄128" in words  # noqa: RUF001
    assert "133,784,560" in words


def test_inner_links_lead_to_ids_on_the_page() -> None:
    ids = [a["id"] for _, a in PAGE.tags if "id" in a]
    goals = [a["href"] or "" for tag, a in PAGE.tags if tag == "a"]
    assert len(ids) == len(set(ids))
    assert {goal[1:] for goal in goals if goal.startswith("#")} <= set(ids)
    assert "certificate.json" in goals


def test_each_chart_is_drawn_for_desk_and_phone_with_a_name() -> None:
    drawings = [a for tag, a in PAGE.tags if tag == "svg" and a.get("role") == "img"]
    assert len(drawings) == 14
    assert all((a["aria-label"] or "").startswith("Figure ") for a in drawings)


def test_totals_stand_in_the_foot_of_the_table() -> None:
    table = Table(
        (Column("Net"), Column("p", Kind.FRACTION, total=True)),
        (("a", Fraction(1, 3)), ("b", Fraction(1, 3))),
    )
    page = render_html(Document("t", (Section("s", (table,)),))).decode()
    foot = page.split("<tfoot>")[1].split("</tfoot>")[0]
    assert "Total" in foot
    assert "<sup>2</sup>&frasl;<sub>3</sub>" in foot


def test_formulas_are_mathml() -> None:
    page = render_html(Document("t", (Section("s", (Formula.of("x = ", Over(1, "n")),)),)))
    assert b'<math display="block">' in page
    assert b"<mfrac><mn>1</mn><mrow><mi>n</mi></mrow></mfrac>" in page


def test_the_same_document_gives_the_same_page() -> None:
    assert render_html(sample()) == render_html(sample())


@examples(50)
@given(st.text())
def test_any_words_stay_words(words: str) -> None:
    table = Table((Column(words),), ((words,),), words)
    blocks = (Paragraph((words, Mono(words), Link(words, "a.json"))), table, Bullets((words,)))
    reader = read(Document(words, (Section(words, blocks, anchor="s"),), edition_hash=words))
    plain = read(Document("", (Section("", (*blocks[:0],), anchor="s"),)))
    allowed = {"p", "code", "a", "figure", "figcaption", "b", "div", "table", "thead", "tr", "th"}
    allowed |= {"tbody", "td", "ul", "li", "dl", "dt", "dd"}
    assert {tag for tag, _ in reader.tags} <= {tag for tag, _ in plain.tags} | allowed
