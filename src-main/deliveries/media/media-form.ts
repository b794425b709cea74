import { extname } from 'node:path';
import { findBox, readMp4Index, tracksIn, typeAt } from '../../../src-shared/mp4-boxes.ts';
import { withRanges } from '../../foundation/files/read-range.ts';
import { mediaTypeOf } from '../../intake/file-signatures.ts';

/** Container of a media file, and its picture codec where that decides which editors read it. */
export interface MediaForm {
  readonly container: string;
  /** Null unless it is a codec that editors differ in. */
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

/** Containers by the extension of the name, for files that cannot be inspected. */
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

/** Returns the form by the name alone; null for one that every editor reads. */
export function mediaFormOfName(name: string): MediaForm | null {
  const container = containersByName[extname(name).toLowerCase()];
  return container === undefined ? null : { container, codec: null };
}

/**
 * Reads the form from the first bytes, and for MP4 and QuickTime from the index. Null for one that every editor reads;
 * MP4 and QuickTime always have a form, whose codec is null then.
 * @throws the system's error.
 */
export async function readMediaForm(path: string): Promise<MediaForm | null> {
  return withRanges(path, async (read) => {
    const head = Buffer.from(await read(0, headBytes));
    const container = containers[mediaTypeOf(head) ?? ''];
    if (container === undefined) return mediaFormOfName(path);
    if (container === 'WebM' || container === 'Matroska')
      return { container, codec: matroskaCodec.exec(head.toString('latin1'))?.[1] ?? null };
    const index = container === 'MP4' || container === 'QuickTime' ? await readMp4Index(read) : null;
    return { container, codec: index && codecOfIndex(index) };
  });
}

function codecOfIndex(index: DataView): string | null {
  for (const { media } of tracksIn(index)) {
    const entries = findBox(index, media, 'minf', 'stbl', 'stsd');
    // Version, flags and count come before the entries, then the size of the first.
    const codec = entries && codecsByFourCc[typeAt(index, entries.start + 12)];
    if (codec) return codec;
  }
  return null;
}
