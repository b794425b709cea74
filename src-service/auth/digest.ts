import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal: how secrets that are only ever compared are kept. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
