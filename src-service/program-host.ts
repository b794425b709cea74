import { createLineLog } from './service-log.ts';

/** Host functions that both programs share: logging to standard error, and exiting. */
export const processOutput = {
  log: createLineLog((line) => process.stderr.write(line)),
  writeError: (text: string) => void process.stderr.write(text),
  exit: (code: number) => process.exit(code),
};

const lookEveryMs = 200;

/**
 * Resolves at the first signal to terminate. npm passes a signal on to its shell, but not every shell passes it on. The
 * end of that shell counts as a signal.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => resolve());
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const shell = process.ppid;
    const look = (): void => {
      if (process.ppid !== shell) resolve();
    };
    setInterval(look, lookEveryMs).unref();
  });
}
