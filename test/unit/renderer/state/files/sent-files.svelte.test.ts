// @vitest-environment runes
import { expect, test } from 'vitest';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { settle, until } from '../../../../fakes/turned-clock.ts';
import { appOf, FakeLink } from '../fake-app.ts';

/** Begins to send a file, and loses the link to main once main has begun its upload. */
async function sendingOverLostLink() {
  const main = new FakeMain();
  const link = new FakeLink();
  const app = await appOf(main, link);
  const stop = app.start();
  const sent = app.sentFiles.send('local', new File(['x'], 'song.wav'));
  sent.catch(() => undefined);
  await until(() => main.activity.totals().openCount === 1);
  await settle();
  link.change('lost');
  const end = (fields: Parameters<typeof main.activity.change>[1]) => main.activity.change('tra-1', fields);
  return { main, link, sent, end, stop };
}

test('a file whose upload ends while the link to main is lost is known once the link is back', async () => {
  const { link, sent, end, stop } = await sendingOverLostLink();
  end({ state: 'done', fileId: 'file-1' });
  link.change('open');
  expect(await sent).toEqual({ fileId: 'file-1', displayName: 'song.wav' });
  stop();
});

test('an upload that fails while the link to main is lost rejects once the link is back', async () => {
  const { link, sent, end, stop } = await sendingOverLostLink();
  end({ state: 'failed', error: { code: 'service_failed', message: 'It failed.', details: {} } });
  link.change('open');
  await expect(sent).rejects.toMatchObject({ code: 'service_failed' });
  stop();
});

test('an upload whose end was not read because the link broke once more is read at the next link', async () => {
  const { main, link, sent, end, stop } = await sendingOverLostLink();
  end({ state: 'done', fileId: 'file-1' });
  main.failNext('transfer.get', new AppError('service_unreachable', 'The app does not answer.'));
  main.requests.length = 0;
  link.change('open');
  await until(() => main.calls.includes('transfer.get'));
  await settle();
  link.change('lost');
  link.change('open');
  expect(await sent).toMatchObject({ fileId: 'file-1' });
  stop();
});
