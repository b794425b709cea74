import type { TaskOptions } from '../task-options.ts';

/**
 * Tells a task's owner its progress. If the owner fails at that, the task fails with it, but only when its work has
 * ended, so that a failed task no longer writes files.
 */
export class ProgressTeller {
  readonly #options: TaskOptions;
  #failure: { readonly error: unknown } | null = null;

  constructor(options: TaskOptions) {
    this.#options = options;
  }

  tell(fraction: number): void {
    if (this.#failure) return;
    try {
      this.#options.onProgress?.(fraction);
    } catch (error) {
      this.#failure = { error };
    }
  }

  /** Ends a task whose work is done. */
  conclude({ resolve, reject }: { resolve: () => void; reject: (error: unknown) => void }): void {
    if (this.#failure) reject(this.#failure.error);
    else resolve();
  }
}
