"""Records of pages may be filled for the first time by several threads at once."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, threading, types
from concurrent.futures import ThreadPoolExecutor
from pitboss.server.edge.schemas import Page

sys.setswitchinterval(1e-6)
SOURCE = '''
from __future__ import annotations
from pitboss.server.edge.schemas import Page

class Inner(Page, frozen=True):
    one: tuple[int, ...]
    two: dict[str, float | None]

class Outer(Page, frozen=True):
    inner: Inner
    others: tuple[Inner, ...]
    name: str | None
'''
inner = {"one": (1,), "two": {"a": 1.5}}
with ThreadPoolExecutor(8) as pool:
    for number in range(150):
        made = sys.modules[f"made{number}"] = types.ModuleType(f"made{number}")
        exec(SOURCE, made.__dict__)
        together = threading.Barrier(8)

        def fill(made=made, together=together):
            together.wait()
            return made.Outer.fill(inner=inner, others=(inner,), name=None).inner.one

        assert [one.result() for one in [pool.submit(fill) for _ in range(8)]] == [(1,)] * 8
"""


def test_threads_that_fill_a_record_first_end_no_process() -> None:
    """In a process of its own, which a fault in the reader of types would end."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
