import { type FileHandle, open } from 'node:fs/promises';
import type { FileType } from '../../src-shared/api/files.ts';

const headBytes = 64 * 1024;

/** A document's type, with the MIME type for serving its bytes. */
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
/** Plain text, so that browsers never run the content. */
const text: DocumentType = { type: 'TEXT', mimeType: 'text/plain; charset=utf-8' };

/** Containers for several kinds of document. A mark at either end of the file identifies the kind. */
const containers: readonly { readonly start: string; readonly mark: Buffer; readonly type: DocumentType }[] =
  [
    { start: '504b0304', mark: Buffer.from('ppt/'), type: slides },
    { start: 'd0cf11e0a1b11ae1', mark: Buffer.from('PowerPoint Document', 'utf16le'), type: oldSlides },
  ];

/** Whether the sample is UTF-8 text. A character cut off at its end is accepted. */
function isText(head: Buffer): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

async function readPart(handle: FileHandle, position: number, byteLength: number): Promise<Buffer> {
  const part = Buffer.alloc(byteLength);
  await handle.read(part, 0, byteLength, position);
  return part;
}

/**
 * Detects the type of a document by its bytes; null if unknown. Animation documents look like any JSON, so they need
 * the declared type.
 * @param isAnimation reads the whole file, in another process
 */
export async function readDocumentType(
  path: string,
  announced: FileType | null,
  isAnimation: (path: string) => Promise<boolean>,
): Promise<DocumentType | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const head = await readPart(handle, 0, Math.min(size, headBytes));
    if (head.subarray(0, 1024).includes('%PDF-')) return pdf;
    const container = containers.find(({ start }) => head.toString('hex', 0, start.length / 2) === start);
    if (container) {
      const tail = await readPart(handle, Math.max(0, size - headBytes), head.byteLength);
      return [head, tail].some((part) => part.includes(container.mark)) ? container.type : null;
    }
    if (announced === 'LOTTIE') return (await isAnimation(path)) ? lottie : null;
    return isText(head) ? text : null;
  } finally {
    await handle.close();
  }
}
