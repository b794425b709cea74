import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Ready } from '../../../src-service/run-service.ts';

/** Service in its own process, with the real media engine. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Resolves with the line that the program prints when it is ready. Rejects if the program exits without one. */
  readonly ready: Promise<Ready>;
  readonly exited: Promise<{ code: number | null; output: string; errors: string }>;
}

export interface SpawnOptions {
  readonly stdio?: StdioOptions;
  readonly environment?: Record<string, string>;
  /** Whether the program may not listen on privileged ports, even as root. */
  readonly isUnprivileged?: boolean;
}

const withoutPrivilegedPorts = ['setpriv', '--bounding-set=-net_bind_service'];

/** Starts a program of the service. The end of the test kills it at the latest. */
export function spawnService(
  program: 'cli' | 'service-entry',
  args: readonly string[],
  options: SpawnOptions = {},
): ServiceProcess {
  const path = fileURLToPath(new URL(`../../../src-service/${program}.ts`, import.meta.url));
  const prefix = options.isUnprivileged === true && process.getuid?.() === 0 ? withoutPrivilegedPorts : [];
  const [command = '', ...words] = [...prefix, process.execPath, path, ...args];
  const child = spawn(command, words, {
    stdio: options.stdio ?? ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<{ code: number | null; output: string; errors: string }>((resolve) => {
    // Node does not emit 'close' for a child whose IPC channel was closed from this side.
    child.once('exit', (code) => {
      const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
      // A test may have closed one.
      void Promise.allSettled(streams.map((stream) => finished(stream))).then(() =>
        resolve({ code, output, errors }),
      );
    });
  });
  const ready = new Promise<Ready>((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    void exited.then(({ code }) => reject(new Error(`The service ended with ${code}: ${errors}`)));
  });
  ready.catch(() => undefined);
  return { child, ready, exited };
}
