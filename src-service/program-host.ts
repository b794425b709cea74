import { createLineLog } from './service-log.ts';

/** Host functions that both programs share: logging to standard error, and exiting. */
export const processOutput = {
  log: createLineLog((line) => process.stderr.write(line)),
  writeError: (text: string) => void process.stderr.write(text),
  exit: (code: number) => process.exit(code),
};

/** Resolves at the first signal to terminate. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
}
