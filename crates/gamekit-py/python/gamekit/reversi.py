"""Reversi (Othello): positions, games, books, search, and arrays of boards.

A board in an array is two uint64 numbers: the discs of the side to move, and the discs of the opponent. Bit 0
is a1, bit 7 is h1, bit 63 is h8. N boards are an array (N, 2).

Functions for arrays take `out`, an array to write to, and `threads`: the number of threads, or None for all
cores. They do not hold the lock of the interpreter, and Ctrl-C stops them. A bad board raises `ParseError`
with its `index`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import ReversiBook as Book
from ._core import ReversiGame as Game
from ._core import ReversiPosition as Position
from ._core import reversi_read_games as read_games

if TYPE_CHECKING:
    import pyarrow

__all__ = [
    "Book",
    "Game",
    "PATTERNS",
    "Position",
    "boards",
    "canonical",
    "evaluate",
    "legal",
    "pattern_states",
    "perft",
    "planes",
    "play",
    "read_games",
    "read_wthor",
    "solve",
    "to_arrow",
]

#: The number of patterns of a board.
PATTERNS = 42

Boards = npt.NDArray[np.uint64]


def boards(positions: Iterable[Position]) -> Boards:
    """Returns positions as an array (N, 2)."""
    return np.array([position.bits for position in positions], np.uint64).reshape(-1, 2)


def _words(array: np.ndarray) -> tuple[np.ndarray, int]:
    """Returns the words of the boards and their number."""
    if not isinstance(array, np.ndarray) or array.dtype != np.uint64:
        found = getattr(array, "dtype", type(array).__name__)
        raise TypeError(f"boards is {found}, expected a numpy array of uint64")
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"boards has shape {array.shape}, expected (N, 2)")
    return np.ascontiguousarray(array).reshape(-1), len(array)


def _output(out: np.ndarray | None, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype:
        found = getattr(out, "dtype", type(out).__name__)
        raise TypeError(f"out is {found}, expected a numpy array of {np.dtype(dtype)}")
    if out.shape != shape:
        raise ValueError(f"out has shape {out.shape}, expected {shape}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out must be writeable and contiguous in C order")
    return out


def legal(boards: Boards, *, out: Boards | None = None, threads: int | None = None) -> Boards:
    """Returns the legal moves of N boards as sets of squares: uint64 (N,)."""
    words, count = _words(boards)
    out = _output(out, (count,), np.uint64)
    _core.reversi_legal(words, out, threads)
    return out


def play(
    boards: Boards,
    moves: npt.NDArray[np.uint8],
    *,
    out: Boards | None = None,
    threads: int | None = None,
) -> Boards:
    """Plays a move on each of N boards: 0 (a1) to 63 (h8), or 64 for a pass.

    Returns the boards after the moves, from the point of view of the other side: uint64 (N, 2). An illegal
    move is an error.
    """
    words, count = _words(boards)
    out = _output(out, (count, 2), np.uint64)
    moves = np.ascontiguousarray(moves)
    if moves.dtype != np.uint8:
        raise TypeError(f"moves has dtype {moves.dtype}, expected uint8")
    _core.reversi_play(words, moves, out, threads)
    return out


def canonical(
    boards: Boards, *, out: Boards | None = None, threads: int | None = None
) -> tuple[Boards, npt.NDArray[np.uint8]]:
    """Returns the canonical images of N boards, uint64 (N, 2), and their symmetries, uint8 (N,).

    All 8 rotations and reflections of a board have the same canonical image. The symmetry maps the board to
    the image: 0 is the identity, 1 left-right, 2 up-down, 3 the half turn, 4 the diagonal a1-h8, 5 and 6 the
    quarter turns, 7 the other diagonal.
    """
    words, count = _words(boards)
    out = _output(out, (count, 2), np.uint64)
    symmetries = np.empty(count, np.uint8)
    _core.reversi_canonical(words, out, symmetries, threads)
    return out, symmetries


def pattern_states(
    boards: Boards, *, out: npt.NDArray[np.uint16] | None = None, threads: int | None = None
) -> npt.NDArray[np.uint16]:
    """Returns the states of the 42 patterns of N boards: uint16 (N, 42).

    A state is a number in base 3 with one digit per square of the pattern: 0 for an empty square, 1 for a disc
    of the side to move, 2 for a disc of the opponent.
    """
    words, count = _words(boards)
    out = _output(out, (count, PATTERNS), np.uint16)
    _core.reversi_pattern_states(words, out, threads)
    return out


def evaluate(
    boards: Boards, *, out: npt.NDArray[np.int32] | None = None, threads: int | None = None
) -> npt.NDArray[np.int32]:
    """Returns the static evaluations of N boards for the side to move, in 1/100 disc: int32 (N,)."""
    words, count = _words(boards)
    out = _output(out, (count,), np.int32)
    _core.reversi_evaluate(words, out, threads)
    return out


def planes(
    boards: Boards, *, out: npt.NDArray[np.float32] | None = None, threads: int | None = None
) -> npt.NDArray[np.float32]:
    """Returns planes of N boards: float32 (N, 3, 8, 8).

    The planes are the discs of the side to move, the discs of the opponent, and the legal moves. Element
    `[n, plane, rank, file]` has rank 0 for rank 1 and file 0 for file a.
    """
    words, count = _words(boards)
    out = _output(out, (count, 3, 8, 8), np.float32)
    _core.reversi_planes(words, out, threads)
    return out


def perft(
    boards: Boards, depth: int, *, out: Boards | None = None, threads: int | None = None
) -> Boards:
    """Returns the number of sequences of `depth` moves from each of N boards: uint64 (N,)."""
    words, count = _words(boards)
    out = _output(out, (count,), np.uint64)
    _core.reversi_perft(words, depth, out, threads)
    return out


def solve(
    boards: Boards,
    *,
    nodes: int | None = None,
    memory: int = 16,
    progress: Callable[[int], object] | None = None,
    threads: int | None = None,
) -> dict[str, np.ndarray]:
    """Solves N boards exactly.

    `nodes` limits the search of each board. Each thread uses `memory` megabytes. `progress` is called from
    time to time with the number of solved boards.

    Returns a dictionary of arrays: `score` int8 (N,) in discs for the side to move, or -128 if the limit was
    reached; `best` uint8 (N,), the square 0 to 63, 64 for a pass, 255 for none; `nodes` uint64 (N,).
    """
    words, count = _words(boards)
    score = np.empty(count, np.int8)
    best = np.empty(count, np.uint8)
    searched = np.empty(count, np.uint64)
    _core.reversi_solve(words, score, best, searched, nodes, memory, progress, threads)
    return {"score": score, "best": best, "nodes": searched}


def read_wthor(source: str | PathLike[str] | bytes) -> dict[str, Any]:
    """Reads a WTHOR file as columns, one row per game.

    `tournament`, `black`, `white` (uint16 numbers), `score` and `theoretical_score` (int8, discs of Black from
    0 to 64), `year` (uint16), `moves` (uint8, (N, 60), squares 0 to 63, then 255). If the files of names lie
    beside the file: `black_name`, `white_name` and `tournament_name` (lists).
    """
    columns = dict(_core.reversi_wthor_columns(source))
    return columns


def to_arrow(columns: dict[str, Any] | Boards) -> "pyarrow.Table":
    """Returns columns (see `read_wthor` and `solve`) or boards as an Arrow table. Needs `pyarrow`."""
    import pyarrow as pa

    if isinstance(columns, np.ndarray):
        _words(columns)
        columns = {"player": columns[:, 0], "opponent": columns[:, 1]}
    table: dict[str, object] = {}
    for name, column in columns.items():
        if isinstance(column, np.ndarray) and column.ndim == 2:
            flat = pa.array(np.ascontiguousarray(column).reshape(-1))
            table[name] = pa.FixedSizeListArray.from_arrays(flat, column.shape[1])
        elif isinstance(column, np.ndarray):
            table[name] = pa.array(np.ascontiguousarray(column))
        else:
            table[name] = pa.array(column)
    return pa.table(table)
