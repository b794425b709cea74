import { expect, test } from 'vitest';
import { ProjectCutRepository } from '../../../../src-main/state/project-cut-repository.ts';
import { ReturnRepository } from '../../../../src-main/state/return-repository.ts';
import { aReturn } from '../../../fakes/a-return.ts';
import { KeptLog, openStore } from '../../../fakes/main-fixture.ts';

const noParts = { edits: [], staying: [], strips: null };

test('the returns of a version are found without reading all returns', async () => {
  const state = await openStore();
  const { database } = state;
  const repository = new ReturnRepository({ state, log: new KeptLog() });
  repository.put(aReturn({ returnId: 'a', deliveryId: 'delivery-1', fingerprint: 'f' }));
  repository.put(aReturn({ returnId: 'b', deliveryId: 'delivery-2' }));
  const queries: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    queries.push(sql);
    return prepare(sql);
  };
  expect(repository.listOfDelivery('delivery-1').map(({ returnId }) => returnId)).toEqual(['a']);
  expect(repository.listContaining('delivery-1', 'f')).toHaveLength(1);
  const plans = queries.flatMap((sql) => prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  expect(plans.map(({ detail }) => String(detail).split(' ')[0])).toEqual(['SEARCH', 'SEARCH']);
});

test('returns are found by their document and by the captions in them', async () => {
  const repository = new ReturnRepository({ state: await openStore(), log: new KeptLog() });
  const own = { deliveryId: 'delivery-1' };
  repository.put(aReturn({ ...own, returnId: 'a', fingerprint: 'd1\ncaptions c1' }));
  repository.put(aReturn({ ...own, returnId: 'b', fingerprint: 'c1' }));
  repository.put(aReturn({ ...own, returnId: 'c', fingerprint: null }));
  const found = (fingerprint: string) =>
    repository.listContaining('delivery-1', fingerprint).map(({ returnId }) => returnId);
  expect([found('d1'), found('c1'), found('c2')]).toEqual([['a'], ['a', 'b'], []]);
});

test('the revision changes with each write to a return, and with no other write', async () => {
  const deps = { state: await openStore(), log: new KeptLog() };
  const repository = new ReturnRepository(deps);
  const revisions = [repository.revision];
  const note = (): void => void revisions.push(repository.revision);
  repository.put(aReturn());
  note();
  repository.putWhole(aReturn(), noParts);
  note();
  repository.delete(aReturn().returnId);
  note();
  expect(new Set(revisions).size).toBe(4);
  new ProjectCutRepository(deps).put({
    projectId: 'p',
    updatedAt: 1,
    fetchedAt: 1,
    durationFrames: 0,
    isDropFrame: false,
    frameRate: { numerator: 30, denominator: 1 },
  });
  expect(repository.revision).toBe(revisions.at(-1));
});
