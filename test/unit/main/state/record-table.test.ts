import { expect, test } from 'vitest';
import { GenerationRepository } from '../../../../src-main/state/generation-repository.ts';
import { OutlineRepository, type ProjectOutline } from '../../../../src-main/state/outline-repository.ts';
import { KeptLog, openStore } from '../../../fakes/main-fixture.ts';
import { aGeneration } from '../../../fakes/main-records.ts';

function outline(projectId: string, fetchedAt: number): ProjectOutline {
  return {
    projectId,
    updatedAt: 1,
    fetchedAt,
    frameRate: { numerator: 30, denominator: 1 },
    durationFrames: 0,
    scenes: [],
  };
}

test('records come back newest first, also those of the same second', async () => {
  const outlines = new OutlineRepository({ state: await openStore(), log: new KeptLog() });
  for (const [id, at] of [
    ['a', 5],
    ['b', 7],
    ['c', 5],
  ] as const)
    outlines.put(outline(id, at));
  expect(outlines.list(10).map(({ projectId }) => projectId)).toEqual(['b', 'c', 'a']);
  expect(outlines.list(1)).toHaveLength(1);
});

test('a record is replaced whole and keeps its place', async () => {
  const generations = new GenerationRepository({ state: await openStore(), log: new KeptLog() });
  generations.put(aGeneration({ generationId: 'a', projectId: null }));
  generations.put(aGeneration({ generationId: 'b', projectId: 'p' }));
  generations.put(aGeneration({ generationId: 'a', state: 'failed', projectId: 'p' }));
  expect(generations.get('a')?.state).toBe('failed');
  expect(generations.list(10).map(({ generationId }) => generationId)).toEqual(['b', 'a']);
  expect(generations.list(10, 'p')).toHaveLength(2);
  expect(generations.listUnfinished().map(({ generationId }) => generationId)).toEqual(['b']);
});

test('a record that cannot be read is left out and logged, the others stay', async () => {
  const state = await openStore();
  const log = new KeptLog();
  const generations = new GenerationRepository({ state, log });
  generations.put(aGeneration({ generationId: 'a' }));
  generations.put(aGeneration({ generationId: 'b' }));
  state.database.exec(`UPDATE generations SET record = '{"torn' WHERE id = 'a'`);
  expect(generations.list(10).map(({ generationId }) => generationId)).toEqual(['b']);
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { id: 'a' } }]);
});

test('a record that could not be read again is never stored', async () => {
  const generations = new GenerationRepository({ state: await openStore(), log: new KeptLog() });
  expect(() => {
    generations.put(aGeneration({ submittedAtMs: 0.5 }));
  }).toThrow();
  expect(generations.list(10)).toEqual([]);
});

test('a full disk is reported as one and loses nothing', async () => {
  const state = await openStore();
  const generations = new GenerationRepository({ state, log: new KeptLog() });
  generations.put(aGeneration({ generationId: 'a' }));
  const { page_count: pages } = state.database.prepare('PRAGMA page_count').get() ?? {};
  state.database.exec(`PRAGMA max_page_count = ${String(pages)}`);
  const long = aGeneration({ generationId: 'b', title: 'x'.repeat(100_000) });
  expect(() => {
    generations.put(long);
  }).toThrow(expect.objectContaining({ code: 'disk_full' }));
  expect(generations.list(10).map(({ generationId }) => generationId)).toEqual(['a']);
});
