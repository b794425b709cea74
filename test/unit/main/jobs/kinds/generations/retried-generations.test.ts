import { expect, test } from 'vitest';
import { aRequest, createWithStandIn } from '../../../../../fakes/features/generations-fixture.ts';
import { until } from '../../../../../fakes/turned-clock.ts';

const runError = { message: 'The script cannot be spoken.', code: 'content_policy' };

async function createFailed() {
  const created = await createWithStandIn();
  created.service.runError = runError;
  const first = created.generations.startGeneration(aRequest());
  await created.generations.settled(first.generationId);
  return { ...created, first };
}

test('a failed generation is started again once; what that made can be, where it fails too', async () => {
  const { service, generations, changes, first } = await createFailed();
  expect(generations.get(first.generationId)).toMatchObject({
    state: 'failed',
    error: { code: 'generation_failed', details: { reason: runError.message } },
  });
  const conflict = expect.objectContaining({ code: 'conflict' }) as unknown;
  const second = generations.retry(first.generationId);
  expect(() => generations.retry(first.generationId)).toThrow(conflict);
  await until(() => changes.flat().some(({ retriedAs }) => retriedAs === second.generationId));
  await generations.settled(second.generationId);
  expect(() => generations.retry(first.generationId)).toThrow(conflict);
  service.runError = null;
  const third = generations.retry(second.generationId);
  await generations.settled(third.generationId);
  for (const { generationId } of [first, second]) {
    expect(() => generations.retry(generationId)).toThrow(conflict);
  }
  expect(service.starts).toEqual(Array.from({ length: 3 }, () => service.starts[0]));
  expect(generations.list(10)).toMatchObject([
    { state: 'succeeded' },
    { state: 'failed', retriedAs: third.generationId },
    { state: 'failed', retriedAs: second.generationId },
  ]);
});

test('a run of the assistant is neither started again nor described, because its request is not known', async () => {
  const { service, generations, first } = await createFailed();
  const { workflowRunId } = generations.get(first.generationId);
  const run = { workflowRunId: workflowRunId ?? '', projectId: 'proj_chat', workflowType: 'SCRIPT_TO_VIDEO' };
  const generationId = generations.adopt(run, 'Gulls');
  await generations.settled(generationId);
  expect(generations.get(generationId)).toMatchObject({ state: 'failed', isByAssistant: true });
  const conflict = expect.objectContaining({ code: 'conflict' }) as unknown;
  expect(() => generations.retry(generationId)).toThrow(conflict);
  expect(() => generations.describeRequest(generationId)).toThrow(conflict);
  expect(service.starts).toHaveLength(1);
});

test('a generation that could not be started again on a full disk can be once there is room', async () => {
  const { generations, state, first } = await createFailed();
  state.database.exec(
    "CREATE TEMP TRIGGER full BEFORE INSERT ON generations WHEN NOT EXISTS (SELECT 1 FROM generations WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  expect(() => generations.retry(first.generationId)).toThrow();
  expect(generations.list(10)).toHaveLength(1);
  expect(generations.get(first.generationId).retriedAs).toBeUndefined();
  state.database.exec('DROP TRIGGER full');
  expect(generations.retry(first.generationId)).toMatchObject({ state: 'queued' });
});
