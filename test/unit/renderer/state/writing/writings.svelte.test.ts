// @vitest-environment runes
import { expect, test } from 'vitest';
import { Writings } from '../../../../../src-renderer/state/writing/writings.svelte.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

test('an answer that is no longer awaited is dropped', async () => {
  const main = new FakeMain();
  const writing = new Writings({ client: clientOf(main) }).of('script');
  writing.show('titles', 'text');
  const release = main.hold('operation.call');
  const running = writing.run('Gulls', '');
  expect(writing.isRunning).toBe(true);
  writing.stop();
  expect(writing.isRunning).toBe(false);
  release();
  await running;
  expect([writing.error, writing.result, writing.isRunning]).toEqual([null, null, false]);
});

test('a refusal is kept until the text is written again', async () => {
  const writings = new Writings({ client: clientOf(new FakeMain()) });
  const writing = writings.of('script');
  writing.show('titles', 'text');
  await writing.run('Gulls', '');
  expect(writing.error?.code).toBe('service_unreachable');
  expect(writings.of('script')).toBe(writing);
  const again = writing.run('Gulls', '');
  expect(writing.error).toBeNull();
  await again;
});
