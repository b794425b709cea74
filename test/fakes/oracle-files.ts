import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Named at the end of a run of all tests. */
    skipReason?: string;
  }
}

interface Place {
  /** Lies beside the project where someone put it. */
  readonly sharedFolder: string;
  readonly isRequired: boolean;
}

const here: Place = {
  sharedFolder: resolve(import.meta.dirname, '../../../shared'),
  isRequired: process.env['DAILIES_REQUIRE_ORACLES'] === '1',
};

/** A document of other makers, which is not ours to ship. */
export function oraclePath(name: string, { sharedFolder }: Place = here): string {
  return join(sharedFolder, 'oracles', name);
}

/**
 * Why the file cannot be read on this machine; null where it can.
 * @throws when the folder of such files is there without it, or `DAILIES_REQUIRE_ORACLES=1` says that it must be there.
 */
export function reasonWithoutOracle(name: string, place: Place = here): string | null {
  const path = oraclePath(name, place);
  if (existsSync(path)) return null;
  if (place.isRequired || existsSync(place.sharedFolder)) throw new Error(`${path} is missing.`);
  return `SKIPPED: there is no ${relative(place.sharedFolder, path)} beside the project`;
}

/** @returns the reason as it is. @throws when `DAILIES_REQUIRE_ORACLES=1` does not let anything be skipped. */
export function unlessRequired(reason: string): string {
  if (here.isRequired) throw new Error(reason);
  return reason;
}

/** Skips the test when there is a reason, which the end of a run of all tests names. */
export function skipFor(reason: string | null, { skip, task }: TestContext): void {
  if (reason === null) return;
  task.meta.skipReason = reason;
  skip(reason);
}
