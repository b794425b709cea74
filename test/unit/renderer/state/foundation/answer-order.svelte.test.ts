// @vitest-environment runes
import { expect, test } from 'vitest';
import { AnswerOrder } from '../../../../../src-renderer/state/foundation/answer-order.ts';
import { Exports } from '../../../../../src-renderer/state/jobs/exports.svelte.ts';
import { Returns } from '../../../../../src-renderer/state/returns/returns.svelte.ts';
import { Catalogue } from '../../../../../src-renderer/state/service/catalogue.svelte.ts';
import { Settings } from '../../../../../src-renderer/state/settings/settings.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { sampleReturn } from '../../../../ui/support/fill-returns.ts';
import { clientOf, clientWaitingFor } from '../fake-client.ts';

test('answers are taken in the order of their calls, and none that is older than an event', () => {
  const order = new AnswerOrder();
  const first = order.begin();
  const second = order.begin();
  const third = order.begin();
  expect([first(), third(), second()]).toEqual([true, true, false]);
  const asked = order.begin();
  order.outdate();
  expect([asked(), order.begin()()]).toEqual([false, true]);
});

test('a reading of the catalogue that fails late takes nothing from a later one', async () => {
  const main = new FakeMain();
  const { client, letGo } = clientWaitingFor(main, 'catalogue.languages');
  const catalogue = new Catalogue({ client, preferences: { favouriteVoicesOf: () => [] } });
  main.failNext('catalogue.languages', new AppError('service_unreachable', 'x'));
  const readings = [catalogue.refresh(), catalogue.refresh()];
  await expect.poll(() => letGo.length).toBe(2);
  letGo[1]?.();
  await readings[1];
  letGo[0]?.();
  await readings[0];
  expect([catalogue.error, catalogue.isLoaded]).toEqual([null, true]);
});

test('a return that came back while it was updated is shown as it came back', async () => {
  const main = new FakeMain();
  const { client, letGo } = clientWaitingFor(main, 'return.updateWithPresentCut');
  const returns = new Returns({ client, onChange: () => undefined });
  const { returnId } = main.returns.put(sampleReturn());
  returns.start();
  await expect.poll(() => returns.records).toHaveLength(1);
  const asked = returns.updateWithPresentCut(returnId);
  await expect.poll(() => letGo.length).toBe(1);
  expect(returns.get(returnId)?.awaitedCut).not.toBeNull();
  main.returns.put(sampleReturn());
  letGo[0]?.();
  expect(await asked).toMatchObject({ awaitedCut: null });
  expect(returns.get(returnId)?.awaitedCut).toBeNull();
});

test('a setting changed in another window stays when an earlier reading is answered', async () => {
  const main = new FakeMain();
  const { client, letGo } = clientWaitingFor(main, 'settings.get');
  const settings = new Settings({ client });
  settings.start();
  await expect.poll(() => letGo.length).toBe(1);
  await clientOf(main).call('settings.setTheme', { theme: 'light' });
  letGo[0]?.();
  await expect.poll(() => settings.isLoaded).toBe(true);
  expect(settings.current.theme).toBe('light');
});

test('exports of the project that was looked at before are not listed with another', async () => {
  const main = new FakeMain();
  const { client, letGo } = clientWaitingFor(main, 'export.list');
  const exports = new Exports({ client });
  exports.open('prj_0000')();
  exports.open('prj_0001');
  await expect.poll(() => letGo.length).toBe(2);
  letGo[0]?.();
  await Promise.resolve();
  expect(exports.isLoaded).toBe(false);
  letGo[1]?.();
  await expect.poll(() => exports.isLoaded).toBe(true);
});
