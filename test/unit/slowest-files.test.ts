import { expect, test } from 'vitest';
import { fileTimesOf, slowestOf } from '../../.ci/slowest-files.ts';

test('the slowest files are found in the reports of both test runners', () => {
  const testResults = [
    { name: '/repo/test/unit/quick.test.ts', startTime: 1_000, endTime: 1_200 },
    { name: '/repo/test/unit/slow.test.ts', startTime: 1_000, endTime: 9_000 },
  ];
  const took = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const file = 'ui/page.test.ts';
  const suites = [{ file, specs: [took(500)], suites: [{ file, specs: [took(1_000, 2_500)] }] }];
  const times = [...fileTimesOf({ testResults }), ...fileTimesOf({ suites })];
  expect(slowestOf(times, 2)).toEqual([
    { file: '/repo/test/unit/slow.test.ts', seconds: 8 },
    { file, seconds: 4 },
  ]);
});
