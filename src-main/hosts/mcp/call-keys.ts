import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { replaceFile, writeNewFile } from '../../foundation/files/write-durably.ts';
import { FailedResult } from '../commands/command.ts';

/** Time that the result of a call with a key is kept. */
const keepMs = 30 * 24 * 3_600_000;

/**
 * The calls of agents that came with a key, one file each in the data folder: an agent that was restarted, or did not
 * hear an answer, may repeat a call without starting it twice.
 */
export class CallKeys {
  readonly #folder: string;

  /** @param folder created when it is needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes old results. */
  async start(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > keepMs) await rm(path, { force: true });
    }
  }

  /**
   * Carries out a call once.
   * @param run its result is kept; after an error too the call counts as made.
   * @throws AppError `start_unconfirmed` for a call that has begun and whose end is not known, and as `run`.
   */
  async once(key: string, run: () => Promise<object>): Promise<object> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#pathOf(key);
    try {
      await writeNewFile(path, '');
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
      return resultOf(await readFile(path, 'utf8'));
    }
    const result = await run();
    const isFailed = result instanceof FailedResult;
    await replaceFile(path, JSON.stringify(isFailed ? { failed: result.result } : { result }));
    return result;
  }

  /** Returns the result of an earlier call; null without one. @throws as `once` for one that was cut off. */
  async find(key: string): Promise<object | null> {
    const text = await readFile(this.#pathOf(key), 'utf8').catch(() => null);
    return text === null ? null : resultOf(text);
  }

  #pathOf(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  }
}

function resultOf(text: string): object {
  if (text !== '') {
    const { result, failed } = JSON.parse(text) as { result?: object; failed?: object };
    return result ?? new FailedResult(failed ?? {});
  }
  throw new AppError(
    'start_unconfirmed',
    'A call with this key began before, and its end is not known. Look at the jobs before you call with another key.',
  );
}
