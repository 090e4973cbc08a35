"""Arrays: shapes, errors, tables."""

import numpy as np
import pytest
from gamekit import ParseError, reversi, shogi

SFENS = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/9/9/9/4p4/9/9/4R4/4K4 w 2P 5",
]


def test_dtypes_have_the_sizes_of_the_files():
    assert [shogi.hcpe_dtype.itemsize, shogi.psv_dtype.itemsize, shogi.book_dtype.itemsize] == [38, 40, 16]


def test_bad_elements_are_named():
    packed = shogi.pack(SFENS * 300)
    packed["hcp"][401] = 0xFF
    for threads in [1, 2, None]:
        with pytest.raises(ParseError, match="element 401") as caught:
            shogi.unpack(packed, threads=threads)
        assert caught.value.index == 401
    with pytest.raises(ParseError, match="element 1"):
        shogi.pack([SFENS[0], "nonsense"])
    with pytest.raises(ValueError, match="threads"):
        shogi.unpack(shogi.pack(SFENS), threads=0)


def test_bad_arguments_are_refused():
    packed = shogi.pack(SFENS)
    with pytest.raises(ValueError, match="2 dimensions"):
        shogi.unpack(packed["hcp"])
    with pytest.raises(TypeError):
        shogi.unpack([1, 2])
    with pytest.raises(ValueError, match="shape"):
        shogi.decode(packed, features1=np.empty((3, 62, 9, 9), np.float32))
    with pytest.raises(TypeError, match="float64"):
        shogi.decode(packed, features1=np.empty((2, 62, 9, 9)))
    with pytest.raises(ValueError, match="contiguous"):
        shogi.decode(packed, features1=np.empty((2, 9, 9, 62), np.float32).transpose(0, 3, 1, 2))
    with pytest.raises(ParseError, match="no move and no result"):
        shogi.decode(packed, labels=True)


def test_an_empty_array_is_no_error():
    empty = shogi.pack([])
    assert shogi.decode(empty)["features1"].shape == (0, 62, 9, 9)
    assert shogi.unpack(empty) == []
    values, offsets = shogi.legal_moves(empty)
    assert len(values) == 0 and offsets.tolist() == [0]


def test_a_bare_position_has_planes_only():
    decoded = shogi.decode(shogi.pack(SFENS))
    assert sorted(decoded) == ["features1", "features2"]
    one, two = shogi.features(shogi.Position(SFENS[1]))
    assert np.array_equal(decoded["features1"][1], one) and np.array_equal(decoded["features2"][1], two)


def test_slices_and_other_field_names():
    packed = shogi.pack(SFENS * 3)
    assert shogi.unpack(packed[::2]) == [shogi.unpack(packed)[i] for i in (0, 2, 4)]
    import_like = packed.view(np.dtype([("hcp", np.uint8, 32)]))
    assert shogi.unpack(import_like) == shogi.unpack(packed)


def test_arrow_tables():
    pa = pytest.importorskip("pyarrow")
    records = np.zeros(2, shogi.hcpe_dtype)
    records["hcp"] = shogi.pack(SFENS)["hcp"]
    records["eval"] = [5, -7]
    table = shogi.to_arrow(records)
    assert table.num_rows == 2 and table["eval"].to_pylist() == [5, -7]
    assert table["position_sfen"].to_pylist() == shogi.unpack(records)
    assert table["hcp"][1].as_py() == records["hcp"][1].tobytes()
    boards = reversi.boards([reversi.Position(), reversi.Position(transcript="f5")])
    table = reversi.to_arrow(boards)
    assert table["player"].to_pylist() == boards[:, 0].tolist()
    assert pa.types.is_uint64(table["player"].type)
