import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { linkToParent } from '../../../src-service/parent-link.ts';
import type { ParentPort } from '../../../src-service/parent-link.ts';

/** The port an Electron utility process has to the app. */
class FakeParentPort extends EventEmitter implements ParentPort {
  readonly posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
}

async function isReleased(untilReleased: Promise<void>): Promise<boolean> {
  return Promise.race([
    untilReleased.then(() => true),
    new Promise<false>((resolve) => setImmediate(resolve, false)),
  ]);
}

test('what is told to the app goes over Electron’s port where there is one', () => {
  const port = new FakeParentPort();
  linkToParent(port).tell({ url: 'http://127.0.0.1:1' });
  expect(port.posted).toEqual([{ url: 'http://127.0.0.1:1' }]);
});

test('the app ends the service by asking over the port, or by being gone, and by nothing else', async () => {
  const asking = new FakeParentPort();
  const asked = linkToParent(asking).untilReleased;
  for (const data of [null, 'stop', { stop: 'yes' }, { other: true }]) asking.emit('message', { data });
  expect(await isReleased(asked)).toBe(false);
  asking.emit('message', { data: { stop: true } });
  expect(await isReleased(asked)).toBe(true);

  const leaving = new FakeParentPort();
  const left = linkToParent(leaving).untilReleased;
  expect(await isReleased(left)).toBe(false);
  leaving.emit('close');
  expect(await isReleased(left)).toBe(true);
});
