"""Routes of API tokens: list, make and revoke your own; only from a browser, never by a token."""

from __future__ import annotations

from dataclasses import dataclass

from litestar.params import FromPath, JSONBody

from pitboss.server.accounts import schemas
from pitboss.server.accounts.api_tokens import ApiToken, ApiTokens
from pitboss.server.accounts.callers import browser_session
from pitboss.server.accounts.names import read_name
from pitboss.server.accounts.sign_in import Accounts, Visitor
from pitboss.server.edge.errors import NOT_ALLOWED, Denial, DoorCode
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, client_of, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.token_scopes import TokenScope

NO_SUCH_TOKEN = Denial(DoorCode.NOT_FOUND, "You have no such token; it may be revoked already.")


@dataclass(frozen=True, slots=True)
class TokenRoutes:
    accounts: Accounts

    @property
    def _tokens(self) -> ApiTokens:
        return self.accounts.people.api_tokens

    @get("/api/tokens")
    async def listed(self, request: AnyRequest) -> schemas.TokensPage:
        """Your API tokens, newest first; the tokens themselves are kept nowhere."""
        return self._page(browser_session(request).person.id)

    @post("/api/tokens", status_code=201)
    async def make(
        self, request: AnyRequest, data: JSONBody[schemas.TokenForm]
    ) -> schemas.NewToken:
        """Make an API token for some scopes; it is shown this once. Needs your password."""
        session, address = browser_session(request), client_of(request).address
        if session.person.is_guest:
            raise HttpRefusal(NOT_ALLOWED)
        name = unwrap_or_raise(read_name(data.name))
        self.accounts.limit_entry(address)
        await self.accounts.prove_again(session, data.password, visitor=Visitor(address))
        scopes, now_ms = frozenset(map(TokenScope, data.scopes)), self.accounts.runtime.clock()
        made = self._tokens.make(session.person.id, name, scopes, now_ms=now_ms)
        token, record = unwrap_or_raise(made)
        who, what = session.person.id, " ".join(sorted(scopes))
        self.accounts.runtime.log.event("token.made", who=who, id=record.id, scopes=what)
        return schemas.NewToken(token=token, note=_note(record))

    @post("/api/tokens/{token_id:str}/revoke")
    async def revoke(self, request: AnyRequest, token_id: FromPath[str]) -> schemas.TokensPage:
        """End one of your API tokens for good."""
        person = browser_session(request).person.id
        if not self._tokens.revoke(person, token_id):
            raise HttpRefusal(NO_SUCH_TOKEN)
        self.accounts.runtime.log.event("token.revoked", who=person, id=token_id)
        return self._page(person)

    def _page(self, person: str) -> schemas.TokensPage:
        return schemas.TokensPage(tokens=tuple(map(_note, self._tokens.of(person))))


def _note(token: ApiToken) -> schemas.TokenNote:
    return schemas.TokenNote(
        id=token.id,
        name=token.name,
        scopes=tuple(sorted(token.scopes)),
        made_ms=token.made_ms,
        used_ms=token.used_ms,
    )
