// Prints the sizes of the page's files, plain and compressed, and checks the limit of the program.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The limit of the program that a visitor of one board loads, with brotli, in bytes. */
const LIMIT = 250_000;
const page = join(process.argv[2], 'page');

const files = (folder) => readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? files(path) : [path];
});

const sizes = (paths) => paths.map((path) => readFileSync(path)).reduce(([plain, gzip, brotli], bytes) => [
  plain + bytes.length,
  gzip + gzipSync(bytes, { level: 9 }).length,
  brotli + brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length,
], [0, 0, 0]);

const all = files(page);
const isData = (path) => path.includes('/data/');
const isModule = (path, game) => path.endsWith(`gamekit_${game}_bg.wasm`);
const rows = [
  ['module of Reversi', all.filter((path) => isModule(path, 'reversi'))],
  ['module of shogi', all.filter((path) => isModule(path, 'shogi'))],
  ['scripts, styles, page', all.filter((path) => !isData(path) && !path.endsWith('.wasm'))],
  ['reversi.weights', all.filter((path) => path.endsWith('.weights'))],
  ['reversi.book', all.filter((path) => path.endsWith('.book'))],
];
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(11);
console.log(`${''.padEnd(28)}${'plain'.padStart(11)}${'gzip'.padStart(11)}${'brotli'.padStart(11)}`);
for (const [name, paths] of rows) console.log(name.padEnd(28) + sizes(paths).map(kb).join(''));
for (const [name, paths] of rows.slice(0, 2)) {
  const [, , brotli] = sizes(paths);
  if (brotli > LIMIT) {
    console.error(`the ${name} has ${brotli} bytes with brotli, the limit is ${LIMIT}`);
    process.exit(1);
  }
}
