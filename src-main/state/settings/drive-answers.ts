import { AppError } from '../../../src-shared/app-error.ts';
import { SingleFlight } from '../../foundation/single-flight.ts';

const usualMaxMs = 8_000;

/**
 * Limits calls to drives that may never answer, such as an unreachable server. A pending look is reused instead of
 * started again, because each occupies one of the few threads for all file access.
 */
export class DriveAnswers {
  readonly #maxMs: number;
  readonly #looks = new SingleFlight<unknown>();

  constructor(deps: { maxMs: number | undefined }) {
    this.#maxMs = deps.maxMs ?? usualMaxMs;
  }

  /**
   * Returns the result of `look`. Looks with the same `key` share one call.
   * @throws AppError `delivery_folder_missing` with the reason `ETIMEDOUT` without an answer, and errors of `look`.
   */
  async of<Value>(key: string, path: string, look: () => Promise<Value>): Promise<Value> {
    const pending = this.#looks.run(key, look) as Promise<Value>;
    pending.catch(() => undefined);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(noAnswer(path));
    }, this.#maxMs);
    try {
      return await Promise.race([pending, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function noAnswer(path: string): AppError {
  return new AppError('delivery_folder_missing', `The drive of ${path} does not answer.`, {
    details: { path, reason: 'ETIMEDOUT' },
  });
}
