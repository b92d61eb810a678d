"""How the figures were found, what the words mean, and how to derive them again."""

from __future__ import annotations

from pitboss.par.sheet import Sheet
from pitboss.report.blocks import Block, Definitions, Paragraph, Section, Verbatim
from pitboss.report.formulas import Formula, Index, Over, Power, Root, Row
from pitboss.report.text import Link

MEANINGS = (
    ("House edge", "what a player loses on average, as a share of the unit bet"),
    ("Element of risk", "the same loss as a share of everything wagered, raises included"),
    ("Hit frequency", "how often a bet wins more than its stake back"),
    ("Hold", "what the house kept of the units bet"),
    ("Skewness", "third standard moment; positive where rare large wins pay for many small losses"),
    ("Count", "equally likely cases, as integers that sum to the total"),
)


def method(sheet: Sheet) -> Section:
    blocks: list[Block] = [
        Paragraph(sheet.figures.method),
        Paragraph(
            "With n cases in all, cᵢ of them at net xᵢ, the mean, the variance and the bands are:"
        ),
        Formula.of(
            "μ = ", Over(1, "n"), "∑", Index("c", "i"), Index("x", "i"), ",   ",
            Power("σ", 2), " = ", Over(1, "n"), "∑", Index("c", "i"),
            Power(Row("(", Index("x", "i"), " − μ)"), 2), ",   ",
            Index("hold", "N"), " = −μ ± k", Over("σ", Root("N")),
        ),
        Definitions(MEANINGS),
        Paragraph(
            "Fractions are exact. Percentages are rounded half up from them; only square roots and"
            " bands are floating point."
        ),
    ]  # fmt: skip
    if sheet.certificate:
        blocks.append(
            Paragraph(
                ("The integer counts behind this sheet are in ",
                 Link(sheet.certificate, sheet.certificate),
                 ". With nothing but Python:")
            )
        )  # fmt: skip
        blocks.append(Verbatim(f"python check_certificate.py {sheet.certificate}"))
    return Section("Method", tuple(blocks))
