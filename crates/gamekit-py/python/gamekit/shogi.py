"""Shogi: positions, records, and arrays of training data.

Functions for arrays take `threads`: the number of threads, or None for all cores. They do not hold the lock
of the interpreter, and Ctrl-C stops them. A bad element raises `ParseError` with its `index`.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import History, Mate, Move, Position, Record, read_records

if TYPE_CHECKING:
    import pyarrow

__all__ = [
    "FEATURES1",
    "FEATURES2",
    "History",
    "LABELS",
    "Mate",
    "Move",
    "Position",
    "Record",
    "book_dtype",
    "decode",
    "features",
    "hcp_dtype",
    "hcpe_dtype",
    "legal_masks",
    "legal_moves",
    "pack",
    "psfen_dtype",
    "psv_dtype",
    "read_array",
    "read_records",
    "to_arrow",
    "unpack",
]

#: The number of planes of `features1`, and the number of planes of `features2`.
FEATURES1, FEATURES2 = 62, 57

#: The number of classes of moves.
LABELS = 2187

#: A position in Apery's Huffman code.
hcp_dtype = np.dtype([("hcp", np.uint8, 32)])

#: A training record of Apery and dlshogi, 38 bytes.
hcpe_dtype = np.dtype(
    [
        ("hcp", np.uint8, 32),
        ("eval", "<i2"),
        ("bestMove16", "<i2"),
        ("gameResult", np.int8),
        ("dummy", np.uint8),
    ]
)

#: A position in YaneuraOu's code.
psfen_dtype = np.dtype([("sfen", np.uint8, 32)])

#: A training record of YaneuraOu, 40 bytes.
psv_dtype = np.dtype(
    [
        ("sfen", np.uint8, 32),
        ("score", "<i2"),
        ("move", "<u2"),
        ("gamePly", "<u2"),
        ("game_result", np.int8),
        ("padding", np.uint8),
    ]
)

#: An entry of Apery's opening book, 16 bytes.
book_dtype = np.dtype([("key", "<u8"), ("fromToPro", "<u2"), ("count", "<u2"), ("score", "<i4")])

_LAYOUTS = {hcp_dtype: "hcp", hcpe_dtype: "hcpe", psfen_dtype: "psfen", psv_dtype: "psv"}

Records = npt.NDArray[np.void]


def _layout(records: np.ndarray) -> tuple[np.ndarray, str, int]:
    """Returns the bytes, the layout and the number of records."""
    if not isinstance(records, np.ndarray):
        raise TypeError(f"records is {type(records).__name__}, expected a numpy array")
    if records.ndim != 1:
        raise ValueError(f"records has {records.ndim} dimensions, expected 1")
    # The field names of other packages differ, so the offsets and sizes decide.
    for dtype, layout in _LAYOUTS.items():
        if records.dtype == dtype or _same_layout(records.dtype, dtype):
            data = np.ascontiguousarray(records).view(np.uint8)
            return data, layout, len(records)
    raise TypeError(f"records has dtype {records.dtype}, expected hcpe_dtype, psv_dtype, hcp_dtype or psfen_dtype")


def _same_layout(found: np.dtype, dtype: np.dtype) -> bool:
    if found.fields is None or dtype.fields is None or found.itemsize != dtype.itemsize:
        return False
    first = next(iter(dtype.names))
    return found.names[0] == first and [f[:2][1:] for f in found.fields.values()] == [
        f[:2][1:] for f in dtype.fields.values()
    ]


def decode(
    records: Records,
    *,
    features1: npt.NDArray[np.float32] | bool | None = True,
    features2: npt.NDArray[np.float32] | bool | None = True,
    labels: npt.NDArray[np.int64] | bool | None = None,
    results: npt.NDArray[np.float32] | bool | None = None,
    evals: npt.NDArray[np.int16] | bool | None = None,
    masks: npt.NDArray[np.bool_] | bool | None = None,
    out: dict[str, np.ndarray] | None = None,
    threads: int | None = None,
) -> dict[str, np.ndarray]:
    """Decodes N records to the inputs and targets of a neural network, in the layout of dlshogi.

    An argument is an array to write to, True to make an array, or False to leave it out. None means True for
    records with moves and results, and False for bare positions; `masks` is left out for None. `out` is a
    dictionary of arrays of an earlier call: they are written again. A call without planes and masks does not
    decode the boards, so it does not report an invalid board.

    Returns a dictionary of arrays:

    - `features1`: float32 (N, 62, 9, 9), the pieces and their attacks, from the side to move
    - `features2`: float32 (N, 57, 9, 9), the hands and the check
    - `labels`: int64 (N,), the class of the move, 0 to 2186
    - `results`: float32 (N,), 1 if the side to move wins, 0.5 for a draw, 0 if it loses
    - `evals`: int16 (N,), the evaluation of the record, for the side to move
    - `masks`: bool (N, 2187), the classes of the legal moves
    """
    data, layout, count = _layout(records)
    has_moves = layout in ("hcpe", "psv")
    shapes: dict[str, tuple[object, tuple[int, ...], type]] = {
        "features1": (features1, (count, FEATURES1, 9, 9), np.float32),
        "features2": (features2, (count, FEATURES2, 9, 9), np.float32),
        "labels": (has_moves if labels is None else labels, (count,), np.int64),
        "results": (has_moves if results is None else results, (count,), np.float32),
        "evals": (has_moves if evals is None else evals, (count,), np.int16),
        "masks": (masks, (count, LABELS), np.bool_),
    }
    arrays: dict[str, np.ndarray] = {}
    for name, (wanted, shape, dtype) in shapes.items():
        if out is not None and name in out:
            wanted = out[name]
        if wanted is None or wanted is False:
            continue
        if wanted is True:
            arrays[name] = np.empty(shape, dtype)
        else:
            arrays[name] = _checked(name, wanted, shape, dtype)
    masks_array = arrays.get("masks")
    _core.shogi_decode(
        data,
        layout,
        arrays.get("features1"),
        arrays.get("features2"),
        arrays.get("labels"),
        arrays.get("results"),
        arrays.get("evals"),
        None if masks_array is None else masks_array.view(np.uint8),
        threads,
    )
    return arrays


def _checked(name: str, array: object, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is {type(array).__name__}, expected a numpy array or a bool")
    if array.dtype != dtype:
        raise TypeError(f"{name} has dtype {array.dtype}, expected {np.dtype(dtype)}")
    if array.shape != shape:
        raise ValueError(f"{name} has shape {array.shape}, expected {shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"{name} must be writeable and contiguous in C order")
    return array


def features(position: Position) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Returns the planes of one position: float32 (62, 9, 9) and (57, 9, 9)."""
    features1 = np.empty((FEATURES1, 9, 9), np.float32)
    features2 = np.empty((FEATURES2, 9, 9), np.float32)
    _core.shogi_planes(position, features1, features2)
    return features1, features2


def legal_masks(
    records: Records, *, out: npt.NDArray[np.bool_] | None = None, threads: int | None = None
) -> npt.NDArray[np.bool_]:
    """Returns the classes of the legal moves of N records: bool (N, 2187)."""
    wanted = True if out is None else out
    arrays = decode(
        records,
        features1=False,
        features2=False,
        labels=False,
        results=False,
        evals=False,
        masks=wanted,
        threads=threads,
    )
    return arrays["masks"]


def legal_moves(
    records: Records, *, threads: int | None = None
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
    """Returns the legal moves of N records as `(values, offsets)`.

    `values` (uint32) has the 32-bit words of all moves: see `Move.from_word`. The moves of record `i` are
    `values[offsets[i]:offsets[i + 1]]`; `offsets` (int64) has N + 1 elements.
    """
    data, layout, _ = _layout(records)
    return _core.shogi_legal_moves(data, layout, threads)


def pack(
    sfens: Sequence[str], layout: Literal["hcp", "psfen"] = "hcp", *, threads: int | None = None
) -> Records:
    """Packs N SFENs into an array of `hcp_dtype` or `psfen_dtype`. Move numbers are not kept."""
    if layout not in ("hcp", "psfen"):
        raise ValueError(f'layout is {layout!r}, expected "hcp" or "psfen"')
    sfens = list(sfens)
    packed = np.empty(len(sfens), hcp_dtype if layout == "hcp" else psfen_dtype)
    _core.shogi_pack(sfens, layout, packed.view(np.uint8), threads)
    return packed


def unpack(records: Records, *, threads: int | None = None) -> list[str]:
    """Returns the SFENs of N records. The move number of HCPE and bare positions is 1."""
    data, layout, _ = _layout(records)
    return _core.shogi_unpack(data, layout, threads)


def read_array(path: str | PathLike[str], layout: Literal["hcpe", "psv", "hcp", "psfen"]) -> Records:
    """Reads a file of records. A file that ends inside a record is an error."""
    dtypes = {name: dtype for dtype, name in _LAYOUTS.items()}
    if layout not in dtypes:
        raise ValueError(f"layout is {layout!r}, expected one of {sorted(dtypes)}")
    data = np.fromfile(path, np.uint8)
    size = dtypes[layout].itemsize
    if len(data) % size:
        raise _core.ParseError(f"{path}: {len(data)} bytes are not a multiple of {size}")
    return data.view(dtypes[layout])


def to_arrow(records: np.ndarray, *, sfen: bool = True, threads: int | None = None) -> "pyarrow.Table":
    """Returns an array of records as an Arrow table with one column per field. Needs `pyarrow`.

    Packed positions are columns of fixed-size binary values. With `sfen=True` the table also has a column
    `position_sfen` with the positions as text.
    """
    import pyarrow as pa

    if records.dtype.names is None:
        raise TypeError(f"records has dtype {records.dtype}, expected a structured dtype")
    columns: dict[str, object] = {}
    packed = None
    for name in records.dtype.names:
        column = np.ascontiguousarray(records[name])
        if column.ndim == 2:
            packed = name
            buffer = pa.py_buffer(column.tobytes())
            kind = pa.binary(column.shape[1])
            columns[name] = pa.Array.from_buffers(kind, len(column), [None, buffer])
        else:
            columns[name] = pa.array(column)
    if sfen and packed is not None:
        columns["position_sfen"] = pa.array(unpack(records, threads=threads))
    return pa.table(columns)
