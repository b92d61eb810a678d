"""A proxy on loopback that cuts a PostgreSQL connection after COMMIT, before the reply."""

from __future__ import annotations

import contextlib
import socket
import threading

# The server's reply to a COMMIT that it carried out: CommandComplete with this tag.
COMMITTED = b"COMMIT\x00"


class CuttingProxy:
    """Forwards both ways; while armed, a reply to COMMIT never arrives."""

    def __init__(self, target_port: int, *, host: str = "127.0.0.1") -> None:
        self._target = ("127.0.0.1", target_port)
        self._listener = socket.create_server((host, 0))
        self.port = int(self._listener.getsockname()[1])
        self.cuts = 0
        self.armed = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, cuts: int = 1) -> None:
        """Cut the next so many commits."""
        with self._lock:
            self.armed = cuts

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for source, sink, watched in ((client, server, False), (server, client, True)):
                    threading.Thread(
                        target=self._forward, args=(source, sink, watched), daemon=True
                    ).start()

    def _forward(self, source: socket.socket, sink: socket.socket, watched: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if watched and COMMITTED in data and self._takes_cut():
                    break
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _takes_cut(self) -> bool:
        with self._lock:
            if self.armed == 0:
                return False
            self.armed -= 1
            self.cuts += 1
            return True
