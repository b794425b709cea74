// @vitest-environment runes
import { expect, test } from 'vitest';
import { Updates } from '../../../../src-renderer/state/updates.svelte.ts';
import { appContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { FakeMain } from '../../../fakes/fake-main.ts';

test('an answer that events have overtaken does not take a download back', async () => {
  const main = new FakeMain();
  main.updates.set({ stage: 'waiting', totalBytes: 200 });
  const gate = Promise.withResolvers<null>();
  const client = createClient(appContract, {
    invoke: async (request) => {
      const reply = await main.invoke(request);
      await gate.promise;
      return reply;
    },
    subscribe: (listener) => main.subscribe(listener),
  });
  const updates = new Updates({ client });
  updates.start();
  const clicked = updates.download();
  await expect.poll(() => updates.current?.stage).toBe('downloading');
  main.updates.set({ receivedBytes: 50 });
  gate.resolve(null);
  await clicked;
  expect(updates.current).toMatchObject({ stage: 'downloading', receivedBytes: 50 });
});
