import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '../../src-shared/api/files.ts';
import { readMp4Index, tracksIn } from '../../src-shared/mp4-boxes.ts';
import { readRange } from '../foundation/files/read-range.ts';
import { documentTypeOf } from './document-signatures.ts';
import { mediaTypeOf } from './file-signatures.ts';

const sampleBytes = 64 * 1024;
/** Larger animation documents count as texts, as recognising one means reading all of it at once. */
const maxWholeBytes = 16 * 1024 * 1024;

const fileTypes: readonly (readonly [start: string, type: FileType])[] = [
  ['image/', 'IMAGE'],
  ['video/', 'VIDEO'],
  ['application/mxf', 'VIDEO'],
  ['audio/', 'AUDIO'],
  ['application/pdf', 'PDF'],
  ['application/vnd.', 'SLIDESHOW'],
  ['application/json', 'LOTTIE'],
];

/** Types whose brands recorders also write into sounds. */
const sharedTypes = new Set(['video/mp4', 'video/quicktime']);

/** Returns the service's type for a media type of `sniffFile` (contract supplement §2.2). */
export function fileTypeOf(mimeType: string): FileType {
  return fileTypes.find(([start]) => mimeType.startsWith(start))?.[1] ?? 'TEXT';
}

/**
 * Detects a file's media type by its bytes, among all kinds that the service's library takes; null for any other.
 * Ignores its name.
 */
export async function sniffFile(handle: FileHandle, sizeBytes: number): Promise<string | null> {
  const head = await readRange(handle, 0, Math.min(sizeBytes, sampleBytes));
  const mediaType = mediaTypeOf(head);
  if (mediaType !== null && sharedTypes.has(mediaType) && (await hasOnlySound(handle))) return 'audio/mp4';
  return (
    mediaType ??
    documentTypeOf({
      head,
      tail: await readRange(handle, Math.max(0, sizeBytes - sampleBytes), sizeBytes),
      readWhole: async () => (sizeBytes > maxWholeBytes ? null : readRange(handle, 0, sizeBytes)),
    })
  );
}

/** True for an MP4 or QuickTime file whose index lists sound and no pictures; false if the index is unreadable. */
async function hasOnlySound(handle: FileHandle): Promise<boolean> {
  const index = await readMp4Index((start, end) => readRange(handle, start, end));
  try {
    const handlers = index ? tracksIn(index).map(({ handler }) => handler) : [];
    return handlers.includes('soun') && !handlers.includes('vide');
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
