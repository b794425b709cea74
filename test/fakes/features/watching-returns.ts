import { onTestFinished } from 'vitest';
import type { WatchedVersion } from '../../../src-main/returns/return-record.ts';
import { ReturnScanner } from '../../../src-main/returns/watch/return-scanner.ts';
import { ReturnWatcher } from '../../../src-main/returns/watch/return-watcher.ts';
import { ReturnRepository } from '../../../src-main/state/return-repository.ts';
import { KeptLog, openStore } from '../main-fixture.ts';
import { noFolders } from '../no-folders.ts';
import { createHastyClock } from '../turned-clock.ts';
import { directReader } from './direct-reader.ts';

/** Starts a watcher whose pauses of half a minute never end, so that only events of the system can start a scan. */
export async function watching(versions: WatchedVersion[], folders: string[] = []) {
  const log = new KeptLog();
  const announced: string[] = [];
  const repository = new ReturnRepository({ state: await openStore(), log });
  const clock = createHastyClock(20);
  const scanner = new ReturnScanner({
    repository,
    clock,
    log,
    reader: directReader(),
    publish: () => undefined,
    announce: (returns) => announced.push(...returns.map(({ fileName }) => fileName)),
  });
  const watcher = new ReturnWatcher({
    scanner,
    log,
    watched: { ...noFolders, paths: () => folders },
    versions: () => versions,
    findMoved: () => Promise.resolve(false),
    clock: {
      ...clock,
      schedule: (delayMs, callback) =>
        delayMs >= 30_000 ? () => undefined : clock.schedule(delayMs, callback),
    },
  });
  onTestFinished(() => watcher.dispose());
  watcher.start();
  await watcher.idle();
  return {
    watcher,
    log,
    announced,
    found: () =>
      repository
        .page({ projectId: null, withDismissed: true }, 0, 100)
        .map(({ relativePath, state, summary, isMissing }) => [
          relativePath,
          isMissing ? 'missing' : state,
          ...summary.map(({ text }) => text),
        ])
        .toSorted(),
  };
}
