import { execFile } from 'node:child_process';

/** Runs a program of the operating system and gives what it printed. */
export type RunCommand = (
  program: string,
  parameters: readonly string[],
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
) => Promise<string>;

const mostOutputBytes = 16 * 1024 * 1024;

/** Runs a program without a shell; rejects when it cannot be started, fails, or takes too long. */
export const runCommand: RunCommand = (program, parameters, { signal, timeoutMs }) =>
  new Promise((resolve, reject) => {
    execFile(
      program,
      [...parameters],
      { signal, timeout: timeoutMs, maxBuffer: mostOutputBytes, windowsHide: true, encoding: 'utf8' },
      (error, stdout) => {
        if (error) reject(error);
        else resolve(stdout);
      },
    );
  });
