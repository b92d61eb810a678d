"""What the pages show in a console is what the program prints.

A `console` block is a terminal: a line that starts with `$ ` is typed, the lines below it are
what appears. Every `$ pitboss ...` is run, page by page and in order, in one empty folder per
page. It must succeed, unless `$ echo $?` follows and shows its exit code. Output that is shown
must be what appears; a line of three dots stands for lines left out. `$ export NAME=VALUE` holds
for the rest of its page and `$ sed ...` edits its files. Other commands are not run, but a
`$ make ...` must name a target that exists. The first of the README and whatever needs a shell run
in processes of their own, the others here, where the packages are loaded already.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.cli import main
from tests.docs.pages import ROOT, Command, commands, name_of, pages
from tests.tidy.tree import expect_none

CUT = ("...", "…")
EXIT_CODE = "echo $?"
EXPORT = re.compile(r"export (\w+)=(\S+)")

# A page that is slow to prove is split into pages; this only ends a command that hangs.
HANGING_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, as a terminal shows it, and how it ended."""

    lines: tuple[str, ...]
    code: int


TERMINAL = {"COLUMNS": "100", "LINES": "50", "NO_COLOR": "1", "TERM": "dumb"}
"""A hundred columns and no colour."""


def run(command: str, *, folder: Path, exported: Mapping[str, str]) -> Ran:
    """Run a command line in a folder, by a shell."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **TERMINAL, "PATH": path, **exported}
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=HANGING_SECONDS,
        check=False,
    )
    return _ran_with(done.stdout.decode("utf-8"), done.returncode)


def run_here(command: str, *, folder: Path, exported: Mapping[str, str]) -> Ran:
    """Run a command of ours in this process."""
    said = io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
    ):
        patch.chdir(folder)
        for name, value in {**TERMINAL, **exported}.items():
            patch.setenv(name, value)
        code = main(shlex.split(command)[1:])
    return _ran_with(said.getvalue(), code)


def _ran_with(text: str, code: int) -> Ran:
    return Ran(tuple(line.rstrip() for line in text.rstrip().splitlines()), code)


def matches(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """True when what a page shows is what was printed, lines left out aside."""
    if not shown:
        return not printed
    first, rest = shown[0], shown[1:]
    if first.strip() in CUT:
        return any(matches(rest, printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and printed[0] == first and matches(rest, printed[1:])


def compare(command: Command, ran: Ran, *, code: int) -> str | None:
    """What is wrong with a command that a page shows."""
    shown = tuple(line.rstrip() for line in command.shown)
    while shown and not shown[-1]:
        shown = shown[:-1]
    where = f"{command.page}:{command.line} $ {command.text}"
    if ran.code != code:
        return "\n".join([f"{where}\nended with {ran.code}, not {code}:", *ran.lines])
    if shown and not matches(shown, ran.lines):
        return "\n".join([f"{where}\nprinted something else:", *ran.lines])
    return None


def prove(page: Sequence[Command], *, folder: Path) -> list[str]:
    """Run a page's commands in order and collect what does not hold."""
    complaints, exported, loaded = [], dict[str, str](), set(sys.modules)
    for index, command in enumerate(page):
        if setting := EXPORT.fullmatch(command.text):
            exported[setting[1]] = setting[2]
        if not re.search(r"^sed\b|(?:^|\| *)pitboss\b", command.text):
            continue
        following = page[index + 1] if index + 1 < len(page) else None
        code = int(following.shown[0]) if following and following.text == EXIT_CODE else 0
        is_first = command.page == "README.md" and command is page[0]
        needs_shell = is_first or re.search(r"^sed|[|<>$&;*?]", command.text)
        how = run if needs_shell else run_here
        ran = how(command.text, folder=folder, exported=exported)
        complaint = compare(command, ran, code=code)
        if complaint:
            complaints.append(complaint)
    # A game that the page wrote is not the next page's.
    for name in [name for name in sys.modules if name.startswith("pitboss.games.")]:
        if name not in loaded and str(folder) in str(sys.modules[name].__file__):
            del sys.modules[name]
    return complaints


PAGES = {name_of(page): list(commands(page.read_text("utf-8"), page=name_of(page)))
         for page in pages()}  # fmt: skip


@pytest.mark.untraced
@pytest.mark.parametrize("page", [page for page, shown in PAGES.items() if shown])
def test_commands_do_what_the_page_shows(page: str, tmp_path: Path) -> None:
    expect_none(prove(PAGES[page], folder=tmp_path))


def test_the_readme_shows_the_program_at_work() -> None:
    typed = [command.text for command in PAGES.get("README.md", [])]
    assert any(text.startswith("pitboss ") for text in typed)


def test_every_make_target_shown_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    shown = {
        target
        for page in pages()
        for target in re.findall(r"(?:^\$ |`)make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE)
    }
    assert shown <= targets


def _ran(*lines: str, code: int = 0) -> Ran:
    return Ran(lines, code)


def _typed(*shown: str) -> Command:
    return Command("PAGE.md", 1, "pitboss games", shown)


def test_output_that_differs_is_found() -> None:
    assert compare(_typed("one", "two"), _ran("one", "two"), code=0) is None
    assert compare(_typed(), _ran("anything"), code=0) is None
    assert compare(_typed("one", "...", "nine"), _ran("one", "two", "nine"), code=0) is None
    assert compare(_typed("one", "..."), _ran("one"), code=0) is None
    assert compare(_typed("one", ""), _ran("one"), code=0) is None
    assert compare(_typed("one"), _ran("one", "two"), code=0)
    assert compare(_typed("one", "two"), _ran("one"), code=0)
    assert compare(_typed("one", "...", "nine"), _ran("one", "two"), code=0)
    assert compare(_typed("one"), _ran("one", code=2), code=0)
    assert compare(_typed("one"), _ran("one", code=2), code=2) is None


def test_a_page_is_taken_apart() -> None:
    text = "\n".join(
        ["# P", "```console", "$ pitboss games \\", "    --format json", "{}", "$ echo $?", "0",
         "```", "```sh", "$ pitboss other", "```"]
    )  # fmt: skip
    assert list(commands(text, page="P.md")) == [
        Command("P.md", 3, "pitboss games --format json", ("{}",)),
        Command("P.md", 6, "echo $?", ("0",)),
    ]


@pytest.mark.parametrize("name", ["P.md", "README.md"])
def test_a_failing_command_is_found(tmp_path: Path, name: str) -> None:
    page = [
        Command(name, 1, "pitboss no-such-command", ()),
        Command(name, 2, "echo $?", ("0",)),
    ]
    assert prove(page, folder=tmp_path)
    page[1] = Command(name, 2, "echo $?", ("2",))
    assert not prove(page, folder=tmp_path)
