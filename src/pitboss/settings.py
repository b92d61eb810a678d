"""Settings: the one list of everything that can be set from outside, each with its help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.invariants import check


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable, what it does, and what holds when it is not set."""

    name: str
    default: str
    help: str


SETTINGS = (
    Setting(
        "PITBOSS_GAMES_PATH",
        "",
        "Further folders to look for games in, divided by the system's path separator.",
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
        "File of names, password hashes and sessions; empty puts it beside the database.",
    ),
    Setting(
        "PITBOSS_KEY_FILE",
        "",
        "File of the house's secret keys; empty puts it beside the database.",
    ),
    Setting(
        "PITBOSS_ORIGINS",
        "",
        "Addresses that pages may come from, such as https://play.example, divided by commas;"
        " empty means the server's own address.",
    ),
    Setting(
        "PITBOSS_TRUSTED_PROXIES",
        "",
        "Addresses or networks of proxies in front of this server, divided by commas; only what"
        " they say of a client's address is believed.",
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
    Setting("PITBOSS_BETS_MS", "20000", "How long bets stay open once the first one lies."),
    Setting("PITBOSS_DECISION_MS", "45000", "How long a player may think about a decision."),
    Setting(
        "PITBOSS_BETWEEN_MS",
        "7000",
        "How long a result is shown before the next round; longer where equipment turns longer.",
    ),
    Setting("PITBOSS_TICK_MS", "100", "How often tables are looked after when nothing happens."),
    Setting("PITBOSS_AWAY_MS", "300000", "How long a seat is kept for a player who is not there."),
    Setting("PITBOSS_FRAME_BYTES", "16384", "The largest message a browser may send."),
    Setting("PITBOSS_QUEUE_MAX", "64", "Answers that may wait for one browser before it is cut."),
    Setting("PITBOSS_SEND_MS", "5000", "How long a browser may take to accept a message."),
    Setting("PITBOSS_VIEW_MS", "50", "What others do within this time is shown together."),
    Setting("PITBOSS_HELLO_MS", "10000", "How long a socket may stay silent before its hello."),
    Setting("PITBOSS_PING_MS", "20000", "How often a silent browser is asked whether it is there."),
    Setting("PITBOSS_MESSAGES_PER_S", "20", "Messages a viewer may send per second, on average."),
    Setting("PITBOSS_MESSAGES_BURST", "60", "Messages a viewer may send at once."),
    Setting("PITBOSS_FAULTS_MAX", "20", "Unreadable messages before a socket is cut."),
    Setting("PITBOSS_REQUESTS_PER_S", "20", "Requests an address may make per second, on average."),
    Setting("PITBOSS_REQUESTS_BURST", "120", "Requests an address may make at once."),
    Setting("PITBOSS_HEAD_BYTES", "16384", "Bytes of a request line with all its headers."),
    Setting("PITBOSS_HEADER_BYTES", "8000", "Bytes of one header; sockets take at most 8000."),
    Setting("PITBOSS_HEADERS_MAX", "64", "Headers of one request."),
    Setting("PITBOSS_URL_BYTES", "4096", "Bytes of a request's address."),
    Setting("PITBOSS_HEAD_MS", "10000", "How long a request's headers may take to arrive."),
    Setting("PITBOSS_BODY_MS", "30000", "How long a request's body may take to arrive."),
    Setting(
        "PITBOSS_HALF_OPEN_MAX",
        "500",
        "Connections that may wait for a request or the rest of one; beyond, the oldest is cut.",
    ),
    Setting("PITBOSS_HALF_OPEN_PER_ADDRESS", "100", "Such connections of one address."),
    Setting("PITBOSS_HANDSHAKES_PER_S", "20", "Sockets an address may open per second."),
    Setting("PITBOSS_HANDSHAKES_BURST", "300", "Sockets an address may open at once."),
    Setting(
        "PITBOSS_REFUSALS_LOGGED_PER_MIN",
        "60",
        "Refusals to people without a name that are logged in a minute; the others are counted.",
    ),
    Setting(
        "PITBOSS_ENTRIES_PER_MIN", "30", "Guests, accounts and sign-ins per address and minute."
    ),
    Setting("PITBOSS_SOCKETS_MAX", "1000", "Sockets of this server; more are asked to come later."),
    Setting("PITBOSS_SOCKETS_PER_ADDRESS", "300", "Sockets of one address."),
    Setting(
        "PITBOSS_LAG_MS",
        "200",
        "How late the server may run before newcomers and new bets have to wait; 0 for any.",
    ),
    Setting("PITBOSS_TABLES_MAX", "200", "Open tables of this server."),
    Setting("PITBOSS_TABLES_PER_PERSON", "5", "Private tables a person may have open."),
    Setting(
        "PITBOSS_TABLES_PER_ADDRESS", "20", "Private tables that may be open from one address."
    ),
    Setting(
        "PITBOSS_TABLE_IDLE_MS",
        "1800000",
        "After how long a private table closes that nobody sits or looks at; 0 for never.",
    ),
    Setting("PITBOSS_SESSION_HOURS", "720", "How long a browser is remembered."),
    Setting(
        "PITBOSS_SIGN_IN_TRIES",
        "5",
        "Wrong passwords for an account from one address or known browser before it has to wait.",
    ),
    Setting(
        "PITBOSS_ACCOUNT_TRIES",
        "20",
        "Wrong passwords for an account from all unknown browsers before they take turns.",
    ),
    Setting("PITBOSS_LOCK_MS", "900000", "How long an address waits after wrong passwords."),
    Setting(
        "PITBOSS_STAFF_IDLE_MS",
        "900000",
        "After how long without an act staff give their password again; 0 for never.",
    ),
    Setting("PITBOSS_STOP_MS", "5000", "How long a stop waits for rounds that nobody can change."),
    Setting(
        "PITBOSS_DESIGNS",
        "",
        "File of saved designs; empty puts it beside the database.",
    ),
    Setting(
        "PITBOSS_FIGURE_WORKERS",
        "2",
        "Processes that work out the figures of workbench and proof pages; 0 shows none.",
    ),
    Setting("PITBOSS_FIGURES_QUEUE", "32", "Figures that may wait for a worker at once."),
    Setting("PITBOSS_PROOFS_WARMED", "1", "Whether proof pages are worked out at the start."),
    Setting("PITBOSS_DESIGNS_MAX", "5000", "Designs that this server keeps."),
    Setting("PITBOSS_DESIGNS_PER_PERSON", "100", "Designs that one person may save."),
    Setting("PITBOSS_DESIGNS_PER_MIN", "10", "Designs that one person may save in a minute."),
    Setting("PITBOSS_SIMULATIONS", "1", "Simulations from the page that run at once; more wait."),
    Setting(
        "PITBOSS_SIMULATION_ROUNDS", "1000000000", "The most rounds of a simulation from the page."
    ),
    Setting(
        "PITBOSS_LOG_BYTES",
        "50000000",
        "The size at which the file of --log is put aside and a new one begun; 0 for any size.",
    ),
    Setting("PITBOSS_LOG_FILES", "5", "Log files that are kept, the current one included."),
    Setting(
        "PITBOSS_LOG_PER_MIN",
        "60",
        "Requests and refusals of one kind and one person logged in a minute; more are counted.",
    ),
    Setting("PITBOSS_COACH", "1", "Whether the coach may speak at the tables; 0 forbids it."),
)

_BY_NAME = {setting.name: setting for setting in SETTINGS}


def value_of(name: str, environment: Mapping[str, str]) -> str:
    """The value of a setting in this environment, or its default."""
    check(name in _BY_NAME, f"{name} is in the list of settings")
    return environment.get(name) or _BY_NAME[name].default


def number_of(name: str, environment: Mapping[str, str]) -> int | None:
    """A setting that is a whole number from zero up, or None when it was set to anything else."""
    text = value_of(name, environment)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None
