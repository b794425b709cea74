import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { KeptLog, makeFolder } from '../main-fixture.ts';
import { TestServer } from '../test-server.ts';
import { TurnedClock } from '../turned-clock.ts';
import { FeedStandIn, packageVersion } from './packaged-version.ts';
import { openUpdates, type UpdatesChange, type UpdatingApp } from './updating-app.ts';

/** Prepares a user with version 1.0.0, and a distributor that offers 2.0.0. */
export async function prepareUpdates() {
  const folder = await makeFolder('updates');
  const { root } = packageVersion(folder, '1.0.0');
  const feed = new FeedStandIn();
  const server = await TestServer.start(feed.answer);
  let offers = 0;
  const offer = (version: string, script?: string, change = {}): void => {
    const place = join(folder, `offer-${String((offers += 1))}`);
    feed.offer(server.url, version, packageVersion(place, version, script).archive, change);
  };
  const clock = new TurnedClock();
  const open = async (
    version = '1.0.0',
    { kind, programPath, ...change }: UpdatesChange & Pick<UpdatingApp, 'kind' | 'programPath'> = {},
    isConfirmed = true,
  ) => {
    const userData = join(folder, 'user-data');
    const feedUrl = `${server.url}/feed.json`;
    const facts = { userData, root, version, feedUrl, publicKey: feed.publicKey, clock, log: new KeptLog() };
    const app = await openUpdates({ ...facts, kind, programPath }, change);
    let isOpen = true;
    const quit = async (): Promise<void> => {
      if (isOpen) await app.quit();
      isOpen = false;
    };
    onTestFinished(quit);
    await app.updates.start();
    if (isConfirmed) await app.updates.confirm();
    return { ...app, quit };
  };
  const start = (...words: readonly string[]): string =>
    execFileSync(join(root, 'dailies'), words, { encoding: 'utf8' }).trim();
  return { folder, root, feed, server, clock, offer, open, start };
}
