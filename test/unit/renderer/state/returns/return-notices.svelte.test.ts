// @vitest-environment runes
import { expect, test } from 'vitest';
import { createReturnNotices } from '../../../../../src-renderer/state/returns/return-notices.ts';
import { Toasts } from '../../../../../src-renderer/state/window/toasts.svelte.ts';
import { AppError, toErrorBody } from '../../../../../src-shared/app-error.ts';
import type { Delivery } from '../../../../../src-shared/contract/delivery.ts';
import type { Return, ReturnDetail } from '../../../../../src-shared/contract/return.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { itemsOf } from '../../../../fakes/page/fake-activity.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { sampleReturn } from '../../../../ui/support/fill-returns.ts';
import { appOf } from '../fake-app.ts';

/** Returns the notices for a change of a return that waits for the project's present cut. */
function toldOf(
  change: Partial<Return>,
  updateInSight: string | null = null,
  was: Partial<ReturnDetail> = {},
) {
  const toasts = new Toasts({ schedule: () => () => undefined });
  const shown: string[] = [];
  const notice = createReturnNotices({
    navigation: { place: { screen: 'returns', projectId: null }, updateInSight },
    toasts,
    messages: englishMessages,
    show: (returnId) => shown.push(returnId),
  });
  const waiting = sampleReturn({ awaitedCut: { deliveryId: 'delivery-2', error: null }, ...was });
  notice(waiting, waiting);
  notice({ ...waiting, ...change }, waiting);
  const told = toasts.list.map(({ kind, text }) => `${kind}: ${text}`);
  for (const { toastId } of toasts.list) toasts.act(toastId);
  return { told, shown };
}

const ended = (error: AppError): Partial<Return> => ({
  awaitedCut: { deliveryId: 'delivery-2', error: toErrorBody(error) },
});
const conflict = (reason: string) => ended(new AppError('conflict', 'No.', { details: { reason } }));

test('the end of an update that runs in the background is told on every screen, and leads to the return', () => {
  const keptAs = { deliveryId: 'delivery-3', versionName: 'Harbour_lights_v005' };
  expect(toldOf({ state: 'kept', keptAs, awaitedCut: null })).toEqual({
    told: ['info: Harbour lights: your edit with the project’s changes is Harbour_lights_v005 now'],
    shown: ['return-1'],
  });
  expect(toldOf(conflict('undecided')).told).toEqual([
    'info: Harbour lights: the project’s current cut has been fetched. Your edit and the project have conflicts to resolve.',
  ]);
  expect(toldOf(conflict('same_cut')).told).toEqual([
    'info: Harbour lights: the project has not changed since it was sent. There is nothing to bring into your edit.',
  ]);
  expect(toldOf(ended(new AppError('disk_full', 'No space.'))).told).toEqual([
    'bad: Harbour lights: your edit could not be updated with the project’s changes.',
  ]);
});

test('results shown in the update’s own dialog, cancelled updates and a file saved again are no news', () => {
  expect(toldOf(ended(new AppError('disk_full', 'No space.')), 'return-1').told).toEqual([]);
  expect(toldOf(ended(new AppError('disk_full', 'No space.')), 'return-2').told).toHaveLength(1);
  expect(toldOf(ended(new AppError('cancelled', 'Cancelled.'))).told).toEqual([]);
  expect(toldOf({ state: 'settling', awaitedCut: null }).told).toEqual([]);
});

test('an update that did not begin made no version of an edit that was kept before', () => {
  const keptAs = { deliveryId: 'delivery-1', versionName: 'Harbour_lights_v002' };
  const kept = { state: 'kept', keptAs } as const;
  expect(toldOf({ awaitedCut: null }, null, kept).told).toEqual([]);
  const updated = { deliveryId: 'delivery-3', versionName: 'Harbour_lights_v003' };
  expect(toldOf({ awaitedCut: null, keptAs: updated }, null, kept).told).toHaveLength(1);
});

test('the end of an update is told also of a return that was not read yet, which is no other that came back', async () => {
  const main = new FakeMain();
  const waiting = sampleReturn({ awaitedCut: { deliveryId: 'delivery-2', error: null } });
  main.returns.put({ ...waiting, returnedAt: 1 });
  for (let each = 0; each < 200; each += 1)
    main.returns.put(sampleReturn({ returnId: `newer-${String(each)}`, state: 'dismissed' }));
  const app = await appOf(main);
  const stop = app.returns.start();
  await expect.poll(() => app.returns.state).toBe('ready');
  expect(app.returns.get(waiting.returnId)).toBeUndefined();
  main.returns.endAwaited(waiting.returnId, new AppError('disk_full', 'No space.'));
  expect(app.toasts.list.map(({ text }) => text)).toEqual([
    'Harbour lights: your edit could not be updated with the project’s changes.',
  ]);
  stop();
});

test('the end of a delivery that an edit is to be updated with is told once, by the update', async () => {
  const main = new FakeMain();
  const add = () => main.deliveries.add({ projectId: 'prj_0000', format: 'OTIO', mediaDelivery: 'BUNDLE' });
  const awaited = add();
  const other = add();
  main.returns.put(sampleReturn({ awaitedCut: { deliveryId: awaited.deliveryId, error: null } }));
  const app = await appOf(main);
  const stop = app.start();
  await expect.poll(() => [app.deliveries.records.length, app.returns.state]).toEqual([2, 'ready']);
  const fail = (delivery: Delivery): void => {
    const items = itemsOf({ deliveries: [{ ...delivery, state: 'failed' }] });
    main.publish('activity.changed', { items, isReordered: true });
  };
  fail(awaited);
  expect(app.toasts.list).toEqual([]);
  main.returns.endAwaited('return-1', new AppError('disk_full', 'No space.'));
  expect(app.toasts.list.map(({ text }) => text)).toEqual([
    'Harbour lights: your edit could not be updated with the project’s changes.',
  ]);
  fail(other);
  expect(app.toasts.behind).toHaveLength(1);
  stop();
});

test('a new return names its program only if its file tells which, and a movie is told as one', () => {
  const newsOf = (fields: Partial<Return>): string | undefined => {
    const toasts = new Toasts({ schedule: () => () => undefined });
    const notice = createReturnNotices({
      navigation: { place: { screen: 'generate', projectId: null }, updateInSight: null },
      toasts,
      messages: englishMessages,
      show: () => undefined,
    });
    notice(sampleReturn(fields), undefined);
    return toasts.list[0]?.text;
  };
  const summary = sampleReturn().summary.slice(0, 1);
  const edl = { editor: 'edl' } as const;
  expect([
    newsOf({ summary }),
    newsOf({ summary: [] }),
    newsOf({ ...edl, summary }),
    newsOf({ ...edl, summary: [] }),
    newsOf({ ...edl, state: 'failed' }),
    newsOf({ editor: 'movie', kind: 'movie', summary: [] }),
  ]).toEqual([
    'Harbour lights came back from Kdenlive: scene 3 removed.',
    'Harbour lights came back from Kdenlive without changes.',
    'Harbour lights came back: scene 3 removed.',
    'Harbour lights came back without changes.',
    'Harbour lights came back and cannot be read.',
    'Harbour lights: a finished movie came back.',
  ]);
});
