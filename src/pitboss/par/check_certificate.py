"""Check a PAR certificate with nothing but Python: python check_certificate.py certificate.json

Derives every percentage again from the integer counts and prints each. Ends with 0 when all are as
the certificate states them, with 1 when one is not or the counts do not hold together.
"""

import json
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

PLACES = 10


def half_up(value: Fraction, places: int) -> Decimal:
    scaled = abs(value) * 10**places
    digits = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(-digits if value < 0 else digits).scaleb(-places)


def moments(entry: dict[str, Any]) -> dict[str, Fraction]:
    """Edge, hit frequency and variance from the counts, which must sum to the total."""
    outcomes = [(Fraction(one["net"]), int(one["count"])) for one in entry["outcomes"]]
    total = sum(count for _, count in outcomes)
    if total != entry["total"] or min(count for _, count in outcomes) < 0:
        raise ValueError(f"the counts sum to {total}, not to {entry['total']}")
    mean = sum(net * count for net, count in outcomes) / Fraction(total)
    square = sum(net**2 * count for net, count in outcomes) / Fraction(total)
    hits = Fraction(sum(count for net, count in outcomes if net > 0), total)
    return {"house_edge": -mean, "hit_frequency": hits, "variance": square - mean**2}


def figures(bet: dict[str, Any]) -> dict[str, Fraction]:
    """Every figure of one bet; the rows of a bet must mix to the bet itself."""
    found = moments(bet)
    wager = Fraction(bet["units_wagered"], bet["total"])
    offered = Fraction(bet["offered"])
    rows = [(Fraction(row["probability"]), moments(row)) for row in bet.get("rows", ())]
    for name in ("house_edge", "hit_frequency") if rows else ():
        mixed = sum(chance * row[name] for chance, row in rows) / offered
        if mixed != found[name] or sum(chance for chance, _ in rows) != offered:
            raise ValueError(f"the rows do not mix to the {name} of the bet")
    risk = found["house_edge"] / wager
    return found | {"element_of_risk": risk, "average_wager": wager, "offered": offered}


def check(certificate: dict[str, Any]) -> list[str]:
    """Every figure with its verdict, one line each."""
    lines, edges = [], {}
    for bet in certificate["bets"]:
        parts = [(bet["bet"], figures(bet), bet["percent"])]
        for row in bet.get("rows", ()):
            found = moments(row) | {"probability": Fraction(row["probability"])}
            parts.append((f"{bet['bet']}, {row['row']}", found, row["percent"]))
        for name, found, stated in parts:
            for key in sorted(found.keys() | stated.keys()):
                derived = half_up(found[key] * 100, PLACES)
                verdict = "ok" if Decimal(stated[key]) == derived else f"NOT {stated[key]}"
                lines.append(f"{verdict:4} {name}: {key} {derived:f}%")
        edges[bet["bet"]] = parts[0][1]["house_edge"] * 100
    for claim in certificate["claims"]:
        printed = Decimal(claim["claimed"].rstrip(" %"))
        right = half_up(edges[claim["bet"]], -int(printed.as_tuple().exponent))
        verdict = "ok" if (right == printed) == claim["agrees"] else "NOT as stated"
        lines.append(f"{verdict:4} {claim['bet']}: printed {printed}%, exact rounds to {right:f}%")
    return lines


if __name__ == "__main__":
    try:
        report = check(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    except (IndexError, KeyError, OSError, TypeError, ValueError, ArithmeticError) as problem:
        sys.exit(f"not a sound certificate: {problem!r}")
    sys.stdout.write("\n".join(report) + f"\n{len(report)} figures derived from the counts\n")
    sys.exit(1 if any(line.startswith("NOT") for line in report) else 0)
