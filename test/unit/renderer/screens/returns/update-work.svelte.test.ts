// @vitest-environment runes
import { expect, test } from 'vitest';
import { UpdateWork } from '../../../../../src-renderer/screens/returns/update-work.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { sampleReturn } from '../../../../ui/support/fill-returns.ts';
import { appOf } from '../../state/fake-app.ts';

test('why one return could not be read is not said of the next', async () => {
  const main = new FakeMain();
  const [first, second] = ['a', 'b'].map((returnId) => sampleReturn({ returnId }));
  if (!first || !second) throw new Error('There must be two returns.');
  for (const each of [first, second]) main.returns.put(each);
  const app = await appOf(main);
  const work = new UpdateWork({ app, text: englishMessages.text });
  main.failNext('return.previewUpdate', new AppError('not_found', 'The file is gone.'));
  work.ask(first);
  await expect.poll(() => work.error?.code).toBe('not_found');
  work.close();
  const release = main.hold('return.previewUpdate');
  work.ask(second);
  expect(work.error).toBeNull();
  release();
  await expect.poll(() => work.update).not.toBeNull();
});

test('a fetch that does not begin leaves the dialog of a kept edit as it is, and one that ends closes it', async () => {
  const main = new FakeMain();
  const keptAs = { deliveryId: 'del-4', versionName: 'Harbour_lights_v004' };
  const kept = main.returns.put(sampleReturn({ state: 'kept', keptAs }));
  const app = await appOf(main);
  const stop = app.returns.start();
  const work = new UpdateWork({ app, text: englishMessages.text });
  work.ask(kept);
  const waiting = { ...kept, awaitedCut: { deliveryId: 'del-5', error: null } };
  main.returns.put(waiting);
  work.follow();
  main.returns.put(kept);
  work.follow();
  expect(work.record).not.toBeNull();
  expect(app.toasts.list).toEqual([]);
  main.returns.put(waiting);
  work.follow();
  main.returns.endAwaited(kept.returnId, null);
  work.follow();
  expect(work.record).toBeNull();
  stop();
});
