"""Settings: the one table of everything that can be set from outside, each with its help.

A limit is a field of `Limits`; its environment variable is `PITBOSS_` and the name in capitals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from pitboss.invariants import check

PREFIX = "PITBOSS_"


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable, what it does, and what holds when it is not set."""

    name: str
    default: str
    help: str
    type: type[str] | type[int] = str


def limit(default: int, help_text: str) -> Any:
    """A field that is a whole number, zero or more."""
    return field(default=default, metadata={"help": help_text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The server's limits and waits, with their defaults."""

    bets_ms: int = limit(20_000, "How long bets stay open once the first one lies.")
    reveal_ms: int = limit(
        1_500, "How long a table waits for players to reveal their seeds once bets are closed."
    )
    decision_ms: int = limit(45_000, "How long a player may think about a decision.")
    between_ms: int = limit(
        7_000,
        "How long a result is shown before the next round; longer where equipment turns longer.",
    )
    tick_ms: int = limit(100, "How often tables are looked after when nothing happens.")
    hang_ms: int = limit(
        30_000,
        "How long a background task may stand still before the server is not ready; 0 for any.",
    )
    away_ms: int = limit(300_000, "How long a seat is kept for a player who is not there.")
    frame_bytes: int = limit(16_384, "The largest message a browser may send.")
    queue_max: int = limit(64, "Answers that may wait for one browser before it is cut.")
    send_ms: int = limit(5_000, "How long a browser may take to accept a message.")
    view_ms: int = limit(50, "What others do within this time is shown together.")
    hello_ms: int = limit(10_000, "How long a socket may stay silent before its hello.")
    ping_ms: int = limit(20_000, "How often a silent browser is asked whether it is there.")
    messages_per_s: int = limit(20, "Messages a viewer may send per second, on average.")
    messages_burst: int = limit(60, "Messages a viewer may send at once.")
    faults_max: int = limit(20, "Unreadable messages before a socket is cut.")
    requests_per_s: int = limit(20, "Requests an address may make per second, on average.")
    requests_burst: int = limit(120, "Requests an address may make at once.")
    head_bytes: int = limit(16_384, "Bytes of a request line with all its headers.")
    header_bytes: int = limit(8_000, "Bytes of one header; sockets take at most 8000.")
    headers_max: int = limit(64, "Headers of one request.")
    url_bytes: int = limit(4_096, "Bytes of a request's address.")
    head_ms: int = limit(10_000, "How long a request's headers may take to arrive.")
    body_ms: int = limit(30_000, "How long a request's body may take to arrive.")
    half_open_max: int = limit(
        500,
        "Connections that may wait for a request or the rest of one; beyond, the oldest is cut.",
    )
    half_open_per_address: int = limit(100, "Such connections of one address.")
    handshakes_per_s: int = limit(20, "Sockets an address may open per second.")
    handshakes_burst: int = limit(300, "Sockets an address may open at once.")
    entries_per_min: int = limit(30, "Guests, accounts and sign-ins per address and minute.")
    sockets_max: int = limit(1_000, "Sockets of this server; more are asked to come later.")
    sockets_per_address: int = limit(300, "Sockets of one address.")
    lag_ms: int = limit(
        200,
        "How late the server may run before newcomers and new bets have to wait; 0 for any.",
    )
    tables_max: int = limit(200, "Open tables of this server.")
    tables_per_person: int = limit(5, "Private tables a person may have open.")
    tables_per_address: int = limit(20, "Private tables that may be open from one address.")
    table_idle_ms: int = limit(
        1_800_000,
        "After how long a private table closes that nobody sits or looks at; 0 for never.",
    )
    session_hours: int = limit(720, "How long a browser is remembered.")
    sign_in_tries: int = limit(
        5,
        "Wrong passwords for an account from one address or known browser before it has to wait.",
    )
    account_tries: int = limit(
        20,
        "Wrong passwords for an account from all unknown browsers before they take turns.",
    )
    lock_ms: int = limit(900_000, "How long an address waits after wrong passwords.")
    staff_idle_ms: int = limit(
        900_000,
        "After how long without an act staff give their password again; 0 for never.",
    )
    stop_ms: int = limit(5_000, "How long a stop waits for rounds that nobody can change.")
    figure_workers: int = limit(
        2,
        "Processes that work out the figures of workbench and proof pages; 0 shows none.",
    )
    workers_yield: int = limit(
        1,
        "Whether worker processes run at low priority, behind the tables; 0 gives them the "
        "server's own.",
    )
    figures_queue: int = limit(32, "Figures that may wait for a worker at once.")
    proofs_warmed: int = limit(1, "Whether proof pages are worked out at the start.")
    designs_max: int = limit(5_000, "Designs that this server keeps.")
    designs_per_person: int = limit(100, "Designs that one person may save.")
    designs_per_min: int = limit(10, "Designs that one person may save in a minute.")
    simulations: int = limit(1, "Simulations from the page that run at once; more wait.")
    simulation_rounds: int = limit(1_000_000_000, "The most rounds of a simulation from the page.")
    closed_hours_max: int = limit(
        72,
        "How long the house may have been closed before the machine's clock has to be confirmed.",
    )
    log_bytes: int = limit(
        50_000_000,
        "The size at which the file of --log is put aside and a new one begun; 0 for any size.",
    )
    log_files: int = limit(5, "Log files that are kept, the current one included.")
    log_per_min: int = limit(
        60,
        "Requests and refusals of one kind and one person logged in a minute; more are counted.",
    )
    coach: int = limit(1, "Whether the coach may speak at the tables; 0 forbids it.")


TEXTS = (
    Setting(
        "PITBOSS_GAMES_PATH",
        "",
        "Further folders to look for games in, divided by the system's path separator.",
    ),
    Setting(
        "PITBOSS_INSTALLED_GAMES",
        "1",
        "Whether games of installed packages are offered; 0 leaves them out.",
    ),
    Setting(
        "PITBOSS_CACHE_DIR",
        "",
        "Folder for compiled kernels and slow results; empty means the user's cache folder.",
    ),
    Setting(
        "PITBOSS_DATABASE",
        "pitboss.db",
        "Where the server keeps its record: a file, or a URL that begins with postgresql://.",
    ),
    Setting(
        "PITBOSS_PEOPLE",
        "",
        "File of names and sessions of an earlier version, which the next start takes into the "
        "database; empty looks beside it.",
    ),
    Setting(
        "PITBOSS_KEY_FILE",
        "",
        "File of the house's secret keys; empty puts it beside the database.",
    ),
    Setting(
        "PITBOSS_HEADS_FILE",
        "",
        "File of the journal's signed heads outside the database; empty puts it beside a database "
        "that is a file, and on PostgreSQL beside the house's keys.",
    ),
    Setting(
        "PITBOSS_ORIGINS",
        "",
        "Addresses that pages may come from, such as https://play.example, divided by "
        "commas; empty means the server's own address.",
    ),
    Setting(
        "PITBOSS_TRUSTED_PROXIES",
        "",
        "Addresses or networks of proxies in front of this server, divided by commas; only "
        "what they say of a client's address is believed.",
    ),
    Setting(
        "PITBOSS_PROXY_HEADER",
        "X-Forwarded-For",
        "The header that trusted proxies set: X-Forwarded-For or Forwarded, never both.",
    ),
    Setting(
        "PITBOSS_WEB_DIR",
        "",
        "Folder of the built front end; empty looks in the package, then in web/dist.",
    ),
    Setting(
        "PITBOSS_DESIGNS",
        "",
        "File of designs of an earlier version, which the next start takes into the database; "
        "empty looks beside it.",
    ),
)

SETTINGS = TEXTS + tuple(
    Setting(PREFIX + one.name.upper(), str(one.default), one.metadata["help"], int)
    for one in fields(Limits)
)

_BY_NAME = {setting.name: setting for setting in SETTINGS}


def value_of(name: str, environment: Mapping[str, str]) -> str:
    """The value of a setting in this environment, or its default."""
    check(name in _BY_NAME, f"{name} is in the table of settings")
    return environment.get(name) or _BY_NAME[name].default


def read_limits(environment: Mapping[str, str]) -> dict[str, int] | str:
    """Every limit by its field, or the name of the first that is not a whole number."""
    values: dict[str, int] = {}
    for one in fields(Limits):
        name = PREFIX + one.name.upper()
        text = value_of(name, environment)
        if not (text.isascii() and text.isdigit() and len(text) <= 15):
            return name
        values[one.name] = int(text)
    return values
