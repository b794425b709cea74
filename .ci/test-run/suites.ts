import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from './run-side-by-side.ts';
import { exitReport, playwrightReport, type SuiteReport, vitestReport, withExit } from './suite-report.ts';

/** A part of the gate that runs as a separate program. */
export interface Suite extends Task {
  readonly command: readonly [string, ...string[]];
  /** Reads the program's report; without it the exit code is the result. */
  readonly read?: () => SuiteReport;
}

/** Folder for the reports of suites and, when several run, for their output. */
export const reportFolder = join('test-results', 'reports');

export function reportPath(name: string): string {
  return join(reportFolder, `${name}.json`);
}

function readReport(name: string, understand: (report: never) => SuiteReport): () => SuiteReport {
  return () => understand(JSON.parse(readFileSync(reportPath(name), 'utf8')) as never);
}

function vitest(name: string, task: Omit<Task, 'name'> = {}, projects: readonly string[] = [name]): Suite {
  const named = projects.flatMap((project) => ['--project', project]);
  const words = ['run', ...named, '--retry=1', '--reporter=default', '--reporter=json'];
  const command = ['vitest', ...words, `--outputFile.json=${reportPath(name)}`] as const;
  return { name, ...task, command, read: readReport(name, vitestReport) };
}

function playwright(name: string, task: Omit<Task, 'name'> = {}): Suite {
  const command = ['playwright', 'test', '--project', name] as const;
  return { name, ...task, command, read: readReport(name, playwrightReport) };
}

/** Suites in starting order: first those that others wait for, then the longest, so that none runs alone at the end. */
export const suites: readonly Suite[] = [
  { name: 'build', command: ['npm', 'run', '-s', 'build'] },
  vitest('faults'),
  playwright('ui', { after: ['build'] }),
  vitest('unit', {}, ['unit', 'pure']),
  vitest('roundtrip'),
  vitest('conformance'),
  {
    name: 'documented',
    command: ['node', '.ci/conformance.ts'],
    read: readReport('documented', vitestReport),
  },
  { name: 'types', command: ['npm', 'run', '-s', 'check:types'] },
  { name: 'lint', command: ['npm', 'run', '-s', 'check:lint'] },
  vitest('built', { after: ['build'] }),
  {
    name: 'coverage',
    command: ['node', 'tools/api-coverage.ts'],
    after: ['conformance', 'documented'],
  },
  {
    name: 'operations',
    command: ['node', 'tools/operation-coverage.ts'],
    after: ['ui', 'roundtrip'],
  },
  playwright('electron', { after: ['build'] }),
];

/** Returns the report of a suite that ended with an exit code, or by a signal (null). */
export function reportOf({ read }: Suite, status: number | null, output: string): SuiteReport {
  if (!read) return exitReport(status, output);
  try {
    return withExit(read(), status, output);
  } catch {
    return exitReport(status === 0 ? 1 : status, output);
  }
}
