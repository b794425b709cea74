import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '../../src-shared/api/files.ts';
import { readRange } from '../foundation/read-range.ts';
import { documentTypeOf } from './document-signatures.ts';
import { mediaTypeOf } from './file-signatures.ts';

const sampleBytes = 64 * 1024;
/** Animation documents beyond this are taken for texts: to tell takes reading them at once. */
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

/** What the service calls a file of a media type that `sniffFile` gives (contract supplement §2.2). */
export function fileTypeOf(mimeType: string): FileType {
  return fileTypes.find(([start]) => mimeType.startsWith(start))?.[1] ?? 'TEXT';
}

/**
 * The media type a file's bytes tell, of all kinds the service's library takes; null for any other. Its name does
 * not count.
 */
export async function sniffFile(handle: FileHandle, sizeBytes: number): Promise<string | null> {
  const head = await readRange(handle, 0, Math.min(sizeBytes, sampleBytes));
  return (
    mediaTypeOf(head) ??
    documentTypeOf({
      head,
      tail: await readRange(handle, Math.max(0, sizeBytes - sampleBytes), sizeBytes),
      readWhole: async () => (sizeBytes > maxWholeBytes ? null : readRange(handle, 0, sizeBytes)),
    })
  );
}
