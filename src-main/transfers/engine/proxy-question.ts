import { fromErrorBody } from '../../../src-shared/app-error.ts';
import { trustAuthorities } from '../../api/authorities.ts';
import { orStopped } from '../../foundation/wait.ts';
import type { Say } from './task-io.ts';
import type { RoutedOrder } from './thread-messages.ts';

/** Asks main which proxy an address has and which certificates are trusted: the settings are there. */
export class ProxyQuestion {
  readonly #say: Say;
  readonly #taskId: number;
  #asked = Promise.withResolvers<URL | null>();

  constructor(say: Say, taskId: number) {
    this.#say = say;
    this.#taskId = taskId;
  }

  /** One question at a time. @throws AppError as main found it, or the reason of the signal. */
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
