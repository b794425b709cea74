import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '../../src-shared/api/files.ts';
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
  const read = async (position: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  const head = await read(0, Math.min(sizeBytes, sampleBytes));
  return (
    mediaTypeOf(head) ??
    documentTypeOf({
      head,
      tail: await read(Math.max(0, sizeBytes - sampleBytes), Math.min(sizeBytes, sampleBytes)),
      readWhole: async () => (sizeBytes > maxWholeBytes ? null : read(0, sizeBytes)),
    })
  );
}
