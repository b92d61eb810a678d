"""A real Dask scheduler and worker processes over TCP give what one process gives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.engines import engine_refusal, local_engine, open_engine
from pitboss.simulate.runner import RunOrder, RunProgress, run
from tests import prefork
from tests.simulate.subjects import FLIP, subject

START_SECONDS = 120
ClusterProcess = prefork.loading(*prefork.CLUSTERS)


@contextmanager
def process(
    folder: Path, name: str, *words: str, settings: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A part of the cluster, ended when the test ends."""
    with (folder / f"{name}.log").open("wb") as log:
        command = [sys.executable, "-m", f"distributed.cli.dask_{words[0]}", *words[1:]]
        environment = dict(os.environ) | dict(settings or {})
        # Dask reads its settings when it is imported.
        started = (subprocess.Popen if settings else ClusterProcess)(
            command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, env=environment
        )
        try:
            yield started
        finally:
            started.kill()
            started.wait(timeout=START_SECONDS)


def scheduler(
    folder: Path, *, protocol: str = "tcp", settings: Mapping[str, str] | None = None
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return process(
        folder,
        "scheduler",
        "scheduler",
        *("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"),
        *("--scheduler-file", "cluster.json", "--protocol", protocol),
        settings=settings,
    )


def worker(folder: Path, name: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return process(
        folder,
        name,
        "worker",
        *("--scheduler-file", "cluster.json", "--host", "127.0.0.1", "--nthreads", "1"),
        *("--no-nanny", "--no-dashboard", "--memory-limit", "0", "--name", name),
    )


def address(folder: Path) -> str:
    """Where the scheduler listens, once it says so; at most two minutes."""
    waiting = Event()
    for _ in range(START_SECONDS * 10):
        file = folder / "cluster.json"
        if file.exists() and file.stat().st_size:
            return (
                str(json.loads(file.read_text())["address"])
                .replace("tcp", "dask")
                .replace("tls", "dask")
            )
        waiting.wait(0.1)
    raise AssertionError((folder / "scheduler.log").read_text())


def wait_for_workers(engine: str, count: int) -> None:
    distributed: Any = import_module("distributed")
    client = distributed.Client(engine.replace("dask", "tcp"), set_as_default=False)
    try:
        client.wait_for_workers(count, timeout=START_SECONDS)
    finally:
        client.close()


@pytest.mark.untraced
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    what = subject(FLIP)
    order = RunOrder(what, 21, 60_000_000)
    with local_engine(1) as engine:
        expected = run(order, engine, figures=None)
    with ExitStack() as stack:
        stack.enter_context(scheduler(tmp_path))
        name = address(tmp_path)
        stack.enter_context(worker(tmp_path, "first"))
        doomed = stack.enter_context(worker(tmp_path, "second"))
        wait_for_workers(name, 2)
        killed_at: list[int] = []

        def kill(progress: RunProgress) -> None:
            if not killed_at and progress.rounds >= 8_000_000:
                doomed.kill()
                doomed.wait(timeout=START_SECONDS)
                killed_at.append(progress.rounds)

        with open_engine(name, None) as cluster:
            assert not isinstance(cluster, Refusal)
            assert cluster.workers == 2 and cluster.name == name
            found = run(order, cluster, figures=None, on_progress=kill)
    assert killed_at and killed_at[0] < order.rounds
    assert doomed.returncode is not None and doomed.returncode != 0
    assert found.tally == expected.tally
    assert found.points == expected.points
    assert not found.is_partial


@pytest.mark.untraced
def test_a_scheduler_without_workers_is_refused(tmp_path: Path) -> None:
    with ExitStack() as stack:
        stack.enter_context(scheduler(tmp_path))
        with open_engine(address(tmp_path), None) as found:
            assert isinstance(found, Refusal)
            assert "no workers" in found.sentence


def certificate(folder: Path) -> dict[str, str]:
    """A certificate that vouches for itself, and Dask's settings that trust nothing else."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "pitboss node")])
    day = datetime(2026, 1, 1, tzinfo=UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(day)
        .not_valid_after(day + timedelta(days=36_500))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "node.pem"
    pem.write_bytes(made.public_bytes(Encoding.PEM))
    secret = folder / "node.key"
    secret.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    )
    settings = {"require-encryption": "true", "tls.ca-file": str(pem)}
    for part in ("scheduler", "worker", "client"):
        settings |= {f"tls.{part}.cert": str(pem), f"tls.{part}.key": str(secret)}
    return {f"distributed.comm.{name}": value for name, value in settings.items()}


@pytest.mark.untraced
def test_an_encrypted_scheduler_talks_only_to_those_who_hold_a_certificate(tmp_path: Path) -> None:
    settings = certificate(tmp_path)
    variables = {
        "DASK_" + name.upper().replace(".", "__").replace("-", "_"): value
        for name, value in settings.items()
    }
    dask: Any = import_module("dask")
    with ExitStack() as stack:
        stack.enter_context(scheduler(tmp_path, protocol="tls", settings=variables))
        name = address(tmp_path)
        with open_engine(name, 1) as plain:
            assert isinstance(plain, Refusal) and "tcp://" in plain.sentence
        stack.enter_context(
            dask.config.set(settings | {"distributed.comm.require-encryption": True})
        )
        with open_engine(name, 1) as trusted:
            # It answered: that no worker is there is all it has to say.
            assert isinstance(trusted, Refusal) and "no workers" in trusted.sentence


@pytest.mark.untraced
def test_a_scheduler_that_does_not_answer_is_refused() -> None:
    with open_engine("dask://127.0.0.1:1", 2) as found:
        assert isinstance(found, Refusal)
        assert found.code is RefusalCode.STORE_UNAVAILABLE
        assert "tcp://127.0.0.1:1" in found.sentence and "5 seconds" in found.sentence


@pytest.mark.parametrize(
    "name",
    ["", "dask", "dask://", "dask://host", "dask://host:0", "dask://host:99999", "ray://h:1"],
)
def test_what_is_not_an_engine_is_refused(name: str) -> None:
    found = engine_refusal(name, None)
    assert found is not None and "dask://HOST:PORT" in found.sentence


@pytest.mark.parametrize("workers", [0, -1, 5000])
def test_workers_count_from_one(workers: int) -> None:
    assert engine_refusal("local", workers) is not None
    assert engine_refusal("dask://10.0.0.5:8786", 4) is None
    assert engine_refusal("dask://[::1]:8786", 4) is None
