"""Extras: parts of the installation that can be left out, and the sentence where one is missing.

`pip install pitboss` brings rules, exact figures, sheets on screen and as JSON, CSV or HTML, and
terminal play. Everything heavier is an extra.
"""

from __future__ import annotations

from importlib.util import find_spec

from pitboss.refusals import Refusal, RefusalCode

MODULES = {
    "cluster": ("distributed", "dask"),
    "parquet": ("pyarrow",),
    "pdf": ("typst",),
    "postgres": ("psycopg",),
    "server": (
        "argon2",
        "cryptography",
        "httptools",
        "litestar",
        "prometheus_client",
        "uvicorn",
        "websockets",
    ),
    "sim": ("numba",),
    "xlsx": ("xlsxwriter",),
}
"""The modules that each extra installs and that Pitboss imports; the first says if it is here."""


def missing_extra(extra: str, what: str) -> Refusal | None:
    """A refusal that says how to install an extra; None where it is installed."""
    if find_spec(MODULES[extra][0]) is not None:
        return None
    sentence = f"{what} needs the extra '{extra}': pip install 'pitboss[{extra}]'."
    return Refusal(RefusalCode.MISSING_EXTRA, sentence)


def extra_of(module: str) -> str | None:
    """The extra that installs a module, if one does."""
    top = module.partition(".")[0]
    return next((extra for extra, modules in MODULES.items() if top in modules), None)
