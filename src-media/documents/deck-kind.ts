import { open } from 'node:fs/promises';
import { MediaError } from '../media-error.ts';
import { deckLimits } from './open-limits.ts';

const compoundFileStart = 'd0cf11e0a1b11ae1';

/**
 * Determines the kind of a deck from its bytes.
 *
 * @throws MediaError `old_document` for PowerPoint files from before 2007, `unreadable_media`, `media_too_large`
 */
export async function deckKindOf(path: string): Promise<'pdf' | 'slides'> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(1024);
    await file.read(head, 0, head.byteLength, 0);
    const { size } = await file.stat();
    if (size > deckLimits.fileBytes) throw new MediaError('media_too_large', 'The document is too large.');
    if (head.includes('%PDF-')) return 'pdf';
    if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'slides';
    // Office stores password-protected documents in this format too.
    if (head.subarray(0, 8).toString('hex') === compoundFileStart) {
      throw new MediaError('old_document', 'The document is in the binary form of old Office programs.');
    }
    throw new MediaError('unreadable_media', 'The file is no PDF or PowerPoint document.');
  } finally {
    await file.close();
  }
}
