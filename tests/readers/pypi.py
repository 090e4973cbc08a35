"""Reads our records with cshogi and rsshogi. Arguments: the list of games, the result file."""

import json
import os
import sys
import tempfile
from pathlib import Path

import cshogi
from cshogi import CSA, KI2, KIF
from rsshogi.record import Record

FORMATS = ["kif", "ki2", "csa", "jkf", "usi"]


def moves_of_line(line):
    words = line.split(" moves ")
    return words[1].split() if len(words) > 1 else []


def rsshogi_load(format, text):
    if format == "usi":
        return Record.from_usi_position(text.strip())
    return getattr(Record, f"from_{format}_str")(text)


def rsshogi_write(format, record):
    return record.to_usi_position() if format == "usi" else getattr(record, f"to_{format}")()


def rsshogi_moves(format, text):
    return moves_of_line(rsshogi_load(format, text).to_usi_position())


def rsshogi_source(game):
    """Returns the game in the library's form, from any file that the library reads correctly."""
    sources = [(game["originalFormat"], game["original"])]
    sources += [(format, game["files"][format]) for format in ["jkf", "usi", "kif", "csa"]]
    for format, path in sources:
        try:
            record = rsshogi_load(format, Path(path).read_text("utf-8"))
            moves = " ".join(moves_of_line(record.to_usi_position())).replace("+", "")
            if moves in game["moves"]:
                return record
        except Exception:
            pass
    return None


def cshogi_moves(format, text, game):
    """Returns the moves of a game, or raises an error if the start is another position."""
    line = Path(game["files"]["usi"]).read_text("utf-8").strip().removeprefix("position ")
    start = cshogi.Board()
    start.set_position(line.partition(" moves ")[0])
    if format == "usi":
        board = cshogi.Board()
        board.set_position(text.strip().removeprefix("position "))
        return [cshogi.move_to_usi(move) for move in board.history]
    if format == "csa":
        parsed = cshogi.Parser.parse_str(text)[0]
    else:
        parsed = {"kif": KIF, "ki2": KI2}[format].Parser.parse_str(text)
    if parsed.sfen.split()[:3] != start.sfen().split()[:3]:
        raise ValueError(f"the start is another position: {parsed.sfen}")
    return [cshogi.move_to_usi(move) for move in parsed.moves]


def cshogi_write(format, game):
    """Writes the game with the library's own writers, from the line of USI."""
    line = Path(game["files"]["usi"]).read_text("utf-8").strip().removeprefix("position ")
    start, _, moves = line.partition(" moves ")
    board = cshogi.Board()
    board.set_position(start)
    if format == "usi":
        return f"position {line}"
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, f"game.{format}u" if format != "csa" else "game.csa"))
        if format == "csa":
            writer = CSA.Exporter(path, encoding="utf-8")
            writer.info(board, names=["a", "b"], version="V2.2")
        elif format == "kif":
            writer = KIF.Exporter(path)
            names = {sfen: name for name, sfen in KIF.Parser.HANDYCAP_SFENS.items()}
            writer.header(["a", "b"], handicap=names.get(board.sfen(), board))
        else:
            if board.sfen() != cshogi.Board().sfen():
                raise ValueError("the writer of KI2 has only the even start")
            writer = KI2.Exporter(path)
            writer.header(["a", "b"])
        for word in moves.split():
            move = board.move_from_usi(word)
            writer.move(move)
            board.push(move)
        if format == "csa":
            writer.endgame("%TORYO")
        else:
            writer.end("resign" if format == "kif" else "%TORYO")
        writer.close()
        for encoding in ["utf-8", "cp932"]:
            try:
                return Path(path).read_bytes().decode(encoding)
            except UnicodeDecodeError:
                pass
    raise ValueError("the file has an unknown encoding")


def attempt(read, text):
    """Calls a function in a process of its own, because a reader may crash."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result = {"moves": read(text())}
        except BaseException as error:  # The libraries raise many kinds, and one is a panic.
            result = {"error": (str(error) or repr(error)).splitlines()[0][:300]}
        with os.fdopen(writing, "w") as pipe:
            json.dump(result, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        result = pipe.read()
    os.waitpid(child, 0)
    return json.loads(result) if result else {"error": "the reader crashed"}


def main():
    games, output = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as results:
        for game in json.loads(Path(games).read_text("utf-8")):
            source = rsshogi_source(game)

            def rsshogi_reference(format):
                if source is None:
                    raise ValueError("the library does not read the game from any file")
                return rsshogi_write(format, source)

            readers = [
                ("rsshogi", rsshogi_moves, rsshogi_reference, FORMATS),
                ("cshogi", lambda f, text: cshogi_moves(f, text, game), lambda f: cshogi_write(f, game), ["kif", "ki2", "csa", "usi"]),
            ]
            for reader, read, reference, formats in readers:
                for format in formats:
                    ours = lambda: Path(game["files"][format]).read_text("utf-8")
                    result = {
                        "reader": reader,
                        "format": format,
                        "key": game["key"],
                        "ours": attempt(lambda text: read(format, text), ours),
                        "reference": attempt(lambda text: read(format, text), lambda: reference(format)),
                        "source": attempt(
                            lambda text: read(game["originalFormat"], text),
                            lambda: Path(game["original"]).read_text("utf-8"),
                        ),
                    }
                    print(json.dumps(result, ensure_ascii=False), file=results)


main()
