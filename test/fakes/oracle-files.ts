import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Reason that the full test run prints at its end. */
    skipReason?: string;
  }
}

interface Place {
  /** Folder beside the project, if somebody put one there. */
  readonly sharedFolder: string;
  readonly isRequired: boolean;
}

const here: Place = {
  sharedFolder: resolve(import.meta.dirname, '../../../shared'),
  isRequired: process.env['DAILIES_REQUIRE_ORACLES'] === '1',
};

/** Returns the path of a third-party document that the project must not distribute. */
export function oraclePath(name: string, { sharedFolder }: Place = here): string {
  return join(sharedFolder, 'oracles', name);
}

/**
 * Returns why the file is not readable on this machine; null if it is.
 * @throws if the folder exists without the file, or if `DAILIES_REQUIRE_ORACLES=1` requires the file.
 */
export function reasonWithoutOracle(name: string, place: Place = here): string | null {
  const path = oraclePath(name, place);
  if (existsSync(path)) return null;
  if (place.isRequired || existsSync(place.sharedFolder)) throw new Error(`${path} is missing.`);
  return `SKIPPED: there is no ${relative(place.sharedFolder, path)} beside the project`;
}

/** @returns the reason unchanged. @throws if `DAILIES_REQUIRE_ORACLES=1` forbids skipping. */
export function unlessRequired(reason: string): string {
  if (here.isRequired) throw new Error(reason);
  return reason;
}

/** Skips the test if there is a reason, which the full test run prints at its end. */
export function skipFor(reason: string | null, { skip, task }: TestContext): void {
  if (reason === null) return;
  task.meta.skipReason = reason;
  skip(reason);
}
