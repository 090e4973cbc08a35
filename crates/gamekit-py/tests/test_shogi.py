"""Positions, moves, mates, repetitions and pictures."""

import copy
import pickle
import threading

import pytest
from gamekit import IllegalMoveError, ParseError, shogi
from hypothesis import given, settings
from hypothesis import strategies as st

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def test_the_start():
    position = shogi.Position()
    assert position.sfen == START == str(position)
    assert (position.side, position.move_number, position.is_check) == ("black", 1, False)
    assert len(position.legal_moves()) == position.count_moves() == 30
    assert position.perft(3) == 25470
    assert position.piece("7g") == "P" and position.piece("5e") is None
    assert position.hand("black") == {}
    assert repr(position) == f"Position('{START}')" or START in repr(position)


def test_push_and_pop():
    position = shogi.Position()
    assert position.push("7g7f").push("3c3d").push("8h2b+") is position
    move = position.pop()
    assert (move.usi, move.piece, move.captured) == ("8h2b+", "B", "B")
    assert (move.origin, move.target, move.is_promotion, move.is_drop) == ("8h", "2b", True, False)
    assert position.usi() == f"sfen {START} moves 7g7f 3c3d"
    assert position.japanese(position.move("8h2b+")) == "▲２二角成"
    position.pop()
    position.pop()
    with pytest.raises(IndexError):
        position.pop()
    assert position == shogi.Position()


def test_illegal_moves_and_bad_texts():
    position = shogi.Position()
    with pytest.raises(IllegalMoveError, match="7g7e"):
        position.push("7g7e")
    with pytest.raises(ParseError):
        position.push("7g")
    with pytest.raises(TypeError):
        position.push(3)
    assert not position.is_legal("7g7e") and position.is_legal("7g7f")
    other = shogi.Position("4k4/9/9/9/9/9/9/9/4K4 b P 1").move("P*5e")
    assert not position.is_legal(other)
    with pytest.raises(IllegalMoveError):
        position.push(other)
    with pytest.raises(ParseError) as caught:
        shogi.Position("lnsgkgsnl/1r5b1/pppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
    assert isinstance(caught.value.at, int)
    with pytest.raises(ParseError):
        shogi.Position.from_hcp(b"short")
    with pytest.raises(ValueError):
        shogi.Move.from_word(0xFFFFFFFF)


def test_values():
    position = shogi.Position("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1")
    assert position.see("5h5e") == 174
    with pytest.raises(IllegalMoveError):
        position.see("5h4a")
    assert position.gives_check("5h5e")


def test_mate():
    position = shogi.Position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
    mate = position.mate(shortest=True)
    assert mate and mate.answer == "mate" and [move.usi for move in mate.moves] == ["G*5b"]
    assert mate.is_shortest and "1 plies" in repr(mate)
    assert not shogi.Position().mate(nodes=1000)
    unknown = shogi.Position(
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
    ).mate(nodes=100)
    assert unknown.answer == "unknown" and unknown.moves == []


def test_a_mate_search_stops_on_an_exception_of_a_signal():
    import signal

    class Stop(Exception):
        pass

    def handler(*_):
        raise Stop

    hard = shogi.Position(
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
    )
    old = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Stop):
            hard.mate(seconds=60)
    finally:
        signal.signal(signal.SIGALRM, old)


def test_other_threads_run_during_a_search():
    hard = shogi.Position(
        "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
    )
    search = threading.Thread(target=lambda: hard.copy().mate(seconds=1))
    search.start()
    steps = 0
    while search.is_alive():
        steps += 1
    search.join()
    assert steps > 1000


def test_repetition():
    position = shogi.Position()
    history = shogi.History(position)
    moves = ["4i4h", "6a6b", "4h4i", "6b6a"] * 3
    for move in moves:
        state = history.push(position.push(move))
    assert state == history.state == ("draw", None)
    assert len(history) == 13 and history.pop()
    assert history.state[0] == "none"


def test_declaration():
    entered = shogi.Position("+R+R+B+B5/4K4/GGGGSSSS1/9/9/9/9/9/8k b - 1")
    assert entered.declaration("27") == "win" and shogi.Position().declaration() is None
    # 28 points are a draw by the rule of 24 points.
    assert entered.declaration("24") == "draw"
    with pytest.raises(ValueError, match="28"):
        entered.declaration("28")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 1000), max_size=120))
def test_round_trips(picks):
    position = shogi.Position()
    for pick in picks:
        moves = position.legal_moves()
        if not moves:
            break
        position.push(moves[pick % len(moves)])
    assert shogi.Position(position.sfen) == position
    assert shogi.Position.from_usi("position " + position.usi()) == position
    bare = position.sfen.rsplit(" ", 1)[0]
    for packed in [shogi.Position.from_hcp(position.hcp()), shogi.Position.from_packed_sfen(position.packed_sfen())]:
        assert packed.sfen.rsplit(" ", 1)[0] == bare and packed.key == position.key
    for twin in [position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]:
        assert twin == position and hash(twin) == hash(position) and twin.moves == position.moves
        if twin.moves:
            twin.pop()
            assert twin != position
    for move in position.legal_moves():
        assert pickle.loads(pickle.dumps(move)) == move == shogi.Move.from_word(move.word)
        assert position.is_legal(move) and position.move(str(move)) == move


def test_pictures():
    position = shogi.Position().push("7g7f")
    for svg in [position._repr_svg_(), position.svg("western", "ja")]:
        assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>")
    with pytest.raises(ValueError, match="klingon"):
        position.svg(language="klingon")
