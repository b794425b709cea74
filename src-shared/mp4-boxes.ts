/** Reads the bytes from `start` up to `end`, which is not read; fewer at the end of the file. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;

/** A box of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2). */
export interface Mp4Box {
  readonly type: string;
  /** Of what is in it. */
  readonly start: number;
  readonly end: number;
}

/** Type, size and large size. */
const maxHeadBytes = 16;
/** No clip has a larger index. */
const maxIndexBytes = 64 * 1024 * 1024;
const maxBoxes = 10_000;

/** The four characters at a place. @throws RangeError past the end. */
export function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

/** The box whose head stands at a place, `end` being Infinity for one of size 0; null where none can begin. */
function boxAt(view: DataView, at: number): Mp4Box | null {
  if (at + 8 > view.byteLength) return null;
  const shortSize = view.getUint32(at);
  const isLarge = shortSize === 1;
  if (isLarge && at + maxHeadBytes > view.byteLength) return null;
  const size = isLarge ? Number(view.getBigUint64(at + 8)) : shortSize || Infinity;
  const headBytes = isLarge ? maxHeadBytes : 8;
  return size < headBytes ? null : { type: typeAt(view, at + 4), start: at + headBytes, end: at + size };
}

/** The boxes side by side in a part of a file. One of size 0 reaches to its end; one that is cut off is left out. */
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

/** The first box of each type within the one before; null where one is missing. */
export function findBox(view: DataView, within: Mp4Box, ...path: readonly string[]): Mp4Box | null {
  let box: Mp4Box | undefined = within;
  for (const name of path) box = box && boxesIn(view, box.start, box.end).find(({ type }) => type === name);
  return box ?? null;
}

/** The `mdia` boxes of the tracks in an index, with what handles each: `vide`, `soun`, or another; null without one. */
export function tracksIn(index: DataView): { readonly media: Mp4Box; readonly handler: string | null }[] {
  return boxesIn(index, 0, index.byteLength).flatMap((track) => {
    const media = track.type === 'trak' ? findBox(index, track, 'mdia') : null;
    const handler = media && findBox(index, media, 'hdlr');
    return media ? [{ media, handler: handler && typeAt(index, handler.start + 8) }] : [];
  });
}

/** The units of time of a track, per second, and its length in them; null where it has none. */
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
 * The boxes side by side in a file, as their heads say, up to where none can begin. One of size 0 is the last, and its
 * `end` is Infinity; one that is cut off ends past the file.
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

/** What is in the `moov` box of a file, before or behind the media; null where there is none that is whole. */
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
