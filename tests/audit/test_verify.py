"""The verifier finds every tampering, and says what it checked; it also runs all alone."""

from __future__ import annotations

import hashlib
import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pitboss.audit import verify
from pitboss.audit.anchor import NO_LINE, Signer, anchor_line, line_digest
from pitboss.audit.chain import Head, first_head, link
from pitboss.audit.verify import Tampered, read_anchors, verify_lines
from pitboss.equipment.draws import SeededBits
from pitboss.invariants import BrokenInvariant
from tests.audit.tampering import KINDS, Tampering
from tests.audit.trail import SIGNER, Trail, chained, data_of, head_of, record, trail
from tests.examples import examples

TRAIL = trail()
HEADS = read_anchors(TRAIL.heads).heads


def test_a_sound_export() -> None:
    chain = verify_lines(TRAIL.lines, HEADS)
    assert chain.records == 80
    assert {name: end[0] for name, end in chain.position.items()} == {
        "house": 40,
        "table:T1": 40,
    }


def test_the_chain_by_hand() -> None:
    """The definition of docs/how-it-works/ledger-and-audit.md, written out with hashlib alone."""
    start = hashlib.sha256(b"pitboss/stream/1\x00house").digest()
    assert first_head("house") == Head("house", 0, start.hex())
    data = record("house", 1)
    first = hashlib.sha256(b"pitboss/record/1\x00" + start + data)
    assert link(start.hex(), data) == first.hexdigest()
    assert TRAIL.lines[0] == b'{"head":"%b","record":%b}\n' % (first.hexdigest().encode(), data)


def test_streams_may_be_mixed_as_long_as_each_keeps_its_order() -> None:
    house, table = TRAIL.lines[:40], TRAIL.lines[40:]
    mixed = [line for pair in zip(house, table, strict=True) for line in pair]
    assert verify_lines(mixed, HEADS).records == 80


def found(lines: list[bytes], heads: dict[tuple[str, int], str] | None = None) -> str:
    """What the verifier says of a tampered export."""
    with pytest.raises(Tampered) as caught:
        verify_lines(lines, HEADS if heads is None else heads)
    return str(caught.value)


def test_named_tamperings_are_told_apart() -> None:
    lines = TRAIL.lines
    assert "was changed" in found([lines[0], lines[1].replace(b'"n":2', b'"n":3'), *lines[2:]])
    assert "where 2 belongs" in found([lines[0], *lines[2:]])
    assert "where 1 belongs" in found([lines[1], lines[0], *lines[2:]])
    assert "where 2 belongs" in found([lines[0], lines[0], *lines[1:]])
    assert "cut off" in found([*lines[:-1], lines[-1][:-1]])
    assert "end was cut off" in found(lines[:-1])
    assert "ends at record 0" in found(lines[:40])
    assert "not a record" in found([b"{}\n", *lines])
    rewritten = chained("table:T1", [record("table:T1", v, "forged") for v in range(1, 41)])
    assert "rewritten" in found([*lines[:40], *rewritten])


def test_a_full_rewrite_with_a_true_chain_is_found_only_through_the_heads() -> None:
    forged = [
        line
        for name in ("house", "table:T1")
        for line in chained(name, [record(name, v, "forged") for v in range(1, 41)])
    ]
    assert verify_lines(forged).records == 80
    assert "rewritten" in found(forged)


def test_a_tail_rewritten_after_the_last_head_but_one_is_found() -> None:
    kept = [record("house", v) for v in range(1, 36)]
    forged = chained("house", [*kept, *(record("house", v, "x") for v in range(36, 41))])
    assert "rewritten" in found([*forged, *TRAIL.lines[40:]])


@pytest.mark.parametrize(
    "body", [{"version": 1}, {"stream": 5, "version": 1}, {"stream": "house", "version": "1"}, [1]]
)
def test_records_that_do_not_say_where_they_belong(body: object) -> None:
    line = b'{"head":"%b","record":%b}\n' % (b"0" * 64, data_of(body))  # type: ignore[arg-type]
    assert "Line 1" in found([line], {})


def test_a_record_of_another_stream_cannot_stand_in_a_chain() -> None:
    lines = chained("house", [record("house", 1), record("table:T1", 2)])
    assert "table:T1 has record 2 where 1 belongs" in found(lines, {})


@examples(500, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(KINDS), st.binary(min_size=8, max_size=8))
def test_random_tamperings_are_all_found(kind: Tampering, seed: bytes) -> None:
    lines = kind(TRAIL.lines, SeededBits(seed))
    assert lines != TRAIL.lines
    with pytest.raises(Tampered):
        verify_lines(lines, HEADS)


# The file of heads.


def anchors_found(lines: list[bytes], key: str | None = None) -> str:
    """What is said of a tampered file of heads."""
    with pytest.raises(Tampered) as caught:
        read_anchors(lines, key=key, verdict=verify.ed25519_verdict())
    return str(caught.value)


def test_the_heads_are_chained_and_signed() -> None:
    first, second = TRAIL.heads
    sound = read_anchors(TRAIL.heads, key=SIGNER.public_key(), verdict=verify.ed25519_verdict())
    assert sound.signatures_checked
    assert len(sound.heads) == 4
    assert "does not follow" in anchors_found([second])
    assert "does not follow" in anchors_found([second, first])
    assert "false signature" in anchors_found([first.replace(b'"at_ms":1', b'"at_ms":9'), second])
    assert "is not a signed head" in anchors_found([first, b"{}\n"])
    assert "is not a signed head" in anchors_found([first, b"[\n"])
    assert "is not a signed head" in anchors_found([first.replace(b":", b": ", 1), second])
    assert "another key" in anchors_found(TRAIL.heads, key="00" * 32)


def test_a_head_signed_with_another_key_or_badly_is_found() -> None:
    thief = anchor_line(
        [head_of(TRAIL.lines, "house")],
        previous=NO_LINE,
        number=1,
        at_ms=1,
        signer=Signer(b"t" * 32),
    )
    assert read_anchors([thief], verdict=verify.ed25519_verdict()).lines == 1
    assert "another key" in anchors_found([thief], key=SIGNER.public_key())
    body = json.loads(thief)
    for signature in ("00", "not hexadecimal"):
        assert "false signature" in anchors_found(
            [data_of(body | {"signature": signature}) + b"\n"]
        )
    assert "false signature" in anchors_found([data_of(body | {"key": "ab"}) + b"\n"])


def test_heads_that_contradict_each_other() -> None:
    first = TRAIL.heads[0]
    other = anchor_line(
        [Head("house", 20, "0" * 64)],
        previous=line_digest(first),
        number=2,
        at_ms=2,
        signer=SIGNER,
    )
    assert "contradicts" in anchors_found([first, other])


def test_a_key_is_made_from_32_bytes() -> None:
    with pytest.raises(BrokenInvariant):
        Signer(b"short")


# The program.


def files(folder: Path, found: Trail) -> tuple[Path, Path]:
    """The trail on disk."""
    export, heads = folder / "export.jsonl", folder / "heads.jsonl"
    export.write_bytes(b"".join(found.lines))
    heads.write_bytes(b"".join(found.heads))
    return export, heads


def test_the_program_says_what_it_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export, heads = files(tmp_path, TRAIL)
    key = SIGNER.public_key()
    assert verify.main([str(export)]) == 0
    assert "could not be seen" in capsys.readouterr().out
    assert verify.main([str(export), "--head", str(heads)]) == 0
    said = capsys.readouterr().out
    assert "all 2 checked with Ed25519" in said
    assert f"{key}; not compared" in said
    assert verify.main([str(export), "--head", str(heads), "--key", key]) == 0
    assert "every head carries the key given" in capsys.readouterr().out
    assert verify.main([str(export), "--head", str(heads), "--key", "00"]) == 1
    assert verify.main([str(tmp_path / "none")]) == 2


def test_records_after_the_last_head_are_counted(tmp_path: Path) -> None:
    export, heads = files(tmp_path, Trail(TRAIL.lines, TRAIL.heads[:1]))
    said = verify.verify_files(export, heads, None)
    assert any("40 records came after the last head" in line for line in said)


def test_one_copied_file_runs_alone_and_says_that_signatures_were_not_checked(
    tmp_path: Path,
) -> None:
    """As an outsider has it: no package of ours, none of anyone else's."""
    alone = tmp_path / "verify.py"
    shutil.copy(verify.__file__, alone)
    export, heads = files(tmp_path, TRAIL)
    command = [sys.executable, "-I", "-S", str(alone), str(export), "--head", str(heads)]
    sound = subprocess.run(command, capture_output=True, text=True)
    assert sound.returncode == 0, sound.stderr
    assert "Signatures: NOT checked" in sound.stdout
    assert sound.stdout.endswith("SOUND.\n")
    export.write_bytes(b"".join(TRAIL.lines[:-1]))
    cut = subprocess.run(command, capture_output=True, text=True)
    assert cut.returncode == 1
    assert cut.stdout.startswith("TAMPERED. table:T1 ends at record 39")


def test_without_cryptography_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    export, heads = files(tmp_path, TRAIL)
    monkeypatch.setattr(sys, "argv", ["verify.py", str(export), "--head", str(heads)])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(verify.__file__, run_name="__main__")
    assert ended.value.code == 0
    assert "Signatures: NOT checked" in capsys.readouterr().out


def test_a_head_that_cannot_be_written_stops_the_program() -> None:
    with pytest.raises(BrokenInvariant):
        anchor_line(
            [Head("\ud800", 1, "0" * 64)], previous=NO_LINE, number=1, at_ms=1, signer=SIGNER
        )
