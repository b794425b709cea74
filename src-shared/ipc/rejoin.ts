import { z } from 'zod';

/** Where a page asks a restarted host for its challenge, and where it answers. */
export const rejoinPaths = { challenge: '/bridge/challenge', rejoin: '/bridge/rejoin' } as const;

/** Random text, new with each start of the host. */
export const challengeSchema = z.object({ challenge: z.string().min(1).max(200) });

/** Lowercase hexadecimal HMAC-SHA-256 of `proofText` with the session's kept key. */
export const proofSchema = z.object({ proof: z.string().max(200) });

/** The host's own proof, and of its present session the header token and the path everything lies below: `/…/`. */
export const rejoinedSchema = proofSchema.extend({
  token: z.string().min(1),
  path: z.string().regex(/^\/[\w-]+\/$/),
});

/**
 * What one side signs to show the other that it has the key. With the origin in it, a proof is good for no program
 * at another port; with the challenge, for no later start.
 */
export function proofText(side: 'page' | 'host', origin: string, challenge: string): string {
  return `dailies rejoin ${side} ${origin} ${challenge}`;
}
