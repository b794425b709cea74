import { fromErrorBody } from '../../../src-shared/app-error.ts';
import { trustAuthorities } from '../../api/http/authorities.ts';
import { orStopped } from '../../foundation/wait.ts';
import type { Say } from './task-io.ts';
import type { RoutedOrder } from './thread-messages.ts';

/** Asks the main thread, which has the settings, for the proxy of an address and the trusted certificates. */
export class ProxyQuestion {
  readonly #say: Say;
  readonly #taskId: number;
  #asked = Promise.withResolvers<URL | null>();

  constructor(say: Say, taskId: number) {
    this.#say = say;
    this.#taskId = taskId;
  }

  /** Only one call may be pending at a time. @throws AppError from the main thread, or the reason of the signal. */
  async find(target: URL, signal: AbortSignal): Promise<URL | null> {
    if (target.protocol !== 'https:') return null;
    this.#asked = Promise.withResolvers();
    this.#say({ kind: 'routing', taskId: this.#taskId, url: target.href });
    return orStopped(this.#asked.promise, signal);
  }

  answer({ proxy, failure, authorities }: RoutedOrder): void {
    trustAuthorities(authorities);
    if (failure) this.#asked.reject(fromErrorBody(failure));
    else this.#asked.resolve(proxy === null ? null : new URL(proxy));
  }
}
