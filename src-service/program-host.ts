import { createLineLog } from './service-log.ts';

/** Parts of a host both programs share: the log on standard error, and how to leave. */
export const processOutput = {
  log: createLineLog((line) => process.stderr.write(line)),
  writeError: (text: string) => void process.stderr.write(text),
  exit: (code: number) => process.exit(code),
};

/** Resolves at the first of the signals that ask a program to end. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
}
