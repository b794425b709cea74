import { fstatSync } from 'node:fs';

/**
 * Resolves when the other end of standard input closes: the app that started this process stops it, or died. Never
 * where standard input is no pipe.
 */
export function untilParentEnds(): Promise<void> {
  return new Promise((resolve) => {
    const facts = fstatSync(0, { throwIfNoEntry: false });
    if (!facts || !(facts.isFIFO() || facts.isSocket())) return;
    const end = (): void => resolve();
    process.stdin.on('end', end).on('close', end).on('error', end).resume();
  });
}
