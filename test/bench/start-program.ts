import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..');

/** Child process that serves at an address. */
export interface Program {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Starts a program and waits until it prints its address. */
export async function startProgram(file: string, args: readonly string[] = []): Promise<Program> {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error(`${file} did not start.`));
    });
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

/** Starts the local service as a user would by hand, on a free port. */
export function startService(
  dataFolder: string,
  apiKey: string,
  plan: 'pro' | 'unlimited' = 'pro',
): Promise<Program> {
  return startProgram('src-service/cli.ts', ['--data', dataFolder, '--api-key', apiKey, '--plan', plan]);
}

/** Sends SIGTERM and waits for the exit. */
export async function stopProgram({ child }: Program): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
