"""A realistic sheet: twelve bets over 64 equally likely results, with every kind of block."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

from pitboss.report.blocks import (
    Bullets,
    Callout,
    CalloutKind,
    Chart,
    CheckItem,
    Checklist,
    Column,
    Definitions,
    Document,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
    Verbatim,
)
from pitboss.report.figures import Kind, show
from pitboss.report.formulas import Formula, Index, Over, Power, Root, Row
from pitboss.report.plots import (
    Axis,
    Bar,
    BarChart,
    Bin,
    ColumnChart,
    ConvergenceChart,
    FunnelChart,
    Histogram,
    LineChart,
    Reference,
    Running,
    Series,
)
from pitboss.report.text import Emphasis, Link, Mono, Strong

HASH = "9f2c51d07ab34e6688d1c0f3e5a7b2946d10fe8c3b5a79e2416c0d8f97b3a5e1"
FACES = "rrggbbyj"
SINGLES = {"red": (1, 2), "green": (1, 2), "blue": (1, 2), "yellow": (1, 1), "joker": (3, 1)}
COMBOS = {
    "red-green": (5, 2),
    "red-blue": (5, 2),
    "green-blue": (5, 2),
    "yellow-red": (9, 2),
    "yellow-green": (9, 2),
    "yellow-blue": (9, 2),
    "joker-joker": (60, 1),
}


def nets(bet: str) -> dict[Fraction, int]:
    """How often each net result comes, in 64 results."""
    counts: dict[Fraction, int] = {}
    for pair in product(FACES, repeat=2):
        net = _net(bet, "".join(pair))
        counts[net] = counts.get(net, 0) + 1
    return dict(sorted(counts.items()))


def _net(bet: str, pair: str) -> Fraction:
    if bet in SINGLES:
        wanted = {bet[0], "j"}
        times = sum(face in wanted for face in pair)
        return Fraction(*SINGLES[bet]) * times if times else Fraction(-1)
    first, second = (word[0] for word in bet.split("-"))
    ways = [(first, second), (second, first)]
    won = any(all(p in {w, "j"} for p, w in zip(pair, way, strict=True)) for way in ways)
    return Fraction(*COMBOS[bet]) if won else Fraction(-1)


BETS = {f"single:{bet}": nets(bet) for bet in SINGLES} | {
    f"combo:{bet}": nets(bet) for bet in COMBOS
}


def edge(bet: str) -> Fraction:
    """What the house keeps of one unit bet."""
    return -sum((net * count for net, count in BETS[bet].items()), Fraction(0)) / 64


def deviation(bet: str) -> float:
    """The standard deviation of one unit bet."""
    mean = -edge(bet)
    return math.sqrt(sum((net - mean) ** 2 * count for net, count in BETS[bet].items()) / 64)


def sample() -> Document:
    """The whole sheet."""
    return Document(
        title="Spin N Win: PAR sheet",
        subtitle="Probability and accounting report, edition standard",
        edition_hash=HASH,
        facts=(
            ("Edition", "standard"),
            ("Version", "pitboss 0.1.0"),
            ("Method", "all 64 results of two eight-sided Tops, counted one by one"),
            ("Date", "2026-03-01"),
            ("Certificate", Link("certificate.json", "certificate.json")),
        ),
        abstract=(
            "Every figure in this sheet follows from integer counts; none was sampled. ",
            "The counts are in the certificate, and ",
            Link("the method", "#method"),
            " says how to derive each percentage again.",
        ),
        sections=(
            _overview(),
            _bets(),
            _distribution(),
            _volatility(),
            _simulation(),
            _claims(),
            _method(),
            _conditions(),
        ),
    )


def _overview() -> Section:
    worst = max(BETS, key=edge)
    best = min(BETS, key=edge)
    return Section(
        "Overview",
        (
            KeyFigures(
                (
                    KeyFigure("Lowest edge", show(edge(best), kind=Kind.PERCENT), best),
                    KeyFigure("Highest edge", show(edge(worst), kind=Kind.PERCENT), worst),
                    KeyFigure("Results", "64", "all equally likely"),
                    KeyFigure("Decisions an hour", "45 to 55", "planned pace"),
                )
            ),
            Paragraph(
                (
                    "The lowest edge belongs to ",
                    Mono(best),
                    ": the house keeps ",
                    edge(best),
                    " of each unit bet. ",
                    Strong("Two jokers win every bet"),
                    " on the table at once; the ",
                    Link("exposure", "#volatility"),
                    " of a full layout follows from that single result of 64.",
                )
            ),
            Chart(
                BarChart(
                    tuple(Bar(bet, edge(bet), str(edge(bet))) for bet in sorted(BETS, key=edge)),
                    axis=Axis("House edge per unit bet", kind=Kind.PERCENT, places=4),
                ),
                "House edge by bet, exact, lowest first.",
            ),
        ),
    )


def _bets() -> Section:
    columns = (
        Column("Bet"),
        Column("House edge", Kind.FRACTION),
        Column("Percent", Kind.PERCENT),
        Column("Hit frequency", Kind.PERCENT),
        Column("Std. deviation", Kind.NUMBER, places=4),
        Column("Win per hour", Kind.MONEY),
    )
    rows = tuple(
        (
            Mono(bet),
            edge(bet),
            edge(bet),
            Fraction(sum(c for net, c in counts.items() if net > 0), 64),
            deviation(bet),
            round(edge(bet) * 50 * 6 * 1000),
        )
        for bet, counts in BETS.items()
    )
    return Section(
        "Bets",
        (
            Table(
                columns, rows, "All twelve bets. Win per hour: 50 decisions, 6 seats, bet 10.00."
            ),
            Callout(
                CalloutKind.NOTE,
                "Percentages are rounded half up from the exact fraction beside them.",
            ),
        ),
    )


def _distribution() -> Section:
    counts = BETS["single:red"]
    table = Table(
        (
            Column("Net", Kind.NUMBER, signed=True, key="net", places=1),
            Column("Count", Kind.NUMBER, total=True, key="count"),
            Column(
                "Probability", Kind.PERCENT, total=True, key="p", formula="{count}/{count.total}"
            ),
            Column(
                "Contribution",
                Kind.NUMBER,
                total=True,
                signed=True,
                places=6,
                key="mean",
                formula="{net}*{p}",
            ),
        ),
        tuple(
            (net, count, Fraction(count, 64), net * Fraction(count, 64))
            for net, count in counts.items()
        ),
        ("Outcomes of ", Mono("single:red"), "; the contributions sum to the mean."),
    )
    jackpot = {"−1": 37_264_500, "+1": 88_100_000, "+2": 8_000_000, "+4": 380_000}
    jackpot |= {"+10": 38_000, "+25": 2_000, "+1000": 48, "+5000": 1}
    return Section(
        "Outcome distribution",
        (
            table,
            Chart(
                ColumnChart(
                    tuple(
                        Bar(f"{float(net):+g}".replace("-", "−"), Fraction(count, 64))
                        for net, count in counts.items()
                    ),
                    x=Axis("Net result per unit bet"),
                    y=Axis("Probability", kind=Kind.PERCENT),
                ),
                "Three results and a loss: the shape of a single bet.",
            ),
            Chart(
                ColumnChart(
                    tuple(
                        Bar(label, Fraction(count, 133_784_549)) for label, count in jackpot.items()
                    ),
                    x=Axis("Net result per unit bet"),
                    y=Axis("Probability, log scale", kind=Kind.PERCENT, log=True),
                ),
                "A long tail, which only a log axis can show.",
            ),
        ),
        page=True,
    )


def _volatility() -> Section:
    bet = "combo:red-green"
    sessions = (100, 1_000, 10_000, 100_000, 1_000_000)
    rows = tuple(
        (
            n,
            edge(bet) - Fraction(3 * deviation(bet) / math.sqrt(n)),
            edge(bet) - Fraction(2 * deviation(bet) / math.sqrt(n)),
            edge(bet),
            edge(bet) + Fraction(2 * deviation(bet) / math.sqrt(n)),
            edge(bet) + Fraction(3 * deviation(bet) / math.sqrt(n)),
        )
        for n in sessions
    )
    kinds = [Column(name, Kind.PERCENT, places=2) for name in ("−3σ", "−2σ", "Edge", "+2σ", "+3σ")]
    return Section(
        "Volatility",
        (
            Paragraph("The actual hold of a session lies in these bands around the exact edge."),
            Chart(
                FunnelChart(edge(bet), deviation(bet), 100, 1_000_000, title="Hold by rounds"),
                ("The hold of ", Mono(bet), " by number of rounds."),
            ),
            Table((Column("Rounds", Kind.NUMBER), *kinds), rows, "Confidence bands of the hold."),
            Formula.of(
                Index("σ", "n"),
                " = ",
                Over("σ", Root("n")),
                ",   ",
                Power("σ", 2),
                " = ",
                Over(1, 64),
                "∑",
                Index("c", "i"),
                Power(Row("(", Index("x", "i"), " − μ)"), 2),
                ",   ",
                Over(52, 7),
                " = 133,784,560",
            ),
        ),
    )


def _simulation() -> Section:
    bet = "combo:red-green"
    exact, sigma = float(edge(bet)), deviation(bet)
    rounds = [round(100 * 10 ** (step / 12)) for step in range(49)]
    wobble = [math.sin(step * 1.3) + 0.6 * math.cos(step * 0.37) for step in range(49)]
    running = tuple(
        Running(n, exact + 0.7 * w * sigma / math.sqrt(n), sigma / math.sqrt(n))
        for n, w in zip(rounds, wobble, strict=True)
    )
    depth = [n / 20 for n in range(19)]
    series = tuple(
        Series(name, tuple((d, base + lift * d**3) for d in depth))
        for name, base, lift in (
            ("red", -0.054, 0.05),
            ("call any", -0.0549, 0.12),
            ("bonus, pair", -0.06, 0.01),
            ("high", -0.0545, 0.03),
        )
    )
    bins = tuple(
        Bin(low / 4, (low + 1) / 4, round(4000 * math.exp(-(((low + 0.5) / 4) ** 2) / 2)))
        for low in range(-16, 16)
    )
    curve = tuple((x / 20, 4000 * math.exp(-((x / 20) ** 2) / 2)) for x in range(-80, 81))
    return Section(
        "Simulation",
        (
            Chart(ConvergenceChart(running, edge(bet)), "The running mean meets the exact edge."),
            Chart(
                LineChart(
                    series,
                    x=Axis("Share of the shoe dealt", kind=Kind.PERCENT),
                    y=Axis("Player's edge", kind=Kind.PERCENT),
                    references=(Reference("even", 0),),
                ),
                "A counter's edge by depth.",
            ),
            Chart(
                Histogram(
                    bins,
                    x=Axis("z-score"),
                    y=Axis("Runs"),
                    curve=curve,
                    curve_label="normal",
                    references=(Reference("this run", 0.8),),
                ),
                "Scores of many runs.",
            ),
        ),
        page=True,
    )


def _claims() -> Section:
    exact = edge("combo:joker-joker")
    return Section(
        "Claims",
        (
            Table(
                (
                    Column("Bet"),
                    Column("Source"),
                    Column("Claimed", Kind.TEXT),
                    Column("Exact", Kind.PERCENT),
                    Column("Agrees", Kind.MARK),
                ),
                tuple(
                    (
                        Mono(bet),
                        "document, odds table",
                        "4.6785%"
                        if bet == "combo:joker-joker"
                        else show(edge(bet), kind=Kind.PERCENT),
                        edge(bet),
                        bet != "combo:joker-joker",
                    )
                    for bet in BETS
                ),
                "The document's own figures, checked one by one.",
                highlight=(11,),
            ),
            Callout(
                CalloutKind.FINDING,
                ("Two digits are transposed in print: the exact value is ", exact, " = 4.6875%."),
                "One claim differs",
            ),
        ),
    )


def _method() -> Section:
    return Section(
        "Method",
        (
            Definitions(
                (
                    ("House edge", "expected loss of one unit bet, as a share of it"),
                    (Emphasis("Hit frequency"), "share of results in which the bet wins"),
                    ("Hold", "what the house kept of everything that was bet"),
                )
            ),
            Bullets(
                (
                    "Count each of the 64 results once.",
                    ("Weigh each net result by its count and divide by ", Fraction(64), "."),
                    "Compare with the certificate.",
                ),
                numbered=True,
            ),
            Verbatim(
                "pitboss par spin-n-win --certificate counts.json\npython check.py counts.json"
            ),
        ),
    )


def _conditions() -> Section:
    return Section(
        "Conditions",
        (
            Checklist(
                (
                    CheckItem("Both Tops have eight faces of the stated colours", True, "measured"),
                    CheckItem("Smallest chip pays half to one exactly", False, "0.25 in use"),
                    CheckItem("Internal controls filed with the agency"),
                )
            ),
            Callout(CalloutKind.WARNING, "Any change of rules or pays makes a new edition."),
        ),
    )
