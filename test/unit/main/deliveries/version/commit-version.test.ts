import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  commitVersion,
  type VersionTarget,
} from '../../../../../src-main/deliveries/version/commit-version.ts';
import { openWorkspace, removeOrphans } from '../../../../../src-main/deliveries/workspace.ts';
import { cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../../../../fakes/memory-volume.ts';
import { createHastyClock, until } from '../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const itIsThere = (): Promise<void> => Promise.resolve();
const committer = fileURLToPath(new URL('../../../../fakes/programs/version-committer.ts', import.meta.url));

async function build(root: string, deliveryId: string): Promise<string> {
  const { folder } = await openWorkspace(root, deliveryId, itIsThere);
  await writeFile(join(folder, 'content.txt'), deliveryId);
  return folder;
}

async function commit(
  rootFolder: string,
  deliveryId: string,
  prepare: (target: VersionTarget) => Promise<void> = () => Promise.resolve(),
  { signal = forever, pastNames = [] as readonly string[] } = {},
): Promise<VersionTarget> {
  const builtFolder = await build(rootFolder, deliveryId);
  return commitVersion({
    rootFolder,
    projectName: 'Harbour',
    builtFolder,
    prepare,
    signal,
    pastNames,
    requireRoot: itIsThere,
    clock: createHastyClock(),
  });
}

/** Returns all versions, after a check that each is complete. */
async function wholeVersions(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'Harbour')).catch(() => []);
  for (const name of names) {
    const folder = join(root, 'Harbour', name);
    expect(await readFile(join(folder, 'owner.txt'), 'utf8')).toMatch(new RegExp(` ${name}$`));
    expect(await readdir(join(folder, 'media'))).toHaveLength(5);
    for (const file of await readdir(join(folder, 'media'))) {
      expect((await stat(join(folder, 'media', file))).size).toBe(20_000);
    }
  }
  return names.sort();
}

test('versions count up from the highest there is, gaps or not', async () => {
  const root = await makeFolder();
  expect((await commit(root, 'a')).name).toBe('Harbour_v001');
  await mkdir(join(root, 'Harbour', 'harbour_V041'));
  await mkdir(join(root, 'Harbour', 'Harbour_v099 old'));
  expect((await commit(root, 'b')).path).toBe(join(root, 'Harbour', 'Harbour_v042'));
  const past = { pastNames: ['Harbour_v044', 'Pier_v100'] };
  expect((await commit(root, 'c', undefined, past)).name).toBe('Harbour_v045');
});

test('a folder named after a date, or with the last number of all, counts as no version', async () => {
  const root = await makeFolder();
  for (const digits of ['20261126', '261126', '010126', '99999'])
    await mkdir(join(root, 'Harbour', `Harbour_v${digits}`), { recursive: true });
  expect((await commit(root, 'a')).name).toBe('Harbour_v001');
  const past = { pastNames: ['Harbour_v20261126', 'Harbour_v002'] };
  expect((await commit(root, 'b', undefined, past)).name).toBe('Harbour_v003');
});

test('whatever has the name already stays as it is, folder, file or link', async () => {
  const root = await makeFolder();
  await mkdir(join(root, 'Harbour'));
  let tries = 0;
  const target = await commit(root, 'a', async ({ path }) => {
    tries += 1;
    if (tries === 1) await mkdir(path);
    if (tries === 2) await writeFile(path, 'the work of somebody else');
  });
  expect(target.name).toBe('Harbour_v003');
  expect(await readFile(join(root, 'Harbour', 'Harbour_v002'), 'utf8')).toBe('the work of somebody else');
  expect(await readdir(join(root, 'Harbour', 'Harbour_v001'))).toEqual([]);
});

test.each([
  ['a file', (path: string) => writeFile(path, 'notes of the editor')],
  ['a link that leads nowhere', (path: string) => symlink(`${path} elsewhere`, path)],
])('%s under the name of the project is reported as such and stays', async (_name, put) => {
  const root = await makeFolder();
  const path = join(root, 'Harbour');
  await put(path);
  const before = await lstat(path);
  await expect(commit(root, 'a')).rejects.toMatchObject({
    code: 'conflict',
    details: { path, reason: 'not_a_folder' },
  });
  expect((await lstat(path)).ino).toBe(before.ino);
});

test('a delivery folder that is gone is not made again', async () => {
  const root = join(await makeFolder(), 'volume');
  await mkdir(root);
  const builtFolder = await build(root, 'a');
  const gone = commitVersion({
    rootFolder: join(root, 'unplugged'),
    projectName: 'Harbour',
    builtFolder,
    pastNames: [],
    prepare: () => Promise.resolve(),
    requireRoot: itIsThere,
    clock: createHastyClock(),
    signal: forever,
  });
  await expect(gone).rejects.toMatchObject({ code: 'delivery_folder_missing' });
  expect(await readdir(root)).not.toContain('unplugged');
});

test('a commit that fails or is cancelled before the rename leaves no project folder', async () => {
  const root = await makeFolder();
  const stopper = new AbortController();
  const stopped = commit(
    root,
    'a',
    () => {
      stopper.abort(cancelledByUser);
      return Promise.resolve();
    },
    { signal: stopper.signal },
  );
  await expect(stopped).rejects.toBe(cancelledByUser);
  await expect(commit(root, 'b', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await readdir(root)).not.toContain('Harbour');
});

test(
  'several programs that deliver at once get different versions, each whole',
  { timeout: 60_000 },
  async () => {
    const root = await makeFolder();
    const children = ['one', 'two', 'three'].map((owner) =>
      spawn(process.execPath, [committer, root, owner, '15'], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const names: string[] = [];
    for (const child of children) {
      child.stdout.on('data', (chunk: Buffer) => names.push(...chunk.toString().trim().split('\n')));
    }
    await Promise.all(children.map((child) => once(child, 'close')));
    expect(names).toHaveLength(45);
    expect(await wholeVersions(root)).toEqual([...new Set(names)].sort());
  },
);

test(
  'a kill at any moment leaves whole versions only, and what it left is cleared away',
  { timeout: 60_000 },
  async () => {
    const root = await makeFolder();
    for (let round = 0; round < 12; round += 1) {
      const child = spawn(process.execPath, [committer, root, `round-${String(round)}`, '1000'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let made = 0;
      child.stdout.on('data', () => {
        made += 1;
      });
      await until(() => made > 2);
      const killAt = performance.now() + round * 1.3;
      await until(() => performance.now() >= killAt);
      child.kill('SIGKILL');
      await once(child, 'close');
      await wholeVersions(root);
      await removeOrphans(root, (id) => (id.startsWith(`round-${String(round)}-`) ? 'removed' : 'unknown'));
      expect(await readdir(root)).toEqual(['Harbour']);
    }
  },
);

test('only workspaces of ended deliveries or of long ago are cleared away', async () => {
  const root = await makeFolder();
  for (const id of [
    'ended',
    'under-way',
    'of-another-app',
    'of-yesterday',
    'of-last-week',
    'long-of-another-app',
  ]) {
    await openWorkspace(root, id, itIsThere);
  }
  for (const name of ['.dailies-tmp-probe-a1B2c3', '.dailies-notes', 'My edit'])
    await mkdir(join(root, name));
  const [lastWeek, yesterday] = [8, 2].map((days) => new Date(Date.now() - days * 86_400_000)) as [
    Date,
    Date,
  ];
  await writeFile(join(root, '.dailies-tmp-long-of-another-app', 'downloads', 'bundle.zip'), 'grows');
  for (const id of ['of-last-week', 'under-way', 'long-of-another-app']) {
    for (const inside of ['folder', 'downloads', ''])
      await utimes(join(root, `.dailies-tmp-${id}`, inside), lastWeek, lastWeek);
  }
  await utimes(join(root, '.dailies-tmp-of-yesterday'), yesterday, yesterday);
  for (const inside of ['folder', 'downloads'])
    await utimes(join(root, '.dailies-tmp-of-yesterday', inside), yesterday, yesterday);
  const fates: Record<string, 'kept' | 'removed'> = { ended: 'removed', 'under-way': 'kept' };
  await removeOrphans(root, (id) => fates[id] ?? 'unknown');
  expect((await readdir(root)).sort()).toEqual([
    '.dailies-notes',
    '.dailies-tmp-long-of-another-app',
    '.dailies-tmp-of-another-app',
    '.dailies-tmp-of-yesterday',
    '.dailies-tmp-under-way',
    'My edit',
  ]);
  await removeOrphans(join(root, 'gone'), () => 'removed');
});

test('a workspace keeps its downloads when it is opened again, and loses what was built', async () => {
  const root = await makeFolder();
  const { downloads, folder } = await openWorkspace(root, 'a', itIsThere);
  await writeFile(join(downloads, 'bundle.zip'), 'a first part');
  await writeFile(join(folder, 'half'), 'half');
  await openWorkspace(root, 'a', itIsThere);
  expect(await readdir(downloads)).toEqual(['bundle.zip']);
  expect(await readdir(folder)).toEqual([]);
});

test('a drive that goes away just when its workspace is made keeps nothing of it', async () => {
  const root = await makeFolder();
  let looks = 0;
  const goesAway = (): Promise<void> => {
    looks += 1;
    return looks === 1 ? Promise.resolve() : Promise.reject(new Error('unplugged'));
  };
  await expect(openWorkspace(root, 'a', goesAway)).rejects.toThrow('unplugged');
  expect(await readdir(root)).toEqual([]);
});

test('nothing is put into a delivery folder that is another one by now', async () => {
  const root = await makeFolder();
  const builtFolder = await build(root, 'a');
  const replaced = commitVersion({
    rootFolder: root,
    projectName: 'Harbour',
    builtFolder,
    signal: forever,
    pastNames: [],
    prepare: () => Promise.resolve(),
    requireRoot: () => Promise.reject(new Error('another drive')),
    clock: createHastyClock(),
  });
  await expect(replaced).rejects.toThrow('another drive');
  expect(await readdir(root)).not.toContain('Harbour');
});

test.skipIf(!canMount)('a rename that is refused for a moment is tried again', async () => {
  const root = await makeFolder();
  const builtFolder = await build(root, 'a');
  const clock = createHastyClock();
  let release = (): void => undefined;
  let pauses = 0;
  const target = await commitVersion({
    rootFolder: root,
    projectName: 'Harbour',
    builtFolder,
    signal: forever,
    pastNames: [],
    prepare: () => {
      // A mount point answers EBUSY, as a file held by a virus scanner does on other systems.
      release = mountMemoryVolume(builtFolder, 'size=64k');
      return Promise.resolve();
    },
    requireRoot: itIsThere,
    clock: {
      ...clock,
      schedule: (delayMs, callback) => {
        pauses += 1;
        if (pauses === 3) release();
        return clock.schedule(delayMs, callback);
      },
    },
  });
  expect(pauses).toBe(3);
  expect(await readdir(target.path)).toEqual(['content.txt']);
});

test.skipIf(!canMount)('a folder on a read-only volume is reported as not writable', async () => {
  const root = await makeFolder();
  onTestFinished(mountMemoryVolume(root, 'size=1M,ro'));
  await expect(openWorkspace(root, 'a', itIsThere)).rejects.toMatchObject({
    code: 'delivery_folder_not_writable',
    details: { reason: 'EROFS' },
  });
});
