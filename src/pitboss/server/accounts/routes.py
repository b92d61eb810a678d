"""Routes of who you are: coming in, accounts, passwords and signing out."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from pitboss.server.accounts import schemas
from pitboss.server.accounts.callers import caller_of, session_of
from pitboss.server.accounts.people import Session, is_token
from pitboss.server.accounts.sign_in import Accounts, Visitor
from pitboss.server.edge.cookies import device_cookie_name, session_cookie
from pitboss.server.edge.responses import AnyRequest, client_of
from pitboss.server.edge.routing import get, post

DEVICE_S = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class AccountRoutes:
    accounts: Accounts

    @get("/api/me", also={204: "Nobody has joined with this browser yet."})
    async def me(self, request: AnyRequest) -> Response[schemas.Me]:
        """Your name, role and credits, and the token that every form needs."""
        session = caller_of(request).session
        if session is None:
            return Response(None, status_code=204)  # type: ignore[arg-type]
        return Response(self._me(session))

    @post("/api/guest")
    async def guest(
        self, request: AnyRequest, data: JSONBody[schemas.GuestForm]
    ) -> Response[schemas.Me]:
        """Join as a guest, with a name only. Whoever has joined already stays who they are."""
        known = caller_of(request)
        if known.session is not None:
            return Response(self._me(known.session))
        self.accounts.limit_entry(known.address)
        token = "" if known.is_new else known.token
        return self._respond(request, await self.accounts.enter_as_guest(data.name, token=token))

    @post("/api/account")
    async def account(
        self, request: AnyRequest, data: JSONBody[schemas.AccountForm]
    ) -> Response[schemas.Me]:
        """Put what you have as a guest under a password; your token changes."""
        session = session_of(request)
        self.accounts.limit_entry(client_of(request).address)
        made = await self.accounts.make_account(session, data.name, data.password)
        return self._respond(request, made)

    @post("/api/sign-in")
    async def enter(
        self, request: AnyRequest, data: JSONBody[schemas.SignInForm]
    ) -> Response[schemas.Me]:
        """Sign in with name and password; your token changes."""
        visitor, known = self._limited(request), caller_of(request)
        old = "" if known.session is None else known.token
        session = await self.accounts.sign_in(data.name, data.password, visitor=visitor, old=old)
        return self._respond(request, session)

    @post("/api/sign-out", status_code=204)
    async def depart(self, request: AnyRequest) -> None:
        """Forget this browser; its sockets close. Seats and credits stay yours."""
        self.accounts.sign_out(session_of(request))

    @post("/api/password")
    async def password(
        self, request: AnyRequest, data: JSONBody[schemas.PasswordForm]
    ) -> Response[schemas.Me]:
        """Change your password; every other browser of yours is signed out."""
        session, visitor = session_of(request), self._limited(request)
        changed = await self.accounts.change_password(session, data.old, data.new, visitor=visitor)
        return self._respond(request, changed)

    @post("/api/prove", status_code=204)
    async def prove(self, request: AnyRequest, data: JSONBody[schemas.ProofForm]) -> None:
        """Give your password again, after staff were idle."""
        session, visitor = session_of(request), self._limited(request)
        await self.accounts.prove_again(session, data.password, visitor=visitor)

    def _limited(self, request: AnyRequest) -> Visitor:
        """Where a password comes from, unless its address has sent too many."""
        visitor = self._visitor(request)
        self.accounts.limit_entry(visitor.address)
        return visitor

    def _visitor(self, request: AnyRequest) -> Visitor:
        device = request.cookies.get(device_cookie_name(self.accounts.runtime.options), "")
        return Visitor(client_of(request).address, device if is_token(device) else "")

    def _me(self, session: Session) -> schemas.Me:
        person = session.person
        wallet = self.accounts.wallet
        return schemas.Me.fill(
            session,
            person,
            person=person.id,
            balance=wallet.balance(person.id),
            refills_to=int(wallet.stack),
        )

    def _respond(self, request: AnyRequest, session: Session) -> Response[schemas.Me]:
        accounts = self.accounts
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
