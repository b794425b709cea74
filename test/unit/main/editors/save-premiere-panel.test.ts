import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PremierePanel } from '../../../../src-main/editors/premiere-panel.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { createTestPlatform } from '../../../fakes/test-platform.ts';

/** @param path the user's choice; null cancels, undefined means a host without dialogs. */
async function panelFor(path?: string | null) {
  const platform = await createTestPlatform();
  const asked: string[] = [];
  const saveFile = (title: string, name: string): Promise<string | null> => {
    asked.push(`${title} ${name}`);
    return Promise.resolve(path ?? null);
  };
  const userData = await makeFolder('user-data');
  const panel = new PremierePanel({
    shell: platform.shell,
    helpersFolder: platform.helpersFolder,
    userData,
    dialogs: path === undefined ? null : { saveFile },
    text: (key) => key,
  });
  return { panel, platform, asked, userData };
}

test('the panel is saved where the user says, over an older one, and shown there', async () => {
  const folder = await makeFolder('chosen');
  const path = join(folder, 'dailies-premiere.ccx');
  await writeFile(path, 'an older panel, and longer');
  const { panel, platform, asked } = await panelFor(path);
  expect(await panel.save()).toBe(path);
  expect(await readFile(path, 'utf8')).toBe('panel');
  expect(await readdir(folder)).toEqual(['dailies-premiere.ccx']);
  expect([platform.revealed, asked]).toEqual([[path], ['dialog.savePanel dailies-premiere.ccx']]);
});

test('nothing is saved where the user cancels', async () => {
  const { panel, platform, userData } = await panelFor(null);
  expect(await panel.save()).toBeNull();
  expect([platform.revealed, await readdir(userData)]).toEqual([[], []]);
});

test('without dialogs the panel is kept among the files of the app', async () => {
  const { panel, userData } = await panelFor();
  expect(await panel.save()).toBe(join(userData, 'dailies-premiere.ccx'));
  expect(await readdir(userData)).toEqual(['dailies-premiere.ccx']);
});

test.each(['EISDIR', 'ENOENT'])(
  'a place that cannot be written to is told with its folder: %s',
  async (reason) => {
    const folder = reason === 'ENOENT' ? '/nowhere/at all' : await makeFolder('chosen');
    const path = join(folder, 'dailies-premiere.ccx');
    if (reason === 'EISDIR') await mkdir(path);
    const { panel, platform } = await panelFor(path);
    await expect(panel.save()).rejects.toMatchObject({
      code: 'file_not_written',
      details: { path: folder, reason },
    });
    expect(platform.revealed).toEqual([]);
  },
);
