import { createHash } from 'node:crypto';

/** Returns the SHA-256 in hexadecimal. The service stores secrets it only compares in this form. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
