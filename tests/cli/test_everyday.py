"""Small things that every command has: quiet, completion, groups in the help."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from pitboss.cli import COMMANDS
from tests.cli.conftest import Pitboss


def test_quiet_leaves_messages_out_and_errors_in(pitboss: Pitboss, tmp_path: Path) -> None:
    page = str(tmp_path / "page.html")
    assert "to check round files" in pitboss("verify", "--page", page).err
    for words in (("--quiet", "verify", "--page", page), ("verify", "--page", page, "-q")):
        ran = pitboss(*words)
        assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert pitboss("verify", "--page", page).err
    refused = pitboss("verify", "nothing.json", "--quiet")
    assert (refused.code, refused.err) == (
        2,
        "pitboss: There is no file 'nothing.json'; check its name.\n",
    )
    assert (
        "net 10.00"
        in pitboss("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=10", "-q").out
    )


def test_the_shell_completes_commands_and_options(pitboss: Pitboss, tmp_path: Path) -> None:
    for shell in ("bash", "zsh", "fish"):
        ran = pitboss("completion", shell)
        assert ran.code == 0
        for group in COMMANDS.values():
            assert all(name in ran.out for name in group), shell
    bash = shutil.which("bash")
    assert bash is not None
    script = tmp_path / "pitboss.bash"
    script.write_text(pitboss("completion", "bash").out)
    ask = (
        f"source {script}; COMP_WORDS=(pitboss set); COMP_CWORD=1; COMP_LINE='pitboss set';"
        " COMP_POINT=11; $(complete -p pitboss | sed 's/.*-F \\([^ ]*\\).*/\\1/');"
        ' echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=False)
    assert {"settle", "settings"} <= set(done.stdout.split()), done.stderr
