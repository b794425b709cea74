import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const canTrace = existsSync('/usr/bin/strace');
/** For the name of a test that is skipped without the tracer. */
export const untracedReason = canTrace ? '' : ' (SKIPPED: there is no strace here)';

export interface TracedRun {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly wasKilled: boolean;
  /** The system call it was killed at, without numbers and ids; null when it was not. */
  readonly killedAt: string | null;
  /** How often something was done to a call. */
  readonly injected: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What of a run something is done to. */
export interface TracedCall {
  /** Name of a system call. */
  readonly call: string;
  /** Only on exactly these paths; none given: on all. */
  readonly paths?: readonly string[];
}

/** Programs of the tests start in half the time when what they are compiled to is kept. */
export const compileCache = { NODE_COMPILE_CACHE: resolve('.cache', 'compiled') };

let runs = 0;

/**
 * Runs a program of the tests in Node until it ends, or until something is done to one of its system calls.
 * @param injection what, in the tracer's words, such as `signal=KILL:when=3`. The tracer counts thread by thread; the
 * programs run with one thread for files, so that the order of their calls is the same each time.
 */
export async function runTraced(
  script: string,
  args: readonly string[],
  { call, paths = [] }: TracedCall,
  injection: string,
): Promise<TracedRun> {
  const where = paths.flatMap((path) => ['-P', path]);
  const what = ['-e', `trace=${call}`, '-e', `inject=${call}:${injection}`];
  const { trace, ...run } = await runUnderTracer([...where, ...what], [script, ...args]);
  const injected = trace.split('(INJECTED').length - 1;
  return { ...run, injected, killedAt: run.wasKilled ? killingCall(trace) : null };
}

/**
 * Runs a program of the tests in Node, undisturbed.
 * @returns the system calls of these names it made, one after the other, a line each with the paths they concern.
 */
export async function watchCalls(
  script: string,
  args: readonly string[],
  calls: readonly string[],
): Promise<string[]> {
  const { trace, code, stderr } = await runUnderTracer(['-e', `trace=${calls.join()}`], [script, ...args]);
  if (code !== 0) throw new Error(`It ended with ${String(code)}.\n${stderr}`);
  return trace.trimEnd().split('\n');
}

async function runUnderTracer(options: readonly string[], command: readonly string[]) {
  const log = join(tmpdir(), `dailies-trace-${String(process.pid)}-${String((runs += 1))}`);
  const tracer = ['-f', '-qq', '-y', '-o', log, ...options];
  const run = await runProgram('strace', [...tracer, process.execPath, ...command]);
  const trace = existsSync(log) ? readFileSync(log, 'utf8') : '';
  rmSync(log, { force: true });
  return { ...run, trace };
}

/** Runs a program to its end. */
export function runProgram(
  command: string,
  args: readonly string[],
): Promise<Omit<TracedRun, 'killedAt' | 'injected'>> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache, UV_THREADPOOL_SIZE: '1' },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const wasKilled = signal === 'SIGKILL' || code === 137;
      resolve({ code: signal === null ? code : null, wasKilled, stdout, stderr });
    });
  });
}

/** The last line before the process was gone, with what differs from run to run taken out. */
function killingCall(trace: string): string {
  const line = trace
    .split('\n')
    .filter((each) => /\(.*INJECTED|\(.*\)\s+= \?|<unfinished/.test(each))
    .at(-1);
  return (line ?? '')
    .replace(/^\d+\s+/, '')
    .replace(/"(?:[^"\\/]|\\.)*"\.{0,3}(?=,)/g, '…')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replaceAll(/\d+/g, '#');
}
