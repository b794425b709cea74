import { expect, test } from 'vitest';
import { limitRows } from '../../../../../src-renderer/screens/connections/limit-rows.ts';
import { requestsPerHour } from '../../../../../src-shared/api/rate-groups.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';

const { text } = englishMessages;

test('the scarcest stand first, then those nothing was reported about', () => {
  const rows = limitRows(
    [
      { group: 'text.generate', limit: 500, remaining: 500, resetsAt: null },
      { group: 'files.read', limit: 50_000, remaining: 49_000, resetsAt: 2 },
      { group: 'workflows.start', limit: 500, remaining: 10, resetsAt: 1 },
    ],
    text,
  );
  expect(rows.map(({ name, share }) => [name, share])).toEqual([
    ['Generation starts', 0.02],
    ['Files', 0.98],
    ['Text', 1],
  ]);
});

test('every group the app knows has words of its own, and one it does not know keeps its name', () => {
  const groups = [...Object.keys(requestsPerHour), 'actors.rent'];
  const names = limitRows(
    groups.map((group) => ({ group, limit: 10, remaining: 10, resetsAt: null })),
    text,
  ).map(({ name }) => name);
  expect(new Set(names).size).toBe(groups.length);
  expect(names.filter((name) => groups.includes(name))).toEqual(['actors.rent']);
});
