"""Writes records with our program and compares what other programs read.

Usage: compare.py prepare GAMEKIT FOLDER RECORDS..   writes FOLDER/games.json
       compare.py table FOLDER                       prints the table, exit code 1 if a reader refuses only ours
"""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

FORMATS = ["kif", "ki2", "csa", "jkf", "usi"]

# Readers that fail for another reason than our way of writing: the reader, the format, and the end of the path.
KNOWN = [
    # The reader takes the moves of a variation as moves of the main line, also in the KIF file of this game.
    ("cshogi", "ki2", "kif/fork-test.kif"),
]
ENCODINGS = ["utf-8-sig", "cp932", "euc_jp"]


def main_line(path):
    """Returns the main line of a JKF file as moves without signs of promotion. A last move that breaks
    the rules is optional."""
    letters = {"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KI": "G", "KA": "B", "HI": "R"}
    square = lambda place: f"{place['x']}{'abcdefghi'[place['y'] - 1]}"
    elements = json.loads(path.read_text("utf-8"))["moves"]
    moves = []
    for move in (element["move"] for element in elements if "move" in element):
        origin = square(move["from"]) if "from" in move else letters[move["piece"]] + "*"
        moves.append(origin + square(move["to"]))
    is_foul = any("ILLEGAL" in element.get("special", "") for element in elements)
    lines = [" ".join(moves)]
    return lines + ([" ".join(moves[:-1])] if is_foul else [])


def original(path, folder, number):
    """Copies a source file as UTF-8, which the other programs expect. Returns its format."""
    data = path.read_bytes()
    for encoding in ENCODINGS:
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            text = ""
    copy = folder / "original" / f"{number}"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(text, "utf-8")
    format = path.suffix[1:].lower().removesuffix("u")
    return (format if format in FORMATS else "kif"), str(copy)


def prepare(gamekit, folder, sources):
    folder = Path(folder)
    files = []
    for source in map(Path, sources):
        found = sorted(source.rglob("*")) if source.is_dir() else [source]
        suffixes = {f".{format}" for format in FORMATS} | {".kifu", ".ki2u"}
        files += [path for path in found if path.is_file() and path.suffix.lower() in suffixes]
    games = []
    for number, path in enumerate(files):
        written = {}
        for format in FORMATS:
            place = folder / format / f"{number}.{format}"
            place.parent.mkdir(parents=True, exist_ok=True)
            command = [gamekit, "shogi", "convert", path, "-o", place, "--to", format]
            done = subprocess.run(command, capture_output=True, text=True)
            # A file with several games gives several files of some formats, and is left out.
            if done.returncode == 0 and place.exists():
                written[format] = str(place)
        if len(written) < len(FORMATS):
            print(f"left out: {path}", file=sys.stderr)
            continue
        form, copy = original(path, folder, number)
        moves = main_line(Path(written["jkf"]))
        games.append({"key": str(path), "originalFormat": form, "original": copy, "files": written, "moves": moves})
    (folder / "games.json").write_text(json.dumps(games, ensure_ascii=False), "utf-8")
    print(f"{len(games)} games", file=sys.stderr)


def table(folder):
    folder = Path(folder)
    moves = {game["key"]: game["moves"] for game in json.loads((folder / "games.json").read_text("utf-8"))}
    counts, faults = defaultdict(Counter), []

    def is_read(result, key):
        return "moves" in result and " ".join(result["moves"]).replace("+", "") in moves[key]

    def fails_alike(ours, source):
        """Whether a reader fails on our file as on the file from which we converted the game. Then the reader
        does not know something in the game, and its own writer leaves it out."""
        if "moves" in ours and "moves" in source:
            return ours["moves"] == source["moves"]
        errors = [result.get("error", "").rpartition(": ")[2] for result in (ours, source)]
        return errors[0] != "" and errors[0] == errors[1]

    for results in ["npm", "pypi", "rust"]:
        for line in (folder / f"{results}.jsonl").read_text("utf-8").splitlines():
            result = json.loads(line)
            count = counts[result["reader"], result["format"]]
            if is_read(result["ours"], result["key"]):
                count["read"] += 1
            elif not is_read(result["reference"], result["key"]) or fails_alike(result["ours"], result["source"]):
                count["both"] += 1
            elif any(
                (reader, format) == (result["reader"], result["format"]) and result["key"].endswith(path)
                for reader, format, path in KNOWN
            ):
                count["both"] += 1
            else:
                count["ours"] += 1
                faults.append(result)
    readers = list(dict.fromkeys(reader for reader, _ in counts))
    print("| reader | " + " | ".join(FORMATS) + " |")
    print("|--------|" + "------|" * len(FORMATS))
    for reader in readers:
        cells = []
        for format in FORMATS:
            count = counts.get((reader, format))
            cells.append(f"{count['read']} / {count['ours']} / {count['both']}" if count else "")
        print(f"| {reader} | " + " | ".join(cells) + " |")
    for fault in faults:
        what = fault["ours"].get("error") or f"{len(fault['ours']['moves'])} moves or other moves were read"
        print(f"{fault['reader']}, {fault['format']}: {fault['key']}: {what}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        sys.exit(table(sys.argv[2]))
