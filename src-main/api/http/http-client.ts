import type { IncomingHttpHeaders } from 'node:http';
import {
  operations,
  type Operation,
  type OperationName,
  type PathParameters,
  type RequestBody,
  type ResponseBody,
} from '../../../src-shared/api/operations.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import { isHostFailure } from '../../../src-shared/error-policy.ts';
import { KnownSecrets } from '../../foundation/known-secrets.ts';
import { wait } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { Priority, RateBudget } from '../budget/rate-budget.ts';
import { errorOfAnswer, errorOfPortal } from './api-errors.ts';
import type { Availability } from './availability.ts';
import { readJson } from './read-json.ts';
import { serverTimeMs } from './retry-after.ts';
import { type Answer, sendOnce } from './send-once.ts';
import type { AddressSource } from './service-address.ts';
import { mayHaveBeenReceived } from './transport-errors.ts';

export interface HttpClientDeps {
  readonly address: AddressSource;
  readonly budget: RateBudget;
  readonly clock: Clock;
  readonly log: Log;
  /** Receives the outcome of every request, if something waits for the connection. */
  readonly availability?: Pick<Availability, 'noteOutcome' | 'msSinceAnswer'>;
  /** Secrets to remove from every answer. */
  readonly knownSecrets?: KnownSecrets;
  /** Time limit of one request; `sendOnce` has the default. */
  readonly deadlineMs?: number | undefined;
}

/** Callbacks for a caller that journals when its request leaves the app. */
export interface StartHooks {
  /**
   * Called just before each time the request leaves. If it throws, the request does not leave.
   * @param clockAheadMs how far this computer's clock is ahead of the service's, by the service's last answer; null if
   * it stated no time or the clock was set since.
   */
  readonly onSend?: (clockAheadMs: number | null) => void;
  /**
   * Called when the service refused a sent request that may leave once more, with another bearer or another form of its
   * style: it had no effect. If it throws, the request does not leave again.
   */
  readonly onRefused?: () => void;
}

/** One call of an operation. Path values, query and body are there exactly when the operation has them. */
export type ApiRequest<Name extends OperationName> = {
  readonly signal: AbortSignal;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** `user` by default. */
  readonly priority?: Priority;
  /** True for a POST that may be sent twice without a second effect. GET and DELETE are repeatable anyway. */
  readonly isRepeatable?: boolean;
  /** True to send the request once, except after a refused bearer. The caller decides what comes next. */
  readonly isTriedOnce?: boolean;
} & StartHooks &
  (keyof PathParameters<Name> extends never ? object : { readonly path: PathParameters<Name> }) &
  (undefined extends RequestBody<Name> ? object : { readonly body: RequestBody<Name> });

interface LooseRequest extends StartHooks {
  readonly signal: AbortSignal;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly priority?: Priority;
  readonly isRepeatable?: boolean;
  readonly isTriedOnce?: boolean;
}

const maxAttempts = 4;
/** 250 to 750 ms, then twice as long each time. */
const backoff = { firstMs: 750, maxMs: 6_000, jitter: 2 / 3 };
const longestRetryAfterMs = 60_000;
/** No further attempt is scheduled later than this after the first. */
const longestRetryingMs = 120_000;
/** Maximum age of the service's last answer before a request that is sent once. */
const freshAnswerMs = 10_000;
/** If the clock advanced by so much more or less than the time passed, it was set, or the computer slept. */
const clockWasSetMs = 30_000;

/** Sends the operations of the API to the configured service. */
export class HttpClient {
  readonly #deps: HttpClientDeps;
  readonly #secrets: KnownSecrets;
  /** Difference of the clocks at the service's last answer that stated a time, and when that was. */
  #serviceClock: { readonly aheadMs: number; readonly atMs: number; readonly monotonicMs: number } | null =
    null;

  constructor(deps: HttpClientDeps) {
    this.#deps = deps;
    this.#secrets = deps.knownSecrets ?? new KnownSecrets();
  }

  /**
   * Returns the parsed answer. Repeatable requests are sent up to four times if the network or the service fails; all
   * others only if the service certainly did not receive them.
   * @throws AppError by the status and code of the answer; see `errorOfAnswer`, `errorOfPortal` and `errorOfTransport`.
   */
  async call<Name extends OperationName>(name: Name, request: ApiRequest<Name>): Promise<ResponseBody<Name>> {
    return (await this.exchange(name, request)).value;
  }

  /** As `call`, and also returns the headers of the answer. */
  async exchange<Name extends OperationName>(
    name: Name,
    request: ApiRequest<Name>,
  ): Promise<{ value: ResponseBody<Name>; headers: IncomingHttpHeaders }> {
    if (request.isTriedOnce) await this.#requireAnswering(request.signal);
    const { value, headers } = await this.#repeat(name, request, request.isTriedOnce ? 1 : maxAttempts);
    return { value: value as ResponseBody<Name>, headers };
  }

  /** Checks once whether the service answers this credential, and reports the outcome to the availability too. */
  async probe(signal: AbortSignal): Promise<void> {
    await this.#repeat('getAccount', { signal }, 1);
  }

  /** Sends a read first: a network may answer in the service's place, and the request cannot be repeated. */
  async #requireAnswering(signal: AbortSignal): Promise<void> {
    const { availability } = this.#deps;
    if (!availability || availability.msSinceAnswer <= freshAnswerMs) return;
    await this.#repeat('getAccount', { signal }, maxAttempts);
  }

  async #repeat(
    name: OperationName,
    request: LooseRequest,
    attempts: number,
  ): Promise<{ value: unknown; headers: IncomingHttpHeaders }> {
    const { clock, log } = this.#deps;
    const operation: Operation = operations[name];
    const startedMs = clock.monotonicMs();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#send(name, operation, request);
        const value = parseAnswer(name, operation, answer);
        this.#noteOutcome(operation, null);
        return { value, headers: answer.headers };
      } catch (error) {
        const isLate = clock.monotonicMs() - startedMs > longestRetryingMs;
        const isLast = attempt >= attempts || isLate || request.signal.aborted;
        const delayMs = isLast ? null : retryDelayMs(error, attempt, operation, request);
        if (delayMs === null) {
          this.#noteOutcome(operation, error);
          throw error;
        }
        log.info('A request is sent again.', { operation: name, attempt, error });
        await wait(clock, delayMs, request.signal);
      }
    }
  }

  /** Sends a request; a POST too leaves once more with another bearer, since a refused bearer had no effect. */
  async #send(name: string, operation: Operation, request: LooseRequest): Promise<Answer> {
    const { address, clock } = this.#deps;
    const { answer, bearer } = await this.#sendWith(name, operation, request);
    if (answer.status !== 401) return answer;
    const refusal = errorOfAnswer(answer, name, clock.now());
    if (!isRepeatable(operation, request) && mayHaveBeenReceived(refusal)) throw refusal;
    request.onRefused?.();
    if (bearer === null || !(await address.renew(bearer, request.signal))) throw refusal;
    const second = await this.#sendWith(name, operation, request);
    if (second.answer.status === 401) throw errorOfAnswer(second.answer, name, clock.now());
    return second.answer;
  }

  /** Resolves with a success or a 401, and the bearer the request was sent with. */
  async #sendWith(
    name: string,
    operation: Operation,
    request: LooseRequest,
  ): Promise<{ answer: Answer; bearer: string | null }> {
    const { address, budget } = this.#deps;
    const { signal, priority = 'user' } = request;
    const target = filledPath(operation.path, request.path ?? {}) + queryText(request.query ?? {});
    if (operation.rateGroup !== null) {
      // A request that cannot be sent must not count against the rate window.
      await address.current(signal);
      await budget.reserve(operation.rateGroup, priority, signal);
    }
    const current = await address.current(signal);
    const bearer = operation.rateGroup === null ? null : current.bearer;
    const url = current.baseUrl + target;
    request.onSend?.(this.#clockAheadMs());
    const { deadlineMs } = this.#deps;
    const { method } = operation;
    this.#secrets.note(bearer);
    const received = await sendOnce({ method, url, bearer, json: request.body, signal, deadlineMs });
    const answer = withoutSecrets(received, this.#secrets);
    this.#judge(name, operation, url, answer);
    return { answer, bearer };
  }

  #clockAheadMs(): number | null {
    const { clock } = this.#deps;
    if (this.#serviceClock === null) return null;
    const { aheadMs, atMs, monotonicMs } = this.#serviceClock;
    const setByMs = clock.now() - atMs - (clock.monotonicMs() - monotonicMs);
    return Math.abs(setByMs) > clockWasSetMs ? null : aheadMs;
  }

  /** @throws AppError for anything but a success and a 401. */
  #judge(name: string, operation: Operation, url: string, answer: Answer): void {
    const { budget, clock } = this.#deps;
    const portal = errorOfPortal(answer, name, url);
    if (portal) throw portal;
    const serviceNowMs = serverTimeMs(answer.headers);
    if (serviceNowMs !== null) {
      const atMs = clock.now();
      const monotonicMs = clock.monotonicMs();
      this.#serviceClock = { aheadMs: atMs - serviceNowMs, atMs, monotonicMs };
    }
    const group = operation.rateGroup;
    if (group !== null) budget.note(group, answer.headers);
    if (answer.status === 401 || (answer.status >= 200 && answer.status < 300)) return;
    const error = errorOfAnswer(answer, name, clock.now());
    if (error.code === 'rate_limited' && group !== null) {
      const seconds = error.details['retryAfterSeconds'];
      budget.exhausted(group, typeof seconds === 'number' ? seconds * 1000 : null);
    }
    throw error;
  }

  /** Reports an outcome, except of operations without a credential, which say nothing about it. */
  #noteOutcome(operation: Operation, error: unknown): void {
    if (operation.rateGroup !== null) this.#deps.availability?.noteOutcome(error);
  }
}

function filledPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    // `encodeURIComponent` leaves dots as they are, and a URL takes such a segment for another folder.
    if (!value || /^\.{1,2}$/.test(value)) {
      throw new AppError('not_found', `The path ${path} needs ${name}.`);
    }
    return encodeURIComponent(value);
  });
}

function queryText(query: Readonly<Record<string, string | number | boolean>>): string {
  const entries = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

function parseAnswer(name: string, operation: Operation, answer: Answer): unknown {
  if (operation.status === 204) return {};
  const unreadable = (why: string, cause?: unknown): AppError =>
    new AppError('service_answer_unreadable', `${name}: ${why}`, {
      details: { status: answer.status },
      cause,
    });
  let json: unknown;
  try {
    json = readJson(answer.text);
  } catch (cause) {
    throw unreadable('the answer is not JSON.', cause);
  }
  const parsed = operation.response.safeParse(json);
  if (!parsed.success) throw unreadable('the answer has an unknown shape.', parsed.error);
  return parsed.data;
}

function isRepeatable({ method }: Operation, request: LooseRequest): boolean {
  return method !== 'POST' || request.isRepeatable === true;
}

/** Returns the pause before the next attempt; null if the request must not or need not be sent again. */
function retryDelayMs(
  error: unknown,
  attempt: number,
  operation: Operation,
  request: LooseRequest,
): number | null {
  if (!(error instanceof AppError)) return null;
  const seconds = error.details['retryAfterSeconds'];
  const askedMs = typeof seconds === 'number' ? seconds * 1000 : 0;
  if (askedMs > longestRetryAfterMs) return null;
  // If the answer named no time, the budget waits before the next attempt.
  if (error.code === 'rate_limited') return error.details['status'] === undefined ? null : askedMs;
  if (!isHostFailure(error) || (!isRepeatable(operation, request) && mayHaveBeenReceived(error))) return null;
  return Math.max(askedMs, backoffMs(backoff, attempt - 1));
}

/** Returns the answer without this app's credentials, which some services repeat in their errors. */
function withoutSecrets({ status, headers, text }: Answer, secrets: KnownSecrets): Answer {
  return {
    status,
    headers: stripped(headers, secrets) as Answer['headers'],
    text: text.includes('\\') ? strippedJson(text, secrets) : secrets.strip(text),
  };
}

/** Parses the text first, because JSON allows any character to be written as an escape. */
function strippedJson(text: string, secrets: KnownSecrets): string {
  try {
    return JSON.stringify(stripped(readJson(text), secrets));
  } catch {
    return secrets.strip(text);
  }
}

function stripped(value: unknown, secrets: KnownSecrets): unknown {
  if (typeof value === 'string') return secrets.strip(value);
  if (Array.isArray(value)) return value.map((item) => stripped(item, secrets));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [secrets.strip(name), stripped(item, secrets)]),
  );
}
