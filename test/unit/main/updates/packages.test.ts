import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareUpdates } from '../../../fakes/features/prepare-updates.ts';

test('a package of the system is handed to its installer, as it was signed', async () => {
  const { folder, offer, open } = await prepareUpdates();
  offer('2.0.0', undefined, { kind: 'deb' });
  const { updates, done } = await open('1.0.0', { kind: 'deb' });
  expect(await updates.check()).toMatchObject({ stage: 'ready', installs: 'by_system' });
  await updates.install();
  const deb = join(folder, 'user-data', 'updates', 'dailies-2.0.0.deb');
  expect(done).toEqual([`open ${deb}`]);
  writeFileSync(deb, 'another package');
  await expect(updates.install()).rejects.toMatchObject({ code: 'update_refused' });
  expect(updates.get()).toMatchObject({ stage: 'waiting' });
  expect(done).toHaveLength(1);
});

test('on macOS the image of the version before is kept and opened to go back, as it was signed', async () => {
  const { folder, offer, open } = await prepareUpdates();
  const downloads = join(folder, 'user-data', 'updates');
  const versions = ['0.8.0', '0.9.0', '1.0.0', '2.0.0'];
  for (const [index, version] of versions.slice(0, 3).entries()) {
    offer(versions[index + 1] ?? '', undefined, { kind: 'dmg' });
    const { updates, quit } = await open(version, { kind: 'dmg' });
    expect(await updates.check()).toMatchObject({ stage: 'ready', installs: 'by_system' });
    await quit();
  }
  const { updates, done } = await open('2.0.0', { kind: 'dmg' });
  expect(updates.get()).toMatchObject({ previousVersion: '1.0.0' });
  expect(readdirSync(downloads)).toEqual(['1.0.0', '2.0.0'].map((version) => `dailies-${version}.dmg`));
  await updates.openPrevious();
  const image = join(downloads, 'dailies-1.0.0.dmg');
  expect(done).toEqual([`open ${image}`]);
  writeFileSync(image, 'another image');
  await expect(updates.openPrevious()).rejects.toMatchObject({ details: { reason: 'changed' } });
  expect(updates.get()).toMatchObject({ previousVersion: null });
  expect(done).toHaveLength(1);
});

test('on Windows the installer runs without questions when the app is quit, as it was signed', async () => {
  const { folder, offer, open } = await prepareUpdates();
  offer('2.0.0', undefined, { kind: 'exe' });
  const first = await open('1.0.0', { kind: 'exe' });
  expect(await first.updates.check()).toMatchObject({ stage: 'ready' });
  expect(first.done).toEqual([]);
  await first.quit();
  const installer = join(folder, 'user-data', 'updates', 'dailies-2.0.0.exe');
  expect(first.done).toEqual([`run ${installer} /S`]);
  const second = await open('1.0.0', { kind: 'exe' });
  await second.updates.install();
  await second.quit();
  expect(second.done).toEqual(['quit', `run ${installer} /S /START`]);
  const { updates, done, quit } = await open('1.0.0', { kind: 'exe', programPath: 'Dailies.exe' });
  expect(updates.get()).toMatchObject({ stage: 'ready' });
  writeFileSync(installer, 'another program');
  await updates.install();
  await quit();
  expect(done).toEqual(['quit', 'start Dailies.exe']);
});

test('an app that is wanted again while it ends is started once: by its installer where one runs', async () => {
  const { offer, open } = await prepareUpdates();
  offer('2.0.0', undefined, { kind: 'exe' });
  const first = await open('1.0.0', { kind: 'exe', programPath: 'Dailies.exe' });
  await first.updates.check();
  first.updates.atEnd.comeBack();
  await first.quit();
  expect(first.done).toEqual([expect.stringMatching(/ \/S \/START$/)]);
  expect(first.updates.atEnd.isContinued).toBe(true);
  const second = await open('2.0.0', { kind: 'exe', programPath: 'Dailies.exe' });
  await second.updates.check();
  second.updates.atEnd.comeBack();
  await second.quit();
  expect([second.done, second.updates.atEnd.isContinued]).toEqual([['start Dailies.exe'], true]);
  const third = await open('2.0.0', { kind: 'exe', programPath: 'Dailies.exe' });
  await third.quit();
  expect([third.done, third.updates.atEnd.isContinued]).toEqual([[], false]);
});

test('an installer waits where the session ends, and runs at a later quit also where no window was opened', async () => {
  const { offer, open } = await prepareUpdates();
  offer('2.0.0', undefined, { kind: 'exe' });
  const first = await open('1.0.0', { kind: 'exe' });
  await first.updates.check();
  first.updates.atEnd.endsWithSession();
  await first.quit();
  expect(first.done).toEqual([]);
  const second = await open('1.0.0', { kind: 'exe' }, false);
  expect(await second.updates.check()).toMatchObject({ stage: 'ready' });
  await second.quit();
  expect(second.done).toEqual([expect.stringMatching(/^run .* \/S$/)]);
});

test('an AppImage is replaced at quit where it lies, and stays one that can be run', async () => {
  const { folder, feed, offer, open } = await prepareUpdates();
  const programPath = join(folder, 'Dailies.AppImage');
  writeFileSync(programPath, '1.0.0', { mode: 0o750 });
  offer('2.0.0', undefined, { kind: 'AppImage' });
  const { updates, done, quit } = await open('1.0.0', { kind: 'AppImage', programPath });
  expect(await updates.check()).toMatchObject({ stage: 'ready', installs: 'at_quit' });
  await updates.install();
  expect(readFileSync(programPath, 'utf8')).toBe('1.0.0');
  await quit();
  expect(done).toEqual(['quit', `start ${programPath}`]);
  expect(readFileSync(programPath)).toEqual(feed.files.get('/2.0.0.tar.zst'));
  expect(statSync(programPath).mode & 0o777).toBe(0o750);
  expect(readdirSync(folder).filter((name) => name.includes('AppImage'))).toEqual(['Dailies.AppImage']);
});
