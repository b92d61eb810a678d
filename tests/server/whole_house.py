"""One of everybody in a house, and one of everything that an act can be about.

A thing is made when it is first needed, and again after an act has used it up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count

import httpx

from pitboss.server.accounts.people import HouseRole
from pitboss.server.jobs.kinds import SIMULATIONS
from tests.deadlines import wait_until
from tests.server.by_hand import ByHand, play
from tests.server.kit import Guest, Json, Running
from tests.server.workers import freeze_at_work


@dataclass
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
        boss = self.people["pit-boss"]
        form = {"game": "spin-n-win", "mode": "entered"}
        table = boss.http.post("/api/tables", json=form).json()["table"]
        guest = self.running.guest(f"Pia {next(self.numbers)}")
        player = self.open_for_good.enter_context(guest.at(table))
        player.sit(1)
        return ByHand(self.running, table, self.people["dealer"], boss, player)

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
LASTING = {"private", "round", "stranger", "boss", "entered", "study", "monitored", "design"}
"""What an act on it does not use up."""
GONE_WITH_THE_NEXT = {"payout", "hand", "procedure"}
"""Questions: whoever asks for another one has only that."""
OPTIONS = {
    "figure_workers": 1,
    "proofs_warmed": 0,
    "tables_per_person": 1000,
    "tables_per_address": 1000,
}
