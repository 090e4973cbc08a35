// Reads our records with tsshogi and json-kifu-format. Arguments: the list of games, the result file.
import fs from "node:fs";
import * as ts from "tsshogi";
import jkf from "json-kifu-format";

const [list, output] = process.argv.slice(2);
const importers = { kif: ts.importKIF, ki2: ts.importKI2, csa: ts.importCSA, jkf: ts.importJKFString, usi: (text) => ts.Record.newByUSI(text.trim()) };
const exporters = { kif: ts.exportKIF, ki2: ts.exportKI2, csa: ts.exportCSA, jkf: ts.exportJKFString, usi: (record) => record.getUSI({ allMoves: true }) };

function load(format, text) {
  const record = importers[format](text);
  if (record instanceof Error) throw record;
  return record;
}

function movesOfRecord(record) {
  const words = record.getUSI({ allMoves: true }).split(" moves ")[1];
  return words ? words.trim().split(" ") : [];
}

const letters = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R" };
const square = ({ x, y }) => x + "abcdefghi"[y - 1];

function movesOfJkf(record) {
  return record.moves
    .filter((element) => element.move)
    .map(({ move }) => (move.from ? square(move.from) : letters[move.piece] + "*") + square(move.to));
}

const parsers = { kif: "parseKIF", ki2: "parseKI2", csa: "parseCSA", jkf: "parseJKF" };
const parse = (format, text) => jkf.JKFPlayer[parsers[format]](text).kifu;

const lines = [];
const firstLine = (error) => String(error?.message ?? error).split("\n")[0].slice(0, 300);

/** Reads our text, and the text of the reference, with the same function. */
function test(reader, format, game, read, reference, readSource) {
  const attempt = (text) => {
    try {
      return { moves: read(text()) };
    } catch (error) {
      return { error: firstLine(error) };
    }
  };
  const ours = attempt(() => fs.readFileSync(game.files[format], "utf8"));
  const source = attemptSource(readSource, game);
  lines.push(JSON.stringify({ reader, format, key: game.key, ours, reference: attempt(reference), source }));
}

/** Reads the file from which we converted the game. */
function attemptSource(read, game) {
  try {
    return { moves: read(game.originalFormat, fs.readFileSync(game.original, "utf8")) };
  } catch (error) {
    return { error: firstLine(error) };
  }
}

/** Returns the game in the library's own form, from any file that the library reads correctly. */
function sourceOf(game) {
  const sources = [[game.originalFormat, game.original], ...["jkf", "kif", "csa", "usi"].map((format) => [format, game.files[format]])];
  for (const [format, path] of sources) {
    try {
      const record = load(format, fs.readFileSync(path, "utf8"));
      if (game.moves.includes(movesOfRecord(record).join(" ").replaceAll("+", ""))) return record;
    } catch {
      // The next source may be readable.
    }
  }
  return undefined;
}

const readWithTsshogi = (format, text) => movesOfRecord(load(format, text));
const readWithJkf = (format, text) => movesOfJkf(parse(format, text));

for (const game of JSON.parse(fs.readFileSync(list, "utf8"))) {
  const record = sourceOf(game);
  const write = (format) => () => {
    if (!record) throw new Error("the library does not read the game from any file");
    return exporters[format](record);
  };
  for (const format of Object.keys(importers)) {
    test("tsshogi", format, game, (text) => readWithTsshogi(format, text), write(format), readWithTsshogi);
  }
  // The package writes only JKF. For the other formats, the reference is the record that tsshogi writes.
  for (const format of ["kif", "ki2", "csa"]) {
    test("json-kifu-format", format, game, (text) => readWithJkf(format, text), write(format), readWithJkf);
  }
  const own = () => jkf.JKFPlayer.parseJKF(exporters.jkf(record)).toJKF();
  test("json-kifu-format", "jkf", game, (text) => readWithJkf("jkf", text), own, readWithJkf);
}
fs.writeFileSync(output, lines.join("\n") + "\n");
