import { inject, type TestContext } from 'vitest';
import { type Answer, Caller, type Json } from '../support/caller.ts';

/** Longer than any job of this suite on a busy computer. */
export const jobTimeoutMs = 240_000;

export const target = inject('target');
export const caller = new Caller(target);

/** True if the service runs on this computer and can reach a receiver here. */
export const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(target.url).hostname);

function callerWith(apiKey: string | null, context: TestContext, need: string): Caller {
  return apiKey === null ? context.skip(need) : new Caller({ url: target.url, apiKey });
}

/** Returns the caller of another team without a paid plan. Skips the check if there is none. */
export function freeCaller(context: TestContext): Caller {
  return callerWith(target.freeApiKey, context, 'needs a key of another team, without a paid plan');
}

/** Returns the caller of another user of the same team. Skips the check if there is none. */
export function colleague(context: TestContext): Caller {
  return callerWith(target.colleagueApiKey, context, 'needs a key of another user of the team');
}

/** Polls a job's record until its status is terminal (specification §1). */
export function ended(path: string): Promise<Json> {
  return caller.untilTerminal(path, jobTimeoutMs);
}

/** Returns the body of an answer with the expected status. @throws Error with the answer otherwise. */
export function bodyOf({ status, body }: Answer, expected: number): Json {
  if (status === expected) return body;
  throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`);
}
