"""Requests: their fingerprints, by which a command that is sent again is known."""

from __future__ import annotations

from pitboss.pit.requests import plain_act
from pitboss.table import commands as cmd


def test_what_acts_could_not_say_once_is_left_out_where_it_is_not_said() -> None:
    """So a request that was journalled before is still known when it is sent again."""
    old = {"seat": 1, "option": "play", "setting": ["none"]}
    assert plain_act(cmd.MakeDecision(1, "play")) == old
    said = cmd.MakeDecision(1, "play", round_id="T1.7", step=0)
    assert plain_act(said) == {**old, "round_id": "T1.7", "step": 0}
