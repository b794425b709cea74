import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type FileTime, fileTimesOf, slowestOf } from './slowest-files.ts';

/**
 * Runs every suite in turn, tells its seconds and the slowest files, and ends with one line: `N passed, N failed`. A suite that does not come to its own
 * count (a crash, a type error) counts as one failure.
 */
interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Of those passed, how many did so only at the second try. */
  flaky?: number;
}

interface Suite {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Reads the suite's own report; without one the exit code is the result. */
  readonly report?: (path: string) => Count;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const reports = join('test-results', 'reports');

function readReport<Report>(path: string): Report {
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
}

function vitestCount(path: string): Count {
  const report = readReport<VitestReport>(path);
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests,
  };
}

function playwrightCount(path: string): Count {
  const { expected, unexpected, flaky, skipped } = readReport<PlaywrightReport>(path).stats;
  return { passed: expected + flaky, failed: unexpected, skipped, flaky };
}

function vitest(project: string): Suite {
  const outputFile = join(reports, `${project}.json`);
  return {
    name: project,
    command: [
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${outputFile}`,
    ],
    report: vitestCount,
  };
}

function playwright(project: string): Suite {
  return { name: project, command: ['playwright', 'test', '--project', project], report: playwrightCount };
}

const suites: readonly Suite[] = [
  { name: 'types', command: ['npm', 'run', '-s', 'check:types'] },
  { name: 'lint', command: ['npm', 'run', '-s', 'check:lint'] },
  { name: 'build', command: ['npm', 'run', '-s', 'build'] },
  vitest('unit'),
  vitest('conformance'),
  { name: 'documented', command: ['node', '.ci/conformance.ts'], report: vitestCount },
  { name: 'coverage', command: ['node', '.ci/api-coverage.ts', '--check', '--recorded'] },
  vitest('faults'),
  vitest('built'),
  vitest('roundtrip'),
  playwright('ui'),
  playwright('electron'),
];

function runSuite(suite: Suite): Count {
  const path = join(reports, `${suite.name}.json`);
  rmSync(path, { force: true });
  console.log(`\n── ${suite.name}`);
  const [command, ...args] = suite.command;
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  });
  if (!suite.report) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  try {
    const count = suite.report(path);
    return status === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function readFileTimes({ name, report }: Suite): FileTime[] {
  try {
    return report ? fileTimesOf(readReport(join(reports, `${name}.json`))) : [];
  } catch {
    // A suite that came to no end has left no report.
    return [];
  }
}

const only = process.argv.slice(2);
mkdirSync(reports, { recursive: true });
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const fileTimes: FileTime[] = [];
for (const suite of suites.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const startedAt = performance.now();
  const count = runSuite(suite);
  fileTimes.push(...readFileTimes(suite));
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const flaky = count.flaky ? ` (${String(count.flaky)} flaky)` : '';
  lines.push(
    `${suite.name.padEnd(12)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed ${String(count.skipped).padStart(4)} skipped ${seconds.padStart(5)} s${flaky}`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
for (const { file, seconds } of slowestOf(fileTimes, 10)) {
  console.log(`${seconds.toFixed(0).padStart(5)} s  ${file.startsWith('/') ? relative('', file) : file}`);
}
console.log();
console.log(`${String(total.passed)} passed, ${String(total.failed)} failed`);
process.exit(total.failed === 0 ? 0 : 1);
