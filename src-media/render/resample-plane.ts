/** Rows of eight-bit samples without padding. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Positions of target samples in the source, in samples from the centre of the source's first one. */
export interface SamplePositions {
  readonly x: number;
  readonly y: number;
  /** Distance between target samples. */
  readonly step: number;
}

const fractionBits = 16;
const one = 1 << fractionBits;

/**
 * Fills the target by bilinear interpolation with weights of 1/256. Extends the source by its outermost samples. Mixes
 * rows first, four samples per word, because rows take most of the time.
 */
export function resamplePlane(source: Plane, target: Plane, positions: SamplePositions): void {
  const row = rowPositions(source, target, positions);
  const lastX = row.startX + (target.width - 1) * row.step;
  const line = new LineMixer(source, row.startX >> fractionBits, (lastX >> fractionBits) + 1);
  for (let index = 0; index < target.height; index += 1) {
    const mixed = line.at(positions.y + index * positions.step);
    resampleRow(mixed, target.data, index * target.width, row);
  }
}

interface RowPositions {
  /** Fixed-point, in fractions of a sample. */
  readonly startX: number;
  readonly step: number;
  readonly lastX: number;
  /** Number of target samples before the source's first one, and number up to its last one. */
  readonly before: number;
  readonly until: number;
  readonly width: number;
}

function rowPositions(source: Plane, target: Plane, positions: SamplePositions): RowPositions {
  const step = Math.round(positions.step * one);
  const startX = Math.round(positions.x * one);
  const lastX = (source.width - 1) * one;
  const { width } = target;
  const before = Math.min(width, Math.max(0, Math.ceil(-startX / step)));
  const until = Math.max(before, Math.min(width, Math.floor((lastX - startX) / step) + 1));
  return { startX, step, lastX, before, until, width };
}

/** Fills a row of the target. `mixed` has one extra sample, a copy of the last. */
function resampleRow(mixed: Uint8Array, target: Uint8Array, start: number, row: RowPositions): void {
  const { before, until, width, step, lastX } = row;
  target.fill(mixed[0] ?? 0, start, start + before);
  target.fill(mixed[lastX >> fractionBits] ?? 0, start + until, start + width);
  const end = start + until;
  let place = (row.startX + before * step) | 0;
  // Forces integer arithmetic throughout, because a zoom spends nearly all of its time here.
  for (let at = start + before; at < end; at = (at + 1) | 0) {
    const index = place >> fractionBits;
    const left = mixed[index] as number;
    const right = mixed[(index + 1) | 0] as number;
    target[at] = left + ((Math.imul(right - left, (place >> (fractionBits - 8)) & 255) + 128) >> 8);
    place = (place + step) | 0;
  }
}

const evenBytes = 0x00ff00ff;
const oddBytes = 0xff00ff00 | 0;
const half = 0x00800080;

/** Interpolates between the rows of a plane. Copies the plane if its width is not a multiple of four. */
class LineMixer {
  readonly #height: number;
  readonly #width: number;
  readonly #wordsPerRow: number;
  readonly #words: Int32Array;
  readonly #mixedWords: Int32Array;
  readonly #mixed: Uint8Array;

  readonly #firstWord: number;
  readonly #endWord: number;

  /**
   * @param first first sample of the rows that is needed
   * @param last last one needed; may lie beyond their end
   */
  constructor(source: Plane, first: number, last: number) {
    this.#firstWord = Math.max(0, first >> 2);
    this.#endWord = Math.min(Math.ceil(source.width / 4), (last >> 2) + 1);
    this.#height = source.height;
    this.#width = source.width;
    this.#wordsPerRow = Math.ceil(source.width / 4);
    this.#words = wordsOf(source, this.#wordsPerRow);
    // One extra word, for the sample after the last.
    this.#mixedWords = new Int32Array(this.#wordsPerRow + 1);
    this.#mixed = new Uint8Array(this.#mixedWords.buffer);
  }

  /** Returns the row at a position between rows; valid until the next call. */
  at(y: number): Uint8Array {
    const place = Math.min(this.#height - 1, Math.max(0, y));
    const row = Math.floor(place);
    const weight = Math.round((place - row) * 256);
    const above = row * this.#wordsPerRow;
    const below = Math.min(this.#height - 1, row + 1) * this.#wordsPerRow;
    const rows = { above: above + this.#firstWord, below: below + this.#firstWord };
    mixWords(this.#words, rows, this.#mixedWords, this.#firstWord, this.#endWord, weight);
    this.#mixed[this.#width] = this.#mixed[this.#width - 1] ?? 0;
    return this.#mixed;
  }
}

/** Mixes two rows, four samples at a time: each half of a word holds two samples with room for their products. */
function mixWords(
  words: Int32Array,
  rows: { readonly above: number; readonly below: number },
  mixed: Int32Array,
  start: number,
  end: number,
  weight: number,
): void {
  const rest = (256 - weight) | 0;
  let { above, below } = rows;
  for (let index = start; index < end; index = (index + 1) | 0) {
    const first = words[above] as number;
    const second = words[below] as number;
    above = (above + 1) | 0;
    below = (below + 1) | 0;
    const even = (Math.imul(first & evenBytes, rest) + Math.imul(second & evenBytes, weight)) | 0;
    const odd =
      (Math.imul((first >>> 8) & evenBytes, rest) + Math.imul((second >>> 8) & evenBytes, weight)) | 0;
    mixed[index] = (((even + half) >>> 8) & evenBytes) | ((odd + half) & oddBytes);
  }
}

/** Returns the plane's rows as words; a view of its memory if possible. */
function wordsOf(source: Plane, wordsPerRow: number): Int32Array {
  const { data, width, height } = source;
  if (width % 4 === 0 && data.byteOffset % 4 === 0) {
    return new Int32Array(data.buffer, data.byteOffset, wordsPerRow * height);
  }
  const rows = new Uint8Array(wordsPerRow * 4 * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(data.subarray(row * width, (row + 1) * width), row * wordsPerRow * 4);
  }
  return new Int32Array(rows.buffer);
}
