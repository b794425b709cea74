import { type Clock, unixSeconds } from '../clock.ts';
import type { WaitingDelivery } from '../store/records/webhook-delivery-repository.ts';
import { postEvent } from './post-event.ts';
import { signatureHeaders } from './signing-secret.ts';
import { RefusedTarget, type WebhookTarget } from './webhook-target.ts';

/** Time a receiver has to answer (contract supplement §5). */
const answerDeadlineMs = 15_000;

export interface AttemptDeps {
  readonly target: WebhookTarget;
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random?: () => number;
}

/** Result of an attempt. `status` is null if no answer came; `failure` is an English text for the record. */
export type AttemptResult =
  | { readonly isTaken: true }
  | { readonly isTaken: false; readonly status: number | null; readonly failure: string };

function describeFailure(error: unknown): string {
  if (error instanceof RefusedTarget) return `The address ${error.message}.`;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}

async function post(delivery: WaitingDelivery, deps: AttemptDeps, signal: AbortSignal): Promise<number> {
  const url = deps.target.parse(delivery.url);
  const address = await deps.target.resolve(url);
  const { eventId: messageId, payload: body } = delivery;
  const signature = signatureHeaders(delivery.signingSecret, {
    messageId,
    timestamp: unixSeconds(deps.clock),
    body,
  });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Dailies-Webhooks/1', ...signature };
  return postEvent({ url, address, headers, body }, signal);
}

/** Runs the work until the deadline or the stop, either of which rejects and aborts the work's signal. */
async function withinDeadline<Result>(
  clock: Clock,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const deadline = new AbortController();
  const signal = AbortSignal.any([stop, deadline.signal]);
  clock.wait(answerDeadlineMs, AbortSignal.any([stop, over.signal])).then(
    () => deadline.abort(new Error('No answer came in time.')),
    () => undefined,
  );
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  try {
    return await Promise.race([work(signal), aborted.promise]);
  } finally {
    over.abort();
  }
}

/** Sends one event to one receiver, once. Any status from 200 to 299 is a success. Rejects only if stopped. */
export async function attemptDelivery(
  delivery: WaitingDelivery,
  deps: AttemptDeps,
  stop: AbortSignal,
): Promise<AttemptResult> {
  try {
    const status = await withinDeadline(deps.clock, stop, (signal) => post(delivery, deps, signal));
    if (status >= 200 && status <= 299) return { isTaken: true };
    return { isTaken: false, status, failure: `Answered ${status}` };
  } catch (error) {
    stop.throwIfAborted();
    return { isTaken: false, status: null, failure: describeFailure(error) };
  }
}
