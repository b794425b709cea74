import { brotliDecompressSync } from 'node:zlib';

/**
 * Reads the letters of a woff2 font from its character map (WOFF 2.0 §4 and OpenType `cmap`, formats 4 and 12).
 *
 * @throws when the bytes are no woff2 font with a character map
 */
export function readCmap(font: Buffer): Set<number> {
  const tableCount = font.readUInt16BE(12);
  let at = 48;
  let offset = 0;
  let cmap: { start: number; length: number } | null = null;
  for (let index = 0; index < tableCount; index++) {
    const flags = font.readUInt8(at++);
    const tag = flags & 0x3f;
    if (tag === 0x3f) at += 4;
    const [original, afterOriginal] = readBase128(font, at);
    at = afterOriginal;
    const isGlyphTable = tag === 10 || tag === 11;
    const isTransformed = isGlyphTable ? flags >> 6 === 0 : flags >> 6 !== 0;
    let length = original;
    if (isTransformed) [length, at] = readBase128(font, at);
    if (tag === 0) cmap = { start: offset, length };
    offset += length;
  }
  if (!cmap) throw new Error('The font has no character map.');
  const compressed = font.subarray(at, at + font.readUInt32BE(20));
  return readCharacterMap(brotliDecompressSync(compressed).subarray(cmap.start, cmap.start + cmap.length));
}

function readBase128(bytes: Buffer, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start; ; at++) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return [value, at + 1];
  }
}

function readCharacterMap(map: Buffer): Set<number> {
  const found = new Set<number>();
  for (let index = 0; index < map.readUInt16BE(2); index++) {
    const table = map.subarray(map.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, found);
    if (format === 12) addGroups(table, found);
  }
  return found;
}

function addSegments(table: Buffer, found: Set<number>): void {
  const doubled = table.readUInt16BE(6);
  for (let at = 0; at < doubled; at += 2) {
    const end = table.readUInt16BE(14 + at);
    const start = table.readUInt16BE(16 + doubled + at);
    const delta = table.readUInt16BE(16 + doubled * 2 + at);
    const rangeAt = 16 + doubled * 3 + at;
    const range = table.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const glyph =
        range === 0 ? (code + delta) & 0xffff : table.readUInt16BE(rangeAt + range + (code - start) * 2);
      if (glyph !== 0) found.add(code);
    }
  }
}

function addGroups(table: Buffer, found: Set<number>): void {
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const start = table.readUInt32BE(16 + group * 12);
    const end = table.readUInt32BE(20 + group * 12);
    for (let code = start; code <= end; code++) found.add(code);
  }
}
