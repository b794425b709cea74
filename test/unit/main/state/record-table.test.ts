import { expect, test } from 'vitest';
import { GenerationRepository } from '../../../../src-main/state/generation-repository.ts';
import {
  type ProjectCutFacts,
  ProjectCutRepository,
} from '../../../../src-main/state/project-cut-repository.ts';
import { KeptLog, openStore } from '../../../fakes/main-fixture.ts';
import { aGeneration } from '../../../fakes/main-records.ts';

function facts(projectId: string, fetchedAt: number): ProjectCutFacts {
  return {
    projectId,
    updatedAt: 1,
    fetchedAt,
    frameRate: { numerator: 30, denominator: 1 },
    isDropFrame: false,
    durationFrames: 0,
  };
}

test('records come back newest first, also those of the same second', async () => {
  const cuts = new ProjectCutRepository({ state: await openStore(), log: new KeptLog() });
  for (const [id, at] of [
    ['a', 5],
    ['b', 7],
    ['c', 5],
  ] as const)
    cuts.put(facts(id, at));
  expect(cuts.list(10).map(({ projectId }) => projectId)).toEqual(['b', 'c', 'a']);
  expect(cuts.list(1)).toHaveLength(1);
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
