import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program of the operating system and returns its output. */
export type RunCommand = (
  program: string,
  parameters: readonly string[],
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
) => Promise<string>;

const maxOutputBytes = 16 * 1024 * 1024;

const execute = promisify(execFile);

/** Runs a program without a shell. Rejects when it cannot be started, fails, or takes too long. */
export const runCommand: RunCommand = async (program, parameters, { signal, timeoutMs }) => {
  const limits = { signal, timeout: timeoutMs, maxBuffer: maxOutputBytes, windowsHide: true };
  const { stdout } = await execute(program, [...parameters], { ...limits, encoding: 'utf8' });
  return stdout;
};
