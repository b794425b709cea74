import { type FileHandle, open } from 'node:fs/promises';
import { boxAt } from './whole-movie.ts';

/** Length and rate of a movie. */
export interface MovieFacts {
  readonly seconds: number;
  readonly framesPerSecond: number;
}

const maxIndexBytes = 64 * 1024 ** 2;
const maxBoxes = 10_000;

/**
 * Of an MP4 or QuickTime file, by its index; null for other kinds and for one without a picture.
 * @throws what the file system throws.
 */
export async function readMovieFacts(path: string): Promise<MovieFacts | null> {
  const file = await open(path, 'r');
  try {
    const index = await readIndex(file);
    return index && factsOf(index);
  } finally {
    await file.close();
  }
}

async function readIndex(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat();
  let at = 0;
  for (let count = 0; at < size && count < maxBoxes; count += 1) {
    const box = await boxAt(file, at, size);
    if (box === null || box.endsAt <= at) return null;
    const length = Math.min(box.endsAt, size) - at;
    if (box.name === 'moov' && length <= maxIndexBytes) {
      const bytes = Buffer.alloc(length);
      await file.read(bytes, 0, length, at);
      return bytes.subarray(8);
    }
    at = box.endsAt;
  }
  return null;
}

function factsOf(index: Buffer): MovieFacts | null {
  for (const track of boxesOf(index, 'trak')) {
    const media = boxesOf(track, 'mdia')[0];
    const handler = media && boxesOf(media, 'hdlr')[0];
    const times = media && timesOf(media);
    if (!media || !times || handler?.toString('latin1', 8, 12) !== 'vide') continue;
    const frames = frameCountOf(media);
    const seconds = times.duration / times.perSecond;
    if (frames > 0 && seconds > 0) return { seconds, framesPerSecond: frames / seconds };
  }
  return null;
}

/** Boxes of a name directly in another, without their heads. */
function boxesOf(parent: Buffer, name: string): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  while (at + 8 <= parent.length) {
    const size = parent.readUInt32BE(at);
    if (size < 8 || at + size > parent.length) break;
    if (parent.toString('latin1', at + 4, at + 8) === name) found.push(parent.subarray(at + 8, at + size));
    at += size;
  }
  return found;
}

function timesOf(media: Buffer): { readonly perSecond: number; readonly duration: number } | null {
  const head = boxesOf(media, 'mdhd')[0];
  if (!head || head.length < 24) return null;
  const isLong = head[0] === 1 && head.length >= 36;
  const perSecond = head.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  return perSecond === 0 ? null : { perSecond, duration };
}

function frameCountOf(media: Buffer): number {
  const inner = boxesOf(media, 'minf')[0];
  const table = inner && boxesOf(inner, 'stbl')[0];
  const times = table && boxesOf(table, 'stts')[0];
  if (!times || times.length < 8) return 0;
  const entries = Math.min(times.readUInt32BE(4), Math.floor((times.length - 8) / 8));
  let frames = 0;
  for (let entry = 0; entry < entries; entry += 1) frames += times.readUInt32BE(8 + entry * 8);
  return frames;
}
