import { z } from 'zod';

/** Paths where a page gets a restarted host's challenge and answers it. */
export const rejoinPaths = { challenge: '/bridge/challenge', rejoin: '/bridge/rejoin' } as const;

/** Random text, new with each start of the host. */
export const challengeSchema = z.object({ challenge: z.string().min(1).max(200) });

/** Lowercase hexadecimal HMAC-SHA-256 of `proofText` with the session's kept key. */
export const proofSchema = z.object({ proof: z.string().max(200) });

/** The host's own proof, with the header token of its current session and the path that contains everything: `/…/`. */
export const rejoinedSchema = proofSchema.extend({
  token: z.string().min(1),
  path: z.string().regex(/^\/[\w-]+\/$/),
});

/**
 * Text that one side signs to prove that it has the key. The origin makes a proof useless to a program at another port;
 * the challenge makes it useless after a later start.
 */
export function proofText(side: 'page' | 'host', origin: string, challenge: string): string {
  return `dailies rejoin ${side} ${origin} ${challenge}`;
}
