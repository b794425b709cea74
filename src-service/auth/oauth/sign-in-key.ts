import { generateKeyPair, randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const fileName = 'sign-in-key.json';
const modulusBits = 2_048;

const keySchema = z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() });

/** A private RSA key as a JSON Web Key (RFC 7517). */
export type SignInKey = z.infer<typeof keySchema>;

async function readStored(keyPath: string): Promise<SignInKey | null> {
  const text = await readFile(keyPath, 'utf8').catch(() => 'null');
  try {
    return keySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function makeKey(): Promise<SignInKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits });
  return keySchema.parse({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' });
}

/** Reads the key that signs ID tokens, or makes a new one if missing or damaged. Only this user can read it. */
export async function readSignInKey(dataFolder: string): Promise<SignInKey> {
  const keyPath = path.join(dataFolder, fileName);
  const stored = await readStored(keyPath);
  if (stored) return stored;
  const key = await makeKey();
  const temporaryPath = path.join(dataFolder, `temp-${randomBytes(8).toString('hex')}.json`);
  const handle = await open(temporaryPath, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(key));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporaryPath, keyPath);
  return key;
}
