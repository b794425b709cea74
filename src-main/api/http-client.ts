import type { IncomingHttpHeaders } from 'node:http';
import {
  operations,
  type Operation,
  type OperationName,
  type PathParameters,
  type RequestBody,
  type ResponseBody,
} from '../../src-shared/api/operations.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { wait } from '../concurrency/wait.ts';
import type { Clock, Log } from '../platform.ts';
import { errorOfAnswer } from './api-errors.ts';
import type { Priority, RateBudget } from './rate-budget.ts';
import { type Answer, sendOnce } from './send-once.ts';
import type { AddressSource } from './service-address.ts';
import { mayHaveBeenReceived } from './transport-errors.ts';

export interface HttpClientDeps {
  readonly address: AddressSource;
  readonly budget: RateBudget;
  readonly clock: Clock;
  readonly log: Log;
}

/** One call of an operation. Path values, query and body are there exactly when the operation has them. */
export type ApiRequest<Name extends OperationName> = {
  readonly signal: AbortSignal;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** `user` unless told otherwise. */
  readonly priority?: Priority;
  /** True for a POST that may be sent twice without a second effect. GET and DELETE are repeatable anyway. */
  readonly isRepeatable?: boolean;
} & (keyof PathParameters<Name> extends never ? object : { readonly path: PathParameters<Name> }) &
  (undefined extends RequestBody<Name> ? object : { readonly body: RequestBody<Name> });

interface LooseRequest {
  readonly signal: AbortSignal;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly priority?: Priority;
  readonly isRepeatable?: boolean;
}

const maxAttempts = 4;
const firstBackoffMs = 500;
const longestRetryAfterMs = 60_000;

/** Speaks the operations of the API to the configured service. */
export class HttpClient {
  readonly #deps: HttpClientDeps;

  constructor(deps: HttpClientDeps) {
    this.#deps = deps;
  }

  /**
   * The parsed answer. Repeatable requests are sent up to four times over failures of the network and the
   * service; others only when they certainly were not received.
   * @throws AppError by the status and code of the answer; see `errorOfAnswer` and `errorOfTransport`.
   */
  async call<Name extends OperationName>(name: Name, request: ApiRequest<Name>): Promise<ResponseBody<Name>> {
    return (await this.exchange(name, request)).value;
  }

  /** As `call`, with the headers of the answer. */
  async exchange<Name extends OperationName>(
    name: Name,
    request: ApiRequest<Name>,
  ): Promise<{ value: ResponseBody<Name>; headers: IncomingHttpHeaders }> {
    const operation: Operation = operations[name];
    const loose: LooseRequest = request;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#send(name, operation, loose);
        const value = parseAnswer(name, operation, answer);
        return { value: value as ResponseBody<Name>, headers: answer.headers };
      } catch (error) {
        const delayMs = retryDelayMs(error, attempt, operation, loose);
        if (delayMs === null) throw error;
        this.#deps.log.info('A request is sent again.', { operation: name, attempt, error });
        await wait(this.#deps.clock, delayMs, loose.signal);
      }
    }
  }

  async #send(name: string, operation: Operation, request: LooseRequest): Promise<Answer> {
    const { address, budget, clock } = this.#deps;
    const { baseUrl, apiKey } = await address.current(request.signal);
    const group = operation.rateGroup;
    if (group !== null) await budget.reserve(group, request.priority ?? 'user', request.signal);
    const answer = await sendOnce({
      method: operation.method,
      url: baseUrl + filledPath(operation.path, request.path ?? {}) + queryText(request.query ?? {}),
      apiKey: group === null ? null : apiKey,
      json: request.body,
      signal: request.signal,
    });
    if (group !== null) budget.note(group, answer.headers);
    if (answer.status >= 200 && answer.status < 300) return answer;
    const error = errorOfAnswer(answer, name, clock.now());
    if (error.code === 'rate_limited' && group !== null) {
      budget.exhausted(group, Number(error.details['retryAfterSeconds'] ?? 1) * 1000);
    }
    throw error;
  }
}

function filledPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    // Dots are no characters to encode, and a URL takes such a segment for another folder.
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
    json = JSON.parse(answer.text);
  } catch (cause) {
    throw unreadable('the answer is not JSON.', cause);
  }
  const parsed = operation.response.safeParse(json);
  if (!parsed.success) throw unreadable('the answer has an unknown shape.', parsed.error);
  return parsed.data;
}

/** Null when the request must not or need not be sent again. */
function retryDelayMs(
  error: unknown,
  attempt: number,
  operation: Operation,
  request: LooseRequest,
): number | null {
  if (!(error instanceof AppError) || attempt >= maxAttempts || request.signal.aborted) return null;
  if (error.code === 'rate_limited') {
    const seconds = error.details['retryAfterSeconds'];
    if (typeof seconds !== 'number') return null;
    return seconds * 1000 <= longestRetryAfterMs ? seconds * 1000 : null;
  }
  const isRepeatable = operation.method !== 'POST' || request.isRepeatable === true;
  const isPassing = error.code === 'service_unreachable' || error.code === 'service_failed';
  if (!isPassing || (!isRepeatable && mayHaveBeenReceived(error))) return null;
  return firstBackoffMs * 2 ** (attempt - 1) * (0.5 + Math.random());
}
