import { AppError } from '../../../src-shared/app-error.ts';
import { SingleFlight } from '../../foundation/single-flight.ts';

/**
 * Looks at drives that may never answer, such as a server that is gone. A look that is still without an answer is
 * waited for again and not begun a second time: each holds one of the few threads that all file access shares.
 */
export class DriveAnswers {
  readonly #maxMs: number;
  readonly #looks = new SingleFlight<unknown>();

  constructor(deps: { maxMs: number }) {
    this.#maxMs = deps.maxMs;
  }

  /**
   * What `look` gives. Looks with the same `key` are one.
   * @throws AppError `delivery_folder_missing` with the reason `ETIMEDOUT` without an answer, and what `look` throws.
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
