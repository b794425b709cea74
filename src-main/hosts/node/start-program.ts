import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';

/** A program that fails sooner has not started. */
const startMs = 2_000;

/**
 * Starts a program that keeps running when this one ends, in the home folder: Windows neither renames a program's
 * current directory nor ejects its drive. Rejects with `Error` if the system cannot run it, or if it fails within two
 * seconds.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const home = homedir();
  const cwd = existsSync(home) ? home : undefined;
  const child = spawn(program, args, { cwd, detached: true, stdio: 'ignore', env });
  child.unref();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, startMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(signal ?? `ended with ${String(code)}`));
    });
  });
}
