"""Records are read and written in every format; errors carry their place."""

import pickle

import numpy as np
import pytest
from gamekit import ParseError, shogi

KIF = """手合割：平手
先手：A
後手：B
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:03/00:00:03)
*a comment
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 投了
"""


def test_reading_bytes():
    (record,) = shogi.read_records(KIF.encode())
    assert record.format == "kif" and record.warnings == [] and len(record) == 2
    assert [move.usi for move in record.moves] == ["7g7f", "3c3d"]
    assert record.comments == [None, "a comment", None]
    assert record.seconds == [3.0, 2.0]
    assert record.winner == "white" and "resign" in record.outcome
    assert ("先手", "A") in record.fields or record.field("black") == "A"
    assert record.positions()[-1].sfen.endswith("b - 3")
    assert record.start == shogi.Position()
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc-jp"])
@pytest.mark.parametrize("format", ["kif", "ki2", "csa", "jkf", "usi"])
def test_round_trips(format, encoding):
    (record,) = shogi.read_records(KIF.encode())
    text, losses = record.write(format)
    assert isinstance(losses, list)
    (again,) = shogi.read_records(text.encode(), format=format)
    assert again.moves == record.moves
    written, _ = record.to_bytes(format, encoding)
    (again,) = shogi.read_records(written)
    assert again.moves == record.moves


def test_files_of_the_workspace(data):
    count = 0
    for path in sorted(data.glob("shogi/records/*/*")):
        if path.suffix not in (".kif", ".ki2", ".csa", ".jkf", ".json"):
            continue
        for record in shogi.read_records(path, errors="skip"):
            assert len(record.positions()) == len(record) + 1
            count += 1
    assert count > 30


def test_errors_have_a_place():
    bad = KIF.replace("３四歩(33)", "３四歩(34)").encode()
    with pytest.raises(ParseError) as caught:
        shogi.read_records(bad, strict=True)
    assert caught.value.line == 7 and caught.value.column >= 1
    (record,) = shogi.read_records(bad)
    assert record.warnings
    with pytest.raises(ParseError, match="HTML"):
        shogi.read_records(b"<!doctype html><title>404</title>")
    with pytest.raises(FileNotFoundError) as caught:
        shogi.read_records("/does/not/exist.kif")
    with pytest.raises(TypeError):
        shogi.read_records(5)
    with pytest.raises(ValueError, match="nonsense"):
        shogi.read_records(KIF.encode(), format="nonsense")
    skipped = {}
    good_and_bad = b"startpos moves 7g7f\nstartpos moves 7g7e\n"
    assert len(shogi.read_records(good_and_bad, errors="skip", skipped=skipped, strict=True)) == 1
    assert list(skipped) == [2]


def test_a_record_is_made_and_becomes_samples():
    record = shogi.Record(moves=["7g7f", "3c3d"], fields=[("先手", "me")])
    assert len(record) == 2
    (finished,) = shogi.read_records(KIF.encode())
    for layout, dtype in [("hcpe", shogi.hcpe_dtype), ("psv", shogi.psv_dtype)]:
        records = np.frombuffer(finished.samples(layout), dtype)
        decoded = shogi.decode(records)
        assert decoded["results"].tolist() == [0.0, 1.0]
        labels = [move.label(side) for move, side in zip(finished.moves, ["black", "white"], strict=True)]
        assert decoded["labels"].tolist() == labels
    with pytest.raises(ValueError):
        record.samples()
