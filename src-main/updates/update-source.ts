import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { isUsableAddress } from '../foundation/web-address.ts';

/** A distributor's feed of versions and the keys that verify it. */
export interface UpdateSource {
  readonly feedUrl: URL;
  /** Ed25519 keys. A signature by any one is valid, so that keys can be replaced. */
  readonly publicKeys: readonly KeyObject[];
}

const fileSchema = z.object({
  updates: z
    .object({
      /** An https address, or http on this computer. */
      feedUrl: z.string().transform(parseAddress),
      /** Keys in base64, as `openssl pkey -pubout -outform DER | base64 -w0` prints them. */
      publicKeys: z.array(z.string().transform(parseKey)).min(1),
    })
    .nullable()
    .default(null),
});

/**
 * Reads a distributor's `updates` from `resources/service.json`; null when there is none, as in the project itself. The
 * app then requests no feed.
 * @throws Error when the file exists and has other content.
 */
export function readUpdateSource(path: string): UpdateSource | null {
  if (!existsSync(path)) return null;
  const parsed = fileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data.updates;
  throw new Error(`${path} has no usable “updates”: ${z.prettifyError(parsed.error)}`);
}

function parseAddress(text: string, context: z.RefinementCtx): URL {
  const url = URL.parse(text);
  if (url && isUsableAddress(url)) return url;
  context.addIssue({ code: 'custom', message: 'It is no https address.' });
  return z.NEVER;
}

function parseKey(text: string, context: z.RefinementCtx): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below.
  }
  context.addIssue({ code: 'custom', message: 'It is no Ed25519 public key in base64.' });
  return z.NEVER;
}
