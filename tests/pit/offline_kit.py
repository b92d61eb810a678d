"""Round files in bulk for the two verifiers: random rounds at real tables, in every mode.

Nothing is refused on purpose: a random act that the table does not take is simply not taken.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from pitboss.equipment.cards import STANDARD_CARDS, Card
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.equipment.shown import Shown
from pitboss.equipment.tops import Face
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedCards, NeedDecisions, NeedDraw, NeedSpin, Pending
from pitboss.games.rounds import draw_for
from pitboss.games.steps import Setting
from pitboss.pit.roundfile import round_file
from pitboss.pit.sealed import ChainSeeds, derive_draw
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.refusals import Refusal, unwrap
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE, Act, Actor, Command
from pitboss.table.decide import decide
from pitboss.table.evolve import attempt, evolve
from pitboss.table.fairness import commitment_of, player_hash
from pitboss.table.running import open_calls
from pitboss.table.setup import TableRules, load_rules
from pitboss.table.state import Phase, TableState, open_table
from tests.pit.test_recall import PAGE, node
from tests.table.kit import DEALER, SUPERVISOR, every_game, player, registry, setup

OLD = "sealed before chains"
MODES = ("sealed", "entered", "scripted", OLD)
ACTS_MAX = 300
PLANS = (("rank",) * 7, ("suit",) * 5 + ("rank",) * 2, ("rank",) * 4 + ("suit",) * 3)
SEEDS = ("luck", "sieben", 'quote"and\\', "0123456789abcdef0123456789abcdef")
CHAIN_LENGTH = 8
REASONS = ("Off the dish.", "Ärger am Tisch", "Short of turns, cocked", "x", "½ a turn")

Changes = tuple[tuple[str, str], ...]
Checks = list[tuple[str, bool | None]]


@dataclass(frozen=True, slots=True)
class Design:
    """An edition as a table is opened with it: a shipped one, or one with changes."""

    game: str
    edition: str
    changes: Changes = ()

    def read(self) -> HasHead:
        folder = every_game().find(self.game)
        assert not isinstance(folder, Refusal)
        found = folder.edition(self.edition, changes=dict(self.changes) or None)
        assert not isinstance(found, Refusal), found
        return found


def shipped() -> tuple[Design, ...]:
    """Every edition that ships."""
    games = registry().games.items()
    return tuple(Design(key, name) for key, entry in games for name in entry.edition_keys())


CHANGED = (
    Design("spin-n-win", "standard", (("options.spinner", "pass-every-spin"),)),
    Design("spin-n-win", "standard", (("tops.joker", "3"), ("table.seats", "3"))),
    Design("spin-n-win", "standard", (("pays.single_red", "2/3"), ("table.chip", "0.01"))),
    Design("spin-n-win", "standard", (("pays.combo_red_blue", "0"), ("tops.green", "0"))),
    Design("flip-it", "call12-pay1", (("options.shoe", "continuous"),)),
    Design("flip-it", "call10-pay2", (("cards.decks", "1"), ("options.cut_undealt", "9"))),
    Design(
        "flip-it",
        "call12-pay2",
        (("cards.ranks", "ATJQK"), ("cards.suits", "d"), ("options.cut_undealt", "2")),
    ),
    Design("flip-it", "call10-pay1", (("cards.ranks", "7K"), ("pays.call_it", "25/3"))),
    Design("flip-it", "call10-pay1", (("cards.ranks", "7"), ("options.cut_undealt", "5"))),
    Design("gin-and-win", "wsgc-2017", (("options.setting", "as-set"),)),
    Design("gin-and-win", "ten", (("options.setting", "as-set"), ("readings.ace", "high"))),
    Design(
        "gin-and-win",
        "ten",
        (("readings.bonus_on_fold", "loses"), ("readings.seven_or_better", "higher")),
    ),
    Design(
        "gin-and-win",
        "wsgc-2017",
        (("table.seats", "2"), ("cards.ranks", "A2345678"), ("bonus.one", "7/3")),
    ),
    Design("gin-and-win", "ten", (("table.seats", "1"), ("cards.ranks", "A2K7"))),
    Design(
        "gin-and-win",
        "ten",
        (("table.seats", "1"), ("cards.ranks", "A29TK"), ("cards.suits", "chs")),
    ),
    Design("gin-and-win", "ten", (("cards.hand", "4"), ("qualifier.score", "2"))),
    Design("gin-and-win", "ten", (("table.minimum", "5.00"), ("about.title", "Ours"))),
)
"""Editions that an operator or an inventor might make, small decks among them."""


@dataclass
class Evening:
    """A table at which chance plays, dealer and players alike."""

    state: TableState
    bits: SeededBits
    seed: bytes = b""
    chain: ChainSeeds = field(default_factory=lambda: ChainSeeds(b"", 0))
    is_old: bool = False
    """Whether rounds are sealed as before there were chains: format 1."""
    texts: dict[int, str] = field(default_factory=dict)
    """The seeds that players have committed to in this round."""

    def below(self, limit: int) -> int:
        return draw_below(self.bits, limit)

    def one(self, items: Any) -> Any:
        found = tuple(items)
        return found[self.below(len(found))]

    def ask(self, by: Actor, act: Act) -> bool:
        """Whether the table took it."""
        decided = decide(self.state, Command(by, act))
        if isinstance(decided, Refusal):
            return False
        self.state = decided.after
        return True

    @property
    def mode(self) -> str:
        return self.state.rules.mode.value

    # --- what people do ------------------------------------------------------------------

    def open_round(self) -> None:
        self.texts = {}
        if self.is_old:
            self.open_old()
            return
        if not self.state.is_sealed or self.state.next_link:
            assert self.ask(HOUSE, cmd.OpenRound())
        else:
            self.chain = ChainSeeds(self.bits.bits(256).to_bytes(32, "big"), CHAIN_LENGTH)
            end = self.chain.seed(0).hex()
            assert self.ask(HOUSE, cmd.OpenRound(cmd.NewChain(end, CHAIN_LENGTH, "ab" * 60)))
        if self.state.is_sealed:
            self.seed = self.chain.seed(self.state.link)

    def open_old(self) -> None:
        """A round as older versions opened it: a fresh seed and no chain."""
        self.seed = self.bits.bits(256).to_bytes(32, "big")
        new = cmd.NewChain("0" * 64, CHAIN_LENGTH, "ab")
        _, opened = unwrap(decide(self.state, Command(HOUSE, cmd.OpenRound(new)))).events
        assert isinstance(opened, ev.RoundOpened)
        commitment = commitment_of(self.seed, link=0)
        self.state = evolve(self.state, replace(opened, link=0, commitment=commitment))

    def close(self) -> None:
        if not self.is_old:
            self.ask(DEALER, cmd.CloseBetting())
            return
        seeds = tuple((seat, text) for seat, text in ((1, "luck"), (2, "")) if self.below(2))
        closed = attempt(self.state, ev.BetsClosed("dealer", seeds))
        self.state = self.state if isinstance(closed, Refusal) else closed

    def bet(self) -> None:
        """Somebody bets, changes a bet, takes one down, or says when they are done."""
        seat = 1 + self.below(len(self.state.occupants))
        assert self.state.current is not None
        spots = self.state.rules.game.spots(self.state.current.state, seat)  # type: ignore[arg-type]
        if not spots:
            return
        what = self.below(12)
        if what == 0:
            self.ask(player(seat), cmd.TakeDownBet(seat, str(self.one(spots).key)))
        elif what in (1, 2):
            text, round_id = self.one(SEEDS), self.state.round_id or ""
            if self.ask(player(seat), cmd.CommitSeed(seat, player_hash(round_id, seat, text))):
                self.texts[seat] = text
        else:
            limits = self.state.rules.edition.head.limits
            stake = int(limits.minimum) + int(limits.chip) * self.below(500)
            # The last spot of a felt is the one that pays seldom and much.
            spot = self.one(spots) if self.below(3) else spots[-1]
            self.ask(player(seat), cmd.PlaceBet(seat, str(spot.key), stake))

    def call(self) -> None:
        """The dealer calls something, with what showed where that is recorded."""
        current = self.state.current
        assert current is not None
        option = self.one(current.game.calls(current.state))
        step = draw_for(current.need, self.bits)
        shows = option.shows and step is not None and self.below(2)
        shown = step.shown[: option.shows] if step and shows else ()
        self.ask(DEALER, cmd.MakeCall(option.key, self.one(REASONS), shown, bool(shown)))

    def make_due_call(self) -> bool:
        """Whether the dealer had to make a call before anything else, and made it."""
        due = next((one for one in open_calls(self.state) if one.is_due), None)
        return due is not None and self.ask(DEALER, cmd.MakeCall(due.key, "By hand."))

    def reveal(self) -> None:
        """Somebody reveals a seed, or the time to do so is up."""
        seat, _ = self.one(self.state.hashes)
        self.ask(player(seat), cmd.RevealSeed(seat, self.texts[seat]))
        if not self.below(6):
            self.ask(HOUSE, cmd.Expire(self.state.mark))

    def draw(self) -> None:
        assert self.state.current is not None
        if self.mode == "sealed":
            assert self.ask(HOUSE, cmd.ShowDraw(derive_draw(self.state, self.seed) or ()))
            return
        if self.make_due_call():
            return
        need = self.state.current.need
        if isinstance(need, NeedCards) and not self.below(3):
            shown: Shown = self.lucky(need)
        else:
            step = draw_for(need, self.bits)
            assert step is not None
            shown = step.shown
        assert self.ask(DEALER if self.mode == "entered" else HOUSE, cmd.ShowDraw(shown))
        if self.mode == "entered" and not self.below(6):
            self.correct()

    def lucky(self, need: NeedCards) -> tuple[Card, ...]:
        """Cards that chance seldom deals together: each shares rank or suit with the one before."""
        left, plan, cards = need.undealt.counts, self.one(PLANS), list[Card]()
        for link in plan[: need.count]:
            there = [card for card, count in left.items() if count]
            near = [
                card for card in there if cards and getattr(card, link) == getattr(cards[-1], link)
            ]
            cards.append(self.one(near or there))
            left[cards[-1]] -= 1
        return tuple(cards)

    def correct(self) -> None:
        """An entry is put right, where what is said now can be."""
        at = self.below(len(self.state.draws))
        assert self.state.current is not None
        was: Any = self.state.current.steps[self.state.draws[at].step].shown  # type: ignore[union-attr]
        is_cards = isinstance(was[0], Card)
        now = self.other_cards(was) if is_cards else tuple(Face(self.one("RGBYJ")) for _ in was)
        self.ask(DEALER, cmd.CorrectDraws(((at, now),), "Read upside down."))

    def other_cards(self, was: tuple[Card, ...]) -> tuple[Card, ...]:
        """The same cards with one exchanged for any card; the table knows whether it can be."""
        at = self.below(len(was))
        return (*was[:at], self.one(STANDARD_CARDS), *was[at + 1 :])

    def decide(self, need: NeedDecisions) -> None:
        one: Pending = self.one(need.pending)
        option = self.one(one.options)
        by = DEALER if one.actor == 0 else player(int(one.actor))
        whose = int(one.actor)
        if option.takes_setting and not whose:
            whose = int(str(option.key).rpartition("-")[2])
        setting = self.setting(whose) if option.takes_setting and self.below(2) else None
        self.ask(by, cmd.MakeDecision(int(one.actor), str(option.key), setting))

    def setting(self, seat: int) -> Setting:
        """A player's own combinations: the house way, or one of them left out."""
        assert self.state.current is not None
        game, edition = self.state.rules.game, self.state.rules.edition
        hand = self.state.current.state.hand(seat)
        scored = game.score_hand(edition, hand)
        assert scored is not None and not isinstance(scored, Refusal)
        laid = list(scored.combinations)
        if laid and self.below(2):
            laid.pop(self.below(len(laid)))
        if self.state.current.state.face_down and scored.left_over and self.below(2):
            laid.append(scored.left_over[:1])  # one card alone is no combination
        return tuple(laid)

    # --- a round -------------------------------------------------------------------------

    def act(self) -> None:
        """One thing happens."""
        current = self.state.current
        assert current is not None
        if not self.below(40):
            self.ask(SUPERVISOR, cmd.VoidRound(self.one(REASONS), seed=self.one(("", self.seen()))))
        elif self.state.phase is Phase.SETTLING:
            assert self.ask(DEALER, cmd.SettleRound(self.seen()))
        elif not self.below(8 if isinstance(current.need, NeedSpin) else 15):
            self.call()
        elif self.state.is_revealing:
            self.reveal()
        elif isinstance(current.need, NeedDraw):
            self.draw()
        elif isinstance(current.need, NeedDecisions):
            self.decide(current.need)
        elif self.below(6):
            self.bet()
        else:
            self.close()

    def seen(self) -> str:
        return self.seed.hex() if self.state.is_sealed else ""

    def round(self) -> dict[str, Any]:
        """A whole round, and its file."""
        self.open_round()
        for _ in range(ACTS_MAX):
            before = self.state
            self.act()
            if self.state.current is None:
                assert self.state.last is not None
                return dict(round_file(before, self.state.last))
        raise AssertionError("the round never ends")


def evening(design: Design, mode: str, name: str) -> Evening:
    """A table of that design, with players at some of its seats."""
    bits = SeededBits(f"{name} {design} {mode}".encode())
    is_old, mode = mode == OLD, "sealed" if mode == OLD else mode
    edition = design.read()
    seats = min(edition.head.seats_max, 1 + draw_below(bits, 4))
    opening = replace_edition(setup(design.game, mode=mode, seats=seats), design, edition)
    rules = load_rules(opening, every_game())
    assert isinstance(rules, TableRules), rules
    table = Evening(open_table(rules), bits, is_old=is_old)
    for seat in range(1, seats + 1):
        assert table.ask(player(seat), cmd.TakeSeat(seat))
    return table


def replace_edition(opening: Any, design: Design, edition: HasHead) -> Any:
    """The same opening with another edition."""
    named = {"edition": design.edition, "edition_hash": edition.head.hash}
    return replace(opening, **named, changes=design.changes)


def files_of(design: Design, mode: str, rounds: int, name: str = "offline") -> list[dict[str, Any]]:
    """The files of an evening's rounds, one after the other at the same table."""
    table = evening(design, mode, name)
    return [table.round() for _ in range(rounds)]


# --- the two verifiers -----------------------------------------------------------------------


def by_program(text: str) -> Checks | str:
    """What `pitboss verify` finds: each check, or the code of a refusal."""
    found = verify_text(text, registry())
    if isinstance(found, Refusal):
        return found.code.value
    assert isinstance(found, RoundVerdict)
    return [(check.name, check.is_sound) for check in found.checks]


def page_program(page: str) -> str:
    """The scripts of the page that verify, one after the other, as the page runs them."""
    starts = [page.split(f'<script id="{name}">')[1] for name in _SCRIPTS]
    parts = [start.partition("</script>")[0] for start in starts]
    return "\n".join(parts)


_SCRIPTS = ("verifier", "rules")
_ASK = """
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => pitboss.verifyWhole(text))));
"""


def whole_by_page(texts: list[str], page: str = PAGE) -> list[dict[str, Any]]:
    """All that the page finds, in one process for all texts."""
    done = subprocess.run(
        [node(), "-e", page_program(page) + _ASK],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def by_page(texts: list[str]) -> list[Checks | str]:
    """What the page finds in each of the texts."""
    return [
        one["code"] if "refused" in one else [(name, sound) for name, sound, _ in one["checks"]]
        for one in whole_by_page(texts)
    ]
