"""Checks of whole rounds: settlement, replay, notation and rounds that are typed in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.equipment.draws import SeededBits
from pitboss.gamekit.conformance.findings import expect
from pitboss.gamekit.conformance.random_rounds import must, play, rounds_of
from pitboss.games.bets import apply_option
from pitboss.games.contract import RoundScript, TypedRound
from pitboss.games.game_folder import GameEdition
from pitboss.games.needs import Need, NeedBets, NeedCards, NeedDecisions, NeedDraw
from pitboss.games.notation import read_round, show_line, write_round
from pitboss.games.rounds import Round, begin, replay, take, walk
from pitboss.games.settlement import Line, Result
from pitboss.games.steps import DEALER, SPECTATOR, Bet, Decide, Draw, Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import NO_CREDITS, SeatIndex

ROUNDS, TYPED, ALIKE = 40, 10, 10
ONE = SeatIndex(1)


def check_play(subject: GameEdition) -> str:
    """Rounds end, every stake is settled once, and everything said names its clause."""
    numbers = {str(clause.number) for clause in subject.folder.clauses()}
    spots = subject.game.all_spots(subject.edition)
    posted = {spot.key: set(spot.odds) for spot in spots}
    awards = {spot.key: {line.odds for line in spot.awards} for spot in spots}
    # Without calls of the dealer, one of which would end an endless round.
    for seed in range(ALIKE):
        _check_alike(_play_alone(subject, seed=seed))
    for positions in rounds_of(subject, seed=5, count=ROUNDS):
        last = positions[-1]
        lines = last.lines()
        staked = sorted((b.seat, b.spot, b.stake) for b in subject.game.bets(last.state))
        settled = sorted((n.seat, n.spot, n.stake) for n in lines if not n.is_award)
        expect(staked == settled, f"{staked} is settled as {settled}; each stake has one line.")
        taken = [line.result is Result.LOSE for line in lines]
        expect(taken == sorted(taken, reverse=True), "A stake is taken after another was paid.")
        for line in lines:
            _check_line(line)
            expect(line.clause in numbers, f"Clause {line.clause} is not in RULES.md.")
            on = awards if line.is_award else posted
            is_posted = line.odds is None or line.odds in on[line.spot]
            expect(is_posted, f"{line.spot} is paid {line.odds}, which its spot does not post.")
        _check_up(last)
        _check_ending(last, numbers)
        for position in positions:
            _check_position(position, numbers)
    return f"{ROUNDS} random rounds end, and every stake is settled once."


def _check_alike(played: Round) -> None:
    """What nobody tells apart changes no result: the order of cards or equal dice, and suits."""
    suits = sorted({c.suit for b, _ in walk(played) for c in _cards_of(b.need) if not c.is_joker})
    others = dict(zip(suits, (*suits[1:], *suits[:1]), strict=True))
    steps = tuple(_reversed(before.need, step) for before, step in walk(played))
    expect(_settled(played, steps), f"The order of a draw changes a result:\n{write_round(played)}")
    if played.game.suits_alike:
        steps = tuple(_exchanged(step, others) for step in played.steps)
        expect(_settled(played, steps), f"A suit is preferred:\n{write_round(played)}")


def _cards_of(need: Need) -> tuple[Card, ...]:
    return tuple(need.undealt.counts) if isinstance(need, NeedCards) else ()


def _settled(played: Round, steps: tuple[Step, ...]) -> bool:
    """Whether the round is settled as it was when these are its steps."""
    script = RoundScript(played.seats, played.start, steps)
    return must(replay(played.game, played.edition, script)).lines() == played.lines()


def _reversed(need: Need, step: Step) -> Step:
    if not isinstance(step, Draw) or not isinstance(need, NeedDraw):
        return step
    first, *others = need.origin()
    is_equal = isinstance(need, NeedCards) or all(one == first for one in others)
    return Draw(step.shown[::-1]) if is_equal else step


def _exchanged(step: Step, suits: dict[int, int]) -> Step:
    def other(card: Any) -> Any:
        return card if card.is_joker else Card(card.rank, suits[card.suit])

    if isinstance(step, Draw):
        return Draw(tuple(map(other, step.shown)))
    if isinstance(step, Decide) and step.setting is not None:
        setting = tuple(tuple(map(other, cards)) for cards in step.setting)
        return Decide(step.actor, step.option, setting)
    return step


def _check_line(line: Line) -> None:
    said = show_line(line)
    if line.is_award:
        expect(line.stake == 0 < line.pays and line.odds is not None, f"An award pays: {said}")
        return
    expect(line.stake > 0 and line.pays >= 0, f"A line has an amount that cannot be: {said}")
    expect((line.odds is not None) == (line.result is Result.WIN), f"Only wins have odds: {said}")
    stays = line.moves_to is None or line.result is Result.STANDS
    expect(stays, f"Only a stake that stands moves: {said}")
    right = line.odds.winnings(line.stake) if line.odds else NO_CREDITS
    expect(line.pays == right, f"The odds pay {right}: {said}")


def _check_up(last: Round) -> None:
    """Every bet that stands is on the felt of the next round, where its line says."""
    lines = [line for line in last.lines() if line.result is Result.STANDS]
    following = must(begin(last.game, last.edition, seats=last.seats, carry=last.carry()))
    up = {(b.seat, b.spot, b.stake) for b in last.game.bets(following.state)}
    stands = {(line.seat, line.moves_to or line.spot, line.stake) for line in lines}
    expect(len(stands) == len(lines), "Two stakes stand on one spot.")
    expect(stands <= up, f"{sorted(stands - up)} stands and is gone in the next round.")


def _check_ending(last: Round, numbers: set[str]) -> None:
    ending = last.game.ending(last.state)
    expect(ending.clause in numbers, f"The round ends by {ending.clause}, not in RULES.md.")
    if ending.void:
        return
    told = {last.game.explain(last.state, seat) for seat in last.seats}
    expect(all(one == "" or one.endswith(".") for one in told), f"Not sentences: {told}")
    result = last.game.result(last.state)
    is_texts = result is None or (result and all(type(one) is str for one in result))
    expect(bool(is_texts), f"A result is told in texts: {result}")


def _check_position(position: Round, numbers: set[str]) -> None:
    game, state = position.game, position.state
    _check_options(position)
    for call in game.calls(state):
        expect(call.clause in numbers, f"The call {call.key} cites {call.clause}, not in RULES.md.")
        expect(position.find_call(call.key) == call, f"Two calls have the key {call.key}.")
    words = game.say(state)
    expect(bool(words) and "\n" not in words, f"The dealer says one line: {words!r}")
    for viewer in (position.seats[0], DEALER, SPECTATOR):
        lines = game.look(state, viewer)
        expect(all(line and "\n" not in line for line in lines), f"Not lines of words: {lines}")
    if isinstance(position.need, NeedBets):
        spots = game.spots(state, position.seats[0])
        expect(any(spot.closed is None for spot in spots), "Bets are open and every spot closed.")
        same = [s.key for s in spots] == [s.key for s in game.all_spots(position.edition)]
        expect(same, "spots and all_spots name different spots.")


def _check_options(position: Round) -> None:
    """Every option does to the stakes what it says, and is taken with no setting unless it asks."""
    game, need = position.game, position.need
    for pending in need.pending if isinstance(need, NeedDecisions) else ():
        keys = [option.key for option in pending.options]
        expect(pending.hasty in keys, f"{pending.hasty} is taken in haste and not an option.")
        for option in pending.options:
            after = take(position, Decide(pending.actor, option.key))
            if option.takes_setting and isinstance(after, Refusal):
                continue
            spots = game.all_spots(position.edition)
            said = apply_option(game.bets(position.state), pending.actor, option, spots)
            lies = game.bets(must(after).state)
            expect(lies == said, f"{option.key} leaves {lies} on the felt and says {said}.")


def check_replay(subject: GameEdition) -> str:
    """A round played again from its steps is the same round."""
    for positions in rounds_of(subject, seed=1, count=ROUNDS):
        last = positions[-1]
        script = RoundScript(last.seats, last.start, last.steps)
        again = must(replay(subject.game, subject.edition, script))
        expect(again == last and again.lines() == last.lines(), _differs(last))
        expect([step for _, step in walk(last)] == list(last.steps), _differs(last))
        for before, step in walk(last):
            expect(must(take(before, step)) in positions, _differs(last))
    return f"{ROUNDS} rounds replay step by step to the same settlement."


def _differs(played: Round) -> str:
    return f"A round played again comes out differently:\n{write_round(played)}"


def check_notation(subject: GameEdition) -> str:
    """A round is written and read back at every position, and an altered one is refused."""
    altered = 0
    for positions in rounds_of(subject, seed=2, count=10):
        for position in positions:
            text = write_round(position)
            back = read_round(text, subject.game, subject.edition)
            expect(back == position, f"A round does not read back:\n{text}")
        lines = write_round(positions[-1]).splitlines()
        at = next((i for i, line in enumerate(lines) if line.startswith("= ")), None)
        if at is not None:
            del lines[at]
            refused = read_round("\n".join(lines), subject.game, subject.edition)
            is_found = isinstance(refused, Refusal) and refused.code is RefusalCode.TAMPERED
            expect(is_found, "A round without one line of its settlement is taken.")
            altered += 1
    expect(altered > 0, "No round has a settlement.")
    return "Rounds are written and read back; an altered one is refused."


def check_typed(subject: GameEdition) -> str:
    """A round that is typed in as it was dealt is settled as it was."""
    refused, typed = "", 0
    dealt = [_play_alone(subject, seed=seed) for seed in range(TYPED)]
    for last in dealt:
        for one in _as_typed(last):
            script = subject.game.typed_round(subject.edition, one)
            if not isinstance(script, Refusal):
                settled = must(replay(subject.game, subject.edition, script)).lines()
                expect(settled == last.lines(), f"{one.draw!r} is settled otherwise when typed.")
                typed += 1
                break
            refused = f"{one.draw!r} cannot be typed: {script.sentence}"
    expect(typed > 0, refused)
    bets = tuple((bet.spot, bet.stake) for bet in subject.game.bets(dealt[0].state))
    for draw in ("", "?", "Zz / 99"):
        script = subject.game.typed_round(subject.edition, TypedRound(draw, bets))
        expect(isinstance(script, Refusal), f"{draw!r} is taken as a typed draw.")
    return f"{typed} of {TYPED} rounds can be typed in and settle as dealt."


def _play_alone(subject: GameEdition, *, seed: int) -> Round:
    """A round of one seat without calls of the dealer."""
    start = must(begin(subject.game, subject.edition, seats=(ONE,)))
    *_, last = play(start, SeededBits(f"alone {seed}".encode()), with_calls=False)
    return last


def _as_typed(played: Round) -> Iterator[TypedRound]:
    """Draws by slashes, those to one place together; then each draw by itself."""
    bets = tuple((step.spot, step.stake) for step in played.steps if isinstance(step, Bet))
    chosen = [s.option for s in played.steps if isinstance(s, Decide) and s.actor == ONE]
    draws = [
        (before.need.place, " ".join(map(str, step.shown)))
        for before, step in walk(played)
        if isinstance(step, Draw) and isinstance(before.need, NeedDraw)
    ]
    places = [list(found) for _, found in groupby(draws, key=lambda one: one[0])]
    for parts in ([" ".join(text for _, text in one) for one in places], [t for _, t in draws]):
        yield TypedRound(" / ".join(parts), bets, ",".join(chosen) or None)
