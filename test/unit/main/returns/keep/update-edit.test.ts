import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../../../../src-main/deliveries/version/manifest.ts';
import { writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath, pathOfFileUrl } from '../../../../../src-timeline/formats/file-url.ts';
import { readKdenlive, writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import type {
  Clip,
  ItemWithoutMedia,
  MediaReference,
  Timeline,
} from '../../../../../src-timeline/model/timeline.ts';
import {
  deliveredCut,
  mapClips,
  openKeeping,
  placeVersion,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { aDelivery } from '../../../../fakes/main-records.ts';

const name = 'Harbour lights_v003';
const sent = 'Harbour lights_v004';
const made = 'Harbour lights_v005';
const kdenlive = (cut: Timeline): string => writeKdenlive(cut, { fileName: `${name}.kdenlive` }).text;

/** The project after later work: the last scene is a second longer with other words, and one scene is new. */
const remixedCut: Timeline = {
  ...deliveredCut,
  media: [
    ...deliveredCut.media.map((one) =>
      one.fileName === 'scene-03.wav' ? { ...one, durationFrames: 90 } : one,
    ),
    ...['png', 'wav'].map((end): MediaReference => {
      const like = deliveredCut.media[end === 'png' ? 0 : 1];
      if (!like) throw new Error('The cut has no media.');
      const fileName = `scene-04.${end}`;
      return { ...like, mediaId: `new-${end}`, fileName, location: `media/${fileName}` };
    }),
  ],
  tracks: deliveredCut.tracks.map(({ items, ...track }) => {
    const end = track.kind === 'video' ? 'png' : 'wav';
    const longer = items.map((item, index) => (index === 2 ? { ...item, durationFrames: 90 } : item));
    const added: Clip = {
      kind: 'clip',
      name: `scene-04.${end}`,
      mediaId: `new-${end}`,
      sourceStartFrame: 0,
      durationFrames: 60,
      linkId: 'scene-3',
      note: 'One comes back.',
    };
    return { ...track, items: [...longer, added] };
  }),
  captionTracks: [
    {
      languageCode: 'en',
      captions: [
        { startFrame: 0, durationFrames: 58, lines: ['The harbour wakes.'] },
        { startFrame: 60, durationFrames: 58, lines: ['Boats leave one by one.'] },
        { startFrame: 120, durationFrames: 88, lines: ['Somebody counts them out.'] },
        { startFrame: 210, durationFrames: 58, lines: ['One comes back.'] },
      ],
    },
  ],
};
const remade = ['scene-03.wav', 'scene-01.png'];
/** Version that a medium of an updated cut is from. */
const versionOf = (fileName: string): string =>
  remade.includes(fileName) || fileName.startsWith('scene-04') ? sent : name;

/** Prepares a returned edit of version 3, and version 4 with the project's later cut. */
async function openUpdating(edit: string, file = 'Returns/my cut.kdenlive', theirs = remixedCut) {
  const parts = await openKeeping();
  const { ledger, projectFolder, save, settle, all, returns } = parts;
  const send = async (version: number, cut: Timeline) => {
    const deliveryId = `delivery-${String(version)}`;
    const root = join(projectFolder, '..');
    const { folder } = await placeVersion(root, { version, deliveryId, cut, remade });
    const facts = { folderPath: folder, folderName: `Harbour lights_v00${String(version)}` };
    ledger.put(aDelivery({ deliveryId, state: 'done', ...facts }));
  };
  await save(file, edit);
  await settle();
  await send(4, theirs);
  const [{ returnId } = { returnId: '' }] = all();
  const preview = (choices = {}) => returns.previewUpdate(returnId, choices);
  const update = (choices = {}) => returns.update(returnId, { deliveryId: 'delivery-4', choices });
  return { ...parts, returnId, send, preview, update };
}

const says = (edits: readonly { readonly sentence: { readonly text: string } }[]) =>
  edits.map(({ sentence }) => sentence.text);

/** Returns the pictures and captions of a cut as lines. */
function tell({ tracks, media, captionTracks }: Timeline): readonly string[] {
  const nameOf = new Map(media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const clips = tracks.flatMap(({ items }) =>
    items.map((item) =>
      item.kind === 'gap'
        ? `gap ${String(item.durationFrames)}`
        : `${nameOf.get(item.mediaId) ?? ''} ${String(item.durationFrames)}`,
    ),
  );
  const captions = captionTracks.flatMap((track) => track.captions);
  return [...clips, ...captions.map(({ startFrame, lines }) => `${String(startFrame)} ${lines.join(' ')}`)];
}

test('the preview of an update lists the items that stay behind, also if nothing newer was sent', async () => {
  const title: ItemWithoutMedia = {
    kind: 'title',
    name: 'Tides',
    words: 'Low water',
    source: null,
    trackKind: 'video',
    trackIndex: null,
    startFrame: 60,
    durationFrames: 30,
  };
  const edited = kdenlive({ ...shorterEnd, itemsWithoutMedia: [title] }).replaceAll('Low water', '');
  const { preview, ledger } = await openUpdating(edited);
  const told = 'Title “Tides” at 0:02, 1 s';
  expect(says((await preview()).staying)).toEqual([told]);
  const sentLater = ledger.peek('delivery-4');
  if (sentLater) await rm(sentLater.folderPath ?? '', { recursive: true });
  const seen = await preview();
  expect([seen.blocker, says(seen.staying)]).toEqual(['up-to-date', [told]]);
});

test('an edit takes over what changed in the project since, as a new version with all media online', async () => {
  const elsewhere = join(await makeFolder('elsewhere'), 'lighthouse.png');
  await writeFile(elsewhere, 'a picture of the editor');
  const [first] = withoutSecondScene.media;
  if (!first) throw new Error('The cut has no media.');
  const location = fileUrlOfPath(elsewhere, process.platform);
  const own: MediaReference = { ...first, mediaId: 'own', fileName: 'lighthouse.png', location };
  const overlay: Timeline['tracks'][number] = {
    kind: 'video',
    name: 'Mine',
    role: 'video',
    items: [
      { kind: 'gap', durationFrames: 70 },
      {
        kind: 'clip',
        name: 'lighthouse.png',
        mediaId: 'own',
        note: null,
        linkId: null,
        sourceStartFrame: 0,
        durationFrames: 20,
      },
    ],
  };
  const [pictures, speech] = withoutSecondScene.tracks;
  if (!pictures || !speech) throw new Error('The cut has no tracks.');
  const edited = kdenlive({
    ...withoutSecondScene,
    media: [...withoutSecondScene.media, own],
    tracks: [pictures, overlay, speech],
  });
  const { returnId, version, preview, update, projectFolder, ledger, all, returns } =
    await openUpdating(edited);
  const seen = await preview();
  expect(seen).toMatchObject({ blocker: null, conflicts: [], newCut: { versionName: sent } });
  expect(says(seen.carried)).toEqual([
    'Scene 1: picture “scene-01.png” replaced by “scene-01-2.png”',
    'Scene 3: picture “scene-03.png” lengthened by 1 s at its end',
    'Caption “Nobody counts them out.” is now “Somebody counts them out.”',
    'Scene 3: sound “scene-03.wav” replaced by “scene-03-2.wav”',
    'Scene 3: picture “scene-04.png” added',
    'Marker “Scene 4” added',
  ]);
  expect(await update()).toMatchObject({ state: 'kept', keptAs: { versionName: made } });
  expect((await readdir(projectFolder)).toSorted()).toEqual([name, sent, made]);
  const folder = join(projectFolder, made);
  const ofFcpxml = readFcpxml(await readFile(join(folder, `${made}.fcpxml`), 'utf8'));
  const ofKdenlive = readKdenlive(await readFile(join(folder, `${made}.kdenlive`), 'utf8'));
  for (const cut of [ofFcpxml, ofKdenlive]) {
    expect(tell(cut).filter((line) => line.startsWith('scene-'))).toEqual([
      'scene-01.png 60',
      'scene-03.png 90',
      'scene-04.png 60',
      'scene-01.wav 60',
      'scene-03.wav 90',
      'scene-04.wav 60',
    ]);
    for (const { location: at, fileName } of cut.media) {
      const path = /^file:/.test(at) ? pathOfFileUrl(at, process.platform) : join(folder, at);
      const inProject = join(projectFolder, versionOf(fileName), 'media', fileName);
      const wanted = fileName === 'lighthouse.png' ? elsewhere : inProject;
      expect((await stat(path)).ino, fileName).toBe((await stat(wanted)).ino);
    }
  }
  expect(tell(ofFcpxml)).toContain('lighthouse.png 20');
  const names = (await readdir(join(folder, 'media'))).toSorted();
  const ofScene = (number: number) => ['png', 'wav'].map((end) => `scene-0${String(number)}.${end}`);
  expect(names, 'no replaced media').toEqual([1, 2, 3, 4].flatMap(ofScene));
  const readme = await readFile(join(folder, 'README.txt'), 'utf8');
  expect(readme).toContain(`Media outside this folder\n  ${elsewhere}\n`);
  expect(ofFcpxml.captionTracks[0]?.captions.map(({ lines }) => lines.join(' '))).toEqual([
    'The harbour wakes.',
    'Somebody counts them out.',
    'One comes back.',
  ]);
  const manifest = await readManifest(folder);
  expect(manifest).toMatchObject({ basedOn: 'delivery-4', unreadable: [] });
  expect(ledger.get(manifest?.deliveryId ?? '')).toMatchObject({ state: 'done', folderPath: folder });
  expect(await readFile(join(version.folder, 'Returns', 'my cut.kdenlive'), 'utf8')).toBe(edited);
  expect(all()).toMatchObject([{ returnId, keepingAs: null, updating: null }]);
  expect(returns.get(returnId).state).toBe('kept');
});

test('changes on both sides are decided before anything is written', async () => {
  const edited = mapClips(shorterEnd, (clip) => clip);
  const { preview, update, projectFolder } = await openUpdating(kdenlive(edited));
  const { conflicts, carried } = await preview();
  expect(conflicts.map(({ field, subject, scene }) => [field, subject, scene])).toEqual([
    ['cut', 'scene-03.png', 3],
    ['media', 'scene-03.wav', 3],
  ]);
  expect(
    conflicts.map(({ ours, theirs }) => [ours, theirs].map((one) => one.map(({ text }) => text))),
  ).toEqual([
    [
      ['Scene 3 shortened by 0.5 s at its end'],
      ['Scene 3: picture “scene-03.png” lengthened by 1 s at its end'],
    ],
    [
      ['Scene 3 shortened by 0.5 s at its end'],
      ['Scene 3: sound “scene-03.wav” replaced by “scene-03-2.wav”'],
    ],
  ]);
  expect(says(carried)).not.toContain('Scene 3: picture “scene-03.png” lengthened by 1 s at its end');
  // New words belong to the new sound.
  const words = 'Caption “Nobody counts them out.” is now “Somebody counts them out.”';
  expect(says(carried)).not.toContain(words);
  await expect(update()).rejects.toMatchObject({ code: 'conflict' });
  expect((await readdir(projectFolder)).toSorted()).toEqual([name, sent]);
  const choices = Object.fromEntries(conflicts.map(({ conflictId }) => [conflictId, 'theirs']));
  const decided = await preview(choices);
  expect(decided.conflicts).toHaveLength(2);
  expect(says(decided.carried)).toContain(words);
  await update(choices);
  const folder = join(projectFolder, made);
  const cut = readFcpxml(await readFile(join(folder, `${made}.fcpxml`), 'utf8'));
  expect(tell(cut)).toContain('scene-03.wav 90');
});

test('a clip that the editor split and the project changed otherwise is shown with both changes', async () => {
  const [pictures, speech] = deliveredCut.tracks;
  const [first, second, third] = pictures?.items ?? [];
  if (!pictures || !speech || !first || second?.kind !== 'clip' || !third)
    throw new Error('The cut has no pictures.');
  const piece = { ...second, durationFrames: 20 };
  const items = [first, piece, { kind: 'gap', durationFrames: 20 } as const, piece, third];
  const edited = { ...deliveredCut, tracks: [{ ...pictures, items }, speech] };
  const zoomed = mapClips(remixedCut, (clip) =>
    clip.mediaId === second.mediaId ? { ...clip, motion: [{ frame: 0, scale: 2, x: 0, y: 0 }] } : clip,
  );
  const { preview } = await openUpdating(kdenlive(edited), undefined, zoomed);
  const { conflicts, carried } = await preview();
  expect(conflicts.map(({ field, subject, scene }) => [field, subject, scene])).toEqual([
    ['split', 'scene-02.png', 2],
  ]);
  const reframed = 'Scene 2: picture “scene-02.png” framed or zoomed differently';
  expect(conflicts[0]?.ours.map(({ text }) => text)).toEqual([
    'Scene 2: picture “scene-02.png” cut into 2 pieces',
    'Scene 2: picture “scene-02.png” shortened by 0.67 s at its end',
  ]);
  expect(conflicts[0]?.theirs.map(({ text }) => text)).toEqual([reframed]);
  expect(conflicts[0]?.pictures).toMatchObject({ ours: { kind: 'still' }, theirs: { kind: 'still' } });
  expect(says(carried)).not.toContain(reframed);
});

test('a picture that both sides replaced is seen on both, and one is shown after the other where both are taken', async () => {
  const elsewhere = join(await makeFolder('elsewhere'), 'lighthouse.png');
  await writeFile(elsewhere, 'a picture of the editor');
  const [first] = deliveredCut.media;
  if (!first) throw new Error('The cut has no media.');
  const location = fileUrlOfPath(elsewhere, process.platform);
  const own: MediaReference = { ...first, mediaId: 'own', fileName: 'lighthouse.png', location };
  const edited = mapClips({ ...deliveredCut, media: [...deliveredCut.media, own] }, (clip) =>
    clip.mediaId === first.mediaId ? { ...clip, mediaId: 'own' } : clip,
  );
  const { preview, update, send, conflictPictures, projectFolder, state, version } = await openUpdating(
    kdenlive(edited),
  );
  const seen = await preview();
  expect(seen).toMatchObject({ conflicts: [{ field: 'media', mayTakeBoth: true }], lastChoices: {} });
  const [{ conflictId, pictures } = { conflictId: '', pictures: { ours: null, theirs: null } }] =
    seen.conflicts;
  const fileOf = ({ mediaPath } = { mediaPath: '' }) => conflictPictures.pathOf(basename(mediaPath));
  expect([pictures.ours?.kind, pictures.theirs?.kind]).toEqual(['still', 'still']);
  expect(fileOf(pictures.ours ?? undefined)).toBe(elsewhere);
  expect(fileOf(pictures.theirs ?? undefined)).toBe(join(projectFolder, sent, 'media', 'scene-01.png'));
  expect(conflictPictures.pathOf(elsewhere)).toBeNull();

  const choices = { [conflictId]: 'both' } as const;
  await update(choices);
  const cut = readFcpxml(await readFile(join(projectFolder, made, `${made}.fcpxml`), 'utf8'));
  expect(tell(cut).slice(0, 3)).toEqual(['lighthouse.png 30', 'scene-01.png 30', 'scene-02.png 60']);

  expect((await preview()).lastChoices).toEqual(choices);
  const again = await openKeeping(state, version);
  const [{ returnId } = { returnId: '' }] = again.all();
  expect((await again.returns.previewUpdate(returnId, {})).lastChoices).toEqual(choices);
  await send(6, remixedCut);
  expect((await preview()).lastChoices).toEqual({});
});

test('an update that is interrupted makes one version in the end, and its edit goes on from there', async () => {
  const { state, version, returnId, projectFolder, ledger, update, send } = await openUpdating(
    kdenlive(withoutSecondScene),
  );
  const full = new Error('the disk is full');
  Object.assign(ledger, {
    put: () => {
      throw full;
    },
  });
  await expect(update()).rejects.toBe(full);
  Reflect.deleteProperty(ledger, 'put');
  const again = await openKeeping(state, version);
  expect(again.all()).toMatchObject([{ updating: { deliveryId: 'delivery-4' } }]);
  // Simulates a kill before the version was in its place.
  await rm(join(projectFolder, made), { recursive: true });
  again.returns.start();
  await expect.poll(() => again.all()).toMatchObject([{ state: 'kept', keepingAs: null, updating: null }]);
  expect((await readdir(projectFolder)).toSorted()).toEqual([name, sent, made]);
  const [{ deliveryId } = { deliveryId: '' }] = again.deliveries.list(1);
  const folder = join(projectFolder, made);
  const text = await readFile(join(folder, `${made}.kdenlive`), 'utf8');
  expect(text).toContain('scene-04.png');

  const next = await openKeeping(state, { ...version, deliveryId, folder });
  await next.save('Returns/next.kdenlive', text.replaceAll('One comes back.', 'Two come back.'));
  await next.settle();
  const found = next.all().find((each) => each.returnId !== returnId)?.returnId ?? '';
  expect(await next.returns.previewUpdate(found, {})).toMatchObject({ blocker: 'up-to-date' });
  const louder = mapClips(remixedCut, (clip) =>
    clip.mediaId === 'speech-0' ? { ...clip, levels: [{ frame: 0, levelDb: 3 }] } : clip,
  );
  await send(6, louder);
  const seen = await next.returns.previewUpdate(found, {});
  expect([says(seen.carried), seen.conflicts]).toEqual([['Scene 1: sound “scene-01.wav” 3 dB higher'], []]);
});

test('a version that was moved into the delivery folder itself still knows the cut it began with', async () => {
  const { state, version, projectFolder, ledger, deliveries, returnId, all, update } = await openUpdating(
    kdenlive(withoutSecondScene),
  );
  await update();
  await expect.poll(() => all()).toMatchObject([{ state: 'kept' }]);
  const [{ deliveryId } = { deliveryId: '' }] = deliveries.list(1);
  const folder = join(projectFolder, '..', made);
  await rename(join(projectFolder, made), folder);
  ledger.update(deliveryId, { folderPath: folder });
  const next = await openKeeping(state, { ...version, deliveryId, folder });
  const text = await readFile(join(folder, `${made}.kdenlive`), 'utf8');
  await next.save('Returns/next.kdenlive', text.replaceAll('One comes back.', 'Two come back.'));
  await next.settle();
  const found = next.all().find((each) => each.returnId !== returnId)?.returnId ?? '';
  expect(await next.returns.previewUpdate(found, {})).toMatchObject({ blocker: 'up-to-date' });
});

test('an edit that went through a format with fewer words keeps what that format lost', async () => {
  const { preview, update, projectFolder } = await openUpdating(
    writeEdl(withoutSecondScene, { fileName: `${name}.edl` }).text,
    'Returns/cut.edl',
  );
  expect((await preview()).conflicts).toEqual([]);
  await update();
  const cut = readFcpxml(await readFile(join(projectFolder, made, `${made}.fcpxml`), 'utf8'));
  expect(cut.captionTracks[0]?.captions.map(({ lines }) => lines.join(' '))).toEqual([
    'The harbour wakes.',
    'Somebody counts them out.',
    'One comes back.',
  ]);
  expect(tell(cut).slice(0, 3)).toEqual(['scene-01.png 60', 'scene-03.png 90', 'scene-04.png 60']);
  for (const { location, fileName } of cut.media) {
    const path = pathOfFileUrl(location, process.platform);
    const wanted = join(projectFolder, versionOf(fileName), 'media', fileName);
    expect((await stat(path)).ino, fileName).toBe((await stat(wanted)).ino);
  }
});

test('says why an edit cannot be updated', async () => {
  const same = await openUpdating(kdenlive(withoutSecondScene), undefined, deliveredCut);
  await rm(join(same.projectFolder, sent), { recursive: true });
  expect(await same.preview()).toMatchObject({ blocker: 'up-to-date', newCut: null });
  await expect(same.update()).rejects.toMatchObject({ code: 'conflict' });
  const frameRate = { numerator: 25, denominator: 1 };
  const slower = await openUpdating(kdenlive({ ...withoutSecondScene, frameRate }));
  expect(await slower.preview()).toMatchObject({ blocker: 'other-rate', newCut: { versionName: sent } });
  expect(slower.all()).toMatchObject([{ state: 'described', keepingAs: null }]);
});
