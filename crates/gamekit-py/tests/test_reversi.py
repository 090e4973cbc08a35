"""Reversi: positions, games, books, search and arrays."""

import copy
import pickle

import numpy as np
import pytest
from gamekit import IllegalMoveError, ParseError, reversi
from hypothesis import given, settings
from hypothesis import strategies as st

SOLVED = "OXXXOOOOOXXX-XOOXOXXXXXOXXXOOXXOXXXXXOXOXXOOOOOO--X-XOOO-X-XXXOO X"


def played(picks):
    position = reversi.Position()
    for pick in picks:
        if position.is_over:
            break
        moves = position.legal_moves()
        position.push(moves[pick % len(moves)])
    return position


games = st.lists(st.integers(0, 60), max_size=70).map(played)


def test_the_start():
    position = reversi.Position()
    assert position.side == "black" and position.empties == 60 and position.discs == (2, 2)
    assert position.legal_moves() == ["d3", "c4", "f5", "e6"]
    assert position.perft(6) == 8200 and not position.is_over
    assert position.push("f5").opening is not None or position.opening is None


def test_errors():
    position = reversi.Position()
    with pytest.raises(IllegalMoveError):
        position.push("a1")
    with pytest.raises(ParseError):
        position.push("z9")
    with pytest.raises(ParseError) as caught:
        reversi.Position("X" * 63)
    assert caught.value.at is not None
    with pytest.raises(ParseError):
        reversi.Position(transcript="f5f5")
    with pytest.raises(ValueError):
        reversi.Position.from_bits(1, 1)
    with pytest.raises(IndexError):
        position.pop()


def test_solve_and_analyze():
    position = reversi.Position(SOLVED)
    solved = position.solve()
    assert solved["score"] is not None and solved["best"] in position.legal_moves()
    lines = position.analyze(depth=4)
    assert len(lines) == len(position.legal_moves())
    assert [line["value"] for line in lines] == sorted((line["value"] for line in lines), reverse=True)
    limited = reversi.Position().solve(nodes=1000)
    assert limited["score"] is None and limited["lower"] < limited["upper"]


@settings(max_examples=40, deadline=None)
@given(games)
def test_round_trips(position):
    assert reversi.Position(position.board) == position
    for twin in [position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]:
        assert twin == position and twin.moves == position.moves and hash(twin) == hash(position)
    player, opponent = position.bits
    assert reversi.Position.from_bits(player, opponent, position.side) == position


@settings(max_examples=25, deadline=None)
@given(st.lists(games, min_size=1, max_size=20))
def test_arrays_agree_with_positions(positions):
    boards = reversi.boards(positions)
    legal = reversi.legal(boards)
    names = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    states = reversi.pattern_states(boards)
    assert states.shape == (len(positions), 42)
    planes = reversi.planes(boards)
    canonical, symmetries = reversi.canonical(boards)
    keys = [position.key for position in positions]
    assert [key == other for key in keys for other in keys] == [
        bool((a == b).all()) for a in canonical for b in canonical
    ]
    assert symmetries.max() < 8
    values = reversi.evaluate(boards)
    for index, position in enumerate(positions):
        squares = [names[bit] for bit in range(64) if int(legal[index]) >> bit & 1]
        assert squares == ([] if position.legal_moves() == ["pass"] else position.legal_moves())
        for plane, bits in zip(planes[index], [*position.bits, int(legal[index])], strict=True):
            assert [bits >> bit & 1 for bit in range(64)] == plane.reshape(-1).tolist()
        assert values[index] == round(position.evaluate() * 100)
    assert reversi.perft(boards, 2).tolist() == [position.perft(2) for position in positions]
    # A move leads to the same board as the move of the position.
    moves = np.full(len(positions), 64, np.uint8)
    for index, position in enumerate(positions):
        if position.is_over:
            return
        first = position.legal_moves()[0]
        moves[index] = 64 if first == "pass" else names.index(first)
    after = reversi.play(boards, moves)
    for index, position in enumerate(positions):
        twin = position.copy()
        twin.push(twin.legal_moves()[0])
        assert tuple(after[index].tolist()) == twin.bits


def test_rotated_boards_have_one_canonical_image():
    boards = reversi.boards([reversi.Position(transcript=move) for move in ["f5", "d3", "c4", "e6"]])
    canonical, _ = reversi.canonical(boards)
    assert (canonical == canonical[0]).all()


def test_bad_arrays():
    with pytest.raises(ParseError, match="element 1") as caught:
        reversi.legal(np.array([[1, 2], [3, 3]], np.uint64))
    assert caught.value.index == 1
    with pytest.raises(ParseError, match="element 0"):
        reversi.play(reversi.boards([reversi.Position()]), np.array([0], np.uint8))
    with pytest.raises(TypeError):
        reversi.legal(np.zeros((2, 2)))
    with pytest.raises(ValueError):
        reversi.legal(np.zeros(4, np.uint64))


def test_solving_arrays():
    position = reversi.Position(SOLVED)
    boards = reversi.boards([position] * 20)
    seen = []
    for threads in [1, 2]:
        answer = reversi.solve(boards, threads=threads, progress=seen.append)
        assert (answer["score"] == position.solve()["score"]).all()
    assert seen[-1] == 20
    limited = reversi.solve(reversi.boards([reversi.Position()]), nodes=1000)
    assert limited["score"].tolist() == [-128]


def test_wthor(data):
    path = data / "reversi" / "wthor" / "WTH_1977.wtb"
    columns = reversi.read_wthor(path)
    games = reversi.read_games(path)
    assert len(games) == len(columns["score"]) == len(columns["moves"])
    assert columns["year"][0] == 1977
    names = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    for game, moves in zip(games[:20], columns["moves"], strict=False):
        squares = [names[square] for square in moves if square != 255]
        assert squares == [move for move in game.position.moves if move != "pass"]
    assert games[0].winner in ("black", "white", None)
    assert reversi.read_games(b"f5d6c3\n")[0].position.transcript.lower() == "f5d6c3"
    with pytest.raises(ParseError):
        reversi.read_games(b"<html>")


def test_books(tmp_path):
    book = reversi.Book()
    game = reversi.Position(transcript="f5d6c3")
    book.add(game, 10)
    assert len(book) > 0 and reversi.Position(transcript="c4c3") not in [None] and game in book
    entry = book.find(reversi.Position(transcript="f5"))
    assert entry["games"] == 1 and entry["basis"] == "games"
    assert [found["move"] for found in book.moves(reversi.Position(transcript="f5"))] == ["d6"]
    path = tmp_path / "a.book"
    book.save(path)
    assert len(reversi.Book.load(path)) == len(book)
    with pytest.raises(ValueError, match="no.book"):
        reversi.Book.load(tmp_path / "no.book")


def test_pictures():
    assert reversi.Position()._repr_svg_().startswith("<svg")
