import { mkdtempSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that is removed when this process ends, also by Ctrl-C. */
export function makeWorkFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'work-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  return folder;
}
