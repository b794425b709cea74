import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath, pathOfFileUrl } from '../../../../../src-timeline/formats/file-url.ts';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { formatTimecode } from '../../../../../src-timeline/model/timecode.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import {
  deliveredCut,
  openKeeping,
  placeVersion,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { mediaBytes } from '../../../../fakes/media-bytes.ts';

const next = 'Harbour lights_v004';
const slowRate = { numerator: 30_000, denominator: 1001 };
const upright = { width: 1080, height: 1920 };
/** Larger than the frame and of another shape. */
const pictureSize = { width: 3000, height: 4000 };

const withLargePictures = (cut: Timeline): Timeline => ({
  ...cut,
  media: cut.media.map((one) => (one.kind === 'still' ? { ...one, size: pictureSize } : one)),
});

const sizesOf = ({ media }: Timeline): unknown[] => media.flatMap(({ size }) => size ?? []);

/** Keeps a returned file as the next version of a delivered cut, and reads the cut in it. */
async function keep(file: string, edit: string, cut: Timeline = deliveredCut) {
  const version = await placeVersion(await makeFolder('returns'), { cut });
  const { save, settle, all, sentences, returns, projectFolder } = await openKeeping(undefined, version);
  await save(file, edit);
  await settle();
  const edits = sentences().flat();
  await returns.keep(all()[0]?.returnId ?? '');
  const text = await readFile(join(projectFolder, next, `${next}.fcpxml`), 'utf8');
  return { edits, folder: join(projectFolder, next), kept: readFcpxml(text), text };
}

const movedTo = (root: string): Timeline => ({
  ...withoutSecondScene,
  media: withoutSecondScene.media.map((one) => ({ ...one, location: `${root}/${one.location}` })),
});
const listOf = (cut: Timeline): string => writeEdl(cut, { fileName: 'cut.edl' }).text;
const withSourceFiles = (text: string, root: string): string =>
  text.replaceAll(/^\* FROM CLIP NAME: (.*)\r$/gm, `$&\n* SOURCE FILE: ${root}/$1\r`);

test.each([
  ['an EDL without its media list', 'cut.edl', listOf(withoutSecondScene)],
  ['an EDL with paths', 'cut.edl', withSourceFiles(listOf(withoutSecondScene), '/Volumes/Other/media')],
  [
    'an EDL with paths of Windows',
    'cut.edl',
    withSourceFiles(listOf(withoutSecondScene), String.raw`D:\media`),
  ],
  ['an XML', 'cut.xml', writeXmeml(movedTo('file:///Volumes/Other'))],
  ['an FCPXML', 'cut.fcpxml', writeFcpxml(movedTo('file:///D:/Other'), '1.13')],
  ['an OTIO', 'cut.otio', writeOtio(movedTo('file:///Volumes/Other'), 'url')],
])('%s from another computer becomes a version with all media online', async (_, file, edit) => {
  const { edits, folder, kept } = await keep(`Returns/${file}`, edit);
  expect(edits[0]).toBe('Scene 2 removed');
  expect(kept.media.map(({ fileName }) => fileName)).toEqual(
    expect.arrayContaining(['scene-01.png', 'scene-01.wav', 'scene-03.png', 'scene-03.wav']),
  );
  for (const { location, fileName } of kept.media) {
    const path = pathOfFileUrl(location, process.platform);
    expect(path).toBe(join(folder, 'media', fileName));
    expect((await stat(path)).isFile()).toBe(true);
  }
});

/** Returns the document of a cut whose first picture was retouched and lies elsewhere. */
function withPictureAt(path: string, cut: Timeline): string {
  const media = cut.media.map((one) =>
    one.fileName === 'scene-01.png' ? { ...one, location: fileUrlOfPath(path, process.platform) } : one,
  );
  return writeFcpxml({ ...cut, media }, '1.13');
}

const retouched = 'Scene 1: picture “scene-01.png” changed';

test('an edit whose retouched picture is on a drive that was unplugged or plugged in since is shown again before it is kept', async () => {
  const picture = join(await makeFolder('drive'), 'scene-01.png');
  const { save, settle, all, sentences, returns, published, projectFolder } = await openKeeping();
  await writeFile(picture, mediaBytes('scene-01.png', 'a retouched picture'));
  await save('Returns/cut.fcpxml', withPictureAt(picture, withoutSecondScene));
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  expect(sentences()).toEqual([[retouched, 'Scene 2 removed']]);
  await rm(picture);
  const again = { code: 'conflict', details: { reason: 'read_again' } };
  await expect(returns.keep(returnId)).rejects.toMatchObject(again);
  expect(sentences()).toEqual([['Scene 2 removed']]);
  expect(published.at(-1)).toBe(`${returnId} described`);
  await writeFile(picture, mediaBytes('scene-01.png', 'a retouched picture'));
  await expect(returns.previewUpdate(returnId, {})).rejects.toMatchObject(again);
  expect(sentences()).toEqual([[retouched, 'Scene 2 removed']]);
  expect(returns.get(returnId).counts.edits).toBe(2);
  expect(await readdir(projectFolder)).toHaveLength(1);
  await returns.keep(returnId);
  const text = await readFile(join(projectFolder, next, `${next}.fcpxml`), 'utf8');
  const kept = readFcpxml(text).media.find(({ fileName }) => fileName === 'scene-01.png');
  expect(await readFile(pathOfFileUrl(kept?.location ?? '', process.platform))).toEqual(
    mediaBytes('scene-01.png', 'a retouched picture'),
  );
});

test('an edit that is saved again while it is being kept shows the changes of the later save', async () => {
  const picture = join(await makeFolder('drive'), 'scene-01.png');
  const { save, settle, all, sentences, returns, hashing } = await openKeeping();
  await writeFile(picture, mediaBytes('scene-01.png', 'a retouched picture'));
  await save('Returns/cut.fcpxml', withPictureAt(picture, withoutSecondScene));
  await settle();
  hashing.during = async () => {
    await save('Returns/cut.fcpxml', withPictureAt(picture, deliveredCut));
    await settle();
  };
  await expect(returns.keep(all()[0]?.returnId ?? '')).rejects.toMatchObject({ code: 'conflict' });
  expect(sentences()).toEqual([[retouched]]);
});

test('an EDL alone keeps the sizes of the delivered pictures', async () => {
  const cut = withLargePictures(deliveredCut);
  const { kept } = await keep('Returns/cut.edl', listOf(withoutSecondScene), cut);
  expect(sizesOf(kept)).toEqual([pictureSize, pictureSize]);
});

/** Removes everything that Kdenlive does not write: own metadata, Premiere's settings, and the start timecode. */
function asOfKdenlive(otio: string, start: unknown = null): string {
  const plain = JSON.parse(otio, (key, value: unknown) => (key === 'metadata' ? {} : value)) as object;
  return JSON.stringify({
    ...plain,
    metadata: { kdenlive: { version: '26.08.2' } },
    global_start_time: start,
  });
}

test('an OTIO that states neither frame size nor timecode keeps those of the version, and the size of pictures', async () => {
  const timing = {
    frameRate: slowRate,
    startFrame: 107_892,
    isDropFrame: true,
  };
  const facts = { ...upright, ...timing };
  const edit = asOfKdenlive(writeOtio({ ...withoutSecondScene, ...facts }, 'path'));
  const cut = withLargePictures({ ...deliveredCut, ...facts });
  const { edits, kept } = await keep('Returns/cut.otio', edit, cut);
  expect(edits[0]).toBe('Scene 2 removed');
  expect(kept).toMatchObject(facts);
  expect(sizesOf(kept)).toEqual([pictureSize, pictureSize]);
});

test('an OTIO that states its start timecode keeps it', async () => {
  const hours = (count: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 30, value: count * 108_000 });
  const edit = asOfKdenlive(writeOtio(withoutSecondScene, 'path'), hours(2));
  const { kept } = await keep('Returns/cut.otio', edit, { ...deliveredCut, startFrame: 108_000 });
  expect(formatTimecode(kept.startFrame, kept.frameRate, kept.isDropFrame)).toBe('02:00:00:00');
});

test.each([
  ['of the version', deliveredCut.frameRate, 108_000, 1, [0, 60, 120]],
  ['of the editor', deliveredCut.frameRate, 0, 10, [0, 60, 120]],
  ['of the version, at 29.97 frames per second', slowRate, 107_892, 1, [0, 60, 120]],
  ['of the editor, at 29.97 frames per second', slowRate, 107_892, 10, [0, 60, 120]],
  ['of the version as its label reads, at 29.97 frames per second', slowRate, 108_000, 1, [150]],
])('captions whose times include the start timecode %s, stay where they are', async (...parts) => {
  const [, frameRate, startFrame, hour, starts] = parts;
  const [whole] = deliveredCut.captionTracks;
  if (!whole) throw new Error('The cut has no captions.');
  const captions = starts.flatMap((start, index) => {
    const caption = whole.captions[index];
    return caption ? [{ ...caption, startFrame: start, durationFrames: 30 }] : [];
  });
  const track = { ...whole, captions };
  const later = String(hour).padStart(2, '0');
  const srt = writeSrt(track, frameRate).replaceAll('00:00:', `${later}:00:`).replace('wakes', 'sleeps');
  const { edits, kept, text } = await keep('Returns/cut.srt', srt, {
    ...deliveredCut,
    captionTracks: [track],
    frameRate,
    startFrame,
  });
  expect(edits).toEqual(['Caption “The harbour wakes.” is now “The harbour sleeps.”']);
  const found = kept.captionTracks.flatMap((each) => each.captions);
  expect(found.map((each) => each.startFrame)).toEqual(starts);
  const [, duration] = /<sequence[^>]* duration="(\d+)\/\d+s"/.exec(text) ?? [];
  expect(Number(duration)).toBe(180 * (frameRate === slowRate ? 1001 : 100));
});

test('captions that an editor moved in part beyond the end of the cut stay where it put them', async () => {
  const [track] = deliveredCut.captionTracks;
  const captions = (track?.captions ?? []).map((each, index) => ({ ...each, startFrame: index * 108_000 }));
  const srt = writeSrt({ languageCode: 'en', captions }, deliveredCut.frameRate);
  const { kept } = await keep('Returns/cut.srt', srt, { ...deliveredCut, startFrame: 108_000 });
  const starts = kept.captionTracks.flatMap((each) => each.captions.map(({ startFrame }) => startFrame));
  expect(starts).toEqual([0, 108_000, 216_000]);
});
