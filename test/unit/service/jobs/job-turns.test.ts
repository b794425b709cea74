import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { JobEngine } from '../../../../src-service/jobs/job-engine.ts';
import { defineJobKind } from '../../../../src-service/jobs/job-kind.ts';
import { FakeMediaEngine } from '../../../fakes/media-engine/fake-media-engine.ts';
import { openTestStore } from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const queues = ['long', 'short', 'tools', 'streaming'] as const;

test('the media of short jobs go before those of long ones, and those of older jobs before newer ones', async () => {
  const { store, clock } = await openTestStore(await makeTemporaryFolder());
  const media = new FakeMediaEngine();
  const engine = new JobEngine({
    ...store,
    clock,
    log: () => undefined,
    engine: media,
    kinds: queues.map((queue) =>
      defineJobKind({
        kind: queue,
        queue,
        stateSchema: z.object({}),
        stagesOf: () => [{ name: 'only', weight: 1, run: ({ state }) => ({ state }), isIntact: () => true }],
      }),
    ),
    jobsPerQueue: { long: 2, short: 1, tools: 1, streaming: 1 },
    onEnded: () => undefined,
  });
  onTestFinished(() => engine.dispose());
  engine.start();
  const jobs = ['long', 'short', 'tools', 'streaming', 'long'];
  for (const [index, kind] of jobs.entries()) {
    store.jobs.insert({ jobId: `job ${index}`, kind, state: {} });
    engine.wake();
  }
  await vi.waitFor(
    () => expect(jobs.map((_, index) => store.jobs.find(`job ${index}`)?.status)).not.toContain('pending'),
    { timeout: 10_000 },
  );
  await vi.waitFor(() => expect(media.turns).toHaveLength(jobs.length), { timeout: 10_000 });
  const ranks = media.turns.toSorted((left, right) => left.order - right.order).map(({ rank }) => rank);
  expect(ranks).toEqual([2, 0, 1, 3, 2]);
});
