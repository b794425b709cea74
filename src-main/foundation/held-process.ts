import type { Clock } from '../platform.ts';
import { systemTimer } from './settle-within.ts';

/** The parts of Node's process that its end needs. */
export interface OwnProcess {
  readonly pid: number;
  getActiveResourcesInfo(): string[];
  kill(pid: number, signal: 'SIGKILL'): unknown;
  on(event: 'worker', listener: (thread: StartedThread) => void): unknown;
}

interface StartedThread {
  once(event: 'exit', listener: () => void): unknown;
}

interface HeldProcessDeps {
  readonly own: Omit<OwnProcess, 'on'>;
  /** True while a worker thread has not ended; from `watchThreads`. */
  readonly hasThread: () => boolean;
  readonly timer?: Pick<Clock, 'schedule'> | undefined;
}

/** Follows the worker threads that a process starts from now on. The result is true while one of them has not ended. */
export function watchThreads(own: Pick<OwnProcess, 'on'>): () => boolean {
  let count = 0;
  own.on('worker', (thread) => {
    count += 1;
    thread.once('exit', () => {
      count -= 1;
    });
  });
  return () => count > 0;
}

/** Time for the last file calls, such as those of the log. */
const graceMs = 3_000;
const lookMs = 100;

/**
 * True while a file call is under way in a thread of this process. At its end, the process waits for these threads, also
 * in Electron: one that an unresponsive drive holds keeps it from ending.
 */
export function isHeld({ own, hasThread }: HeldProcessDeps): boolean {
  return hasThread() || own.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

/**
 * Kills this process if a drive holds it. Resolves if it can end by itself. Call it when all else is done: what is not
 * on the disk is lost.
 */
export async function killIfHeld(deps: HeldProcessDeps): Promise<void> {
  const { own, timer = systemTimer } = deps;
  for (let waitedMs = 0; isHeld(deps); waitedMs += lookMs) {
    if (waitedMs >= graceMs) {
      own.kill(own.pid, 'SIGKILL');
      return;
    }
    await new Promise<void>((resolve) => timer.schedule(lookMs, resolve));
  }
}
