"""Shogi and Reversi: positions, records, solvers, and numpy arrays for training.

`gamekit.shogi` and `gamekit.reversi` are independent of each other.
"""

from . import reversi, shogi
from ._core import IllegalMoveError, ParseError, __version__

__all__ = ["IllegalMoveError", "ParseError", "__version__", "reversi", "shogi"]
