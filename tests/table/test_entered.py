"""Entered outcomes: typed by a dealer, checked, corrected on record, voided with what showed."""

from __future__ import annotations

import msgspec

from pitboss.equipment.cards import Card, parse_cards
from pitboss.equipment.tops import Face
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import event_codec
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE
from pitboss.table.results import describe_correction
from pitboss.table.state import Correction, Phase
from pitboss.table.view_records import Viewer
from pitboss.table.views import view
from pitboss.units import SeatIndex
from tests.table.kit import DEALER, SUPERVISOR, Felt, felt, player


def cards(text: str) -> tuple[Card, ...]:
    found = parse_cards(text)
    assert not isinstance(found, Refusal)
    return found


def test_a_correction_names_the_cards_that_were_put_right() -> None:
    def said(was: str, now: str) -> str:
        return describe_correction(Correction((0,), "Misread.", ((cards(was), cards(now)),)))

    one = "The dealer corrected the Two of clubs to the Three of diamonds: Misread."
    assert said("Ac 7d 2c", "Ac 7d 3d") == one
    # Of equal cards from several decks the one that is too many.
    assert (
        said("7d 7d", "7d JK") == "The dealer corrected the Seven of diamonds to a Joker: Misread."
    )
    assert "the Ace of clubs and the Two of clubs to" in said("Ac 2c", "2c Ac")


def spun() -> Felt:
    """A Spin N Win table that waits for the faces."""
    table = felt(mode="entered")
    table.sit(1)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "single:red", 1000))
    table.do(DEALER, cmd.CloseBetting())
    table.decide_all()
    return table


def test_only_a_dealer_types_and_only_what_can_be() -> None:
    table = spun()
    assert table.refused(HOUSE, cmd.ShowDraw((Face.RED, Face.RED))) == "not-your-turn"
    assert table.refused(player(1), cmd.ShowDraw((Face.RED, Face.RED))) == "not-your-turn"
    assert table.refused(DEALER, cmd.ShowDraw((Face.RED,))) == "wrong-count"
    assert table.refused(DEALER, cmd.ShowDraw(cards("Ac Kd"))) == "bad-face"
    table.do(DEALER, cmd.ShowDraw((Face.RED, Face.BLUE)))
    assert table.refused(DEALER, cmd.ShowDraw((Face.RED, Face.BLUE))) == "not-now"


def test_an_entry_is_corrected_before_settlement_and_both_are_on_record() -> None:
    table = spun()
    table.do(DEALER, cmd.ShowDraw((Face.RED, Face.BLUE)))
    assert (
        table.refused(DEALER, cmd.CorrectDraws(((0, (Face.GREEN, Face.BLUE)),), "")) == "bad-text"
    )
    wrong = cmd.CorrectDraws(((1, (Face.GREEN, Face.BLUE)),), "Read upside down.")
    assert table.refused(DEALER, wrong) == "unknown-option"
    same = cmd.CorrectDraws(((0, (Face.RED, Face.BLUE)),), "Read upside down.")
    assert table.refused(DEALER, same) == "bad-field"
    (event,) = table.do(
        DEALER, cmd.CorrectDraws(((0, (Face.GREEN, Face.BLUE)),), "Read upside down.")
    )
    assert event == ev.DrawsCorrected(
        ((0, (Face.RED, Face.BLUE), (Face.GREEN, Face.BLUE)),), "Read upside down."
    )
    (shown,) = view(table.state, Viewer()).corrections
    assert shown.reason == "Read upside down."
    corrected = "The dealer corrected Red and Blue to Green and Blue: Read upside down."
    assert shown.sentence == corrected
    settled = table.settle()[0]
    last = view(table.state, Viewer(SeatIndex(1), player="p1")).last
    assert last is not None and last.trouble == f"{corrected} Your bets lost 10."
    assert isinstance(settled, ev.RoundSettled)
    assert settled.lines == ("= 1 single:red 10.00 lose - 0.00 SNW-3.4",)
    assert table.refused(DEALER, same) == "not-now"


def test_swapped_entries_are_corrected_together() -> None:
    table = felt("gin-and-win", mode="entered")
    table.sit(1)
    table.open_round()
    table.bet(1)
    table.do(DEALER, cmd.CloseBetting())
    assert table.refused(DEALER, cmd.ShowDraw(cards("Ac Ad Ah 2c 3c 4c 9s"))) == "not-now"
    table.do(DEALER, cmd.MakeCall("dealt-face-down", "By hand."))
    table.do(player(1), cmd.MakeDecision(1, "play"))
    first, second = cards("Ac Ad Ah 2c 3c 4c 9s"), cards("Kc Kd 7h 8s 6c 4d 2h")
    table.do(DEALER, cmd.ShowDraw(first))
    assert table.refused(DEALER, cmd.ShowDraw(cards("Ac Kd 7h 8s 6c 4d 2h"))) == "impossible-card"
    table.do(DEALER, cmd.ShowDraw(second))
    table.do(DEALER, cmd.MakeDecision(0, "verified"))
    assert table.state.phase is Phase.SETTLING
    one = cmd.CorrectDraws(((0, second),), "Hands exchanged.")
    assert table.refused(DEALER, one) == "impossible-card"
    table.do(DEALER, cmd.CorrectDraws(((0, second), (1, first)), "Hands exchanged."))
    assert table.state.phase is Phase.SETTLING
    shown = view(table.state, Viewer(SeatIndex(1))).felt
    assert shown.hands[0].cards == tuple(map(str, sorted(first)))  # type: ignore[attr-defined]


def test_the_ante_of_a_fold_shows_as_taken_at_once() -> None:
    table = felt("gin-and-win")
    table.sit(1, 2)
    table.open_round()
    table.bet(1, 2)
    table.do(DEALER, cmd.CloseBetting())
    table.deal()
    table.do(player(2), cmd.MakeDecision(2, "fold"))
    taken = {bet.seat: bet.is_taken for bet in view(table.state, Viewer()).bets}
    assert taken == {1: False, 2: True}


def test_steps_by_hand_come_before_an_entry_and_only_where_it_is_dealt_by_hand() -> None:
    table = felt("flip-it", mode="entered")
    table.sit(1)
    table.do(DEALER, cmd.OpenRound())
    assert "enter-draw" not in [one.act for one in view(table.state, Viewer(SeatIndex(0))).offers]
    assert table.refused(DEALER, cmd.ShowDraw(cards("Ac"))) == "not-now"
    table.do(DEALER, cmd.MakeCall("cut-card", "By hand."))
    table.do(DEALER, cmd.MakeCall("burn-card", "By hand."))
    table.do(DEALER, cmd.ShowDraw(cards("Ac")))
    house = felt("flip-it", mode="scripted")
    house.sit(1)
    house.do(HOUSE, cmd.OpenRound())
    assert house.refused(SUPERVISOR, cmd.MakeCall("cut-card", "By hand.")) == "not-now"
    shown = view(house.state, Viewer(SeatIndex(0))).offers
    assert all("cut-card" not in one.names for one in shown)


def test_void_reasons_are_counted_for_the_table() -> None:
    table = spun()
    for reason in ("Came to rest cocked", "Came to rest cocked: twice", "A phone rang"):
        table.do(DEALER, cmd.MakeCall("invalid-spin", reason, is_readable=False))
    table.do(DEALER, cmd.MakeCall("dealer-spins-both", "Player cannot spin"))
    assert dict(table.state.void_reasons) == {"cocked": 2, "other": 1}


def test_a_void_records_what_showed_or_that_nothing_could_be_read() -> None:
    table = spun()
    bad = cmd.MakeCall("invalid-spin", "Off the dish.")
    assert table.refused(DEALER, bad) == "missing-field"
    table.do(DEALER, cmd.MakeCall("invalid-spin", "Too few turns.", (Face.RED, Face.JOKER)))
    table.do(DEALER, cmd.MakeCall("invalid-spin", "Cocked.", is_readable=False))
    assert table.state.counter == 2
    called = [event for event in table.events if isinstance(event, ev.Called)]
    assert [event.shown for event in called] == [(Face.RED, Face.JOKER), ()]
    assert [event.readable for event in called] == [1, 0]


def test_a_supervisor_voids_the_round_with_what_showed() -> None:
    table = spun()
    table.do(DEALER, cmd.ShowDraw((Face.RED, Face.RED)))
    table.do(SUPERVISOR, cmd.VoidRound("A Top was touched.", (Face.RED, Face.RED)))
    assert table.state.stakes == ()
    event = table.events[-1]
    assert isinstance(event, ev.RoundVoided)
    assert event.shown == (Face.RED, Face.RED)


def test_nothing_is_settled_before_the_dealer_says_so() -> None:
    table = spun()
    assert table.refused(DEALER, cmd.SettleRound()) == "not-now"
    table.do(DEALER, cmd.ShowDraw((Face.RED, Face.RED)))
    assert table.state.phase is Phase.SETTLING
    assert table.refused(player(1), cmd.SettleRound()) == "not-your-turn"
    assert table.refused(DEALER, cmd.SettleRound("ab" * 32)) == "bad-field"
    table.settle()


def test_draws_and_settings_are_texts_in_the_journal_alone() -> None:
    ace, king = Card(1, 0), Card(13, 2)
    written = {
        ev.OutcomeDrawn(0, (Face.RED, Face.JOKER), "sealed"): (
            b'{"counter":0,"shown":["tops","R","J"],"how":"sealed"}'
        ),
        ev.DrawsCorrected(((2, (ace,), (king,)),), "Misread."): (
            b'{"draws":[[2,["cards","Ac"],["cards","Kh"]]],"reason":"Misread."}'
        ),
        ev.Decided(1, "play", "player"): (
            b'{"actor":1,"option":"play","by":"player","setting":[],"is_set":0}'
        ),
        ev.Decided(1, "play", "player", ()): (
            b'{"actor":1,"option":"play","by":"player","setting":[],"is_set":1}'
        ),
        ev.Decided(1, "play", "player", ((ace, king),)): (
            b'{"actor":1,"option":"play","by":"player","setting":[["Ac","Kh"]],"is_set":1}'
        ),
        ev.Called("void", "Cocked.", (), 0): (
            b'{"what":"void","reason":"Cocked.","shown":[],"readable":0}'
        ),
    }
    for event, body in written.items():
        assert msgspec.json.encode(event_codec.encode(event)) == body
        assert event_codec.decode(ev.kind_of(event), msgspec.json.decode(body)) == event
    for shown in (["tops", "X"], ["coins", "1"], ["cards", "1x"], "R J", None):
        bad = {"counter": 0, "shown": shown, "how": "sealed"}
        refused = event_codec.decode("outcome.drawn", bad)
        assert isinstance(refused, Refusal) and refused.code is RefusalCode.BAD_FIELD
