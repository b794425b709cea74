import { randomBytes } from 'node:crypto';

/** Kind segments of ids that this service issues (specification §2.1). */
export type IdKind =
  'work' | 'tool' | 'file' | 'proj' | 'expo' | 'inte' | 'rmix' | 'enti' | 'play' | 'asst' | 'mesg' | 'actn';

/** Makes an id (contract supplement §1): prefix, kind and 22 URL-safe characters. */
export function newId(kind: IdKind): string {
  return `vg_${kind}_${randomBytes(16).toString('base64url')}`;
}
