import { statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FSWatcher } from 'chokidar';
import { expect, onTestFinished, test } from 'vitest';
import { type WatchedPlace, watchOptions } from '../../../../../src-main/returns/watch/watch-options.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

const windowsVersion: WatchedPlace = {
  folder: 'C:\\Films\\Harbour\\Harbour_v003',
  kind: 'version',
  isRemote: false,
  age: 0,
};
const windowsUsers: WatchedPlace = { folder: 'D:\\Exports', kind: 'users', isRemote: false, age: 0 };

const folderFacts = statSync(import.meta.dirname);
const fileFacts = statSync(import.meta.filename);

function watcherOf(platform: NodeJS.Platform, place: WatchedPlace): FSWatcher {
  const watcher = new FSWatcher(watchOptions(platform, place) ?? {});
  onTestFinished(() => watcher.close());
  return watcher;
}

const strategyOf = (platform: NodeJS.Platform, place: WatchedPlace) =>
  watcherOf(platform, place).options.backendStrategy;

/** Returns the folders, which end with a separator, and files that a watcher does not ignore. */
function seenOf(place: WatchedPlace, below: readonly string[]): string[] {
  const watcher = watcherOf('win32', place);
  return below.filter((name) => {
    const isFolder = name === '' || name.endsWith('\\');
    const path = name === '' ? place.folder : `${place.folder}\\${name.replace(/\\$/, '')}`;
    return !watcher.isIgnored(path) && !watcher.isIgnored(path, isFolder ? folderFacts : fileFacts);
  });
}

test('on Windows no watch holds a folder that the user may want to rename: versions are polled, own folders take one handle', () => {
  expect(strategyOf('win32', windowsVersion)).toBe('polling');
  expect(strategyOf('win32', windowsUsers)).toBe('native-recursive-preferred');
  expect(strategyOf('win32', { ...windowsUsers, isRemote: true })).toBe('polling');
});

test('elsewhere the folders on network drives are polled, and no others', () => {
  for (const kind of ['version', 'users'] as const) {
    const place: WatchedPlace = { folder: '/films/cut', kind, isRemote: false, age: 0 };
    expect(strategyOf('linux', place)).toBe('native-per-directory');
    expect(strategyOf('linux', { ...place, isRemote: true })).toBe('polling');
  }
});

test('only the newest hundred versions are polled, as polling takes time for each file', () => {
  const isWatched = (platform: NodeJS.Platform, change: Partial<WatchedPlace>): boolean =>
    watchOptions(platform, { ...windowsVersion, ...change }) !== null;
  expect([99, 100].map((age) => isWatched('win32', { age }))).toEqual([true, false]);
  expect([99, 100].map((age) => isWatched('linux', { age, isRemote: true }))).toEqual([true, false]);
  expect(isWatched('linux', { age: 100 })).toBe(true);
});

test('a version on Windows is watched with its folder for returns and the documents in there', () => {
  const seen = ['', 'Harbour_v003.kdenlive', 'Returns\\', 'Returns\\cut.fcpxmld\\'];
  seen.push('Returns\\cut.fcpxmld\\Info.fcpxml');
  expect(seenOf(windowsVersion, [...seen, 'Media\\', 'Returns\\notes.txt', 'Media\\take.mp4'])).toEqual(seen);
});

test('a user’s folder on Windows is watched to the same depth as on other systems, and not in folders of programs', () => {
  const deep = 'a\\b\\c\\d\\';
  const seen = ['', 'cut.xml', deep, `${deep}cut.fcpxmld\\`, `${deep}cut.fcpxmld\\Info.fcpxml`];
  const ignored = [`${deep}e\\f\\cut.xml`, 'node_modules\\', 'node_modules\\a\\cut.xml', 'cut.txt'];
  expect(seenOf(windowsUsers, [...seen, ...ignored])).toEqual(seen);
});

test('a folder that is written in another way is still the one that is watched', () => {
  const watcher = watcherOf('win32', windowsVersion);
  expect(watcher.isIgnored('c:/films/Harbour/Harbour_v003', folderFacts)).toBe(false);
});

test('the watch of a whole tree reports what is saved in a folder inside a new folder', async () => {
  const folder = await makeFolder('tree');
  const watcher = watcherOf('win32', { folder, kind: 'users', isRemote: false, age: 0 });
  const seen: string[] = [];
  watcher.on('all', (event, path) => seen.push(`${event} ${path}`));
  await new Promise<void>((resolve) => {
    watcher.on('ready', resolve).add(folder);
  });
  await mkdir(join(folder, 'monday', 'late'), { recursive: true });
  await writeFile(join(folder, 'monday', 'late', 'cut.xml'), '<xmeml/>');
  await expect.poll(() => seen).toContain(`add ${join(folder, 'monday', 'late', 'cut.xml')}`);
});
