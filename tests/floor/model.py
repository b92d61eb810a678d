"""The second model: every balance predicted from the words of the journal alone.

Knows no rule engine, no ledger and no table: it reads events as JSON, keeps a purse for each player
and the chips on each felt, and says what everybody must have. Deliberately simple.
"""

from __future__ import annotations

import hmac
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MATCHED = {
    "play": ("ante", "play"),
    "play-as-set": ("ante", "play"),
    "war": ("ante", "raise"),
}
"""Decisions that put a second stake beside the first: option, first spot, second spot."""

LAID = {"let-it-ride": ("base", "first", "second")}
"""Games in which a bet on the first of these spots lays as much on the others."""

TAKEN_BACK = {"back": ("first", "second")}
"""Decisions that take a stake back: by how many decisions of the seat came before it."""

STAYS_UP = {"spin-n-win": ("",), "craps": ("place:", "hard:")}
"""Games in which a winning bet stays where it is, on spots whose name begins so."""

Place = tuple[str, int, str]


@dataclass
class Model:
    """Purses, chips on the felt, and which rounds are open."""

    purses: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    chips: dict[Place, tuple[str, int]] = field(default_factory=dict)
    """Table, seat and spot: whose stake, and how much."""
    seats: dict[tuple[str, int], str] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    won: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """What each table has won so far."""
    issued: int = 0
    rounds_open: set[str] = field(default_factory=set)
    rounds_over: set[str] = field(default_factory=set)
    in_round: dict[str, str] = field(default_factory=dict)
    decisions: dict[tuple[str, int], int] = field(default_factory=lambda: defaultdict(int))
    """How many decisions a seat has made in a round."""
    closed: set[str] = field(default_factory=set)
    """Rounds whose bets are closed."""
    leaving: set[tuple[str, int]] = field(default_factory=set)
    """Seats that somebody has left but for what is in play."""
    seen: Counter[str] = field(default_factory=Counter)
    """Ways in which stakes were settled, beyond lost, paid and given back."""

    def read(self, stream: str, kind: str, body: dict[str, Any]) -> None:
        """Take in one event of the journal."""
        table = stream.partition(":")[2]
        if kind == "credits.refilled":
            self.purses[body["player"]] += body["amount"]
            self.issued += body["amount"]
        elif kind == "table.opened":
            self.games[table] = body["game"]
        elif kind in ("seat.taken", "seat.leave-announced", "seat.left"):
            self.sit(table, kind, body)
        elif kind == "bets.closed":
            self.closed.add(self.in_round[table])
        elif kind == "bet.placed":
            assert self.in_round[table] not in self.closed, "a bet after the bets were closed"
            for spot in LAID.get(self.games[table], (body["spot"],)):
                self.lift(table, body["seat"], spot)
                self.lay(table, body["seat"], spot, body["stake"])
        elif kind == "bet.taken-down":
            for spot in LAID.get(self.games[table], (body["spot"],)):
                self.lift(table, body["seat"], spot)
        elif kind == "decision.made" and body["actor"]:
            self.decide(table, body["actor"], body["option"])
        elif kind in ("round.opened", "round.settled", "round.voided"):
            self.round(table, kind, body)

    def sit(self, table: str, kind: str, body: dict[str, Any]) -> None:
        """Somebody sits down, means to leave, or has left."""
        if kind == "seat.taken":
            self.seats[table, body["seat"]] = body["player"]
        elif kind == "seat.leave-announced":
            self.leaving.add((table, body["seat"]))
        else:
            self.leave(table, body["seat"])

    def decide(self, table: str, seat: int, option: str) -> None:
        """A decision of a seat, which may lay a stake or lift one."""
        made = self.decisions[self.in_round[table], seat]
        self.decisions[self.in_round[table], seat] += 1
        if option in MATCHED:
            first, second = MATCHED[option]
            _, stake = self.chips[table, seat, first]
            self.lay(table, seat, second, stake)
        elif option in TAKEN_BACK:
            self.seen["taken back"] += 1
            self.lift(table, seat, TAKEN_BACK[option][made])

    def round(self, table: str, kind: str, body: dict[str, Any]) -> None:
        """A round begins or ends."""
        round_id = body["round_id"]
        if kind == "round.opened":
            assert round_id not in self.rounds_open | self.rounds_over
            assert table not in self.in_round
            self.rounds_open.add(round_id)
            self.in_round[table] = round_id
            return
        assert self.in_round.pop(table) == round_id, "a round ends once, and the one in play"
        self.rounds_open.remove(round_id)
        self.rounds_over.add(round_id)
        if kind == "round.voided":
            for place in [place for place in self.chips if place[0] == table]:
                self.lift(*place)
            return
        places = {place for place in self.chips if place[0] == table}
        moved: dict[Place, tuple[str, int]] = {}
        for line in body["lines"]:
            places.remove(self.settle(table, line, moved))
        assert not places, "every stake has its line"
        assert not moved.keys() & self.chips.keys(), "a stake moves to a free spot"
        self.chips |= moved
        for place in [place for place in self.chips if place[0] == table]:
            if place[:2] in self.leaving and self.is_contract(*place):
                self.seen["contract"] += 1
            elif place[:2] in self.leaving:
                self.lift(*place)

    def settle(self, table: str, line: str, moved: dict[Place, tuple[str, int]]) -> Place:
        """One line, such as `= 1 single:red 10.00 win 1/1 10.00 SNW-3.2`.

        At its end it may say how much of a lost stake was taken, or where one that stands moves.
        """
        _, seat, spot, stake, result, odds, pays, clause, *more = line.split()
        assert clause
        place = (table, int(seat), spot)
        player, amount = self.chips[place]
        assert amount == _minor(stake)
        ends = dict(zip(more[::2], more[1::2], strict=True))
        assert ends.keys() <= {"taken", "to"}
        self.seen.update([result, *ends, *(["commission"] if odds == "19/20" else [])])
        winnings = 0
        if result == "win":
            winnings = int(Fraction(odds) * amount)
            assert Fraction(odds) * amount == winnings == _minor(pays)
        else:
            assert _minor(pays) == 0 and odds == "-"
        self.won[table] -= winnings
        self.purses[player] += winnings
        if result == "lose":
            taken = _minor(ends["taken"]) if "taken" in ends else amount
            assert 0 < taken <= amount
            del self.chips[place]
            self.won[table] += taken
            self.purses[player] += amount - taken
        elif result == "stands":
            if "to" in ends:
                moved[table, int(seat), ends["to"]] = self.chips.pop(place)
        elif result != "win" or not self.stays_up(table, spot):
            self.lift(*place)
        return place

    def is_contract(self, table: str, _seat: int, spot: str) -> bool:
        return self.games[table] == "craps" and (spot == "pass" or spot.startswith("come:"))

    def stays_up(self, table: str, spot: str) -> bool:
        return spot.startswith(STAYS_UP.get(self.games[table], ()))

    def lay(self, table: str, seat: int, spot: str, stake: int) -> None:
        """A stake goes from the purse to the felt."""
        player = self.seats[table, seat]
        self.purses[player] -= stake
        self.chips[table, seat, spot] = (player, stake)

    def lift(self, table: str, seat: int, spot: str) -> None:
        """A stake goes back to its purse, if there is one."""
        player, stake = self.chips.pop((table, seat, spot), ("", 0))
        if player:
            self.purses[player] += stake

    def check_purses(self) -> None:
        """Nobody has bet what is not there; true between two moments of the journal."""
        for player, purse in self.purses.items():
            assert purse >= 0, f"{player} bets what is not there"

    def leave(self, table: str, seat: int) -> None:
        """A seat becomes free; what stayed up goes along."""
        self.leaving.discard((table, seat))
        for place in [place for place in self.chips if place[:2] == (table, seat)]:
            self.lift(*place)
        del self.seats[table, seat]


def round_key(house_key: bytes, round_id: str) -> bytes:
    """The key of a round, as docs/how-it-works/ledger-and-audit.md says."""
    return hmac.digest(house_key, b"pitboss/round-key/1\0" + round_id.encode(), "sha256")


def unsealed(kind: str, body: dict[str, Any], key: bytes) -> tuple[str, dict[str, Any]]:
    """An event in the words of the journal; one that the key does not open stays as it is."""
    if kind != "round.event-sealed":
        return kind, body
    data = bytes.fromhex(body["text"])
    cipher = AESGCM(hmac.digest(key, b"pitboss/encrypt/1\0", "sha256"))
    try:
        words = json.loads(cipher.decrypt(data[:12], data[12:], b"pitboss/event/1"))
    except InvalidTag:
        return kind, body
    return words[0], words[1]


def _minor(text: str) -> int:
    whole, _, decimals = text.partition(".")
    return int(whole) * 100 + int(decimals)
