import { extname } from 'node:path';
import { withRanges } from '../../foundation/files/read-range.ts';
import { documentTypeOf } from '../../intake/document-signatures.ts';
import { mediaExtensions, mediaTypeOf } from '../../intake/file-signatures.ts';
import { fileTypeOf } from '../../intake/sniff-file.ts';

const sampleBytes = 4096;
const textTypes = new Set(['text/plain', 'image/svg+xml']);
const nothing = Buffer.alloc(0);

/** Suffix added to the name of a disguised file; no bundle may bring such a name. */
export const disguisedSuffix = '.bin';

/**
 * True if a file's first bytes contradict its name, such as a program named as a picture. Compares the kind, not the
 * exact format: editors go by the content too, and pictures often have the suffix of another picture format. An empty
 * file is not disguised.
 * @throws the system's error.
 */
export async function isDisguised(path: string): Promise<boolean> {
  const head = await withRanges(path, async (read) => Buffer.from(await read(0, sampleBytes)));
  return head.length > 0 && !(await isOfKind(extname(path).toLowerCase(), head));
}

async function isOfKind(extension: string, head: Buffer): Promise<boolean> {
  const mediaType = mediaTypeOf(head);
  const fileType = mediaType && fileTypeOf(mediaType);
  // Scripts have these extensions too, and a few of their first words look like other media.
  if (/^\.(?:ts|mts|m2ts|m2t)$/.test(extension)) return mediaType === 'video/mp2t';
  if (mediaExtensions.pictures.has(extension)) return fileType === 'IMAGE';
  if (mediaExtensions.moviesAndSounds.has(extension)) return fileType === 'VIDEO' || fileType === 'AUDIO';
  // PDF readers accept the mark further on too, but another format may come before it.
  if (extension === '.pdf') return head.subarray(0, 5).toString('latin1') === '%PDF-';
  const type = await documentTypeOf({ head, tail: nothing, readWhole: () => Promise.resolve(null) });
  if (extension === '.svg') return type === 'image/svg+xml';
  const isPage = /^\s*<(?:!doctype\s+html|html)[\s>]/i.test(head.toString('utf8'));
  return type !== null && textTypes.has(type) && !isPage;
}
