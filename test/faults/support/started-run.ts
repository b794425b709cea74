import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { AppReport } from '../scenarios/app-order.ts';
import { compileCache } from './scenario.ts';

/** Running program of the tests. A test can wait for its output and stop it in any way. */
export class StartedRun {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  #output = '';
  #errors = '';
  #onOutput: () => void = () => undefined;

  constructor(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...compileCache(), ...environment },
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString('utf8');
      this.#onOutput();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString('utf8');
    });
    this.#exited = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        resolve(code);
        this.#onOutput();
      });
    });
    this.#exited.catch(() => undefined);
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') console.log(this.#output, this.#errors);
      child.kill('SIGKILL');
      await this.#exited.catch(() => undefined);
    });
  }

  /** Resolves when it has printed a line. @throws if it ended without it. */
  async said(line: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.#hasSaid(line) || this.#child.exitCode !== null) resolve();
      };
      this.#onOutput = look;
      look();
    });
    if (!this.#hasSaid(line)) throw new Error(`It ended without "${line}".\n${this.#output}${this.#errors}`);
  }

  /** Returns the number that it printed after a word. */
  number(word: string): number {
    return Number(new RegExp(`^${word} (\\d+)$`, 'm').exec(this.#output)?.[1]);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Kills it, and resolves when it has ended. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Returns the app's report at its end. @throws if the app fails. */
  async report(): Promise<AppReport> {
    const code = await this.#exited;
    if (code !== 0) throw new Error(`It ended with ${String(code)}.\n${this.#output}${this.#errors}`);
    return JSON.parse(this.#output.trimEnd().split('\n').at(-1) ?? '') as AppReport;
  }

  #hasSaid(line: string): boolean {
    return this.#output.split('\n').includes(line);
  }
}
