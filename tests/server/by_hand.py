"""An entered table run by hand: its dealer, its pit boss and a player, over the API."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from tests.server.kit import Guest, Json, Running, Viewer

SCRIPTS: dict[str, tuple[str, list[list[str]]]] = {
    "spin-n-win": ("single:red", [["tops", "R", "J"]]),
    "gin-and-win": (
        "ante",
        [
            ["cards", "Kc", "Qd", "9h", "8s", "6c", "4d", "2h"],
            ["cards", "Ac", "Ah", "7d", "8d", "Jd", "3s", "2c"],
        ],
    ),
    "flip-it": (
        "inside:red",
        [["cards", "Ac"], ["cards", "7d"], ["cards", "7h"], ["cards", "2s"], ["cards", "7c"]],
    ),
}


@dataclass
class ByHand:
    """An entered table with its dealer, a pit boss and a player in seat 1."""

    running: Running
    table: str
    dealer: Guest
    boss: Guest
    player: Viewer

    def act(self, kind: str, *, who: Guest | None = None, **fields: Any) -> Json:
        answer = self.refusal(kind, who=who, **fields)
        assert answer["status"] == 200, answer
        return answer

    def refusal(self, kind: str, *, who: Guest | None = None, **fields: Any) -> Json:
        form = {"id": secrets.token_hex(8), "act": {"kind": kind, **fields}}
        answer = (who or self.dealer).http.post(f"/api/tables/{self.table}/acts", json=form)
        return {**answer.json(), "status": answer.status_code}

    @property
    def desk(self) -> Json:
        answer = self.dealer.http.get(f"/api/desk/{self.table}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def wants_draw(self) -> bool:
        """Whether an entry is awaited, once the steps before it are made."""
        while due := [one for one in self.desk["calls"] if one["is_due"]]:
            self.act("call", what=due[0]["call"], reason="By hand")
        return self.desk["draw"] is not None

    def bet(self, spot: str) -> None:
        self.player.see(lambda view: self.player.offered("place-bet") is not None)
        offer = next(s for s in self.player.view["spots"] if s["spot"] == spot)
        stake = 10 * offer["minimum"]
        self.player.do("place-bet", seat=1, spot=spot, stake=stake)

    def see(self, version: int) -> None:
        """Until the player's view is at least this new."""
        while self.player.shown["version"] < version:
            self.player.until(lambda message: bool(message["kind"] == "shown"))

    def close(self) -> None:
        """No more bets; whoever is asked says what a hasty one would, the dealer first."""
        self.act("close-bets")

    def decide(self) -> None:
        """Every decision that is open, the dealer's and the player's."""
        while True:
            awaited = self.player.view["awaited"]
            if not awaited:
                return
            one = awaited[0]
            version = self.player.shown["version"]
            if one["actor"] == 0:
                self.act("decide", option=one["options"][0]["option"])
            else:
                wanted = [option["option"] for option in one["options"]]
                self.player.do("decide", seat=1, option=wanted[0])
            self.see(version + 1)


def play(by_hand: ByHand, game: str) -> Json:
    """A round up to its decision; the desk as it stands before settlement."""
    spot, draws = SCRIPTS[game]
    by_hand.act("open-round")
    waiting = [*draws]
    while by_hand.wants_draw():
        by_hand.act("enter-draw", shown=waiting.pop(0))
    by_hand.bet(spot)
    by_hand.close()
    by_hand.wants_draw()
    by_hand.see(by_hand.desk["version"])
    by_hand.decide()
    while by_hand.wants_draw():
        by_hand.act("enter-draw", shown=waiting.pop(0))
        by_hand.see(by_hand.desk["version"])
    by_hand.decide()
    assert not waiting
    return by_hand.desk
