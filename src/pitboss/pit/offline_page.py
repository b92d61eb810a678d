"""The offline verifier: one page that checks round files without a network.

It is made of the scripts in `offline`, each game's own scripts in its folder `offline`, the
editions and the clauses of the games' rules.
"""

from __future__ import annotations

import json
from pathlib import Path

from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry

SCRIPTS = Path(__file__).parent / "offline"
VERIFIER = ("sha256", "draws", "checks")
"""What the front end takes as well: commitment, draws and digest, without any game's rules."""
RULES = ("text", "money", "equipment", "notation", "editions", "felt", "rounds", "verify")


def offline_page(registry: Registry) -> str:
    """The whole page; the same for the same sources."""
    games = registry.games
    editions = {
        key: {name: entry.edition_data(name) for name in entry.edition_keys()}
        for key, entry in games.items()
    }
    clauses = {
        clause.number: clause.text.replace("`", "")
        for entry in games.values()
        for clause in entry.clauses()
    }
    own = "".join(map(_rules, games.values()))
    parts = {
        "style": (SCRIPTS / "page.css").read_text("utf-8"),
        "verifier": '\n"use strict";\n' + _scripts(*VERIFIER),
        "rules": '\n"use strict";\n(() => {\n'
        + _constant("SHIPPED", editions)
        + f"\n{_scripts(*RULES)}{own}}})();\n",
        "page": '\n"use strict";\n' + _constant("CLAUSES", clauses) + _scripts("page"),
    }
    text = (SCRIPTS / "page.html").read_text("utf-8")
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def _scripts(*names: str) -> str:
    return "".join((SCRIPTS / f"{name}.js").read_text("utf-8") for name in names)


def _constant(name: str, value: object) -> str:
    """A constant of the page; no text in it can end the script it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"const {name} = {text};\n"


def _rules(folder: GameFolder) -> str:
    """A game's own scripts, in a scope of their own; nothing where it has none."""
    parts = [path.read_text("utf-8") for path in sorted((folder.folder / "offline").glob("*.js"))]
    return "\n(() => {\n" + "\n".join(parts) + "})();\n" if parts else ""
