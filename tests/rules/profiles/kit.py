"""Profiles and editions of Gin & Win, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.profiles import (
    Profile,
    load_profile,
)
from pitboss.games.registry import Registry
from pitboss.refusals import Refusal

KEYS = ("wa-commercial-2017", "wa-commercial-2023", "wa-tribal-2017")


def profile(key: str) -> Profile:
    found = load_profile(key)
    assert isinstance(found, Profile), found
    return found


def profile_file(key: str) -> Path:
    return folder().folder / "jurisdictions" / f"{key}.toml"


def folder() -> GameFolder:
    found = Registry().find("gin-and-win")
    assert isinstance(found, GameFolder)
    return found


def edition(key: str = "wsgc-2017", changes: dict[str, str] | None = None) -> HasHead:
    found = folder().edition(key, changes=changes)
    assert not isinstance(found, Refusal), found
    return found
