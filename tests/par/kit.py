"""Sheets for the tests of this folder, made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pitboss.games.registry import Registry
from pitboss.par.choices import Choice, choose
from pitboss.par.sheet import Sheet, make_sheet
from pitboss.par.terms import Terms, terms_of

REGISTRY = Registry()
VERSION = "test"


def chosen(
    game: str, edition: str | None = None, changes: Mapping[str, str] | None = None
) -> Choice:
    """An edition, as shipped or changed."""
    choice = choose(REGISTRY.games[game], edition, changes)
    assert isinstance(choice, Choice), choice
    return choice


def read_as(choice: Choice, key: str) -> Choice:
    """The edition under the reading of that name."""
    reading = next(one for one in choice.study.readings if one.key == key)
    other = choice.read_as(reading)
    assert isinstance(other, Choice), other
    return other


def terms(choice: Choice, *, payout_limit: str | None = None) -> Terms:
    found = terms_of(choice.edition.head, payout_limit=payout_limit)
    assert isinstance(found, Terms), found
    return found


@cache
def sheet(game: str, payout_limit: str | None = None) -> Sheet:
    """The sheet of the game's default edition."""
    choice = chosen(game)
    own = terms(choice, payout_limit=payout_limit)
    return make_sheet(
        choice, choice.figures(), own, version=VERSION, certificate="certificate.json"
    )
