import { expect, test } from 'vitest';
import { Deliveries } from '../../../../../src-renderer/state/deliveries/deliveries.svelte.ts';
import { Toasts } from '../../../../../src-renderer/state/window/toasts.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

/** Prepares measured versions of two projects, and notices that stay until they are dismissed. */
async function setUp(count = 2) {
  const main = new FakeMain();
  for (let number = 0; number < count; number += 1)
    main.deliveries.add({
      projectId: `prj_000${String(number % 2)}`,
      format: 'FCPXML',
      mediaDelivery: 'BUNDLE',
      state: 'done',
      folderName: `v${String(number)}`,
      folderPath: `/v${String(number)}`,
      receivedBytes: 100 * (number + 1),
    });
  const client = clientOf(main);
  const toasts = new Toasts({ schedule: () => () => undefined });
  const shown: string[] = [];
  const refused: unknown[] = [];
  const deliveries = new Deliveries({
    client,
    toasts,
    activeConnectionId: () => 'local',
    onChange: () => undefined,
    messages: englishMessages,
    attempt: async (action) => {
      await action().catch((error: unknown) => refused.push(error));
    },
    showReturns: () => shown.push('returns'),
  });
  const { folders } = deliveries;
  await deliveries.refresh();
  await folders.measure(null);
  const discard = (name: string): void => {
    const folder = folders.measured.find(({ folderName }) => folderName === name);
    if (folder) folders.discard(folder);
  };
  const names = () => folders.measured.map(({ folderName }) => folderName);
  const stateOf = (id: string) => main.deliveries.list(null).find((each) => each.deliveryId === id)?.state;
  return { main, toasts, folders, deliveries, discard, names, stateOf, shown, refused };
}

test('a version is gone from sight at once and moved when its notice goes; undone before, nothing happens', async () => {
  const { toasts, folders, discard, names, stateOf } = await setUp();
  expect([names(), folders.totalBytes]).toEqual([['v1', 'v0'], 300]);
  discard('v1');
  expect([names(), folders.of('del-2'), stateOf('del-2')]).toEqual([['v0'], null, 'done']);
  toasts.act(1);
  expect(names()).toEqual(['v1', 'v0']);
  discard('v1');
  toasts.dismiss(2);
  await expect.poll(() => [stateOf('del-2'), names(), folders.totalBytes]).toEqual(['trashed', ['v0'], 100]);
  expect(stateOf('del-1')).toBe('done');
});

test('a version on its way to the trash is moved before its project is sent, so that nothing is added to it', async () => {
  const { main, deliveries, discard, stateOf } = await setUp();
  main.deliveries.isUnchanged = true;
  discard('v1');
  discard('v0');
  const request = {
    connectionId: 'local',
    projectId: 'prj_0001',
    format: null,
    mediaDelivery: 'BUNDLE' as const,
    mayAdd: true,
  };
  const sent = await deliveries.begin({ ...request, editors: ['KDENLIVE'] });
  expect([sent.deliveryId, sent.state]).toEqual(['del-3', 'queued']);
  expect([stateOf('del-2'), stateOf('del-1')], 'another project’s waits for its notice').toEqual([
    'trashed',
    'done',
  ]);
});

test('a version with returns leads to them, one that others need says so, and a refused one comes back', async () => {
  const { main, toasts, folders, discard, names, stateOf, shown, refused } = await setUp();
  main.deliveries.folderFacts.set('del-1', { openReturnCount: 2 });
  main.deliveries.folderFacts.set('del-2', { dependents: ['v3', 'v4'] });
  await folders.measure(null);
  discard('v0');
  expect(toasts.list[0]?.text).toBe('2 returns of v0 wait for your decision.');
  toasts.act(1);
  expect([shown, names()]).toEqual([['returns'], ['v1', 'v0']]);

  discard('v1');
  expect(toasts.list[0]?.text).toBe(
    'v1 goes to the trash, which frees 200 byte. v3, v4 were made from it and can then no longer be updated.',
  );
  main.deliveries.folderFacts.set('del-1', { dependents: ['v3'], mediaUsers: ['v4'] });
  await folders.measure(null);
  discard('v0');
  expect(toasts.list.at(-1)?.text).toBe(
    'v0 goes to the trash, which frees 100 byte. v4 uses media from this folder and will lose them.',
  );
  toasts.act(3);
  const refusal = new AppError('not_trashed', 'The volume has none.');
  main.failNext('delivery.discard', refusal);
  toasts.dismiss(2);
  await expect.poll(names).toEqual(['v1', 'v0']);
  expect([refused, stateOf('del-2')]).toEqual([[expect.objectContaining({ code: 'not_trashed' })], 'done']);
});
