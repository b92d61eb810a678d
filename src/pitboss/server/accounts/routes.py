"""Routes of who you are: coming in, accounts, passwords and signing out."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from pitboss.server.accounts.callers import caller_of, session_of
from pitboss.server.accounts.people import Session, is_token
from pitboss.server.accounts.sign_in import Accounts, Visitor
from pitboss.server.edge.cookies import device_cookie_name, session_cookie
from pitboss.server.edge.errors import AnyRefusal
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, client_of, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.schemas import (
    AccountForm,
    GuestForm,
    Me,
    PasswordForm,
    ProofForm,
    SignInForm,
)

DEVICE_S = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class AccountRoutes:
    """Who you are."""

    accounts: Accounts

    @get("/api/me")
    async def me(self, request: AnyRequest) -> Me:
        """Your name, role and credits, and the token that every form needs."""
        return self._me(session_of(request))

    @post("/api/guest")
    async def guest(self, request: AnyRequest, data: JSONBody[GuestForm]) -> Response[Me]:
        """Come in with a name only. Whoever has come in already stays who they are."""
        known = caller_of(request)
        if known.session is not None:
            return Response(self._me(known.session))
        self.accounts.limit_entry(known.address)
        token = "" if known.is_new else known.token
        return self._came_in(request, await self.accounts.enter_as_guest(data.name, token=token))

    @post("/api/account")
    async def account(self, request: AnyRequest, data: JSONBody[AccountForm]) -> Response[Me]:
        """Put what you have as a guest under a password; your token changes."""
        session = session_of(request)
        self.accounts.limit_entry(client_of(request).address)
        made = await self.accounts.make_account(session, data.name, data.password)
        return self._came_in(request, made)

    @post("/api/sign-in")
    async def enter(self, request: AnyRequest, data: JSONBody[SignInForm]) -> Response[Me]:
        """Sign in with name and password; your token changes."""
        visitor, known = self._limited(request), caller_of(request)
        old = "" if known.session is None else known.token
        session = await self.accounts.sign_in(data.name, data.password, visitor=visitor, old=old)
        return self._came_in(request, session)

    @post("/api/sign-out", status_code=204)
    async def depart(self, request: AnyRequest) -> None:
        """Forget this browser; its sockets close. Seats and credits stay yours."""
        self.accounts.sign_out(session_of(request))

    @post("/api/password")
    async def password(self, request: AnyRequest, data: JSONBody[PasswordForm]) -> Response[Me]:
        """Change your password; every other browser of yours is signed out."""
        session, visitor = session_of(request), self._limited(request)
        changed = await self.accounts.change_password(session, data.old, data.new, visitor=visitor)
        return self._came_in(request, changed)

    @post("/api/prove", status_code=204)
    async def prove(self, request: AnyRequest, data: JSONBody[ProofForm]) -> None:
        """Give your password again, after staff were idle."""
        session, visitor = session_of(request), self._limited(request)
        refusal = await self.accounts.prove_again(session, data.password, visitor=visitor)
        if refusal is not None:
            raise HttpRefusal(refusal)

    def _limited(self, request: AnyRequest) -> Visitor:
        """Where a password comes from, once its address has not sent too many."""
        visitor = self._visitor(request)
        self.accounts.limit_entry(visitor.address)
        return visitor

    def _visitor(self, request: AnyRequest) -> Visitor:
        device = request.cookies.get(device_cookie_name(self.accounts.runtime.options), "")
        return Visitor(client_of(request).address, device if is_token(device) else "")

    def _me(self, session: Session) -> Me:
        person = session.person
        return Me(
            person=person.id,
            name=person.name,
            role=person.role.value,
            is_guest=person.is_guest,
            balance=self.accounts.wallet.balance(person.id),
            csrf=session.csrf,
        )

    def _came_in(self, request: AnyRequest, found: Session | AnyRefusal) -> Response[Me]:
        session, accounts = unwrap_or_raise(found), self.accounts
        header = {"set-cookie": session_cookie(accounts.runtime.options, session.token)}
        answer = Response(self._me(session), headers=header)
        device, person = self._visitor(request).device, session.person
        if not person.is_guest and not accounts.people.known_device(device, person.id):
            answer.set_cookie(self._device(session))
        return answer

    def _device(self, session: Session) -> Cookie:
        accounts, options = self.accounts, self.accounts.runtime.options
        now_ms = accounts.runtime.clock()
        return Cookie(
            key=device_cookie_name(options),
            value=accounts.people.remember_device(session.person.id, now_ms=now_ms),
            path="/",
            max_age=DEVICE_S,
            httponly=True,
            secure=options.is_secure,
            samesite="strict",
        )
