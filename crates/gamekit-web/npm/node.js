// The entry for Node: reads the WebAssembly modules from the folder of the package.

import { readFileSync } from 'node:fs';
import { initSync } from './gamekit.js';

export * from './gamekit.js';

const read = (name) => new Uint8Array(readFileSync(new URL(name, import.meta.url)));

/** Loads the WebAssembly modules of the games. A source other than `true` is bytes or a compiled module. */
export async function init(sources = { reversi: true, shogi: true }) {
  const modules = Object.entries(sources).filter(([, source]) => source)
    .map(([game, source]) => [game, source === true ? read(`./gamekit_${game}_bg.wasm`) : source]);
  initSync(Object.fromEntries(modules));
}

/** Returns the bytes of a data file of the package: 'reversi.weights' or 'reversi.book'. */
export function dataFile(name) { return read(`./data/${name}`); }
