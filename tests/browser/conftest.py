"""Browser tests: a real Chromium on a real server.

Fixtures:

`front_end`  the folder of the built front end; built if it is older than its source, or the one
             that PITBOSS_WEB_DIR names (`npx vite build --outDir FOLDER` makes one of your own).
`house`      a server for each test file, in a thread of the test (`House`: url, restart,
             open_table, make_account). A file that needs other waits defines HOUSE_SETTINGS, a
             dict of PITBOSS_ settings. A test that stops or kills its house, or reads its log,
             takes `own_house` instead, which is a process.
`visitor`    makes browsers: `visitor("Ana")`, `visitor("Bo", width=390, height=844, dark=True)`,
             `visitor("Cy", moving=True)` for motion as it is by default. Gives a `Visitor`: `page`
             is Playwright's; `go`, `sit`, `bet`, `ready`, `finish`, `shown` (the newest view that
             was sent), `get` (the API as this visitor), `frames`. When the test ends, anything a
             page complained about fails it, unless the test said `forgive(pattern)`.

Helpers in tests/browser/visitors.py: `sit(page, seat, name)`, `axe(page)`, `no_sideways(page)`.

All tests of this folder run outside coverage tracing (marked here). One file alone:
`.venv/bin/python -m pytest -n0 tests/browser/test_x.py`.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import House, house_in, house_inside
from tests.browser.visitors import (
    ARGUMENTS,
    BREACHES,
    CHANCE,
    PATIENCE_MS,
    ROOT,
    Visitor,
    paint_little,
)
from tests.entropy import next_seed
from tests.needs import find_browser

HERE = Path(__file__).parent
NewVisitor = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.untraced)


@pytest.fixture(scope="session")
def front_end() -> Path:
    """The built front end."""
    named = os.environ.get("PITBOSS_WEB_DIR")
    if named:
        return Path(named)
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    # Several workers come here at once; one builds.
    with (cache / "front-end.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = ["make", "--no-print-directory", "web/dist/index.html"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return ROOT / "web" / "dist"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for each worker; every visitor has a profile of their own in it."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=find_browser(), args=list(ARGUMENTS), chromium_sandbox=False
        )
        yield found
        found.close()


@pytest.fixture(scope="module")
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, front_end: Path
) -> Iterator[House]:
    """One server for each file."""
    settings: dict[str, str] = getattr(request.module, "HOUSE_SETTINGS", {})
    with house_inside(tmp_path_factory.mktemp("house"), front_end, **settings) as found:
        yield found


@pytest.fixture
def own_house(request: pytest.FixtureRequest, tmp_path: Path, front_end: Path) -> Iterator[House]:
    """A server for one test, which may stop it."""
    settings: dict[str, str] = getattr(request.module, "HOUSE_SETTINGS", {})
    with house_in(tmp_path, front_end, **settings) as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewVisitor]:
    """Makes visitors of this test's house; none may complain."""
    name_of_house = "own_house" if "own_house" in request.fixturenames else "house"
    at: House = request.getfixturevalue(name_of_house)
    made: list[Visitor] = []

    def make(
        name: str,
        *,
        width: int = 1280,
        height: int = 800,
        dark: bool = True,
        moving: bool = False,
        **options: Any,
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if moving else "reduce",
            **options,
        )
        context.add_init_script(BREACHES)
        context.add_init_script(CHANCE.replace("SEED", str(crc32(next_seed().encode()))))
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        paint_little(page)
        found = Visitor(at, context, page, name)
        found.watch(page)
        made.append(found)
        return found

    yield make
    complaints = [f"{one.name}: {text}" for one in made for text in one.unforgiven()]
    for one in made:
        one.context.close()
    assert not complaints, "\n".join(complaints)
