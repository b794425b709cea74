import { randomBytes } from 'node:crypto';

/** The kind segments of specification §2.1 that this service issues. */
export type IdKind =
  'work' | 'tool' | 'file' | 'proj' | 'expo' | 'inte' | 'rmix' | 'enti' | 'play' | 'asst' | 'mesg' | 'actn';

/** An id of contract supplement §1: prefix, kind and 22 URL-safe characters. */
export function newId(kind: IdKind): string {
  return `vg_${kind}_${randomBytes(16).toString('base64url')}`;
}
