import { appendFileSync, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Clock, Log } from '../../platform.ts';

/** Events of a delivery and its transfers. */
export type TransferLogEvent =
  | 'delivery_started'
  | 'delivery_waits'
  | 'delivery_ended'
  | 'queued'
  | 'started'
  | 'resumed'
  | 'paused'
  | 'waits'
  | 'retried'
  | 'link_renewed'
  | 'received'
  | 'failed'
  | 'cancelled'
  | 'unpacked'
  | 'committed';

/** Sizes in bytes, names, hashes, host names, reasons. Never addresses with a query or secrets. */
export type TransferLogFacts = Readonly<Record<string, string | number | null>>;

export interface TransferLogsDeps {
  /** Created with the first line, on the app's own volume, so that it outlives the delivery folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}

const keptMs = 90 * 86_400_000;
const idPattern = /^[\w-]{1,100}$/;
const suffix = '.jsonl';

/**
 * Writes a log per delivery in JSON Lines: requested, received, unpacked and committed files, with sizes and SHA-256.
 * Keeps it for 90 days. A log that cannot be written never stops a delivery.
 */
export class TransferLogs {
  readonly #deps: TransferLogsDeps;

  constructor(deps: TransferLogsDeps) {
    this.#deps = deps;
  }

  /** Removes logs that were not written to for 90 days. Other files in the folder stay. */
  async start(): Promise<void> {
    const { folder, clock, log } = this.#deps;
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(suffix))) {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => null);
      if (facts === null || clock.now() - facts.mtimeMs <= keptMs) continue;
      await rm(path, { force: true }).catch((error: unknown) => {
        log.warn('An old transfer log could not be removed.', { path, error });
      });
    }
  }

  note(deliveryId: string, event: TransferLogEvent, facts: TransferLogFacts = {}): void {
    this.noteAll(deliveryId, event, [facts]);
  }

  /** Writes one line for each of the facts, all at once. */
  noteAll(deliveryId: string, event: TransferLogEvent, facts: readonly TransferLogFacts[]): void {
    const { folder, clock, log } = this.#deps;
    const time = new Date(clock.now()).toISOString();
    const lines = facts.map((each) => `${JSON.stringify({ time, event, ...each })}\n`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      appendFileSync(this.#pathOf(deliveryId), lines.join(''), { mode: 0o600 });
    } catch (error) {
      log.warn('A transfer log could not be written.', { deliveryId, error });
    }
  }

  /** Returns the path of a delivery's log. @throws AppError `not_found` when there is none. */
  async find(deliveryId: string): Promise<string> {
    const path = idPattern.test(deliveryId) ? this.#pathOf(deliveryId) : null;
    const facts = path === null ? null : await stat(path).catch(() => null);
    if (path !== null && facts?.isFile()) return path;
    throw new AppError('not_found', 'There is no log of this delivery.');
  }

  #pathOf(deliveryId: string): string {
    return join(this.#deps.folder, `${deliveryId}${suffix}`);
  }
}
