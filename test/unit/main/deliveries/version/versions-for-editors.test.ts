import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  filesOf,
  type Manifest,
  manifestPath,
  readManifest,
} from '../../../../../src-main/deliveries/version/manifest.ts';
import { readVersionCut } from '../../../../../src-main/deliveries/version/version-cut.ts';
import { describeReturn } from '../../../../../src-main/returns/read/describe-return.ts';
import { readContent } from '../../../../../src-main/returns/read/return-content.ts';
import { returnFileAt } from '../../../../../src-main/returns/watch/return-files.ts';
import type { AppContract } from '../../../../../src-shared/contract/app-contract.ts';
import { type EditorName, editorNameSchema } from '../../../../../src-shared/contract/editor.ts';
import { createClient } from '../../../../../src-shared/ipc/client.ts';
import { readSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { mediaListName, readEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath } from '../../../../../src-timeline/formats/file-url.ts';
import { readKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Clip, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { createDeliveringApp, filesBelow } from '../../../../fakes/features/delivering-app.ts';
import { canMount, fillVolume, mountMemoryVolume } from '../../../../fakes/memory-volume.ts';
import { rootedSystem } from '../../../../fakes/rooted-system.ts';
import { sampleTimeline } from '../../../../fakes/sample-project.ts';
import {
  comparable,
  keptByEdl,
  keptByFcpxml,
  keptByKdenlive,
  keptByOtio,
  keptByShotcut,
  keptByXmeml,
} from '../../../timeline/formats/what-is-kept.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const name = 'Harbour lights_v001';

/** Returns the sample with a move, a dissolve, a level, and a clip at another speed. */
function richCut(): Timeline {
  const cut = sampleTimeline((fileName) => `media/${fileName}`);
  const change =
    (at: number, more: Partial<Clip>) =>
    (item: Timeline['tracks'][number]['items'][number], index: number) =>
      item.kind === 'clip' && index === at ? { ...item, ...more } : item;
  const [pictures, speech] = cut.tracks;
  if (!pictures || !speech) throw new Error('The sample has two tracks.');
  const motion = [
    { frame: 0, scale: 1, x: 0, y: 0 },
    { frame: 59, scale: 1.25, x: 0.05, y: 0 },
  ];
  const dissolve = { style: 'FADE', durationFrames: 12, framesBeforeCut: 6 } as const;
  return {
    ...cut,
    tracks: [
      {
        ...pictures,
        items: pictures.items.map(change(0, { motion })).map(change(1, { transition: dissolve })),
      },
      { ...speech, items: speech.items.map(change(2, { levels: [{ frame: 0, levelDb: -6 }] })) },
    ],
  };
}

async function deliveringSite(change: Parameters<typeof createDeliveringApp>[1] = {}) {
  const site = await createDeliveringApp('out', change);
  const { app, service, projectId } = site;
  service.changeBundle = (entries) => {
    entries.set('Harbour_lights.fcpxml', Buffer.from(writeFcpxml(richCut(), '1.13')));
    entries.delete('Harbour_lights.resolve.fcpxml');
  };
  const client = createClient<AppContract>({
    invoke: app.router,
    subscribe: (listener) => app.subscribe(listener),
  });
  const send = async (editors: EditorName[], mayAdd = false) => {
    const { deliveries } = app.services.active();
    const request = { projectId, format: null, editors, mediaDelivery: 'BUNDLE', mayAdd } as const;
    const { deliveryId } = await client.call('delivery.start', { ...request, editors });
    await deliveries.settled(deliveryId);
    return deliveries.get(deliveryId);
  };
  return { ...site, client, send };
}

async function manifestOf(folder: string | null): Promise<Manifest> {
  const manifest = await readManifest(folder ?? '');
  if (!manifest) throw new Error('The version has no manifest.');
  return manifest;
}

async function expectRecorded(folder: string): Promise<void> {
  const recorded = filesOf(await manifestOf(folder));
  const visible = (await filesBelow(folder)).filter((path) => !path.startsWith('.dailies/'));
  expect(recorded.map(({ path }) => path).toSorted()).toEqual(visible);
  for (const { path, sha256 } of recorded) {
    const bytes = await readFile(join(folder, path));
    expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(sha256);
  }
}

test('a version at another frame rate has all its documents there, tells what that did to each cut, and comes back unedited', async () => {
  const { app, client, send } = await deliveringSite();
  await client.call('settings.setDocumentTiming', { rate: '24', start: '01:00:00:00' });
  const { folderPath, deliveryId } = await send(['FINAL_CUT', 'PREMIERE', 'KDENLIVE', 'AVID']);
  const folder = folderPath ?? '';
  await expectRecorded(folder);
  const manifest = await manifestOf(folder);
  expect(manifest.sequence?.frameRate).toEqual({ numerator: 24, denominator: 1 });
  const original = await readVersionCut(folder, { ...manifest, timing: null });
  expect(original?.frameRate).toEqual({ numerator: 30, denominator: 1 });
  const textOf = (suffix: string): Promise<string> => readFile(join(folder, name + suffix), 'utf8');
  const cut = readFcpxml(await textOf('.fcpxml'));
  expect(cut).toMatchObject({ frameRate: { numerator: 24, denominator: 1 }, startFrame: 86_400 });
  expect(readXmeml(await textOf('.xml'))).toMatchObject({ startFrame: 86_400 });
  expect(readKdenlive(await textOf('.kdenlive'), new Map()).frameRate.numerator).toBe(24);
  expect(await textOf('.edl')).toMatch(/01:00:00:00/);
  const readme = await readFile(join(folder, 'README.txt'), 'utf8');
  expect(readme).toMatch(/Placed at 24 frames per second\n {2}The project has 30\./);
  expect(readme).toMatch(/ -> 01:00:0\d:\d\d {2}/);

  for (const suffix of ['.fcpxml', '.xml', '.kdenlive', '.edl']) {
    const path = join(folder, name + suffix);
    const file = await returnFileAt(path, name + suffix);
    if (!file) throw new Error(`${path} is no return.`);
    const place = { versionFolder: folder, manifest, hashFile: () => Promise.resolve('') };
    const { counts } = await describeReturn(file, await readContent(file, place.manifest), place);
    expect(counts.edits, suffix).toBe(0);
  }

  const again = await send(['OPENSHOT'], true);
  expect(again.deliveryId).toBe(deliveryId);
  expect(await readFile(join(folder, 'README.txt'), 'utf8')).toContain('Placed at 24 frames per second');
  await client.call('settings.setDocumentTiming', { rate: null, start: null });
  const plain = await send(['OPENSHOT'], true);
  expect(plain.folderName).toBe('Harbour lights_v002');
  expect((await manifestOf(plain.folderPath)).sequence?.frameRate.numerator).toBe(30);
  expect(app.services.settings.documentTiming.rate).toBeNull();
});

function withoutTransitions(cut: Timeline): Timeline {
  const cutAt = ({ transition, ...item }: Clip): Clip => (transition ? item : { ...item });
  const tracks = cut.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => (item.kind === 'gap' ? item : cutAt(item))),
  }));
  return { ...cut, tracks };
}

test('one bundle becomes a version with a document for each chosen editor, which are all the same cut', async () => {
  const { service, send } = await deliveringSite();
  const { state, folderPath, editors, documentName } = await send([...editorNameSchema.options]);
  expect(state).toBe('done');
  expect(documentName).toBe(`${name}.fcpxml`);
  expect(editors.map(({ editor }) => editor)).toEqual(editorNameSchema.options);
  const asked = service.server.seen.filter(({ url }) => url.includes('timeline-interchange'));
  expect(
    asked.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body.toString())),
  ).toEqual([{ format: 'FCPXML', mediaDelivery: 'BUNDLE' }]);
  const folder = folderPath ?? '';
  await expectRecorded(folder);
  expect(await readdir(join(folder, 'media'))).toHaveLength(6);

  const manifest = await manifestOf(folder);
  const cut = await readVersionCut(folder, manifest);
  if (!cut) throw new Error('The version has no cut.');
  const beside = { ...cut, name: 'Harbour lights v001' };
  const media = cut.media.map((one) => {
    return { ...one, location: fileUrlOfPath(join(folder, one.location), process.platform) };
  });
  const absolute = { ...beside, media };
  const textOf = (end: string) => readFile(join(folder, name + end), 'utf8');
  const captions = new Map([[`${name}.kdenlive.ass`, await textOf('.kdenlive.ass')]]);
  const fallback = { frameRate: cut.frameRate, size: { width: 1, height: 1 } };
  const reels = await readFile(join(folder, mediaListName(`${name}.edl`)), 'utf8');
  const read = {
    '.fcpxml': [readFcpxml(await textOf('.fcpxml')), keptByFcpxml(absolute)],
    '.resolve.fcpxml': [readFcpxml(await textOf('.resolve.fcpxml')), keptByFcpxml(absolute)],
    '.xml': [readXmeml(await textOf('.xml')), keptByXmeml(absolute)],
    '.resolve.xml': [readXmeml(await textOf('.resolve.xml')), keptByXmeml(absolute)],
    '.openshot.xml': [readXmeml(await textOf('.openshot.xml')), keptByXmeml(withoutTransitions(absolute))],
    '.paths.otio': [readOtio(await textOf('.paths.otio')), keptByOtio(absolute)],
    '.kdenlive': [readKdenlive(await textOf('.kdenlive'), captions), keptByKdenlive(beside)],
    '.mlt': [readShotcut(await textOf('.mlt')), keptByShotcut(beside)],
    '.edl': [readEdl(await textOf('.edl'), fallback, reels), keptByEdl(beside)],
  } as const;
  for (const [end, [back, kept]] of Object.entries(read)) expect(comparable(back), end).toEqual(kept);
  const spoken = cut.captionTracks[0]?.captions;
  expect(readSrt(await textOf('.srt'), cut.frameRate, 'en').captions).toEqual(spoken);
  expect(await textOf('.vtt')).toMatch(/^WEBVTT\n\n00:00:00\.000 --> /);
  expect(await textOf('.fcpxml')).toContain('<fcpxml version="1.13">');
  expect(await textOf('.resolve.fcpxml')).toContain('<fcpxml version="1.10">');
  expect(await textOf('.xml')).toContain('<pathurl>file://localhost/');
  expect(await textOf('.resolve.xml')).toContain('<pathurl>file:///');
  expect(manifest.documents.map(({ path, editors: served }) => [path.slice(name.length), served])).toEqual([
    ['.fcpxml', ['FINAL_CUT']],
    ['.xml', ['PREMIERE', 'RESOLVE', 'OPENSHOT']],
    ['.resolve.fcpxml', ['RESOLVE']],
    ['.resolve.xml', ['RESOLVE']],
    ['.paths.otio', ['RESOLVE', 'KDENLIVE']],
    ['.kdenlive', ['KDENLIVE']],
    ['.mlt', ['SHOTCUT']],
    ['.openshot.xml', ['OPENSHOT']],
    ['.edl', ['AVID']],
    ['.srt', []],
    ['.vtt', []],
  ]);
});

test('one editor gets its document and the captions alone, and the service’s own is kept as it came', async () => {
  const { send } = await deliveringSite();
  const { folderPath, documentName } = await send(['KDENLIVE']);
  const folder = folderPath ?? '';
  expect(documentName).toBe(`${name}.kdenlive`);
  const documents = (await readdir(folder)).filter((path) => path.startsWith(name) && !path.endsWith('.mp4'));
  expect(documents.toSorted()).toEqual(
    ['.kdenlive', '.kdenlive.ass', '.srt', '.vtt'].map((end) => name + end),
  );
  const pristine = await readFile(join(folder, '.dailies/documents/Harbour_lights.fcpxml'), 'utf8');
  expect(pristine).toBe(writeFcpxml(richCut(), '1.13'));
  expect((await manifestOf(folder)).pristine).toContain('.dailies/documents/Harbour_lights.fcpxml');
});

test('another editor chosen later gets its document in the same version, without a second download', async () => {
  const { service, send, app, projectId } = await deliveringSite();
  const first = await send(['KDENLIVE']);
  const folder = first.folderPath ?? '';
  const mediaBefore = await stat(join(folder, 'media/scene-01.png'));
  const project = join(folder, `${name}.kdenlive`);
  await writeFile(project, 'what the editor saved');
  const requests = service.countOf('POST', /timeline-interchange/);
  const again = await send(['SHOTCUT', 'KDENLIVE'], true);
  expect(again.deliveryId).toBe(first.deliveryId);
  expect(again.editors.map(({ editor }) => editor)).toEqual(['KDENLIVE', 'SHOTCUT']);
  expect(again.chosenEditors).toEqual(['KDENLIVE', 'SHOTCUT']);
  expect(service.countOf('POST', /timeline-interchange/)).toBe(requests);
  expect(await readFile(project, 'utf8')).toBe('what the editor saved');
  expect((await stat(join(folder, 'media/scene-01.png'))).mtimeMs).toBe(mediaBefore.mtimeMs);
  expect(readShotcut(await readFile(join(folder, `${name}.mlt`), 'utf8')).name).toBe('Harbour lights v001');
  expect(await readFile(join(folder, 'README.txt'), 'utf8')).toContain(`${name}.mlt\n  Shotcut: open it.`);
  const recorded = filesOf(await manifestOf(folder)).map(({ path }) => path);
  expect(recorded).toContain(`${name}.mlt`);
  expect(app.services.active().deliveries.list(10, projectId)).toHaveLength(1);
});

test('a file of the editor under the name of a new document stays, and a README that was changed too', async () => {
  const { send } = await deliveringSite();
  const folder = (await send(['KDENLIVE'])).folderPath ?? '';
  await writeFile(join(folder, `${name}.mlt`), 'saved from elsewhere');
  await writeFile(join(folder, 'README.txt'), 'notes of the editor');
  await send(['SHOTCUT'], true);
  expect(await readFile(join(folder, `${name}.mlt`), 'utf8')).toBe('saved from elsewhere');
  expect(await readFile(join(folder, 'README.txt'), 'utf8')).toBe('notes of the editor');
  expect(readShotcut(await readFile(join(folder, `${name}-2.mlt`), 'utf8')).tracks).toHaveLength(2);
  const shotcut = (await manifestOf(folder)).documents.filter(({ format }) => format === 'SHOTCUT');
  expect(shotcut.map(({ path }) => path)).toEqual([`${name}-2.mlt`]);
});

test('a README is written again only under the names that the app gives it', async () => {
  const { send } = await deliveringSite();
  const folder = (await send(['KDENLIVE'])).folderPath ?? '';
  const manifest = await manifestOf(folder);
  const own = 'notes of the user';
  const sha256 = createHash('sha256').update(own).digest('hex');
  await writeFile(join(folder, 'notes.txt'), own);
  const readme = { path: 'notes.txt', sizeBytes: own.length, sha256 };
  await writeFile(manifestPath(folder), JSON.stringify({ ...manifest, readme }));
  await send(['SHOTCUT'], true);
  expect(await readdir(folder)).toContain(`${name}.mlt`);
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe(own);
});

test('a manifest that names a file outside the version has nothing written there', async () => {
  const { send } = await deliveringSite();
  const folder = (await send(['KDENLIVE'])).folderPath ?? '';
  const manifest = await manifestOf(folder);
  const own = 'a file of the user';
  const path = '../README.txt';
  await writeFile(join(folder, path), own);
  const sha256 = createHash('sha256').update(own).digest('hex');
  const readme = { path, sizeBytes: own.length, sha256 };
  await writeFile(manifestPath(folder), JSON.stringify({ ...manifest, readme }));
  const next = await send(['SHOTCUT'], true);
  expect(await readFile(join(folder, path), 'utf8')).toBe(own);
  expect(next, 'sent as a new version').toMatchObject({ state: 'done', folderName: 'Harbour lights_v002' });
});

test('captions that were edited stay when the document they belong to is made again, and that one is opened', async () => {
  const system = await rootedSystem({
    files: { '/usr/bin/kdenlive': null },
    environment: { PATH: '/usr/bin' },
  });
  const { client, send } = await deliveringSite({ system });
  const { deliveryId, folderPath } = await send(['KDENLIVE']);
  const folder = folderPath ?? '';
  const [beside = ''] = (await manifestOf(folder)).sideFiles.map(({ path }) => path);
  const captions = join(folder, beside);
  await writeFile(captions, 'captions as edited');
  await rm(join(folder, `${name}.kdenlive`));
  await send(['KDENLIVE'], true);
  expect(await readFile(captions, 'utf8')).toBe('captions as edited');
  const path = join(folder, `${name}-2.kdenlive`);
  const editorId = 'KDENLIVE:/usr/bin/kdenlive';
  const open = () => client.call('delivery.open', { deliveryId, editorId });
  expect(await open()).toEqual({ way: 'started', path, missing: [] });
  expect(await open()).toEqual({ way: 'started', path, missing: [] });
  expect(system.started).toEqual(Array(2).fill(['/usr/bin/kdenlive', path]));
});

test.skipIf(!canMount)(
  'where no document can be added, a new version is sent, and no name is given twice',
  async () => {
    const { client, send } = await deliveringSite();
    const first = await send(['KDENLIVE']);
    const folder = first.folderPath ?? '';
    const records = join(folder, '.dailies');
    await cp(records, join(folder, 'records'), { recursive: true });
    onTestFinished(mountMemoryVolume(records, 'size=1m'));
    await cp(join(folder, 'records'), records, { recursive: true });
    await fillVolume(records);
    const second = await send(['SHOTCUT'], true);
    expect(second).toMatchObject({ state: 'done', folderName: 'Harbour lights_v002' });
    await rm(join(second.folderPath ?? ''), { recursive: true });
    const third = await send(['SHOTCUT'], true);
    expect(third.folderName).toBe('Harbour lights_v003');
    const { deliveryId } = second;
    await expect(client.call('delivery.open', { deliveryId, editorId: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  },
);

test('a project that was changed, a version that is gone and a plain send make a new version', async () => {
  const { service, send } = await deliveringSite();
  const first = await send(['KDENLIVE']);
  expect((await send(['SHOTCUT'])).folderName).toBe('Harbour lights_v002');
  service.projectUpdatedAt += 60;
  const changed = await send(['SHOTCUT'], true);
  expect(changed.folderName).toBe('Harbour lights_v003');
  await rm(changed.folderPath ?? '', { recursive: true });
  const fourth = await send(['SHOTCUT'], true);
  expect(fourth.deliveryId).not.toBe(changed.deliveryId);
  expect(basename(first.folderPath ?? '')).toBe(name);
});

test('opening a version in an editor it has nothing for adds the document first, and a taken away one again', async () => {
  const system = await rootedSystem({
    files: { '/usr/bin/kdenlive': null, '/usr/bin/shotcut': null },
    environment: { PATH: '/usr/bin' },
  });
  const { client, send } = await deliveringSite({ system });
  const { deliveryId, folderPath } = await send(['KDENLIVE']);
  const folder = folderPath ?? '';
  const path = join(folder, `${name}.mlt`);
  const open = () => client.call('delivery.open', { deliveryId, editorId: 'SHOTCUT:/usr/bin/shotcut' });
  expect(await open()).toEqual({ way: 'started', path, missing: [] });
  await expectRecorded(folder);
  const written = await readFile(path, 'utf8');
  await rm(path);
  expect(await open()).toEqual({ way: 'started', path, missing: [] });
  expect(await readFile(path, 'utf8')).toBe(written);
  await expectRecorded(folder);
  const listed = await client.call('delivery.list', { projectId: null, limit: 1 });
  expect(listed.deliveries[0]?.editors.map(({ editor }) => editor)).toEqual(['KDENLIVE', 'SHOTCUT']);
});
