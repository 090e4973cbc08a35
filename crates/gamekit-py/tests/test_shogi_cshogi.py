"""Positions, moves, planes, labels and packed records agree with cshogi."""

import random

import numpy as np
import pytest
from gamekit import shogi

cshogi = pytest.importorskip("cshogi")
dlshogi = pytest.importorskip("cshogi.dlshogi")


def random_games(seed, games, plies):
    """Yields a cshogi board and the same position of ours, along random games."""
    rng = random.Random(seed)
    for _ in range(games):
        board, position = cshogi.Board(), shogi.Position()
        for _ in range(plies):
            yield board, position
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            board.push(move)
            position.push(cshogi.move_to_usi(move))


def test_moves_and_labels():
    drops = promotions = 0
    for board, position in random_games(1, 12, 200):
        theirs = {cshogi.move_to_usi(move): move for move in board.legal_moves}
        ours = {move.usi: move for move in position.legal_moves()}
        assert theirs.keys() == ours.keys(), position.sfen
        for usi, move in theirs.items():
            assert dlshogi.make_move_label(move, board.turn) == ours[usi].label(position.side), usi
            assert cshogi.move16(move) == ours[usi].move16
            assert cshogi.move16_to_psv(cshogi.move16(move)) == ours[usi].psv_move16
            drops += ours[usi].is_drop
            promotions += ours[usi].is_promotion
        assert board.sfen() == position.sfen
        assert board.is_check() == position.is_check
    assert drops > 1000 and promotions > 1000


def test_planes_of_one_position():
    theirs = np.zeros((62, 9, 9), np.float32), np.zeros((57, 9, 9), np.float32)
    for board, position in random_games(2, 12, 200):
        for planes in theirs:
            planes.fill(0)
        dlshogi.make_input_features(board, *theirs)
        ours = shogi.features(position)
        for mine, other in zip(ours, theirs, strict=True):
            assert np.array_equal(mine, other), position.sfen


def hcpes(seed, games, plies):
    """Returns an array of records of random games, made by cshogi, and the boards' SFENs."""
    rows, sfens = [], []
    rng = random.Random(seed)
    for board, _ in random_games(seed, games, plies):
        moves = list(board.legal_moves)
        if not moves:
            continue
        row = np.zeros(1, cshogi.HuffmanCodedPosAndEval)
        board.to_hcp(row["hcp"])
        row["eval"] = rng.randrange(-3000, 3000)
        row["bestMove16"] = np.int16(
            np.uint16(cshogi.move16(rng.choice(moves)))
        )
        row["gameResult"] = rng.randrange(3)
        rows.append(row)
        sfens.append(board.sfen())
    return np.concatenate(rows), sfens


def expected_of(records):
    """Decodes records one by one with cshogi."""
    count = len(records)
    features1 = np.zeros((count, 62, 9, 9), np.float32)
    features2 = np.zeros((count, 57, 9, 9), np.float32)
    labels = np.zeros(count, np.int64)
    results = np.zeros(count, np.float32)
    board = cshogi.Board()
    for index, record in enumerate(records):
        board.set_hcp(np.asarray(record["hcp"]))
        dlshogi.make_input_features(board, features1[index], features2[index])
        move = board.move_from_move16(int(np.uint16(record["bestMove16"])))
        labels[index] = dlshogi.make_move_label(move, board.turn)
        result = int(record["gameResult"])
        won = cshogi.BLACK_WIN if board.turn == cshogi.BLACK else cshogi.WHITE_WIN
        results[index] = 0.5 if result == cshogi.DRAW else float(result == won)
    return features1, features2, labels, results


@pytest.mark.parametrize("threads", [1, 2, None])
def test_decode_is_what_cshogi_makes(threads):
    records, sfens = hcpes(3, 6, 150)
    ours = shogi.decode(records, threads=threads)
    names = ["features1", "features2", "labels", "results"]
    for name, expected in zip(names, expected_of(records), strict=True):
        assert np.array_equal(ours[name], expected), name
    assert np.array_equal(ours["evals"], records["eval"])
    without_number = [sfen.rsplit(" ", 1)[0] for sfen in sfens]
    assert [sfen.rsplit(" ", 1)[0] for sfen in shogi.unpack(records)] == without_number
    # The arrays of one call are the output of the next call.
    for array in ours.values():
        array.fill(7)
    again = shogi.decode(records, out=ours)
    assert all(again[name] is ours[name] for name in ours)
    assert np.array_equal(ours["labels"], expected_of(records)[2])


def test_masks_and_move_lists_are_the_legal_moves():
    records, _ = hcpes(4, 3, 120)
    masks = shogi.legal_masks(records)
    values, offsets = shogi.legal_moves(records)
    assert masks.dtype == np.bool_ and offsets[-1] == len(values)
    board = cshogi.Board()
    for index, record in enumerate(records):
        board.set_hcp(np.asarray(record["hcp"]))
        labels = {dlshogi.make_move_label(move, board.turn) for move in board.legal_moves}
        assert set(np.flatnonzero(masks[index])) == labels
        words = values[offsets[index] : offsets[index + 1]]
        names = {shogi.Move.from_word(int(word)).usi for word in words}
        assert names == {cshogi.move_to_usi(move) for move in board.legal_moves}


def test_packed_positions():
    _, sfens = hcpes(5, 4, 150)
    for layout, method in [("hcp", "to_hcp"), ("psfen", "to_psfen")]:
        packed = shogi.pack(sfens, layout)
        theirs = np.zeros(len(sfens), packed.dtype)
        board = cshogi.Board()
        for index, sfen in enumerate(sfens):
            board.set_sfen(sfen)
            getattr(board, method)(theirs[packed.dtype.names[0]][index : index + 1])
        assert np.array_equal(packed.view(np.uint8), theirs.view(np.uint8)), layout
        assert [text.rsplit(" ", 1)[0] for text in shogi.unpack(packed)] == [
            sfen.rsplit(" ", 1)[0] for sfen in sfens
        ]


def test_packed_samples_of_the_workspace(data):
    checked = 0
    for path in sorted(data.glob("shogi/**/*.hcpe")):
        records = shogi.read_array(path, "hcpe")
        try:
            ours = shogi.decode(records)
        except shogi._core.ParseError:
            continue  # A file that is made to be refused.
        for name, expected in zip(["features1", "features2", "labels"], expected_of(records)[:3], strict=True):
            assert np.array_equal(ours[name], expected), (path, name)
        checked += len(records)
    assert checked > 0


def test_a_million_positions(request):
    if not request.config.getoption("--million"):
        pytest.skip("takes about half an hour; give --million")
    checked, seed = 0, 1000
    while checked < 1_000_000:
        records, _ = hcpes(seed, 50, 400)
        ours = shogi.decode(records)
        for name, expected in zip(["features1", "features2", "labels"], expected_of(records)[:3], strict=True):
            assert np.array_equal(ours[name], expected), (seed, name)
        checked += len(records)
        seed += 1
        print(checked, flush=True)
