import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { argumentsOrUsage } from './arguments-or-usage.ts';
import { runSideBySide } from './test-run/run-side-by-side.ts';
import { type FileTime, slowestOf, type SuiteReport } from './test-run/suite-report.ts';
import { reportFolder, reportOf, reportPath, type Suite, suites } from './test-run/suites.ts';

/**
 * Runs all suites, or the named ones, in parallel on the available cores. Prints the output of a suite in one piece
 * when it has ended. At the end it prints: seconds per suite, the slowest files, skipped tests, tests that passed only
 * at the second try, failures with their reasons, and as the last line `N passed, N failed`. It also fails when more
 * than `maxFlaky` tests needed their second try.
 */
const maxFlaky = 3;
const names = suites.map(({ name }) => name).join(', ');
const usage = `Usage: npm test -- [SUITE...]\nSuites: ${names}`;
const only = argumentsOrUsage(usage, { allowPositionals: true }).positionals;
const chosen = suites.filter(({ name }) => only.length === 0 || only.includes(name));
const unknown = only.filter((word) => !suites.some(({ name }) => name === word));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are ${names}.`);
  process.exit(2);
}

/** Runs a program and resolves with its exit code. Its output goes to a file, or without one to the terminal. */
function runProgram({ name, command }: Suite, outputPath: string | null): Promise<number | null> {
  const output = outputPath === null ? 'inherit' : openSync(outputPath, 'w');
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    // On Windows the commands of packages are scripts.
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath(name) },
  });
  return new Promise((resolve) => {
    const end = (status: number | null): void => {
      if (output !== 'inherit') closeSync(output);
      resolve(status);
    };
    child.once('error', (error) => {
      console.error(error);
      end(1);
    });
    child.once('close', end);
  });
}

function lineOf(name: string, { passed, failed, skipped, flaky }: SuiteReport, seconds: number): string {
  const cells = [`${String(passed).padStart(5)} passed`, `${String(failed).padStart(4)} failed`];
  const skips = `${String(skipped.length).padStart(4)} skipped`;
  const note = flaky.length > 0 ? ` (${String(flaky.length)} flaky)` : '';
  return `${name.padEnd(12)} ${cells.join(' ')} ${skips} ${seconds.toFixed(0).padStart(5)} s${note}`;
}

const ended: { suite: Suite; report: SuiteReport; line: string }[] = [];
const beganMs = performance.now();
const sinceBegin = (): number => (performance.now() - beganMs) / 1000;

async function runSuite(suite: Suite): Promise<void> {
  const { name } = suite;
  rmSync(reportPath(name), { force: true });
  const outputPath = chosen.length > 1 ? join(reportFolder, `${name}.log`) : null;
  const startedAt = sinceBegin();
  console.log(`── ${name} begins at ${startedAt.toFixed(0)} s`);
  const status = await runProgram(suite, outputPath);
  const output = outputPath === null ? '' : readFileSync(outputPath, 'utf8').trimEnd();
  const report = reportOf(suite, status, output);
  const line = lineOf(name, report, sinceBegin() - startedAt);
  ended.push({ suite, report, line });
  if (outputPath !== null) console.log(`\n── ${name}\n${output}`);
  console.log(`── ${line}\n`);
}

function printFiles(times: readonly FileTime[]): void {
  for (const { file, seconds } of slowestOf(times, 10)) {
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${file.startsWith('/') ? relative('', file) : file}`);
  }
}

function printNames(label: string, pick: (report: SuiteReport) => readonly string[]): void {
  for (const { suite, report } of ended) {
    for (const name of pick(report)) console.log(`${label}  ${suite.name}: ${name}`);
  }
}

function printFailures(label: string, pick: (report: SuiteReport) => SuiteReport['failures']): void {
  for (const { suite, report } of ended) {
    for (const { name, message } of pick(report))
      console.log(`${label}  ${suite.name}: ${name}\n${message}\n`);
  }
}

mkdirSync(reportFolder, { recursive: true });
await runSideBySide(chosen, availableParallelism(), runSuite);
ended.sort((a, b) => suites.indexOf(a.suite) - suites.indexOf(b.suite));
console.log(
  `\n${ended.map(({ line }) => line).join('\n')}\n${'all'.padEnd(42)} ${sinceBegin().toFixed(0).padStart(6)} s\n`,
);
printFiles(ended.flatMap(({ report }) => report.fileTimes));
console.log();
printNames('skipped', ({ skipped }) => skipped);
printFailures('passed only at the second try', ({ flaky }) => flaky);
printFailures('failed', ({ failures }) => failures);
const sum = (pick: (report: SuiteReport) => number): number =>
  ended.reduce((total, { report }) => total + pick(report), 0);
const failed = sum((report) => report.failed);
const flaky = sum((report) => report.flaky.length);
if (flaky > maxFlaky)
  console.log(`${String(flaky)} tests passed only at the second try; ${String(maxFlaky)} may.`);
console.log(`${String(sum(({ passed }) => passed))} passed, ${String(failed)} failed`);
process.exitCode = failed === 0 && flaky <= maxFlaky ? 0 : 1;
