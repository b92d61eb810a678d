"""The document's table of outcomes as data: every printed row, in the order of the print.

One line per row: the two Tops, then every bet that the row pays with its odds. Imports nothing.
"""

PRINTED = """
R R : single:red 1/1
R G : single:red 1/2, single:green 1/2, combo:red-green 5/2
R B : single:red 1/2, single:blue 1/2, combo:red-blue 5/2
R Y : single:red 1/2, single:yellow 1/1, combo:yellow-red 9/2
R J : single:red 1/1, single:green 1/2, single:blue 1/2, single:yellow 1/1, single:joker 3/1, combo:yellow-red 9/2, combo:red-blue 5/2, combo:red-green 5/2
G R : single:green 1/2, single:red 1/2, combo:red-green 5/2
G G : single:green 1/1
G B : single:green 1/2, single:blue 1/2, combo:green-blue 5/2
G Y : single:green 1/2, single:yellow 1/1, combo:yellow-green 9/2
G J : single:red 1/2, single:green 1/1, single:blue 1/2, single:yellow 1/1, single:joker 3/1, combo:red-green 5/2, combo:green-blue 5/2, combo:yellow-green 9/2
B R : single:blue 1/2, single:red 1/2, combo:red-blue 5/2
B G : single:blue 1/2, single:green 1/2, combo:green-blue 5/2
B B : single:blue 1/1
B Y : single:blue 1/2, single:yellow 1/1, combo:yellow-blue 9/2
B J : single:red 1/2, single:green 1/2, single:blue 1/1, single:yellow 1/1, single:joker 3/1, combo:red-blue 5/2, combo:green-blue 5/2, combo:yellow-blue 9/2
Y R : single:red 1/2, single:yellow 1/1, combo:yellow-red 9/2
Y G : single:green 1/2, single:yellow 1/1, combo:yellow-green 9/2
Y B : single:blue 1/2, single:yellow 1/1, combo:yellow-blue 9/2
Y Y : single:yellow 2/1
Y J : single:red 1/2, single:green 1/2, single:blue 1/2, single:yellow 2/1, single:joker 3/1, combo:yellow-red 9/2, combo:yellow-green 9/2, combo:yellow-blue 9/2
J J : single:red 1/1, single:green 1/1, single:blue 1/1, single:yellow 2/1, single:joker 6/1, combo:yellow-red 9/2, combo:yellow-green 9/2, combo:yellow-blue 9/2, combo:red-green 5/2, combo:red-blue 5/2, combo:green-blue 5/2, combo:joker-joker 60/1
"""  # noqa: E501 - one printed row is one line


def printed_rows() -> dict[str, dict[str, str]]:
    """Rows by the two letters of the Tops, each with the odds of every bet it pays."""
    rows: dict[str, dict[str, str]] = {}
    for line in PRINTED.strip().splitlines():
        tops, _, paid = line.partition(" : ")
        rows[tops.replace(" ", "")] = dict(entry.split(" ", 1) for entry in paid.split(", "))
    return rows
