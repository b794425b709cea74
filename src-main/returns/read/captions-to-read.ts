import type { ReturnRecord } from '../../state/return-repository.ts';
import { isDecided, isRead } from '../return-record.ts';
import {
  type CaptionsFile,
  captionsTimeOf,
  isAsItWas,
  type ReturnFile,
  withCaptions,
} from '../watch/return-files.ts';
import { captionHashesOf } from './fingerprint.ts';

interface KnownReturns {
  /** The return at the place of the timeline. */
  readonly record: ReturnRecord | undefined;
  /** Returns the return at the place of captions. */
  readonly recordOf: (captions: CaptionsFile) => ReturnRecord | undefined;
  /** True for captions that do not belong to the timeline, in the present states of both. */
  readonly isLeft: (captions: CaptionsFile) => boolean;
}

/**
 * Returns a timeline with the captions to read with it, of those that its folder has for it. Captions that were read as
 * a return of their own stay one once it is decided on, or while neither file changes.
 */
export function withCaptionsToRead(file: ReturnFile, known: KnownReturns): ReturnFile {
  if (file.captions.length === 0) return file;
  const { record, recordOf, isLeft } = known;
  const isTaken = ({ name }: CaptionsFile): boolean => record?.captions.includes(name) === true;
  const before = withCaptions(file, file.captions.filter(isTaken));
  const isUnchanged = record !== undefined && isRead(record) && isAsItWas(record, before);
  const captions = file.captions.flatMap((one) => {
    if (isLeft(one) && !isTaken(one)) return [];
    const own = recordOf(one);
    if (!own || !isRead(own) || (isUnchanged && isTaken(one))) return one;
    return isAsItWas(own, one) && (isDecided(own) || isUnchanged) ? [] : one;
  });
  return withCaptions(file, captions);
}

/** True if the return contains exactly the captions of a file, as they are. Decided returns may have lost some. */
export function hasTheseCaptions(record: ReturnRecord, file: ReturnFile): boolean {
  if (record.captionsAtMs !== captionsTimeOf(file)) return false;
  const names = new Set(file.captions.map(({ name }) => name));
  const isSame = names.size === record.captions.length && record.captions.every((name) => names.has(name));
  return isSame && (isDecided(record) || captionHashesOf(record.fingerprint).length <= names.size);
}
