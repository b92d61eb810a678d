"""API tokens: what a program sends in place of a session, made by an account for some scopes.

Only the hash of a token is kept. A token acts as a player whatever the account's role is, and never
reaches sign-in, passwords, credits or other tokens.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from pitboss.server.asgi import Scope, header
from pitboss.server.edge.errors import Denial, DoorCode
from pitboss.server.edge.token_scopes import TokenScope, needed_scope
from pitboss.store.shared import SharedTables, in_one_step

PREFIX = "pitboss_"
MOST_EACH = 20
FRESH_MS = 60_000
_TOKEN = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}", re.ASCII)

BAD_TOKEN = Denial(
    DoorCode.UNKNOWN_TOKEN,
    "This token is not valid; it may have been revoked. Make a new one on your account page.",
)
FULL = Denial(
    DoorCode.TOO_MANY, f"You have {MOST_EACH} tokens, which is the most; revoke one first."
)
NO_TOKEN_MAY = Denial(DoorCode.NOT_ALLOWED, "No token may do that; use the page in a browser.")


@dataclass(frozen=True, slots=True)
class ApiToken:
    id: str
    name: str
    person: str
    scopes: frozenset[TokenScope]
    made_ms: int
    used_ms: int | None


def sent_token(scope: Scope) -> str | None:
    """What a request carries as `Authorization: Bearer`; None when it has no such header."""
    kind, _, token = (header(scope, b"authorization") or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def scope_denial(token: ApiToken, method: str, path: str) -> Denial | None:
    """Why a token may not be used for a request."""
    needed = needed_scope(method, path)
    if needed is None:
        return NO_TOKEN_MAY
    if needed in token.scopes:
        return None
    sentence = f"This token may not do that; make one with the scope '{needed}'."
    return Denial(DoorCode.NOT_ALLOWED, sentence)


class ApiTokens:
    """The tokens of all accounts."""

    def __init__(self, shared: SharedTables) -> None:
        self.shared = shared

    @in_one_step
    def make(
        self, person: str, name: str, scopes: frozenset[TokenScope], *, now_ms: int
    ) -> tuple[str, ApiToken] | Denial:
        """A new token, which is shown this once, and its record."""
        token, id_ = PREFIX + secrets.token_urlsafe(32), secrets.token_hex(4)
        if len(self.of(person)) >= MOST_EACH:
            return FULL
        self.shared.run(
            "INSERT INTO api_tokens (id, digest, person, name, scopes, made_ms)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *(id_, _digest(token), person, name, " ".join(sorted(scopes)), now_ms),
        )
        return token, ApiToken(id_, name, person, scopes, now_ms, None)

    def find(self, token: str, *, now_ms: int) -> ApiToken | None:
        """The record of a token that is in force."""
        if not _TOKEN.fullmatch(token):
            return None
        rows = self._rows("digest = ?", _digest(token))
        if not rows:
            return None
        if abs(now_ms - (rows[0].used_ms or 0)) > FRESH_MS:
            self.shared.run("UPDATE api_tokens SET used_ms = ? WHERE id = ?", now_ms, rows[0].id)
        return rows[0]

    def of(self, person: str) -> tuple[ApiToken, ...]:
        """A person's tokens, newest first."""
        return self._rows("person = ?", person)

    def revoke(self, person: str, id_: str) -> bool:
        """End a token for good; False when the person has none of that id."""
        query = "DELETE FROM api_tokens WHERE person = ? AND id = ?"
        return self.shared.run(query, person, id_) == 1

    def _rows(self, condition: str, value: str) -> tuple[ApiToken, ...]:
        rows = self.shared.rows(
            "SELECT id, name, person, scopes, made_ms, used_ms FROM api_tokens"  # noqa: S608
            f" WHERE {condition} ORDER BY made_ms DESC, id",
            value,
        )
        return tuple(
            ApiToken(id_, name, person, frozenset(map(TokenScope, scopes.split())), *times)
            for id_, name, person, scopes, *times in rows
        )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
