import { expect, test } from 'vitest';
import { AttemptProgress } from '../../../../src-service/jobs/attempt-progress.ts';

const stages = [
  { name: 'script', weight: 1 },
  { name: 'pictures', weight: 3 },
];

test('stages count by their weight', () => {
  const progress = new AttemptProgress(stages);
  progress.enter(0);
  expect([progress.stageName, progress.percentage]).toEqual(['script', 0]);
  progress.report(0.5);
  expect(progress.percentage).toBe(12.5);
  progress.enter(1);
  expect([progress.stageName, progress.percentage]).toEqual(['pictures', 25]);
  progress.report(2 / 3);
  expect(progress.percentage).toBe(75);
});

test('progress never falls and never says it is over', () => {
  const progress = new AttemptProgress(stages);
  progress.enter(1);
  progress.report(0.5);
  const reached = progress.percentage;
  for (const fraction of [0.2, 0, -3]) progress.report(fraction);
  expect(progress.percentage).toBe(reached);
  progress.report(7);
  expect(progress.percentage).toBe(99);
});
