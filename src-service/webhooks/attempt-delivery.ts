import { type Clock, unixSeconds } from '../clock.ts';
import type { WaitingDelivery } from '../store/webhook-delivery-repository.ts';
import { postEvent } from './post-event.ts';
import { signatureHeaders } from './signing-secret.ts';
import { RefusedTarget, type WebhookTarget } from './webhook-target.ts';

/** How long a receiver may take to answer (contract supplement §5). */
const answerDeadlineMs = 15_000;

export interface AttemptDeps {
  readonly target: WebhookTarget;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** How an attempt ended. `status` is null when no answer came; `failure` is for the record, in English. */
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

/** The work, unless the deadline or the stop comes first; then its own signal is aborted. */
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

/** Tells one receiver of one event, once. Any status from 200 to 299 counts as taken. Rejects only when stopped. */
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
