import { stripVTControlCharacters } from 'node:util';

/** Time of a test file for all its tests. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** A test, or a file, that failed once or for good. */
interface Failure {
  readonly name: string;
  /** The first lines of its messages, beginning with the first try. */
  readonly message: string;
}

/** The result of a suite. */
export interface SuiteReport {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
  /** Names of skipped tests with the reason. */
  readonly skipped: readonly string[];
  /** Tests that passed only at the second try, with the messages of the first; they count as passed too. */
  readonly flaky: readonly Failure[];
  readonly fileTimes: readonly FileTime[];
}

export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    /** The reason why the file could not run, or empty. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** Messages of every failed try. */
      readonly failureMessages?: readonly string[];
      /** Set by a test that was skipped while it ran. */
      readonly meta?: { readonly skipReason?: string };
    }[];
  }[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly tests: readonly {
    readonly status: string;
    readonly annotations: readonly { readonly description?: string }[];
    readonly results: readonly {
      readonly duration: number;
      readonly errors?: readonly { readonly message?: string }[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly PlaywrightSpec[];
}

export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  /** Errors of files that could not be read. */
  readonly errors: readonly { readonly message?: string }[];
}

const messageLines = 12;

function toFailure(name: string, messages: readonly (string | undefined)[]): Failure {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return { name, message: lines.slice(0, messageLines).join('\n') };
}

/** Describes the failure of a suite without failed tests: an uncaught error, or else the end of the output. */
function outputFailure(status: number | null, output: string): Failure {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const uncaught = lines.findIndex((line) => line.includes('Unhandled'));
  const told = uncaught < 0 ? lines.slice(-messageLines) : lines.slice(uncaught, uncaught + 2 * messageLines);
  return { name: `ended with ${String(status ?? 'a signal')}`, message: told.join('\n') };
}

/** Creates the report of a suite that left only an exit code and its output. */
export function exitReport(status: number | null, output: string): SuiteReport {
  const failures = status === 0 ? [] : [outputFailure(status, output)];
  const failed = failures.length;
  return { passed: 1 - failed, failed, failures, skipped: [], flaky: [], fileTimes: [] };
}

/** Adds a failure if the program of a suite failed although none of its tests did. */
export function withExit(report: SuiteReport, status: number | null, output: string): SuiteReport {
  if (status === 0 || report.failed > 0) return report;
  return { ...report, failed: 1, failures: [outputFailure(status, output)] };
}

/** Converts a Vitest report. A file that failed outside its tests (on reading or cleaning up) counts as one failure. */
export function vitestReport(report: VitestReport): SuiteReport {
  const { testResults, numPassedTests, numFailedTests } = report;
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failuresOf = (wanted: string): Failure[] =>
    tests
      .filter(({ status, failureMessages = [] }) => status === wanted && failureMessages.length > 0)
      .map(({ fullName, failureMessages = [] }) => toFailure(fullName, failureMessages));
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failures: [...broken.map(({ name, message }) => toFailure(name, [message])), ...failuresOf('failed')],
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName, meta }) => [fullName, meta?.skipReason ?? ''].join(' ').trim()),
    flaky: failuresOf('passed'),
    fileTimes: testResults.map(({ name, startTime, endTime }) => ({
      file: name,
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function sumDurations(specs: readonly PlaywrightSpec[]): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return results.reduce((sum, { duration }) => sum + duration, 0);
}

/** Converts a report of Playwright. A file that could not be read counts as one failure. */
export function playwrightReport({ suites, errors }: PlaywrightReport): SuiteReport {
  const tests = suites
    .flatMap(specsOf)
    .flatMap((spec) => spec.tests.map((test) => ({ ...test, title: spec.title })));
  const withStatus = (status: string) => tests.filter((test) => test.status === status);
  const failuresOf = (status: string): Failure[] =>
    withStatus(status).map(({ title, results }) =>
      toFailure(
        title,
        results.flatMap(({ errors: messages = [] }) => messages.map(({ message }) => message)),
      ),
    );
  const flaky = failuresOf('flaky');
  return {
    passed: withStatus('expected').length + flaky.length,
    failed: withStatus('unexpected').length + errors.length,
    failures: [
      ...errors.map(({ message }) => toFailure('a file that could not be read', [message])),
      ...failuresOf('unexpected'),
    ],
    skipped: withStatus('skipped').map(({ title, annotations }) =>
      [title, ...annotations.map(({ description = '' }) => description)].join(' '),
    ),
    flaky,
    fileTimes: suites.map((suite) => ({ file: suite.file, seconds: sumDurations(specsOf(suite)) / 1000 })),
  };
}

/** Returns the slowest files, slowest first. */
export function slowestOf(times: readonly FileTime[], count: number): FileTime[] {
  return [...times].sort((a, b) => b.seconds - a.seconds).slice(0, count);
}
