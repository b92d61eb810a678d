"""One server for each file of attacks that needs no other."""

from tests.server.conftest import running

__all__ = ["running"]
