import { createHash } from 'node:crypto';

/**
 * The id of something in the built-in catalogue: the same on every machine and at every start.
 * @param key never changes once it was published, and is unique within its kind.
 */
export function catalogueId(kind: 'enti' | 'file', key: string): string {
  const digest = createHash('sha256').update(`built-in ${kind} ${key}`);
  if (kind === 'enti') return `vg_enti_${digest.digest('hex').slice(0, 12)}`;
  return `vg_file_${digest.digest('base64url').slice(0, 22)}`;
}
