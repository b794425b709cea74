import { expect, test } from 'vitest';
import { aScriptRequest } from '../../../fakes/main-records.ts';
import { activateHosted, startBoth } from '../../../fakes/services/two-services.ts';
import { sendJson } from '../../../fakes/test-server.ts';
import { TurnedClock, until } from '../../../fakes/turned-clock.ts';

test('a key that was refused once, with nobody there, does its work again a minute later', async () => {
  const clock = new TurnedClock();
  const passUntil = (look: () => boolean): Promise<void> =>
    until(async () => {
      await clock.advance(1_000);
      return look();
    });
  const { app, client, hosted } = await startBoth({ clock });
  hosted.readsPerRun = 1_000_000;
  await activateHosted({ client, hosted });
  const { generationId } = await client.call('generation.start', aScriptRequest());
  const { generations, status } = app.services.active();
  await passUntil(() => generations.get(generationId).state === 'running');
  let refusals = 0;
  hosted.intercept = ({ url }, response) => {
    if (refusals > 0 || !url.includes('/runs')) return false;
    refusals += 1;
    sendJson(response, 401, { message: 'No.', code: 'invalid_api_key' });
    return true;
  };
  await passUntil(() => status.get().state === 'signed_out');
  hosted.readsPerRun = 1;
  const asked = hosted.server.seen.length;
  await expect(client.call('project.list', { cursor: null, limit: 5 })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  await clock.advance(40_000);
  expect(hosted.server.seen).toHaveLength(asked);
  await clock.advance(20_000);
  await passUntil(() => generations.get(generationId).state === 'succeeded');
  expect(status.get()).toMatchObject({ state: 'ready', error: null });
});
