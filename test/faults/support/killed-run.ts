import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from './scenario.ts';

export const canTrace = existsSync('/usr/bin/strace');
/** Suffix for the name of a test that is skipped without the tracer. */
export const untracedReason = canTrace ? '' : ' (SKIPPED: there is no strace here)';

export interface TracedRun {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly wasKilled: boolean;
  /** System call at which it was killed, without numbers and IDs; null if it was not killed. */
  readonly killedAt: string | null;
  /** Number of injected faults. */
  readonly injected: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** System calls that receive a fault. */
export interface TracedCall {
  /** Name of a system call. */
  readonly call: string;
  /** Only calls on exactly these paths; all calls if omitted. */
  readonly paths?: readonly string[];
}

let runs = 0;

/**
 * Runs a program of the tests in Node to its end, with a fault in one of its system calls.
 * @param injection the fault in the tracer's syntax, for example `signal=KILL:when=3`. The tracer counts per thread.
 * The programs run with one thread for files, so that their calls always have the same order.
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
 * Runs a program of the tests in Node without faults.
 * @returns its system calls of these names, in order, one line each with the paths they concern.
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
    env: { ...process.env, ...compileCache(), UV_THREADPOOL_SIZE: '1' },
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

/** Returns the last line before the process ended, without the parts that differ from run to run. */
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
