"""Settings for every test: how hypothesis searches, and that Ctrl-C means something.

`make test` searches the same examples every time; a plain `pytest` looks for new ones;
`make soak` looks much longer. Nothing here is timed: a slow machine fails no test.
"""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

_UNTIMED = (HealthCheck.too_slow,)

settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=_UNTIMED
)
settings.register_profile("local", deadline=None, suppress_health_check=_UNTIMED)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=_UNTIMED)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# A run in the background of a script is started with interrupts ignored, and every program that a
# test starts and interrupts would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
