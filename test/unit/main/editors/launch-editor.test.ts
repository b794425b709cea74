import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { InstalledEditor } from '../../../../src-main/editors/installed-editor.ts';
import { launchCommand, launchEditor } from '../../../../src-main/editors/launch-editor.ts';
import { createSystemClock } from '../../../../src-main/hosts/node/system-clock.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';
import { until } from '../../../fakes/turned-clock.ts';

const kdenlive: InstalledEditor = {
  ...{ editor: 'KDENLIVE', version: '26.08.2', source: 'system' },
  ...{ program: '/usr/bin/kdenlive', programArguments: [] },
};

test('an editor is started with the document as one argument, however it was installed', () => {
  const document = '/films/A kettle & co/v001/$(x) `y`.kdenlive';
  expect(launchCommand(kdenlive, document, 'linux')).toEqual(['/usr/bin/kdenlive', [document]]);
  const flatpak = { ...kdenlive, program: 'flatpak', programArguments: ['run', 'org.kde.kdenlive'] };
  expect(launchCommand(flatpak, document, 'linux')).toEqual([
    'flatpak',
    ['run', 'org.kde.kdenlive', document],
  ]);
  const bundle = { ...kdenlive, program: '/Applications/kdenlive.app' };
  expect(launchCommand(bundle, document, 'darwin')).toEqual([
    '/usr/bin/open',
    ['-a', '/Applications/kdenlive.app', document],
  ]);
});

test('an editor that imports by its own menu is not started with a document', () => {
  expect(launchCommand({ ...kdenlive, editor: 'PREMIERE' }, 'C:\\Films\\a.xml', 'win32')).toBeNull();
});

test.for([['-o/films/a.kdenlive'], ['--exec=x'], ['a.kdenlive'], ['/films/a\0.kdenlive']])(
  'a path that is not absolute, such as %j, is refused',
  ([path = '']) => {
    expect(() => launchCommand(kdenlive, path, 'linux')).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  },
);

async function program(script: string): Promise<{ path: string; out: string }> {
  const folder = await makeTemporaryFolder();
  const path = join(folder, 'an editor');
  const out = join(folder, 'out');
  await writeFile(path, `#!/bin/sh\n${script.replace('OUT', out)}\n`);
  await chmod(path, 0o755);
  return { path, out };
}

test('an editor runs on by itself, with the document and without the variables of this app', async () => {
  process.env['ELECTRON_RUN_AS_NODE'] = '1';
  try {
    const { path, out } = await program('{ printf "%s\\n" "$@"; env | grep -c ELECTRON_ || true; } > "OUT"');
    await launchEditor('KDENLIVE', [path, ['/films/a b.kdenlive']], createSystemClock());
    await until(async () => (await readFile(out, 'utf8').catch(() => '')) === '/films/a b.kdenlive\n0\n');
  } finally {
    delete process.env['ELECTRON_RUN_AS_NODE'];
  }
});

test('a program that ends at once with a failure has not started, and says how it ended', async () => {
  const { path } = await program('exit 127');
  await expect(launchEditor('SHOTCUT', [path, ['/a.mlt']], createSystemClock())).rejects.toMatchObject({
    code: 'editor_not_started',
    details: { editor: 'Shotcut', program: path, reason: 'it ended with 127' },
  });
});

test('a program that is not there has not started', async () => {
  const missing = launchEditor('SHOTCUT', ['/nowhere/shotcut', ['/a.mlt']], createSystemClock());
  await expect(missing).rejects.toMatchObject({ code: 'editor_not_started', details: { reason: 'ENOENT' } });
});
