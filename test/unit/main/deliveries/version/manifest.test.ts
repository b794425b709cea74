import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  filesOf,
  type Manifest,
  manifestPath,
  readManifest,
} from '../../../../../src-main/deliveries/version/manifest.ts';
import { createDeliveringApp, deliver } from '../../../../fakes/features/delivering-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { sampleSentences } from '../../../../fakes/sample-project.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

test('a version delivered before is read, with what its documents are by their names', async () => {
  const folder = await makeFolder('version');
  await mkdir(join(folder, '.dailies'));
  await cp(join(import.meta.dirname, '../../../../fixtures/version-1/manifest.json'), manifestPath(folder));
  const manifest = await readManifest(folder);
  expect(manifest).toMatchObject({ formatVersion: 2, cutId: null, projectTitle: 'Harbour lights' });
  expect(manifest?.documents.map(({ format, editors }) => [format, editors])).toEqual([
    ['FCPXML', ['FINAL_CUT']],
    ['FCPXML', ['RESOLVE']],
    ['SRT', []],
    ['KDENLIVE', ['KDENLIVE']],
    ['SHOTCUT', ['SHOTCUT']],
  ]);
  expect(manifest?.media[0]).toMatchObject({ path: 'media/scene-01.png', elementId: null, scene: null });
  expect(manifest ? filesOf(manifest) : []).toHaveLength(14);
});

test('a manifest with a path that may lead out of the version counts as unreadable, wherever the path is', async () => {
  const folder = await makeFolder('version');
  await mkdir(join(folder, '.dailies'));
  const delivered = await readFile(
    join(import.meta.dirname, '../../../../fixtures/version-1/manifest.json'),
    'utf8',
  );
  const readWith = async (change: (manifest: Manifest) => unknown) => {
    const manifest = JSON.parse(delivered) as Manifest;
    change(manifest);
    await writeFile(manifestPath(folder), JSON.stringify(manifest));
    return readManifest(folder);
  };
  const file = (path: string) => ({ path, sizeBytes: 1, sha256: '0' });
  const places: Readonly<Record<string, (manifest: Manifest, path: string) => unknown>> = {
    media: ({ media }, path) => media[0] && Object.assign(media[0], { path }),
    documents: ({ documents }, path) => documents[0] && Object.assign(documents[0], { path }),
    pristinePath: ({ documents }, pristinePath) =>
      documents[0] && Object.assign(documents[0], { pristinePath }),
    pristine: (manifest, path) => (manifest.pristine = [path]),
    mainDocument: (manifest, path) => (manifest.mainDocument = path),
    sideFiles: (manifest, path) => (manifest.sideFiles = [file(path)]),
    referenceMovie: (manifest, path) => (manifest.referenceMovie = file(path)),
    readme: (manifest, path) => (manifest.readme = file(path)),
  };
  for (const [place, put] of Object.entries(places)) {
    const read = (path: string) =>
      readWith((manifest) => {
        put(manifest, path);
      });
    expect(await read('../outside'), place).toBeNull();
    expect(await read('A: a name of the user/.scene 1..fcpxml'), place).not.toBeNull();
  }
  const paths = [
    '',
    '/etc/hosts',
    'C:/Users',
    'media//a.png',
    'media/',
    './a.png',
    'media/../../a.png',
    '..',
  ];
  const windowsPaths = [String.raw`..\a.png`, String.raw`\\server\share`, '.. /a.png', 'a/.../b.png'];
  for (const path of [...paths, ...windowsPaths, 'media/a\0.png'])
    expect(await readWith((manifest) => places['media']?.(manifest, path)), path).toBeNull();
});

test('the record says of each file which picture or voice of which scene it is, and of each document for whom', async () => {
  const { app, projectId } = await createDeliveringApp();
  const { folderPath } = await deliver(app, projectId, 'FCPXML');
  const manifest = await readManifest(folderPath ?? '');
  const facts = manifest?.media.map(({ path, elementId, scene, kind, role, narration }) => {
    return [path, elementId, scene, kind, role, narration];
  });
  const wanted = sampleSentences.flatMap((sentence, index) => {
    const scene = index + 1;
    return [
      [`media/scene-0${String(scene)}.png`, `still-${String(index)}`, scene, 'still', 'video', sentence],
      [`media/scene-0${String(scene)}.wav`, `speech-${String(index)}`, scene, 'audio', 'dialogue', sentence],
    ];
  });
  expect(facts?.toSorted()).toEqual(wanted.toSorted());
  expect(manifest?.documents).toContainEqual(
    expect.objectContaining({
      path: 'Harbour lights_v001.fcpxml',
      format: 'FCPXML',
      editors: ['FINAL_CUT'],
      pristinePath: '.dailies/documents/Harbour_lights.fcpxml',
    }),
  );
});

test('the same cut has the same identity in every version, and another cut or another picture another one', async () => {
  type Entries = Map<string, Buffer>;
  const cutOf = async (change: (entries: Entries) => unknown = () => undefined) => {
    const { app, service, projectId } = await createDeliveringApp();
    service.changeBundle = change;
    const { folderPath } = await deliver(app, projectId, 'FCPXML');
    return (await readManifest(folderPath ?? ''))?.cutId;
  };
  const first = await cutOf();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await cutOf()).toBe(first);
  const repainted = await cutOf((entries) => {
    const picture = entries.get('media/scene-01.png') ?? Buffer.alloc(0);
    entries.set('media/scene-01.png', Buffer.concat([picture, Buffer.from('repainted')]));
  });
  const reworded = await cutOf((entries) => {
    for (const [name, bytes] of entries)
      if (!name.includes('/'))
        entries.set(name, Buffer.from(bytes.toString().replaceAll('Nobody counts', 'Somebody counts')));
  });
  expect(new Set([first, repainted, reworded]).size).toBe(3);
});
