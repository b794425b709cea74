import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { mediaTypeOf } from '../intake/file-signatures.ts';

/** What a media file is: how it is packed, and how its picture is encoded where that decides who reads it. */
export interface MediaForm {
  readonly container: string;
  /** Null where it is none of those that editors differ in. */
  readonly codec: string | null;
}

const containers: Readonly<Record<string, string>> = {
  'video/webm': 'WebM',
  'video/x-matroska': 'Matroska',
  'video/mp4': 'MP4',
  'video/quicktime': 'QuickTime',
  'video/ogg': 'Ogg',
  'audio/ogg': 'Ogg',
  'audio/flac': 'FLAC',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
};

/** By the ending of the name, for what cannot be looked into. */
const containersByName: Readonly<Record<string, string>> = {
  '.webm': 'WebM',
  '.mkv': 'Matroska',
  '.ogg': 'Ogg',
  '.flac': 'FLAC',
  '.webp': 'WebP',
  '.avif': 'AVIF',
  '.svg': 'SVG',
};

/** Sample entries of ISO base media (RFC 6381 and the MP4 registry). */
const codecsByFourCc: Readonly<Record<string, string>> = { av01: 'AV1', vp08: 'VP8', vp09: 'VP9' };
const matroskaCodec = /V_(AV1|VP8|VP9)/;

const headBytes = 64 * 1024;
/** Far above the index of any clip. */
const maxIndexBytes = 64 * 1024 * 1024;

/** By its name alone; null for one that every editor reads. */
export function mediaFormOfName(name: string): MediaForm | null {
  const container = containersByName[extname(name).toLowerCase()];
  return container === undefined ? null : { container, codec: null };
}

/**
 * By its first bytes, and for MP4 and QuickTime by its index; null for one that every editor reads.
 * @throws the system's error.
 */
export async function readMediaForm(path: string): Promise<MediaForm | null> {
  const handle = await open(path, 'r');
  try {
    const read = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0, headBytes);
    const container = containers[mediaTypeOf(head) ?? ''];
    if (container === undefined) return mediaFormOfName(path);
    if (container === 'WebM' || container === 'Matroska')
      return { container, codec: matroskaCodec.exec(head.toString('latin1'))?.[1] ?? null };
    const isIsoMedia = container === 'MP4' || container === 'QuickTime';
    return { container, codec: isIsoMedia ? codecOfIndex(await readIndex(read)) : null };
  } finally {
    await handle.close();
  }
}

interface Box {
  readonly type: string;
  /** Of what is in it. */
  readonly start: number;
  readonly end: number;
}

const largeSizeMark = 1;
const toTheEnd = 0;

/** A box by its header; null where none is. */
function boxAt(header: Buffer, position: number): Box | null {
  if (header.length < 16) return null;
  const size = header.readUInt32BE(0);
  const isLarge = size === largeSizeMark;
  const length = isLarge ? Number(header.readBigUInt64BE(8)) : size === toTheEnd ? Infinity : size;
  const headerBytes = isLarge ? 16 : 8;
  if (length < headerBytes) return null;
  return { type: header.toString('latin1', 4, 8), start: position + headerBytes, end: position + length };
}

/** The `moov` box, before or behind the media; empty where there is none of a sensible length. */
async function readIndex(read: (position: number, length: number) => Promise<Buffer>): Promise<Buffer> {
  for (let position = 0; ;) {
    const box = boxAt(await read(position, 16), position);
    if (box === null) return Buffer.alloc(0);
    if (box.type !== 'moov') position = box.end;
    else return box.end - box.start > maxIndexBytes ? Buffer.alloc(0) : read(box.start, box.end - box.start);
    if (!Number.isSafeInteger(position)) return Buffer.alloc(0);
  }
}

const holders = new Set(['trak', 'mdia', 'minf', 'stbl']);
/** Version, flags and count before the entries of `stsd`, then the size of the first. */
const sampleEntryOffset = 12;

function codecOfIndex(boxes: Buffer): string | null {
  for (let position = 0; position + 16 <= boxes.length;) {
    const box = boxAt(boxes.subarray(position), position);
    if (box === null) return null;
    const inside = boxes.subarray(box.start, Math.min(box.end, boxes.length));
    if (box.type === 'stsd') return codecsByFourCc[inside.toString('latin1', sampleEntryOffset, 16)] ?? null;
    const found = holders.has(box.type) ? codecOfIndex(inside) : null;
    if (found !== null) return found;
    position = box.end;
  }
  return null;
}
