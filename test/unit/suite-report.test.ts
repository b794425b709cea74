import { expect, test } from 'vitest';
import { playwrightReport, slowestOf, vitestReport } from '../../.ci/test-run/suite-report.ts';

const file = (name: string, seconds: number, ...tests: [fullName: string, status: string][]) => ({
  ...{ name, startTime: 1_000, endTime: 1_000 + seconds * 1_000 },
  status: tests.length === 0 || tests.some(([, status]) => status === 'failed') ? 'failed' : 'passed',
  message: tests.length === 0 ? 'no such module' : '',
  assertionResults: tests.map(([fullName, status]) => ({
    ...{ fullName, status: status.split(' ')[0] ?? '' },
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
    ...{ passed: 2, failed: 2, flaky: [{ name: 'adds up', message: 'expected 1 to be 2' }] },
    skipped: ['mounts (SKIPPED: no root)'],
    failures: [
      { name: '/repo/test/unit/broken.test.ts', message: 'no such module' },
      { name: 'takes away', message: 'expected 1 to be 2' },
    ],
  });
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
    ...{ passed: 2, failed: 2 },
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
