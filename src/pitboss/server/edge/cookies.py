"""Cookies: the session's, and the one by which a browser is known to have signed in before."""

from __future__ import annotations

from pitboss.server.options import Options


def read_cookie(text: str, name: str) -> str:
    """The value of one cookie, the last of its name, in one pass and without unquoting.

    The standard library's reader takes quadratic time for quoted backslashes.
    """
    found = ""
    for part in text.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            found = value
    return found


def cookie_name(options: Options) -> str:
    """Over TLS the name itself binds the cookie to this host."""
    return "__Host-pitboss" if options.is_secure else "pitboss"


def device_cookie_name(options: Options) -> str:
    return cookie_name(options) + "-device"


def session_cookie(options: Options, token: str) -> str:
    """The `set-cookie` header of a session."""
    age = options.session_hours * 3600
    text = f"{cookie_name(options)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict"
    return text + ("; Secure" if options.is_secure else "")
