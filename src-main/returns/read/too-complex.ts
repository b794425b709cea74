import { basename } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';

/**
 * Makes the error for a file that would take too much time or memory.
 * @param fact completes a sentence about the file.
 */
export function tooComplex(path: string, fact: string, cause?: unknown): AppError {
  const name = basename(path);
  return new AppError('document_unreadable', `${name} ${fact}.`, {
    details: { document: name, displayName: name, reason: 'too_complex' },
    cause,
  });
}
