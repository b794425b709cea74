import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { cancelledByUser } from '../../../../src-main/concurrency/wait.ts';
import { commitVersion, type VersionTarget } from '../../../../src-main/roundtrip/commit-version.ts';
import { openWorkspace, removeOrphans } from '../../../../src-main/roundtrip/workspace.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../../../fakes/memory-volume.ts';
import { until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const committer = fileURLToPath(new URL('../../../fakes/version-committer.ts', import.meta.url));

async function build(root: string, deliveryId: string): Promise<string> {
  const { folder } = await openWorkspace(root, deliveryId);
  await writeFile(join(folder, 'content.txt'), deliveryId);
  return folder;
}

async function commit(
  rootFolder: string,
  deliveryId: string,
  prepare: (target: VersionTarget) => Promise<void> = () => Promise.resolve(),
  signal = forever,
): Promise<VersionTarget> {
  const builtFolder = await build(rootFolder, deliveryId);
  return commitVersion({ rootFolder, projectName: 'Harbour', builtFolder, prepare, signal });
}

/** Every version there is, each checked to be whole. */
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

test('a delivery folder that is gone is not made again', async () => {
  const root = join(await makeFolder(), 'volume');
  await mkdir(root);
  const builtFolder = await build(root, 'a');
  const gone = commitVersion({
    rootFolder: join(root, 'unplugged'),
    projectName: 'Harbour',
    builtFolder,
    prepare: () => Promise.resolve(),
    signal: forever,
  });
  await expect(gone).rejects.toMatchObject({ code: 'delivery_folder_missing' });
  expect(await readdir(root)).not.toContain('unplugged');
});

test('what fails or is called off before the rename leaves no project folder', async () => {
  const root = await makeFolder();
  const stopper = new AbortController();
  const stopped = commit(
    root,
    'a',
    () => {
      stopper.abort(cancelledByUser);
      return Promise.resolve();
    },
    stopper.signal,
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
      await removeOrphans(root, (id) => id.startsWith(`round-${String(round)}-`), Date.now());
      expect(await readdir(root)).toEqual(['Harbour']);
    }
  },
);

test('only workspaces of ours or of long ago are cleared away', async () => {
  const root = await makeFolder();
  for (const id of ['mine', 'of-another-app', 'of-last-week']) await openWorkspace(root, id);
  await mkdir(join(root, '.dailies-notes'));
  await mkdir(join(root, 'My edit'));
  const lastWeek = new Date(Date.now() - 7 * 86_400_000);
  await utimes(join(root, '.dailies-tmp-of-last-week'), lastWeek, lastWeek);
  await removeOrphans(root, (id) => id === 'mine', Date.now());
  expect((await readdir(root)).sort()).toEqual(['.dailies-notes', '.dailies-tmp-of-another-app', 'My edit']);
  await removeOrphans(join(root, 'gone'), () => true, Date.now());
});

test.skipIf(!canMount)('a folder on a read-only volume is told as not writable', async () => {
  const root = await makeFolder();
  onTestFinished(mountMemoryVolume(root, 'size=1M,ro'));
  await expect(openWorkspace(root, 'a')).rejects.toMatchObject({
    code: 'delivery_folder_not_writable',
    details: { reason: 'EROFS' },
  });
});
