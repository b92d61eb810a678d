"""The wallet: practice credits for a player, and the limits a player sets.

Free, always refillable, never sold, redeemed or passed on: there is no other way in or out.
"""

from __future__ import annotations

import msgspec

from pitboss.audit.canonical import Json, fingerprint
from pitboss.invariants import check
from pitboss.ledger.accounts import PlayerId, is_id, player_account
from pitboss.ledger.limits import LimitKind, LimitState, SetLimit, at_time
from pitboss.ledger.transfers import Issue
from pitboss.pit.clock import Clock
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Commit, Committed, Event, Tip
from pitboss.store.store import Store
from pitboss.units import Credits

STACK = Credits(1_000_00)
"""What a refill fills up to."""
TRIES_MAX = 5
PLAYER_STREAM = "player:"
FULL = Refusal(RefusalCode.ABOVE_MAXIMUM, "Your credits are full; play some first.")
FULL_WITH_BETS = Refusal(
    RefusalCode.ABOVE_MAXIMUM,
    "Your credits are full, counting your bets on the tables; finish them first.",
)


class Wallet(msgspec.Struct, frozen=True):
    """Players' credits away from the tables: balances, refills and own limits."""

    store: Store
    clock: Clock
    stack: Credits = STACK

    def balance(self, player: str) -> int:
        """A player's credits in minor units; none where the store does not answer."""
        found = self.store.balance(player_account(player))
        return found if isinstance(found, int) else 0

    def refill(self, player: str, *, client_id: str) -> Committed | Refusal:
        """Fill a player's credits up to the stack, open stakes included; refused when full."""
        if not is_id(player):
            return Refusal(RefusalCode.BAD_FIELD, "That is not a valid player id.")
        for _ in range(TRIES_MAX):
            outcome = self._refill(player, client_id)
            if outcome is not None:
                return outcome
        return Refusal(RefusalCode.STALE_VERSION, "Somebody else is refilling; try again.")

    def _refill(self, player: str, client_id: str) -> Committed | Refusal | None:
        head = self.store.head(_stream(player))
        balance = self.store.balance(player_account(player))
        held = self.store.in_action(player)
        if isinstance(head, Refusal):
            return head
        if isinstance(balance, Refusal):
            return balance
        if isinstance(held, Refusal):
            return held
        first = self.store.first_answer(actor=_actor(player), client_id=client_id)
        missing = self.stack - (balance or 0) - held
        if missing <= 0 and first is None:
            return FULL_WITH_BETS if held else FULL
        amount = Credits(max(missing, 1))
        commit = Commit(
            stream=_stream(player),
            expected=Tip(head.digest),
            at_ms=self.clock(),
            actor=_actor(player),
            client_id=client_id,
            fingerprint=_print({"do": "refill", "player": player}),
            events=(Event("credits.refilled", {"amount": int(amount), "player": player}),),
            transfers=(Issue(player=PlayerId(player), amount=amount, up_to=self.stack),),
        )
        answer = self._find_answer(commit)
        if isinstance(answer, Refusal) and answer.code is RefusalCode.ABOVE_MAXIMUM:
            # Credits came back from a table since the balance was read; look again.
            return None
        return answer

    def set_limit(
        self, player: str, kind: str, value: int | None, *, client_id: str
    ) -> Committed | Refusal:
        """Set one of a player's own limits: stricter at once, looser after 24 hours.

        Amounts are minor units, times milliseconds; a cool-off is given as how long it lasts.
        """
        refusal = _wish_refusal(player, kind, value)
        if refusal is not None:
            return refusal
        now_ms = self.clock()
        limit = LimitKind(kind)
        until = value
        if limit is LimitKind.COOL_OFF and value is not None:
            until = now_ms + value
        asked = ["none"] if value is None else ["value", str(value)]
        body: dict[str, str | int] = {"kind": limit.value, "player": player}
        if until is not None:
            body["value"] = until
        commit = Commit(
            stream=_stream(player),
            expected=None,
            at_ms=now_ms,
            actor=_actor(player),
            client_id=client_id,
            fingerprint=_print({"do": "limit", "kind": kind, "player": player, "to": asked}),
            events=(Event("limit.asked", body),),
            limits=(SetLimit(player=PlayerId(player), kind=limit, value=until),),
        )
        return self._find_answer(commit) or Refusal(RefusalCode.STALE_VERSION, "Try again.")

    def limits(self, player: str) -> dict[LimitKind, LimitState] | Refusal:
        found = self.store.limits(player)
        if isinstance(found, Refusal):
            return found
        now_ms = self.clock()
        return {kind: at_time(state, now_ms) for kind, state in found.items()}

    def _find_answer(self, commit: Commit) -> Committed | Refusal | None:
        answer = self.store.append(commit)
        if isinstance(answer, Refusal):
            return None if answer.code is RefusalCode.STALE_VERSION else answer
        check(answer.stream == commit.stream, "an answer belongs to its command")
        return answer


def _wish_refusal(player: object, kind: object, value: object) -> Refusal | None:
    if type(player) is not str or not is_id(player):
        return Refusal(RefusalCode.BAD_FIELD, "That is not a valid player id.")
    kinds = tuple(one.value for one in LimitKind)
    if kind not in kinds:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            f"There is no limit '{kind}'; limits are {', '.join(kinds)}.",
        )
    if value is not None and (type(value) is not int or not 0 <= value <= 2**50):
        return Refusal(RefusalCode.BAD_FIELD, "A limit is a whole number, zero or more, or none.")
    return None


def _stream(player: str) -> str:
    return PLAYER_STREAM + player


def _actor(player: str) -> str:
    return f"player:{player}"


def _print(body: dict[str, Json]) -> str:
    digest = fingerprint(body)
    check(isinstance(digest, str), "a request of our own has canonical bytes")
    return str(digest)
