import { expect, test } from 'vitest';
import { WriteBatcher } from '../../../../../src-main/jobs/run/write-batcher.ts';
import { GenerationRepository } from '../../../../../src-main/state/generation-repository.ts';
import { KeptLog, openStore } from '../../../../fakes/main-fixture.ts';
import { aGeneration } from '../../../../fakes/main-records.ts';

/** Creates the batcher with a store that counts transactions. */
async function create() {
  const state = await openStore();
  const { database } = state;
  let commits = 0;
  const watched = new Proxy(database, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (given[0] === 'COMMIT') commits += 1;
        return Reflect.apply(value, target, given) as unknown;
      };
    },
  });
  const deps = { state: { database: watched, path: state.path } as never, log: new KeptLog() };
  const repository = new GenerationRepository(deps);
  const put = (generationId: string) => () => {
    repository.put(aGeneration({ generationId }));
  };
  return { writes: new WriteBatcher(deps), repository, put, commits: () => commits };
}

test('simultaneous records are written together and are on the disk when they are reported', async () => {
  const { writes, repository, put, commits } = await create();
  const ids = Array.from({ length: 100 }, (_, index) => `generation-${String(index)}`);
  const writing = ids.map((id) => writes.write(put(id)));
  await writing[0];
  expect(repository.get('generation-0')).not.toBeNull();
  await Promise.all(writing);
  expect(repository.list(1_000)).toHaveLength(100);
  expect(commits()).toBe(4);
});

test('one that fails is reported as failed, and harms no other', async () => {
  const { writes, repository, put } = await create();
  const failing = writes.write(() => {
    put('half')();
    throw new Error('No room.');
  });
  const others = [writes.write(put('before')), writes.write(put('after'))];
  await expect(failing).rejects.toThrow('No room.');
  await Promise.all(others);
  expect(repository.get('half')).toBeNull();
  expect(repository.getMany(['before', 'after'])).toHaveLength(2);
});

test('later records are written together with those of the same time', async () => {
  const { writes, repository, put, commits } = await create();
  await writes.write(put('first'));
  await Promise.all([writes.write(put('second')), writes.write(put('third'))]);
  expect(repository.list(10)).toHaveLength(3);
  expect(commits()).toBe(2);
});
