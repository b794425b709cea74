import { expect, test } from 'vitest';
import { creditCostOf } from '../../../../src-service/auth/credit-costs.ts';
import { operations } from '../../../../src-shared/api/operations.ts';

const clip = (body: object) =>
  creditCostOf('generateVideoClip', operations.generateVideoClip.body.parse({ prompt: 'Boats', ...body }));

test('more results and longer clips cost more', () => {
  expect(clip({ durationSeconds: 10 })).toBe(10 * clip({ durationSeconds: 1 }));
  expect(clip({ durationSeconds: 1, numResults: 3 })).toBe(3 * clip({ durationSeconds: 1 }));
  expect(clip({})).toBeGreaterThan(clip({ durationSeconds: 1 }));
});

test.each([
  ['LOW', 15],
  ['STANDARD', 20],
  [undefined, 20],
  ['HIGH', 30],
  ['MAX', 30],
])('a clip of quality %s costs at most its longest length, %d seconds', (quality, seconds) => {
  expect(clip({ quality, durationSeconds: 30 })).toBe(seconds * clip({ quality, durationSeconds: 1 }));
});

test('speech costs by its length, rounded up', () => {
  const speech = (ttsText: string) =>
    creditCostOf('textToSpeech', operations.textToSpeech.body.parse({ ttsText, voiceId: 'v' }));
  expect([speech('a'), speech('a'.repeat(100)), speech('a'.repeat(101))]).toEqual([1, 1, 2]);
});

test('reading, uploading and exporting cost nothing', () => {
  expect(creditCostOf('listFiles', null)).toBe(0);
  expect(
    creditCostOf('createFileUpload', operations.createFileUpload.body.parse({ displayName: 'a.png' })),
  ).toBe(0);
  expect(creditCostOf('exportProject', operations.exportProject.body.parse({}))).toBe(0);
});
