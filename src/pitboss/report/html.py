"""HTML: one self-contained file, light or dark as the reader prefers, fit to be printed.

No script, no outside address: style and charts are inside.
"""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pitboss.report.blocks import Chart, Document
from pitboss.report.charts import NARROW, SCREEN, WIDE, chart_css, draw
from pitboss.report.charts.canvas import clean
from pitboss.report.markup import html_cell, html_formula, html_text


def render_html(document: Document) -> bytes:
    page = _environment().get_template("page.html.jinja")
    words = page.render(document=document, sections=list(document.numbered()))
    return words.encode()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("pitboss.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["css"] = _css(environment)
    environment.filters |= {"rich": html_text, "clean": clean, "kind": _kind}
    environment.globals["cell"] = html_cell
    environment.globals["formula"] = html_formula
    environment.globals["chart"] = _chart
    return environment


def _css(environment: Environment) -> Markup:
    # The style sheet is ours and holds no text of a document.
    return Markup(environment.get_template("page.css").render() + chart_css())  # noqa: S704


def _kind(block: object) -> str:
    return type(block).__name__


def _chart(chart: Chart, label: str) -> Markup:
    """The chart twice, laid out for a desk and for a phone; the page shows the one that fits."""
    name = chart.name(label)
    wide = draw(chart.plot, theme=SCREEN, width=WIDE, name=name)
    narrow = draw(chart.plot, theme=SCREEN, width=NARROW, name=name)
    # The canvas has escaped every word that it was given.
    return Markup(f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>')  # noqa: S704
