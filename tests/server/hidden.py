"""What a viewer may not know, derived from the record of a round, and looked for in frames.

Nothing here asks the program what is hidden. The record (the round's file, made once the round is
over) says what was drawn and when bets closed; the documents say whose each card is and when it is
turned. A frame is searched as text, so that a card or a seed is found wherever it stands.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

_RANKS = dict(
    zip(
        ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
         "Queen", "King"),
        "A23456789TJQK",
        strict=True,
    )
)  # fmt: skip
_CODE = re.compile(r"(?<![\w-])([A2-9TJQK][cdhs])(?![\w-])")
_NAME = re.compile(rf"\b({'|'.join(_RANKS)}) of (clubs|diamonds|hearts|spades)\b")
_HEX = re.compile(r"[0-9a-f]{32,}")
_FOLD = re.compile(r"^decide (\d+) fold$", re.MULTILINE)
FACE_DOWN = frozenset({"betting", "no-more-bets", "dealing", "decisions"})
"""Phases in which nothing has been turned but what each player holds."""


def cards_in(value: object) -> set[str]:
    """Every card that a piece of a frame names, as a code or in words."""
    text = json.dumps(value, ensure_ascii=False)
    named = {_RANKS[rank] + suit[0] for rank, suit in _NAME.findall(text)}
    return named | set(_CODE.findall(text))


@dataclass(frozen=True)
class Secret:
    """One round as its record tells it."""

    round_id: str
    game: str
    seed: str
    allowed_hex: frozenset[str]
    hands: dict[int, frozenset[str]]
    """Gin & Win: each seat's cards; the dealer is 0."""
    folded: frozenset[int]
    row: tuple[str, ...]
    """flip~it: the four that lie while bets are open."""
    later: frozenset[str]
    """flip~it: what is turned after bets closed."""

    def hidden_from(self, seat: int, phase: str) -> frozenset[str]:
        """The cards of this round that a viewer may not see in a phase of it."""
        if self.game == "gin-and-win":
            shut = self.hands.keys() if phase in FACE_DOWN else self.folded
            others = [self.hands[one] for one in shut if one != seat and one in self.hands]
            return frozenset().union(*others) if others else frozenset()
        if self.game == "flip-it" and phase in ("betting", "no-more-bets"):
            return self.later - set(self.row)
        return frozenset()


@dataclass
class Reader:
    """Reads the files of one table's rounds in order, carrying what lies on from round to round."""

    game: str
    row: list[str] = field(default_factory=list)

    def read(self, file: Json) -> Secret:
        draws = [(bool(one["after_bets_closed"]), one["shown"]) for one in file["draws"]]
        before = [card for closed, shown in draws if not closed for card in shown]
        after = [card for closed, shown in draws if closed for card in shown]
        if self.game == "flip-it":
            # A new shoe lays a new row; otherwise the last four cards are the row, in which no
            # joker ever lies (FLP-2.2, FLP-6.1).
            self.row = [card for card in before if _CODE.fullmatch(card)] or self.row[-4:]
        row = tuple(self.row)
        self.row += [card for card in after if _CODE.fullmatch(card)]
        hands: dict[int, frozenset[str]] = {}
        if self.game == "gin-and-win":
            seats = sorted({int(line.split()[1]) for line in file["settlement"]})
            for seat, (_, shown) in zip([*seats, 0], draws, strict=True):
                hands[seat] = frozenset(shown)
        seeds = {text for _, text in file["player_seeds"]}
        hashes = {text for _, text in file["player_hashes"]}
        public = {file["commitment"], file["chain"]["end"], *hashes}
        return Secret(
            round_id=file["round"],
            game=self.game,
            seed=file["seed"],
            allowed_hex=frozenset({*public, file["edition_hash"], *seeds}),
            hands=hands,
            folded=frozenset(int(seat) for seat in _FOLD.findall(file["notation"])),
            row=row,
            later=frozenset(after),
        )


def leaks(frame: Json, secret: Secret, before: Secret | None) -> list[str]:
    """What a view of a round shows that its viewer may not know yet."""
    view = frame["view"]
    if view["round_id"] not in (secret.round_id, None):
        return []
    is_over = view["round_id"] is None
    seat, found = int(view["viewer"]), []
    now = {name: part for name, part in view.items() if name != "last"}
    if not is_over:
        found += [f"card {card}" for card in _shown(now, secret, seat, view["phase"])]
        found += _faces(view, secret)
    last = view["last"]
    known = secret if last is not None and last["round_id"] == secret.round_id else before
    if last is not None and known is not None and known.round_id == last["round_id"]:
        shown = cards_in(last) & known.hidden_from(seat, "over")
        found += [f"folded card {card}" for card in shown]
    return found + _seeds(view, secret, known, is_over=is_over)


def beside(text: str, frame: Json) -> list[str]:
    """What changes say beyond the view that they make: cards and long numbers."""
    said, whole = json.loads(text)["changes"], frame["view"]
    found = {f"beside card {card}" for card in cards_in(said) - cards_in(whole)}
    shown = set(_HEX.findall(json.dumps(whole)))
    return sorted(
        found | {f"beside number {one}" for one in _HEX.findall(text) if one not in shown}
    )


def _shown(now: Json, secret: Secret, seat: int, phase: str) -> list[str]:
    if secret.game == "spin-n-win":
        return []
    return sorted(cards_in(now) & secret.hidden_from(seat, phase))


def _faces(view: Json, secret: Secret) -> list[str]:
    """Tops that lie before they were spun, and wins before they are known."""
    if secret.game != "spin-n-win" or view["phase"] not in FACE_DOWN:
        return []
    felt = view["felt"]
    shown = [top["face"] for top in felt["tops"] if top["face"] is not None]
    return [f"face {face}" for face in shown] + [f"win {win['spot']}" for win in felt["wins"]]


def _seeds(view: Json, secret: Secret, known: Secret | None, *, is_over: bool) -> list[str]:
    """Long numbers in hexadecimal that are neither public nor of a round that is over."""
    allowed = set(secret.allowed_hex)
    if known is not None and view["last"] is not None:
        allowed |= {known.seed, *known.allowed_hex}
    found = set(_HEX.findall(json.dumps({**view, "table": ""}))) - allowed
    return sorted(f"number {text}" for text in found)
