// The encodings of Japanese records. Every JavaScript engine has their tables, so the WebAssembly module
// reads and writes only UTF-8.

const decode = (bytes, label, fatal = true) => {
  try { return new TextDecoder(label, { fatal, ignoreBOM: true }).decode(bytes); } catch { return undefined; }
};

const has = (bytes, ...part) => {
  for (let at = bytes.indexOf(part[0]); at >= 0; at = bytes.indexOf(part[0], at + 1)) {
    if (part.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
};

/** Counts half-width katakana. They are rare in records, but frequent in EUC-JP that is read as Shift_JIS. */
const oddity = (text) => (text.match(/[\uff61-\uff9f\ue000-\uf8ff]/g) ?? []).length;

const isControlled = (text) => /[\u0000-\u0008\u000b\u000e-\u001f]/.test(text);

/** Decodes UTF-16 without a byte-order mark: its ASCII characters have a zero byte. */
function unmarked(bytes) {
  if (bytes.length % 2) return undefined;
  const count = (text) => (text.match(/[\u0000-\u007f]/g) ?? []).length;
  const texts = ['utf-16le', 'utf-16be'].map((label) => [decode(bytes, label), label])
    .filter(([text]) => text !== undefined && !isControlled(text) && count(text) > 0);
  const [best] = texts.sort(([a], [b]) => count(b) - count(a));
  return best && { text: best[0], encoding: best[1] };
}

/**
 * Decodes a text of any encoding that records have. Returns undefined for binary files. With `lossy`,
 * invalid bytes become replacement characters.
 */
export function decodeRecord(bytes, { lossy = false } = {}) {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return found(decode(bytes.subarray(2), 'utf-16le', !lossy), 'utf-16le');
  if (a === 0xfe && b === 0xff) return found(decode(bytes.subarray(2), 'utf-16be', !lossy), 'utf-16be');
  if (bytes.includes(0)) return unmarked(bytes);
  if (has(bytes, 0x1b, 0x24, 0x40) || has(bytes, 0x1b, 0x24, 0x42)) {
    const text = decode(bytes, 'iso-2022-jp');
    if (text !== undefined) return { text, encoding: 'iso-2022-jp' };
  }
  const utf8 = decode(bytes, 'utf-8');
  if (utf8 !== undefined) return { text: utf8, encoding: 'utf-8' };
  const texts = ['shift_jis', 'euc-jp'].map((encoding) => ({ text: decode(bytes, encoding), encoding }))
    .filter(({ text }) => text !== undefined);
  const [best] = texts.sort((one, other) => oddity(one.text) - oddity(other.text));
  if (best || !lossy) return best;
  const faults = (text) => (text.match(/\ufffd/g) ?? []).length;
  const [least] = ['utf-8', 'shift_jis', 'euc-jp'].map((encoding) => ({ text: decode(bytes, encoding, false), encoding }))
    .sort((one, other) => faults(one.text) - faults(other.text));
  return least;
}

const found = (text, encoding) => (text === undefined ? undefined : { text, encoding });

let table;
/** The bytes of each character of Shift_JIS, from its decoder. */
function shiftJis() {
  if (table) return table;
  table = new Map();
  const decoder = new TextDecoder('shift_jis', { fatal: true });
  const add = (...bytes) => {
    try {
      const text = decoder.decode(new Uint8Array(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch { /* no character has these bytes */ }
  };
  for (let byte = 0xa1; byte <= 0xdf; byte += 1) add(byte);
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) if (trail !== 0x7f) add(lead, trail);
  }
  for (const [other, known] of [['〜', '～'], ['‖', '∥'], ['¢', '￠'], ['£', '￡'], ['¬', '￢'], ['—', '―'], ['−', '－']]) {
    if (!table.has(other) && table.has(known)) table.set(other, table.get(known));
  }
  return table;
}

/** Encodes a text as Shift_JIS. A character that Shift_JIS does not have becomes 〓. */
export function encodeShiftJis(text) {
  const known = shiftJis();
  const bytes = [];
  for (const character of text) {
    if (character < '\u0080') bytes.push(character.charCodeAt(0));
    else bytes.push(...(known.get(character) ?? known.get('〓')));
  }
  return new Uint8Array(bytes);
}
