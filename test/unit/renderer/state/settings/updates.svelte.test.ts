// @vitest-environment runes
import { expect, test } from 'vitest';
import { Updates } from '../../../../../src-renderer/state/settings/updates.svelte.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientWaitingFor } from '../fake-client.ts';

test('an answer that events have overtaken does not take a download back', async () => {
  const main = new FakeMain();
  main.updates.set({ stage: 'waiting', totalBytes: 200 });
  const { client, letGo } = clientWaitingFor(main, 'updates.download');
  const updates = new Updates({ client });
  updates.start();
  const clicked = updates.download();
  await expect.poll(() => updates.current?.stage).toBe('downloading');
  main.updates.set({ receivedBytes: 50 });
  letGo[0]?.();
  await clicked;
  expect(updates.current).toMatchObject({ stage: 'downloading', receivedBytes: 50 });
});
