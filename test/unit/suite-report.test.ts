import { expect, test } from 'vitest';
import {
  exitReport,
  playwrightReport,
  slowestOf,
  vitestReport,
  withExit,
} from '../../.ci/test-run/suite-report.ts';

const file = (name: string, seconds: number, ...tests: [fullName: string, status: string][]) => ({
  name,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
  status: tests.length === 0 || tests.some(([, status]) => status === 'failed') ? 'failed' : 'passed',
  message: tests.length === 0 ? 'no such module' : '',
  assertionResults: tests.map(([fullName, status]) => ({
    fullName,
    status: status.split(' ')[0] ?? '',
    failureMessages: ['passed', 'skipped'].includes(status) ? [] : ['\u001B[31mexpected 1\u001B[39m to be 2'],
  })),
});
const took = (title: string, status: string, durations: number[], reason?: string) => ({
  title,
  tests: [
    {
      status,
      annotations: reason === undefined ? [] : [{ description: reason }],
      results: durations.map((duration) => ({
        duration,
        errors: [{ message: `late by ${String(duration)}` }],
      })),
    },
  ],
});
const page = 'ui/page.test.ts';

test('a report of Vitest is counted, with the names of what was skipped, what passed the second time and what failed', () => {
  const testResults = [
    file('/repo/test/unit/quick.test.ts', 0.2, ['adds', 'passed'], ['mounts (SKIPPED: no root)', 'skipped']),
    file('/repo/test/unit/odd.test.ts', 0.2, ['adds up', 'passed at the second try']),
    file('/repo/test/unit/wrong.test.ts', 1, ['takes away', 'failed']),
    file('/repo/test/unit/broken.test.ts', 0),
  ];
  expect(vitestReport({ numPassedTests: 2, numFailedTests: 1, testResults })).toMatchObject({
    passed: 2,
    failed: 2,
    flaky: [{ name: 'adds up', message: 'expected 1 to be 2' }],
    skipped: ['mounts (SKIPPED: no root)'],
    failures: [
      { name: '/repo/test/unit/broken.test.ts', message: 'no such module' },
      { name: 'takes away', message: 'expected 1 to be 2' },
    ],
  });
});

test('a file whose tests passed but that could not clean up counts as one failure', () => {
  const cleanup = {
    ...file('/repo/test/unit/left.test.ts', 1, ['adds', 'passed']),
    status: 'failed',
    message: 'EBUSY',
  };
  const report = vitestReport({ numPassedTests: 1, numFailedTests: 0, testResults: [cleanup] });
  expect(report).toMatchObject({ passed: 1, failed: 1 });
  expect(report.failures).toEqual([{ name: '/repo/test/unit/left.test.ts', message: 'EBUSY' }]);
});

test('a suite that ends badly without a failed test tells the error that nobody caught, or the end of its output', () => {
  const passed = vitestReport({ numPassedTests: 1, numFailedTests: 0, testResults: [] });
  const output = `✓ adds\n⎯⎯ Unhandled Errors ⎯⎯\nError: read ECONNRESET\n${'at\n'.repeat(40)}Tests 1 passed`;
  const [uncaught] = withExit(passed, 1, output).failures;
  expect(uncaught?.name).toBe('ended with 1');
  expect(uncaught?.message).toMatch(/^⎯⎯ Unhandled Errors ⎯⎯\nError: read ECONNRESET\nat/u);
  expect(withExit(passed, 0, output)).toBe(passed);
  expect(exitReport(2, `${'ok\n'.repeat(40)}wrong type\n`).failures[0]?.message).toMatch(/ok\nwrong type$/u);
});

test('a report of Playwright is counted, with the names of what was skipped, what passed the second time and what failed', () => {
  const suites = [
    {
      file: page,
      specs: [took('opens', 'expected', [500])],
      suites: [
        {
          file: page,
          specs: [
            took('closes', 'flaky', [9, 9]),
            took('mounts', 'skipped', [], 'SKIPPED: no root'),
            took('ends', 'unexpected', [1, 1]),
          ],
        },
      ],
    },
  ];
  expect(playwrightReport({ suites, errors: [{ message: 'unreadable' }] })).toMatchObject({
    passed: 2,
    failed: 2,
    skipped: ['mounts SKIPPED: no root'],
    flaky: [{ name: 'closes', message: 'late by 9\nlate by 9' }],
    failures: [
      { name: 'a file that could not be read', message: 'unreadable' },
      { name: 'ends', message: 'late by 1\nlate by 1' },
    ],
  });
});

test('the slowest files are found in the reports of both test runners', () => {
  const testResults = [file('/repo/test/unit/quick.test.ts', 0.2), file('/repo/test/unit/slow.test.ts', 8)];
  const inner = { file: page, specs: [took('two', 'flaky', [1_000, 2_500])] };
  const suites = [{ file: page, specs: [took('one', 'expected', [500])], suites: [inner] }];
  const times = [
    vitestReport({ numPassedTests: 0, numFailedTests: 0, testResults }),
    playwrightReport({ suites, errors: [] }),
  ].flatMap(({ fileTimes }) => fileTimes);
  expect(slowestOf(times, 2)).toEqual([
    { file: '/repo/test/unit/slow.test.ts', seconds: 8 },
    { file: page, seconds: 4 },
  ]);
});
