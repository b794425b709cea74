import { z } from 'zod';
import { errorBodySchema } from '../../../src-shared/app-error.ts';
import { idSchema } from '../../../src-shared/contract/id.ts';
import { maxCallBytes } from '../../../src-shared/ipc/call-limits.ts';

/** Longest line of a client: the largest call and its frame. */
export const maxRequestBytes = maxCallBytes + 1_000;

/** First line of both sides. */
export const helloSchema = z.object({ hello: z.object({ version: z.string().max(100) }) });

const pathSchema = z.string().min(1).max(32_000);

/**
 * Later lines of a client. `grant`: the absolute path of a file of the user. `save`: a file of the library at a new
 * path.
 */
export const requestSchema = z.object({
  id: z.number().int(),
  ask: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('invoke'), request: z.unknown() }),
    z.object({ kind: z.literal('grant'), path: pathSchema }),
    z.object({ kind: z.literal('save'), fileId: idSchema, path: pathSchema }),
    z.object({ kind: z.literal('subscribe') }),
  ]),
});
export type DoorRequest = z.infer<typeof requestSchema>;

/** Lines of the app. `refused` instead of its first line ends the connection. */
export const answerSchema = z.union([
  helloSchema,
  z.object({ refused: errorBodySchema }),
  z.object({ id: z.number().int(), reply: z.unknown() }),
  z.object({ event: z.unknown() }),
]);

/** Writes a message as one line. */
export function lineOf(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}
