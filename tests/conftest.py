"""Settings for every test: how hypothesis searches.

`make test` searches the same examples every time; a plain `pytest` looks for new ones;
`make soak` looks much longer. Nothing here is timed: a slow machine fails no test.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_UNTIMED = (HealthCheck.too_slow,)

settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=_UNTIMED
)
settings.register_profile("local", deadline=None, suppress_health_check=_UNTIMED)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=_UNTIMED)
settings.load_profile("ci" if os.environ.get("CI") else "local")
