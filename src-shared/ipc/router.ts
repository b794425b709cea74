import { z } from 'zod';
import { AppError, errorBodySchema, toErrorBody } from '../app-error.ts';
import type { Contract, Handlers } from './define.ts';

/** Reply of every call. */
export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: errorBodySchema }),
]);

export type Reply = z.infer<typeof replySchema>;

/** Turns an untrusted request into a reply. Never throws. */
export type Router = (request: unknown) => Promise<Reply>;

const requestSchema = z.object({ name: z.string().max(100), input: z.unknown() });

/**
 * Parses the request, runs the handler and parses its result, so that neither malformed input nor a stray field (a
 * token, a path) can cross.
 *
 * @param onBug receives every thrown value that is not an `AppError`.
 */
export function createRouter<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  onBug: (name: string, error: unknown) => void,
): Router {
  return async (request) => {
    const parsed = requestSchema.safeParse(request);
    const name = parsed.success ? parsed.data.name : '';
    try {
      if (!parsed.success || !Object.hasOwn(contract.calls, name)) {
        throw new AppError('invalid_input', `There is no call named "${name}".`);
      }
      return { ok: true, value: await answer(contract, handlers, name, parsed.data.input) };
    } catch (error) {
      if (!(error instanceof AppError)) onBug(name, error);
      return { ok: false, error: toErrorBody(error) };
    }
  };
}

async function answer<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  name: string,
  rawInput: unknown,
): Promise<unknown> {
  const definition = contract.calls[name];
  const handler = handlers[name as keyof typeof handlers];
  if (!definition) throw new AppError('invalid_input', `There is no call named "${name}".`);
  const input = definition.input.safeParse(rawInput);
  if (!input.success) {
    throw new AppError('invalid_input', `${name}: ${z.prettifyError(input.error)}`);
  }
  const output: unknown = await handler(input.data as never);
  return definition.output.parse(output);
}
