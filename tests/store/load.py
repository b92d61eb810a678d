"""A program that bets as fast as it is acknowledged, to be killed: prints every acknowledgement.

Run: python -m tests.store.load WHERE NAME [THREADS] [COUNT]
"""

from __future__ import annotations

import json
import os
import sys
import threading

from pitboss.refusals import Refusal
from pitboss.store.records import Commit
from pitboss.store.store import Store, open_store
from tests.store.house import command, hold, issue, post

ENDLESS = 10**9


def steps(name: str, thread: int, count: int) -> list[Commit]:
    """Bets and settlements of one player, in turn."""
    player = f"{name}-{thread}"
    made = [command(f"{player}-seat", issue(player, 10**9), stream="house")]
    for number in range(count):
        key = f"{player}-{number}"
        bet = hold(key, 100, player=player, seat=thread + 1, round_id=f"r-{key}", could_win=800)
        made.append(command(f"{key}-bet", bet))
        settled = post(key, taken=0, won=50) if number % 3 else post(key, taken=100)
        made.append(command(f"{key}-end", settled, round_id=f"r-{key}"))
    return made


def play(store: Store, commits: list[Commit], lock: threading.Lock) -> None:
    """Commit one after the other; say what was answered."""
    for commit in commits:
        answer = store.append(commit)
        said = (
            {"refused": answer.code.value}
            if isinstance(answer, Refusal)
            else {"head": answer.head, "version": answer.version}
        )
        line = json.dumps({"id": commit.client_id} | said) + "\n"
        with lock:
            os.write(1, line.encode())


def main(where: str, name: str, threads: int = 6, count: int = 2_000) -> None:
    """Open and play."""
    store = open_store(where)
    if isinstance(store, Refusal):
        os.write(1, (json.dumps({"id": "open", "refused": store.code.value}) + "\n").encode())
        return
    lock = threading.Lock()
    running = [
        threading.Thread(target=play, args=(store, steps(name, number, count), lock))
        for number in range(threads)
    ]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
