import { z } from 'zod';

const credentialSchema = z.object({
  formatVersion: z.literal(1),
  issuer: z.url(),
  clientId: z.string().min(1),
  refreshToken: z.string().min(1),
  /** Service for which the credential is valid; it is never sent to another. */
  resource: z.string(),
});

/** Part of a sign-in that outlives the app. Access tokens stay in memory only. */
export type OAuthCredential = Omit<z.infer<typeof credentialSchema>, 'formatVersion'>;

/** Returns null for a secret that is no credential. */
export function parseCredential(text: string): OAuthCredential | null {
  try {
    return credentialSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the secret from which `parseCredential` reads a credential. */
export function formatCredential(credential: OAuthCredential): string {
  return JSON.stringify({ formatVersion: 1, ...credential });
}

/** True if a credential is valid for the service at `baseUrl`. */
export function isFor(credential: OAuthCredential, baseUrl: string): boolean {
  return URL.parse(credential.resource)?.href === new URL(baseUrl).href;
}
