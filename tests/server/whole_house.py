"""One of everybody in a house, and one of everything that an act can be about.

A thing is made when it is first needed, and again after an act has used it up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from string import Formatter
from typing import Any

import httpx

from pitboss.floor.alerts import Alert, raise_alert
from pitboss.server.accounts.people import HouseRole
from pitboss.server.jobs.kinds import SIMULATIONS
from pitboss.store.records import Committed
from tests.deadlines import wait_until
from tests.server.by_hand import ByHand, play
from tests.server.kit import PASSWORD, Guest, Json, Running
from tests.server.workers import freeze_at_work


@dataclass(repr=False)
class House:
    """One of everybody, and whatever their acts are about."""

    running: Running
    people: dict[str, Guest]
    anonymous: httpx.Client
    open_for_good: ExitStack
    made: dict[str, str] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def http(self, role: str) -> httpx.Client:
        return self.anonymous if role == "anonymous" else self.people[role].http

    def find(self, name: str) -> str:
        """The id of a thing, made when it is first needed and again after it was used up."""
        if name not in self.made or name in GONE_WITH_THE_NEXT:
            self.made[name] = MAKERS[name](self)
        return self.made[name]

    def host_post(self, where: str, form: Json) -> Json:
        answer = self.people["host"].http.post(where, json=form)
        assert answer.is_success, answer.text
        found: Json = answer.json()
        return found

    def by_hand(self) -> ByHand:
        """A new table of Spin N Win with a player in seat 1 and nothing begun."""
        made = self.bare()
        self.seat(made, self.running.guest(f"Pia {next(self.numbers)}"))
        return made

    def bare(self) -> ByHand:
        """A new table of Spin N Win at which nobody sits."""
        boss = self.people["pit-boss"]
        form = {"game": "spin-n-win", "mode": "entered"}
        table = boss.http.post("/api/tables", json=form).json()["table"]
        return ByHand(self.running, table, self.people["dealer"], boss, None)  # type: ignore[arg-type]

    def seat(self, made: ByHand, guest: Guest) -> None:
        """Let a guest sit down at seat 1."""
        made.player = self.open_for_good.enter_context(guest.at(made.table))
        made.player.sit(1)

    def betting(self) -> ByHand:
        """A table with a bet on it."""
        made = self.by_hand()
        made.act("open-round")
        made.bet("single:red")
        return made

    def spinning(self) -> ByHand:
        """A table whose Tops are about to be read."""
        made = self.betting()
        made.close()
        made.player.see(lambda view: bool(view["awaited"]))
        made.decide()
        return made

    def deciding(self) -> ByHand:
        """A table that waits for the dealer to decide."""
        made = self.betting()
        made.close()
        made.player.see(lambda view: any(one["actor"] == 0 for one in view["awaited"]))
        return made

    def decided(self) -> ByHand:
        """A table whose Tops were read and whose bets are not yet paid."""
        made = self.by_hand()
        play(made, "spin-n-win")
        return made

    def walk_up(self, *acts: Json) -> ByHand:
        """A table with a walk-up player in seat 3, at which the dealer has done this."""
        return self.after(
            {"kind": "seat-walk-up", "seat": 3, "name": "Wanda", "amount": 20_000}, *acts
        )

    def after(self, *acts: Json, last_by: str = "dealer") -> ByHand:
        """A table at which the dealer has done this, and somebody the last of it."""
        made = self.bare()
        for number, act in enumerate(acts, 1):
            who = last_by if number == len(acts) else "dealer"
            made.act(**act, who=self.people[who])
        return made

    def settled(self) -> ByHand:
        """A table whose last round a walk-up player lost."""
        made = self.walk_up(OPEN_ROUND, BET_OF_SEAT_3)
        lose_by_hand(made, seat=3)
        return made

    def asked_to_correct(self, who: str) -> ByHand:
        """A table at which somebody asked to correct the last round."""
        made = self.settled()
        form = {"settled_round": made.desk["settled_round"], "reason": "Misread"}
        made.act("ask-correction", who=self.people[who], **form)
        return made


def names_in(part: object) -> set[str]:
    """The things that a path or a form names in braces."""
    if isinstance(part, str):
        return {name for _, name, _, _ in Formatter().parse(part) if name}
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, tuple) else ()
    return set().union(*map(names_in, inner))


def filled(part: Any, found: dict[str, str]) -> Any:
    """The same with the ids of those things."""
    if isinstance(part, dict):
        return {key: filled(value, found) for key, value in part.items()}
    return part.format(**found) if isinstance(part, str) and names_in(part) else part


OPEN_ROUND: Json = {"kind": "open-round"}
BET_OF_SEAT_3: Json = {"kind": "place-bet", "seat": 3, "spot": "single:red", "stake": 1_000}
OPEN_TRAY: Json = {"kind": "open-tray", "count": 100_000}
ASK_FILL: Json = {"kind": "ask-transfer", "what": "fill", "amount": 50_000}
RING: Json = {"kind": "call-supervisor", "reason": "Dispute"}


def lose_by_hand(made: ByHand, *, seat: int) -> None:
    """Play the bet of one seat on red to its loss."""
    made.act("close-bets")
    made.act("decide", option="start-left")
    made.act("decide", seat=seat, option="spin-a")
    made.act("enter-draw", shown=["tops", "B", "B"])
    made.act("settle")


def short_of_credits(house: House) -> str:
    """A table at which the host has lost until a refill has something to fill up."""
    made, host = house.bare(), house.people["host"]
    house.seat(made, host)
    while not made.running.house.tables.wallet.stack > host.balance():
        made.act("open-round")
        made.player.bet()
        made.act("close-bets")
        made.see(made.desk["version"])
        made.decide()
        made.act("enter-draw", shown=["tops", "B", "B"])
        made.act("settle")
    return made.table


def other_dealers_table(house: House, *acts: Json) -> ByHand:
    """A table that another dealer deals, who has done this."""
    made = house.bare()
    other = house.running.staff(f"Dirk {next(house.numbers)}", HouseRole.DEALER)
    for act in acts:
        made.act(**act, who=other)
    return made


def fill_of_other(house: House) -> str:
    """A table at which a dealer who was relieved since has asked for a fill."""
    made = other_dealers_table(house, OPEN_TRAY, ASK_FILL)
    made.act("relieve")
    return made.table


def token(house: House) -> str:
    """An API token of the dealer's."""
    form = {"name": "bot", "scopes": ["read"], "password": PASSWORD}
    answer = house.people["dealer"].http.post("/api/tokens", json=form)
    assert answer.is_success, answer.text
    return str(answer.json()["note"]["id"])


def alert(house: House) -> str:
    """An alert that nobody has dealt with."""
    name = f"counting.{next(house.numbers)}"
    raised = Alert(alert=name, kind="counting", where="S1", sentence="Bets more.", chance="")
    assert isinstance(raise_alert(house.running.house.tables.pit, raised), Committed)
    return name


def private_table(house: House) -> str:
    """A private table of the host's."""
    return str(house.host_post("/api/tables", {"game": "flip-it"})["table"])


def finished_round(house: House) -> str:
    """A round of the host's that is over."""
    with house.people["host"].at(house.find("private")) as host:
        host.sit(1)
        host.bet()
        round_id = str(host.view["round_id"])
        host.ready()
        host.finish(round_id)
    return round_id


def paused_table(house: House) -> str:
    """A private table of the host's that a pit boss has paused."""
    table = private_table(house)
    form = {"id": f"pause-{table}", "act": {"kind": "pause", "reason": "Check"}}
    answer = house.people["pit-boss"].http.post(f"/api/tables/{table}/acts", json=form)
    assert answer.is_success, answer.text
    return table


def account(house: House) -> str:
    """A player with a password and no other role."""
    name = f"Player {next(house.numbers)}"
    return house.running.staff(name, HouseRole.PLAYER).id


def simulation(house: House) -> str:
    """A simulation that the host's browser started and that does not end by itself.

    Its worker stands still, so that it takes no processor from the other tests.
    """
    form = {"game": "flip-it", "rounds": 10**9, "seed": "7"}
    found = str(house.host_post("/api/simulations", form)["id"])
    freeze_at_work(house.running, SIMULATIONS)
    return found


def design(house: House) -> str:
    """A design of the host's."""
    form = {
        "game": "spin-n-win",
        "base": "standard",
        "name": "Mine",
        "changes": {"pays.combo_joker_joker": "59/1"},
    }
    return str(house.host_post("/api/designs", form)["hash"])


def finished_study(house: House) -> str:
    """A study that is done."""
    form = {"options": {"face": "joker=1/7"}}
    state = house.host_post("/api/protect/spin-n-win/bias", form)

    def is_done() -> bool:
        found = house.anonymous.get(f"/api/studies/{state['key']}").json()
        return str(found["state"]) == "done"

    wait_until(is_done)
    return str(state["key"])


def monitor(house: House) -> str:
    """A report of the pit boss's on rounds of this house."""
    house.find("round")
    boss = house.people["pit-boss"].http
    answer = boss.post("/api/protect/flip-it/monitor", json={"options": {}})
    assert answer.is_success, answer.text
    return str(answer.json()["key"])


MAKERS: dict[str, Callable[[House], str]] = {
    "private": private_table,
    "closing": private_table,
    "pausing": private_table,
    "waiting": private_table,
    "paused": paused_table,
    "round": finished_round,
    "stranger": lambda house: house.people["stranger"].id,
    "boss": lambda house: house.people["pit-boss"].id,
    "account": account,
    "entered": lambda house: house.by_hand().table,
    "opening": lambda house: house.by_hand().table,
    "betting": lambda house: house.betting().table,
    "voiding": lambda house: house.betting().table,
    "deciding": lambda house: house.deciding().table,
    "spinning": lambda house: house.spinning().table,
    "calling": lambda house: house.spinning().table,
    "decided": lambda house: house.decided().table,
    "correcting": lambda house: house.decided().table,
    "shutting": lambda house: house.by_hand().table,
    "bare": lambda house: house.bare().table,
    "others": lambda house: other_dealers_table(house, RING).table,
    "rung": lambda house: house.after(RING).table,
    "walk-up": lambda house: house.walk_up().table,
    "walk-up betting": lambda house: house.walk_up(OPEN_ROUND).table,
    "walk-up bet": lambda house: house.walk_up(OPEN_ROUND, BET_OF_SEAT_3).table,
    "tray": lambda house: house.after(OPEN_TRAY).table,
    "fill of dealer": lambda house: house.after(OPEN_TRAY, ASK_FILL).table,
    "fill of boss": lambda house: house.after(OPEN_TRAY, ASK_FILL, last_by="pit-boss").table,
    "fill of another": fill_of_other,
    "settled": lambda house: house.settled().table,
    "correction of dealer": lambda house: house.asked_to_correct("dealer").table,
    "correction of boss": lambda house: house.asked_to_correct("pit-boss").table,
    "short": short_of_credits,
    "token": token,
    "alert": alert,
    "payout": lambda house: str(
        house.host_post("/api/trainers/payouts", {"game": "spin-n-win"})["question"]
    ),
    "hand": lambda house: str(house.host_post("/api/trainers/hands", {})["question"]),
    "procedure": lambda house: str(
        house.host_post("/api/trainers/procedures", {"game": "flip-it"})["question"]
    ),
    "study": finished_study,
    "monitored": monitor,
    "design": design,
    "simulation": simulation,
}
LASTING = {
    "private",
    "round",
    "bare",
    "stranger",
    "boss",
    "entered",
    "study",
    "monitored",
    "design",
}
"""What an act on it does not use up."""
GONE_WITH_THE_NEXT = {"payout", "hand", "procedure", "short"}
"""Questions, of which whoever asks for another one has only that; and credits, which are won."""
OPTIONS = {
    "figure_workers": 1,
    "proofs_warmed": 0,
    "tables_per_person": 1000,
    "tables_per_address": 1000,
}
