import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readManifest } from '../../../../src-main/deliveries/version/manifest.ts';
import { createDeliveringApp, deliver, filesBelow, namesIn } from '../../../fakes/features/delivering-app.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const webPage = Buffer.from('<!doctype html><title>Sign in</title>');

test('the error of media that is something else names the file', async () => {
  const { service, app, projectId } = await createDeliveringApp();
  service.changeBundle = (entries) => entries.set('media/scene-02.png', Buffer.from('MZ\x90\0'));
  expect((await deliver(app, projectId, 'OTIO')).error).toMatchObject({
    code: 'bundle_unsafe',
    details: { reason: 'disguised_media', file: 'scene-02.png' },
  });
});

test('a disguised file that no timeline refers to gets a name that nothing opens', async () => {
  const { service, app, projectId } = await createDeliveringApp();
  service.changeBundle = (entries) => entries.set('media/poster.png', webPage);
  service.movie = webPage;
  const { folderPath, state, fileCount } = await deliver(app, projectId, 'FCPXML');
  expect({ state, fileCount }).toEqual({ state: 'done', fileCount: 2 + 3 + 1 + 6 + 2 + 1 });
  const manifest = await readManifest(folderPath ?? '');
  const kept = ['Harbour lights_v001_reference.mp4.bin', 'media/poster.png.bin'];
  expect(manifest?.referenceMovie).toBeNull();
  expect(manifest?.media.map(({ path }) => path)).toEqual(expect.arrayContaining(kept));
  const files = await filesBelow(folderPath ?? '');
  expect(files.filter((name) => /reference|poster/.test(name))).toEqual(kept);
  for (const name of kept) expect(await readFile(join(folderPath ?? '', name))).toEqual(webPage);
});

test('a file in the place of the project folder is reported, and stays', async () => {
  const { app, folder, projectId } = await createDeliveringApp();
  const path = join(folder, 'Harbour lights');
  await writeFile(path, 'notes of the editor');
  expect(await deliver(app, projectId, 'FCPXML')).toMatchObject({
    state: 'failed',
    error: { code: 'conflict', details: { reason: 'not_a_folder', path } },
  });
  expect(await readFile(path, 'utf8')).toBe('notes of the editor');
  expect(await namesIn(folder)).toEqual(['Harbour lights']);
});

/** Renames the media of the second scene's picture, in the bundle and in its documents. */
function renamePicture(entries: Map<string, Buffer>, name: string): void {
  const picture = entries.get('media/scene-02.png') ?? Buffer.alloc(0);
  entries.delete('media/scene-02.png');
  entries.set(`media/${name}`, picture);
  for (const [entry, bytes] of entries) {
    if (entry.includes('/')) continue;
    const isEncoded = !entry.endsWith('.paths.otio');
    const location = isEncoded ? encodeURIComponent(name).replaceAll("'", '%27') : name;
    entries.set(entry, Buffer.from(bytes.toString().replaceAll('media/scene-02.png', `media/${location}`)));
  }
}

test.for([
  ['Übergröße & Łódź #2.png', 'Ubergrosse-Lodz-2.png'],
  ['港口的灯光.png', 'GangKou-De-DengGuang.png'],
  // Kana mark the name as Japanese, so it gets no Chinese reading.
  ['港の灯り.png', '港の灯り.png'],
  // Equals the name of another file.
  ['scène-03.png', 'scene-03-2.png'],
] as const)('media that a service names “%s” are delivered as %s', async ([sent, name]) => {
  const { service, app, projectId } = await createDeliveringApp('out');
  service.changeBundle = (entries) => {
    renamePicture(entries, sent);
  };
  for (const format of ['FCPXML', 'PREMIERE_XML', 'OTIO'] as const) {
    const { folderPath, error } = await deliver(app, projectId, format);
    expect(error).toBeNull();
    const media = (await filesBelow(folderPath ?? '')).filter((path) => path.startsWith('media/'));
    expect(media.toSorted()).toEqual(
      [1, 2, 3]
        .flatMap((scene) => [`media/scene-0${scene}.png`, `media/scene-0${scene}.wav`])
        .map((path) => (path === 'media/scene-02.png' ? `media/${name}` : path))
        .toSorted(),
    );
  }
});

test('media are delivered under the extension of any format that the app takes', async () => {
  const { service, app, projectId } = await createDeliveringApp();
  service.changeBundle = (entries) => {
    renamePicture(entries, 'own.avif');
    entries.set('media/own.avif', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0'));
    entries.set('media/music.ogg', Buffer.from(`OggS\0\x02${'\0'.repeat(22)}OpusHead`));
  };
  const { folderPath, error } = await deliver(app, projectId, 'FCPXML');
  expect(error).toBeNull();
  expect(await filesBelow(folderPath ?? '')).toEqual(
    expect.arrayContaining(['media/music.ogg', 'media/own.avif']),
  );
});
