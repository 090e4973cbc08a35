"""Measures the package beside cshogi and rsshogi, on one thread.

    crates/gamekit-py/bench.py              times every row in turns, and prints the medians

Needs an environment with the wheel, numpy and cshogi; rsshogi is measured if it is installed.
`crates/gamekit-py/test.sh` makes such an environment in target/python/clean.
"""

import random
import statistics
import time

import numpy as np
from gamekit import reversi, shogi

try:
    import cshogi
    from cshogi.dlshogi import make_input_features, make_move_label
except ImportError:
    cshogi = None
try:
    from rsshogi.core import Board as RsBoard
except ImportError:
    RsBoard = None

ROUNDS = 7


def positions(count):
    """Returns the SFENs of positions of random games."""
    rng = random.Random(1)
    sfens, position = [], shogi.Position()
    while len(sfens) < count:
        moves = position.legal_moves()
        if not moves or position.move_number > 150:
            position = shogi.Position()
            continue
        position.push(rng.choice(moves))
        sfens.append(position.sfen)
    return sfens


def boards(count):
    rng = random.Random(2)
    found, position = [], reversi.Position()
    while len(found) < count:
        if position.is_over:
            position = reversi.Position()
        position.push(rng.choice(position.legal_moves()))
        found.append(position.bits)
    return np.array(found, np.uint64)


def measure(rows):
    """Runs the candidates of each row in turns. `rows` maps a row to its candidates."""
    times = {}
    for _ in range(ROUNDS):
        for row, (elements, candidates) in rows.items():
            for name, work in candidates.items():
                start = time.perf_counter()
                work()
                seconds = time.perf_counter() - start
                times.setdefault((row, name), []).append(seconds / elements * 1e9)
    names = ["gamekit", "cshogi", "rsshogi"]
    print(f"{'ns per element, median':34}" + "".join(f"{name:>12}" for name in names) + f"{'ratio':>9}")
    for row in rows:
        medians = {name: statistics.median(times[row, name]) for name in names if (row, name) in times}
        cells = "".join(f"{medians[name]:12.1f}" if name in medians else f"{'-':>12}" for name in names)
        rivals = [value for name, value in medians.items() if name != "gamekit"]
        ratio = f"{min(rivals) / medians['gamekit']:8.2f}x" if rivals else f"{'-':>9}"
        print(f"{row:34}{cells}{ratio}")


def main():
    sfens = positions(2048)
    count = len(sfens)
    records = np.zeros(count, shogi.hcpe_dtype)
    records["hcp"] = shogi.pack(sfens)["hcp"]
    for index, sfen in enumerate(sfens):
        moves = shogi.Position(sfen).legal_moves()
        records["bestMove16"][index] = np.int16(np.uint16(moves[0].move16)) if moves else 0
    batches = np.split(records, count // 256)
    out = shogi.decode(batches[0])
    planes = {name: out[name] for name in ("features1", "features2")}
    labels = {"labels": out["labels"]}
    masks = np.empty((256, shogi.LABELS), np.bool_)
    off = {"features1": False, "features2": False, "results": False, "evals": False}

    def ours_planes():
        for batch in batches:
            shogi.decode(batch, out=planes, labels=False, results=False, evals=False, threads=1)

    def ours_labels():
        for batch in batches:
            shogi.decode(batch, out=labels, threads=1, **off)

    def ours_masks():
        for batch in batches:
            shogi.legal_masks(batch, out=masks, threads=1)

    def ours_loop():
        for sfen in sfens[:200]:
            position = shogi.Position(sfen)
            for move in position.legal_moves():
                position.push(move)
                position.pop()

    loop = sum(shogi.Position(sfen).count_moves() for sfen in sfens[:200])
    rows = {
        "shogi: both feature tensors": (count, {"gamekit": ours_planes}),
        "shogi: labels": (count, {"gamekit": ours_labels}),
        "shogi: legal masks": (count, {"gamekit": ours_masks}),
        "shogi: SFEN from packed": (count, {"gamekit": lambda: shogi.unpack(records, threads=1)}),
        "shogi: loop of list, push, pop": (loop, {"gamekit": ours_loop}),
    }
    if cshogi is not None:
        board = cshogi.Board()
        batch1, batch2 = list(planes["features1"]), list(planes["features2"])
        hcps = [np.ascontiguousarray(hcp) for hcp in records["hcp"]]
        moves16 = [int(np.uint16(move)) for move in records["bestMove16"]]

        def cshogi_planes():
            # Both packages write to the same arrays, batch after batch.
            for index, hcp in enumerate(hcps):
                features1, features2 = batch1[index % 256], batch2[index % 256]
                board.set_hcp(hcp)
                features1.fill(0)
                features2.fill(0)
                make_input_features(board, features1, features2)

        def cshogi_labels():
            for hcp, move in zip(hcps, moves16, strict=True):
                board.set_hcp(hcp)
                make_move_label(board.move_from_move16(move), board.turn)

        def cshogi_masks():
            mask = np.empty(shogi.LABELS, np.bool_)
            for hcp in hcps:
                board.set_hcp(hcp)
                mask.fill(False)
                turn = board.turn
                for move in board.legal_moves:
                    mask[make_move_label(move, turn)] = True

        def cshogi_sfens():
            for hcp in hcps:
                board.set_hcp(hcp)
                board.sfen()

        def cshogi_loop():
            for sfen in sfens[:200]:
                board.set_sfen(sfen)
                for move in board.legal_moves:
                    board.push(move)
                    board.pop()

        for row, work in zip(
            list(rows), [cshogi_planes, cshogi_labels, cshogi_masks, cshogi_sfens, cshogi_loop], strict=True
        ):
            rows[row][1]["cshogi"] = work
    if RsBoard is not None:
        rs_board = RsBoard()
        packed = [bytes(record["hcp"]) for record in records]

        def rsshogi_sfens():
            for data in packed:
                rs_board.set_hcp(data)
                rs_board.to_sfen()

        def rsshogi_loop():
            for sfen in sfens[:200]:
                rs_board.set_sfen(sfen)
                for move in rs_board.legal_moves_move32():
                    rs_board.apply_move32(move)
                    rs_board.pop()

        for row, work in {
            "shogi: SFEN from packed": rsshogi_sfens,
            "shogi: loop of list, push, pop": rsshogi_loop,
        }.items():
            try:
                work()
            except (AttributeError, TypeError, ValueError) as error:
                print(f"rsshogi is not measured in {row!r}: {error}")
            else:
                rows[row][1]["rsshogi"] = work
    many = boards(100_000)
    legal = np.empty(len(many), np.uint64)
    images = np.empty_like(many)
    values = np.empty(len(many), np.int32)
    rows |= {
        "reversi: legal": (len(many), {"gamekit": lambda: reversi.legal(many, out=legal, threads=1)}),
        "reversi: canonical": (len(many), {"gamekit": lambda: reversi.canonical(many, out=images, threads=1)}),
        "reversi: pattern states": (len(many), {"gamekit": lambda: reversi.pattern_states(many, threads=1)}),
        "reversi: evaluate": (len(many), {"gamekit": lambda: reversi.evaluate(many, out=values, threads=1)}),
    }
    measure(rows)


if __name__ == "__main__":
    main()
