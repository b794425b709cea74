import { expect, test } from 'vitest';
import { createWithStandIn, aRequest } from '../../../../../fakes/features/generations-fixture.ts';
import { until } from '../../../../../fakes/turned-clock.ts';

const oddity = { code: 'service_answer_unreadable', details: { reason: 'unknown_status' } };

test('A draft with a status that this version does not know runs on, and its notice goes with a known one', async () => {
  const { service, generations } = await createWithStandIn();
  service.readsPerRun = 1_000_000;
  const { generationId } = generations.startGeneration(aRequest());
  await until(() => service.runs.size === 1);
  const [run] = service.runs.values();
  if (run) run.status = 'archived';
  await until(() => generations.get(generationId).error !== null);
  expect(generations.list(1)).toMatchObject([{ state: 'running', error: oddity }]);
  if (run) run.status = 'running';
  await until(() => generations.get(generationId).error === null);
  expect(generations.get(generationId).state).toBe('running');
});
