import { expect, test } from 'vitest';
import { estimateExport } from '../../../../src-renderer/format/export-estimate.ts';
import type { MovieExport } from '../../../../src-shared/contract/export.ts';

const movie = (fields: Partial<MovieExport>): MovieExport => ({
  exportId: 'e',
  jobId: 'j',
  state: 'succeeded',
  progress: 1,
  attemptIndex: 0,
  error: null,
  createdAt: 100,
  finishedAt: 140,
  options: {},
  sizeBytes: 8_000_000,
  ...fields,
});

test('an export takes what the last one of its tier took, else by pixels what the nearest took', () => {
  const small = movie({ options: { quality: 'STANDARD' }, sizeBytes: 1_000_000, finishedAt: 110 });
  const older = movie({ sizeBytes: 9_000_000, finishedAt: 200 });
  const running = movie({ state: 'running', sizeBytes: null, finishedAt: null });
  const earlier = [running, small, movie({}), older];
  expect(estimateExport(undefined, earlier)).toEqual({ bytes: 8_000_000, seconds: 40 });
  expect(estimateExport('STANDARD', earlier)).toEqual({ bytes: 1_000_000, seconds: 10 });
  expect(estimateExport('ULTRA_HIGH', earlier)).toEqual({ bytes: 32_000_000, seconds: 160 });
});

test('without an earlier export there is no estimate, and no time from one that was started elsewhere', () => {
  expect(estimateExport('HIGH', [])).toEqual({ bytes: null, seconds: null });
  const elsewhere = movie({ jobId: null, createdAt: null, finishedAt: null, options: null });
  expect(estimateExport('FULL_HIGH', [elsewhere])).toEqual({ bytes: 8_000_000, seconds: null });
});
