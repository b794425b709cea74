import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  cutRecordPath,
  manifestPath,
  readManifest,
} from '../../../../../src-main/deliveries/version/manifest.ts';
import { readVersionCut } from '../../../../../src-main/deliveries/version/version-cut.ts';
import { findReturns } from '../../../../../src-main/returns/watch/find-returns.ts';
import { readSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { readEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath, pathOfFileUrl } from '../../../../../src-timeline/formats/file-url.ts';
import { readKdenlive, writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import {
  type MediaReference,
  type Timeline,
  trackDurationFrames,
} from '../../../../../src-timeline/model/timeline.ts';
import { directReader } from '../../../../fakes/features/direct-reader.ts';
import {
  deliveredCut,
  mapClips,
  openKeeping,
  placeVersion,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { aDelivery } from '../../../../fakes/main-records.ts';
import { createHastyClock } from '../../../../fakes/turned-clock.ts';

const name = 'Harbour lights_v003';
const next = 'Harbour lights_v004';
const { frameRate } = deliveredCut;
const kdenlive = (cut: Timeline): string => writeKdenlive(cut, { fileName: `${name}.kdenlive` }).text;

/** Replaces the first picture of the cut with one that was never delivered. */
function withOwnPicture(location: string): Timeline {
  const own: MediaReference = {
    mediaId: 'own',
    fileName: 'lighthouse.png',
    location,
    kind: 'still',
    durationFrames: null,
    startFrame: 0,
    size: { width: 1920, height: 1080 },
    audioChannels: null,
  };
  const tracks = withoutSecondScene.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) =>
      item.kind === 'clip' && item.mediaId === 'still-0' ? { ...item, mediaId: 'own' } : item,
    ),
  }));
  return { ...withoutSecondScene, tracks, media: [...withoutSecondScene.media, own] };
}

const readers: Readonly<Record<string, (text: string) => Timeline>> = {
  '.fcpxml': readFcpxml,
  '.resolve.fcpxml': readFcpxml,
  '.xml': readXmeml,
  '.otio': readOtio,
  '.paths.otio': readOtio,
  '.kdenlive': (text) => readKdenlive(text),
  '.mlt': readShotcut,
};

async function inodeOf(path: string): Promise<number> {
  return (await stat(path)).ino;
}

test('a return becomes the next version with documents for every editor, every media online and none copied', async () => {
  const elsewhere = join(await makeFolder('elsewhere'), 'lighthouse.png');
  await writeFile(elsewhere, 'a picture of the editor');
  const { version, save, settle, all, returns, ledger, projectFolder, published } = await openKeeping();
  const edited = kdenlive(withOwnPicture(fileUrlOfPath(elsewhere, process.platform)));
  const path = await save('Returns/my cut.kdenlive', edited);
  await settle();
  const before = await stat(path);
  const [{ returnId } = { returnId: '' }] = all();
  const kept = await returns.keep(returnId);
  expect(kept).toMatchObject({ state: 'kept', keptAs: { versionName: next } });
  expect(published.at(-1)).toBe(`${returnId} kept`);
  expect(await returns.keep(returnId)).toEqual(kept);
  expect((await readdir(projectFolder)).toSorted()).toEqual([name, next]);
  expect(await readFile(path, 'utf8'), 'the file of the editor stays as it is').toBe(edited);
  expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);
  const folder = join(projectFolder, next);
  for (const [suffix, read] of Object.entries(readers)) {
    const cut = read(await readFile(join(folder, next + suffix), 'utf8'));
    const [pictures] = cut.tracks.filter(({ kind }) => kind === 'video');
    expect(
      pictures?.items.map(({ durationFrames }) => durationFrames),
      suffix,
    ).toEqual([60, 60]);
    for (const { location, fileName } of cut.media) {
      const isWhole = /^file:/.test(location);
      const place = isWhole ? pathOfFileUrl(location, process.platform) : join(folder, location);
      const wanted = fileName === 'lighthouse.png' ? elsewhere : join(version.folder, 'media', fileName);
      expect(await inodeOf(place), `${suffix} ${fileName}`).toBe(await inodeOf(wanted));
    }
  }
  const edl = readEdl(await readFile(join(folder, `${next}.edl`), 'utf8'), { frameRate, size: deliveredCut });
  expect(edl.tracks[0]?.items).toHaveLength(2);
  const delivery = ledger.get(kept.keptAs?.deliveryId ?? '');
  expect(delivery).toMatchObject({ state: 'done', folderPath: folder, projectUpdatedAt: null });
  expect(delivery.documentName).toBe(`${next}.kdenlive`);
  expect(delivery.editors.map(({ editor }) => editor)).toHaveLength(7);
  expect(() => returns.dismiss(returnId)).toThrow('is a version');
});

test('a kept version is the base of what comes back to it', async () => {
  const { save, settle, all, returns, projectFolder } = await openKeeping();
  await save(`${name}.kdenlive`, kdenlive(withoutSecondScene));
  await settle();
  await returns.keep(all()[0]?.returnId ?? '');
  const options = {
    clock: createHastyClock(),
    signal: new AbortController().signal,
    reader: directReader(),
    editors: { kdenliveVersion: () => Promise.resolve('1.1') },
  };
  const folder = join(projectFolder, next);
  expect(await findReturns(folder, options)).toEqual([]);
  const text = await readFile(join(folder, `${next}.mlt`), 'utf8');
  const cut = readShotcut(text);
  await writeFile(join(folder, `${next}.mlt`), text.replaceAll('The harbour wakes.', 'The harbour sleeps.'));
  expect(cut.tracks[0]?.items).toHaveLength(2);
  const found = await findReturns(folder, options);
  expect(found.map(({ editor, edits }) => [editor, edits.map(({ sentence }) => sentence)])).toEqual([
    ['shotcut', ['Caption “The harbour wakes.” is now “The harbour sleeps.”']],
  ]);
});

const sepia = '<filter><property name="mlt_service">sepia</property></filter>';

/** Adds a Kdenlive effect to the first picture of the cut, and captions in two languages. */
function withEffectAndGerman(): Timeline {
  const effect = { format: 'KDENLIVE', name: 'sepia', source: sepia } as const;
  const cut = mapClips(withoutSecondScene, (clip) =>
    clip.mediaId === 'still-0' ? { ...clip, unread: [effect] } : clip,
  );
  const german = cut.captionTracks.map(({ captions }) => ({
    languageCode: 'de',
    captions: captions.map((caption) => ({ ...caption, lines: ['Auf Deutsch'] })),
  }));
  return { ...cut, captionTracks: [...cut.captionTracks, ...german] };
}

test('a kept version is compared with all that is in its documents, effects and further languages included', async () => {
  const { save, settle, all, returns, projectFolder } = await openKeeping();
  const written = writeKdenlive(withEffectAndGerman(), { fileName: 'cut.kdenlive' });
  for (const side of written.sideFiles) await save(`Returns/${side.name}`, side.text);
  await save('Returns/cut.kdenlive', written.text);
  await settle();
  const [{ returnId } = { returnId: '' }] = all().filter(({ kind }) => kind === 'timeline');
  await returns.keep(returnId);
  const folder = join(projectFolder, next);
  const options = {
    clock: createHastyClock(),
    signal: new AbortController().signal,
    reader: directReader(),
  };
  const document = join(folder, `${next}.kdenlive`);
  const text = await readFile(document, 'utf8');
  expect(text).toContain('sepia');
  const editsOf = async (): Promise<readonly (readonly string[])[]> =>
    (await findReturns(folder, options)).map(({ edits }) => edits.map(({ sentence }) => sentence));
  await writeFile(document, `${text}\n`);
  expect(await editsOf(), 'saved unchanged').toEqual([[]]);
  await writeFile(
    document,
    text.replace(/<filter[^>]*>\s*<property name="mlt_service">sepia<.*?<\/filter>/s, ''),
  );
  expect(await editsOf(), 'its effect taken off').toEqual([
    ['Scene 1: picture “scene-01.png” no longer has the effect “Sepia”'],
  ]);
});

test('a version that was kept before cuts were recorded is compared with what its documents hold', async () => {
  const { save, settle, all, returns, projectFolder } = await openKeeping();
  await save(`${name}.kdenlive`, kdenlive(withoutSecondScene));
  await settle();
  await returns.keep(all()[0]?.returnId ?? '');
  const folder = join(projectFolder, next);
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error('The version has no manifest.');
  const recorded = await readVersionCut(folder, manifest);
  await rm(cutRecordPath(folder));
  const read = await readVersionCut(folder, manifest);
  expect(read?.tracks.map(trackDurationFrames)).toEqual(recorded?.tracks.map(trackDurationFrames));
  expect(recorded?.captionTracks.map(({ languageCode }) => languageCode)).toEqual(['en']);
  expect(read?.captionTracks.map(({ languageCode }) => languageCode)).toEqual(['und']);
});

test('an edit keeps the captions that its export leaves out, but not those that an editor deleted', async () => {
  const { save, settle, all, returns, projectFolder } = await openKeeping();
  await save('Returns/lost.xml', writeXmeml(withoutSecondScene));
  await save('Returns/deleted.kdenlive', kdenlive({ ...withoutSecondScene, captionTracks: [] }));
  await save('Returns/left-out.fcpxml', writeFcpxml({ ...withoutSecondScene, captionTracks: [] }, '1.13'));
  await settle();
  const captionsOf = async (fileName: string): Promise<readonly (readonly (readonly unknown[])[])[]> => {
    const { keptAs } = await returns.keep(all().find((each) => each.fileName === fileName)?.returnId ?? '');
    const kept = join(projectFolder, keptAs?.versionName ?? '', keptAs?.versionName ?? '');
    const srt = await readFile(`${kept}.srt`, 'utf8').catch(() => null);
    const tracks = [
      ...readFcpxml(await readFile(`${kept}.fcpxml`, 'utf8')).captionTracks,
      ...(srt === null ? [] : [readSrt(srt, frameRate, 'en')]),
    ];
    return tracks.map(({ captions }) => captions.map(({ startFrame, lines }) => [startFrame, ...lines]));
  };
  const moved = [
    [0, 'The harbour wakes.'],
    [60, 'Nobody counts them out.'],
  ];
  expect(await captionsOf('lost.xml')).toEqual([moved, moved]);
  expect(await captionsOf('left-out.fcpxml')).toEqual([moved, moved]);
  expect(await captionsOf('deleted.kdenlive')).toEqual([]);
});

test('a return interrupted while it is kept makes one version in the end', async () => {
  const { state, version, save, settle, all, returns, ledger, projectFolder } = await openKeeping();
  await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  const full = new Error('the disk is full');
  Object.assign(ledger, {
    put: () => {
      throw full;
    },
  });
  await expect(returns.keep(returnId)).rejects.toBe(full);
  expect(all()).toMatchObject([{ state: 'described', keepingAs: expect.any(String) as unknown }]);
  expect((await readdir(projectFolder)).toSorted()).toEqual([name, next]);
  const again = await openKeeping(state, version);
  again.returns.start();
  await expect.poll(() => again.all()).toMatchObject([{ state: 'kept', keepingAs: null }]);
  expect((await readdir(projectFolder)).toSorted()).toEqual([name, next]);
  const manifest = await readManifest(join(projectFolder, next));
  expect(again.deliveries.list(10).map(({ deliveryId }) => deliveryId)).toEqual([manifest?.deliveryId]);
});

test('only what is described, there and as it was read is kept, and nothing is left of what could not be', async () => {
  const { version, save, settle, all, returns, repository, projectFolder } = await openKeeping();
  const path = await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  await save('Returns/cut.kdenlive', kdenlive(deliveredCut));
  await expect(returns.keep(returnId)).rejects.toMatchObject({ code: 'conflict' });
  await rename(path, join(version.folder, 'away'));
  await expect(returns.keep(returnId)).rejects.toMatchObject({ code: 'not_found' });
  for (const record of all()) repository.put({ ...record, state: 'failed' });
  await expect(returns.keep(returnId)).rejects.toMatchObject({ code: 'conflict' });
  expect(await readdir(projectFolder)).toEqual([name]);
  expect(await readdir(join(projectFolder, '..'))).toEqual(['Harbour lights']);
  expect(all()).toMatchObject([{ keepingAs: null }]);
});

/** Opens a returned edit whose version was moved into the delivery folder itself. */
async function openMoved(placed?: Parameters<typeof openKeeping>[1]) {
  const parts = await openKeeping(undefined, placed);
  const { version, save, settle, ledger, projectFolder } = parts;
  const rootFolder = dirname(projectFolder);
  const moved = { ...version, folder: join(rootFolder, name) };
  await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await rename(version.folder, moved.folder);
  const { deliveryId } = version;
  ledger.put(aDelivery({ deliveryId, rootFolder, state: 'done', folderPath: moved.folder }));
  await settle(moved);
  return { ...parts, rootFolder, moved };
}

test('a manifest whose media lead out of the version has no file of the user linked into the delivery folder', async () => {
  const outside = await makeFolder('home');
  const placed = await placeVersion(join(outside, 'Deliveries'));
  const { all, returns, rootFolder, moved } = await openMoved(placed);
  const own = join(outside, 'own.txt');
  await writeFile(own, 'my own');
  const manifest = await readManifest(moved.folder);
  const [first, ...media] = manifest?.media ?? [];
  const hostile = { ...manifest, media: [{ ...first, path: '../../own.txt', sizeBytes: 6 }, ...media] };
  await writeFile(manifestPath(moved.folder), JSON.stringify(hostile));
  const keeping = returns.keep(all()[0]?.returnId ?? '');
  await keeping.catch(() => undefined);
  expect(await readdir(rootFolder)).not.toContain('own.txt');
  expect((await stat(own)).nlink).toBe(1);
  await expect(keeping).rejects.toMatchObject({ code: 'not_found' });
});

test('an edit of a version that lies in the delivery folder itself is kept in a folder of its project', async () => {
  const { all, returns, ledger, projectFolder, rootFolder } = await openMoved();
  const kept = await returns.keep(all()[0]?.returnId ?? '');
  const first = 'Harbour lights_v001';
  expect(kept.keptAs?.versionName).toBe(first);
  expect(ledger.get(kept.keptAs?.deliveryId ?? '')).toMatchObject({
    rootFolder,
    folderPath: join(projectFolder, first),
  });
});
