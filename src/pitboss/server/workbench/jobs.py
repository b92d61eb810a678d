"""Jobs: what worker processes are asked and how they answer, over a pipe, frame by frame.

The house sends a job, the worker tells what it is doing and ends with one answer; nothing else
crosses the pipe.
"""

from __future__ import annotations

import struct
from enum import StrEnum

import msgspec

HEADER = struct.Struct(">I")
FRAME_MAX = 1 << 26

Pairs = tuple[tuple[str, str], ...]


class ProofFile(StrEnum):
    """What a proof page can be taken away as."""

    PDF = "sheet.pdf"
    XLSX = "sheet.xlsx"
    CSV = "sheet.csv"
    JSON = "sheet.json"
    CERTIFICATE = "certificate.json"
    CHECKER = "check_certificate.py"
    EDITION = "edition.toml"
    DOSSIER = "dossier.zip"


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """An edition that ships, with changes, and under a name when it is a design."""

    game: str
    edition: str
    hash: str = ""
    changes: Pairs = ()
    name: str = ""


class FiguresJob(msgspec.Struct, frozen=True, tag="figures"):
    """Every bet and the strategy card of changed numbers."""

    subject: Subject


class BenchJob(msgspec.Struct, frozen=True, tag="bench"):
    """What can be changed in an edition."""

    subject: Subject


class AimJob(msgspec.Struct, frozen=True, tag="aim", kw_only=True):
    """The pay of a field that gives a bet an edge."""

    subject: Subject
    field: str
    bet: str
    aim: str
    step: str


class PageJob(msgspec.Struct, frozen=True, tag="page"):
    """The proof page of an edition."""

    subject: Subject


class LimitJob(msgspec.Struct, frozen=True, tag="limit"):
    """The edges of an edition when a round pays no more than a limit, in minor units."""

    subject: Subject
    limit: int


class CompareJob(msgspec.Struct, frozen=True, tag="compare"):
    """What changes from one edition to another."""

    before: Subject
    after: Subject


class FileJob(msgspec.Struct, frozen=True, tag="file"):
    """A proof page as a file."""

    subject: Subject
    name: ProofFile


Job = BenchJob | FiguresJob | AimJob | PageJob | LimitJob | CompareJob | FileJob


class Told(msgspec.Struct, frozen=True, tag="told", kw_only=True):
    """What is being worked on: so many of so many steps are done."""

    done: int
    of: int
    doing: str


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The worker is warm."""


class Made(msgspec.Struct, frozen=True, tag="made"):
    """The answer, as it is sent to a browser."""

    content: bytes


class Denied(msgspec.Struct, frozen=True, tag="denied"):
    """The job cannot be done: a refusal of the house."""

    code: str
    sentence: str


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """The job met a defect of ours."""

    problem: str


class Cut(msgspec.Struct, frozen=True, tag="cut"):
    """The job was given up because it was told to."""


Reply = Told | Ready | Made | Denied | Broken | Cut

_encoder = msgspec.msgpack.Encoder()
_jobs: msgspec.msgpack.Decoder[Job] = msgspec.msgpack.Decoder(Job)
_replies: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


def frame(message: Job | Reply) -> bytes:
    """A message with its length in front."""
    body = _encoder.encode(message)
    return HEADER.pack(len(body)) + body


def read_job(body: bytes) -> Job:
    """A job from its bytes."""
    return _jobs.decode(body)


def read_reply(body: bytes) -> Reply:
    """A reply from its bytes."""
    return _replies.decode(body)
