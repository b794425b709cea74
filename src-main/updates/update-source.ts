import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { isUsableAddress } from '../foundation/web-address.ts';

/** Where a distributor serves the feed of versions, and whose signature it has. */
export interface UpdateSource {
  readonly feedUrl: URL;
  /** Ed25519; one of them has signed, so that a key can be replaced by another. */
  readonly publicKeys: readonly KeyObject[];
}

const fileSchema = z.object({
  updates: z
    .object({
      /** https, or http on this computer. */
      feedUrl: z.string().transform(parseAddress),
      /** In base64, as `openssl pkey -pubout -outform DER | base64 -w0` prints it. */
      publicKeys: z.array(z.string().transform(parseKey)).min(1),
    })
    .nullable()
    .default(null),
});

/**
 * What a distributor put into `resources/service.json` under `updates`; null when there is nothing, as in the project
 * itself: then the app asks nobody.
 * @throws Error when the file is there and holds something else.
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
    // Said below.
  }
  context.addIssue({ code: 'custom', message: 'It is no Ed25519 public key in base64.' });
  return z.NEVER;
}
