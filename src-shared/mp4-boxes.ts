/** Reads the bytes from `start` to `end` (exclusive); fewer at the end of the file. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;

/** A box of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2). */
export interface Mp4Box {
  readonly type: string;
  /** Start of the content. */
  readonly start: number;
  readonly end: number;
}

/** Size, type and large size. */
const maxHeadBytes = 16;
/** No clip has a larger index. */
const maxIndexBytes = 64 * 1024 * 1024;
const maxBoxes = 10_000;

/** Returns the four characters at an offset. @throws RangeError past the end. */
export function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

/** Reads the box header at an offset. `end` is Infinity for a box of size 0; null if no box can begin there. */
function boxAt(view: DataView, at: number): Mp4Box | null {
  if (at + 8 > view.byteLength) return null;
  const shortSize = view.getUint32(at);
  const isLarge = shortSize === 1;
  if (isLarge && at + maxHeadBytes > view.byteLength) return null;
  const size = isLarge ? Number(view.getBigUint64(at + 8)) : shortSize || Infinity;
  const headBytes = isLarge ? maxHeadBytes : 8;
  return size < headBytes ? null : { type: typeAt(view, at + 4), start: at + headBytes, end: at + size };
}

/** Lists the sibling boxes in a part of a file. A box of size 0 extends to the part's end; omits a truncated box. */
export function boxesIn(view: DataView, start: number, end: number): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  const last = Math.min(end, view.byteLength);
  for (let box = boxAt(view, start); box; box = boxAt(view, box.end)) {
    const whole = { ...box, end: box.end === Infinity ? last : box.end };
    if (whole.end > last) break;
    boxes.push(whole);
  }
  return boxes;
}

/** Finds the first box of each type inside the one before; null if one is missing. */
export function findBox(view: DataView, within: Mp4Box, ...path: readonly string[]): Mp4Box | null {
  let box: Mp4Box | undefined = within;
  for (const name of path) box = box && boxesIn(view, box.start, box.end).find(({ type }) => type === name);
  return box ?? null;
}

/** Lists the `mdia` boxes of an index's tracks with their handlers: `vide`, `soun`, or another; null without one. */
export function tracksIn(index: DataView): { readonly media: Mp4Box; readonly handler: string | null }[] {
  return boxesIn(index, 0, index.byteLength).flatMap((track) => {
    const media = track.type === 'trak' ? findBox(index, track, 'mdia') : null;
    const handler = media && findBox(index, media, 'hdlr');
    return media ? [{ media, handler: handler && typeAt(index, handler.start + 8) }] : [];
  });
}

/** Returns a track's time units per second and its length in them; null if it has none. */
export function mediaTimes(
  index: DataView,
  media: Mp4Box,
): { readonly perSecond: number; readonly duration: number } | null {
  const head = findBox(index, media, 'mdhd');
  if (!head || head.end - head.start < 24) return null;
  const isLong = index.getUint8(head.start) === 1 && head.end - head.start >= 36;
  const perSecond = index.getUint32(head.start + (isLong ? 20 : 12));
  const duration = isLong ? Number(index.getBigUint64(head.start + 24)) : index.getUint32(head.start + 16);
  return perSecond === 0 ? null : { perSecond, duration };
}

/**
 * Yields the sibling boxes of a file from their headers, until no box can begin. A box of size 0 is the last, with the
 * `end` Infinity; a truncated box ends past the file.
 */
export async function* boxesOfFile(read: ReadBytes): AsyncGenerator<Mp4Box> {
  for (let at = 0, count = 0; Number.isSafeInteger(at) && count < maxBoxes; count += 1) {
    const head = await read(at, at + maxHeadBytes);
    const box = boxAt(viewOf(head), 0);
    if (!box) return;
    yield { ...box, start: at + box.start, end: at + box.end };
    at += box.end;
  }
}

/** Reads the content of the `moov` box, before or after the media; null without a complete one. */
export async function readMp4Index(read: ReadBytes): Promise<DataView<ArrayBuffer> | null> {
  for await (const { type, start, end } of boxesOfFile(read)) {
    if (type !== 'moov') continue;
    if (end !== Infinity && end - start > maxIndexBytes) return null;
    const bytes = await read(start, Math.min(end, start + maxIndexBytes + 1));
    const isWhole = end === Infinity ? bytes.length <= maxIndexBytes : bytes.length === end - start;
    return isWhole ? viewOf(bytes) : null;
  }
  return null;
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
