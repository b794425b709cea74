import { open } from 'node:fs/promises';
import type { FileType } from '../../src-shared/api/files.ts';

const headBytes = 64 * 1024;
const maxLottieBytes = 64 * 1024 * 1024;

/** What a document is, with the type its bytes are served under. */
export interface DocumentType {
  readonly type: FileType;
  readonly mimeType: string;
}

const pdf: DocumentType = { type: 'PDF', mimeType: 'application/pdf' };
const slides: DocumentType = {
  type: 'SLIDESHOW',
  mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const oldSlides: DocumentType = { type: 'SLIDESHOW', mimeType: 'application/vnd.ms-powerpoint' };
const lottie: DocumentType = { type: 'LOTTIE', mimeType: 'application/json' };
/** Never served as anything a browser would run. */
const text: DocumentType = { type: 'TEXT', mimeType: 'text/plain; charset=utf-8' };

const compoundFileStart = 'd0cf11e0a1b11ae1';

function binaryType(head: Buffer): DocumentType | null {
  if (head.subarray(0, 1024).includes('%PDF-')) return pdf;
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' && head.includes('ppt/')) return slides;
  const isOldOffice = head.subarray(0, 8).toString('hex') === compoundFileStart;
  return isOldOffice && head.includes(Buffer.from('PowerPoint Document', 'utf16le')) ? oldSlides : null;
}

/** A sequence cut off by the end of what was read counts as whole. */
function isText(head: Buffer): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isJsonObject(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/**
 * What a file that is no picture, movie or sound is, judged by its bytes; null for anything else. Animation
 * documents look like any JSON, so they must have been announced.
 */
export async function readDocumentType(
  path: string,
  announced: FileType | null,
): Promise<DocumentType | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Math.max(0, size - headBytes);
    const head = Buffer.alloc(Math.min(size, headBytes));
    await handle.read(head, 0, head.byteLength, 0);
    const known = binaryType(head);
    if (known) return known;
    if (head.subarray(0, 8).toString('hex') === compoundFileStart) {
      const end = Buffer.alloc(Math.min(size, headBytes));
      await handle.read(end, 0, end.byteLength, tail);
      return end.includes(Buffer.from('PowerPoint Document', 'utf16le')) ? oldSlides : null;
    }
    if (announced === 'LOTTIE') {
      return size <= maxLottieBytes && isJsonObject(await handle.readFile()) ? lottie : null;
    }
    return isText(head) ? text : null;
  } finally {
    await handle.close();
  }
}
