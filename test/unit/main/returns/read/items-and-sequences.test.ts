import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSystemClock } from '../../../../../src-main/hosts/node/system-clock.ts';
import { findReturns } from '../../../../../src-main/returns/watch/find-returns.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import type { Clip, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { directReader } from '../../../../fakes/features/direct-reader.ts';
import { openKeeping, openReturns, placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import {
  caption,
  clip,
  rates,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../../timeline/formats/sample-timelines.ts';

const film = (id: string, type: string) => ({
  ...videoMedia(id, 250),
  fileName: `${id}.${type}`,
  location: `media/${id}.${type}`,
});

/** A delivered cut of two films, 8 s at 25 frames per second. */
function harbour(type = 'mov'): Timeline {
  const media = [film('pier', type), film('boat', type)];
  return timelineOf({
    name: 'Harbour',
    frameRate: rates[25],
    media,
    tracks: [videoTrack('Pictures', ...media.map((one) => clip(one, 100)))],
    captionTracks: [{ languageCode: 'en', captions: [caption(0, 50, 'The pier')] }],
  });
}

async function versionOf(cut: Timeline) {
  return placeVersion(await makeFolder('returns'), { cut });
}

test('says before it keeps a cut which items its documents will lack', async (context) => {
  const report = 'reports/items-not-told/colour-card-between.kdenlive';
  skipFor(reasonWithoutOracle(report), context);
  const { save, settle, all, repository } = await openReturns(undefined, await versionOf(harbour('mp4')));
  await save('Returns/card.kdenlive', await readFile(oraclePath(report)));
  await settle();
  const [{ sentence, formats } = { sentence: null, formats: [] }] = repository.partsOf(
    all()[0]?.returnId ?? '',
  ).staying;
  expect(sentence?.text).toBe('Color clip “Chapter card” at 0:04, 1 s');
  expect(formats).toEqual(expect.arrayContaining(['FCPXML', 'PREMIERE_XML', 'EDL']));
  expect(formats).not.toContain('KDENLIVE');
});

test('keeps the items of an edit, so that it comes back from the same editor without changes', async (context) => {
  const report = 'reports/items-not-told/colour-card-between.kdenlive';
  skipFor(reasonWithoutOracle(report), context);
  const { save, settle, all, returns, projectFolder } = await openKeeping(
    undefined,
    await versionOf(harbour('mp4')),
  );
  await save('Returns/card.kdenlive', await readFile(oraclePath(report)));
  await settle();
  const { keptAs } = await returns.keep(all()[0]?.returnId ?? '');
  const name = keptAs?.versionName ?? '';
  const kept = await readFile(join(projectFolder, name, `${name}.kdenlive`), 'utf8');
  expect(readKdenlive(kept).itemsWithoutMedia).toMatchObject([{ kind: 'colour', startFrame: 100 }]);
});

const withClips = (...clips: Clip[]): Timeline => ({
  ...harbour(),
  captionTracks: [],
  tracks: [videoTrack('Pictures', ...clips)],
});

const onePier = (): string => writeFcpxml(withClips(clip(film('pier', 'mov'), 100)), '1.13');

test.each([
  ['without clips', onePier().replace(/<spine>.*<\/spine>/s, '<spine/>'), 'This cut is empty'],
  [
    'of other films',
    onePier().replaceAll('pier', 'wedding'),
    'This is another cut: it has none of the delivered media',
  ],
])('says what a cut %s is, and makes no version of it', async (_, text, told) => {
  const { save, settle, all, sentences, returns } = await openKeeping(undefined, await versionOf(harbour()));
  await save('Returns/cut.fcpxml', text);
  await settle();
  expect(sentences()).toEqual([[told]]);
  const returnId = all()[0]?.returnId ?? '';
  await expect(returns.keep(returnId)).rejects.toMatchObject({ code: 'conflict' });
  await expect(returns.previewUpdate(returnId, {})).rejects.toMatchObject({ code: 'conflict' });
});

/** Two projects with equally many delivered films, by default neither of the delivered name. */
function twoProjects(nameOfSecond = 'Second'): string {
  const pier = film('pier', 'mov');
  const boat = film('boat', 'mov');
  const text = writeFcpxml({ ...withClips(clip(pier, 100), clip(boat, 50)), name: 'First' }, '1.13');
  const project = /<project [^>]*name="First".*<\/project>/s.exec(text)?.[0] ?? '';
  const second = project.replace('name="First"', `name="${nameOfSecond}"`).replaceAll('uid="', 'uid="2');
  return text.replace(project, `${project}${second}`);
}

test('asks which of several sequences is the cut, and reads the chosen one again from then on', async () => {
  const { save, settle, all, sentences, returns } = await openKeeping(undefined, await versionOf(harbour()));
  await save('Returns/two.fcpxml', twoProjects());
  await settle();
  const asked = all()[0];
  expect(asked).toMatchObject({ state: 'failed', sequences: [{ name: 'First' }, { name: 'Second' }] });
  const returnId = asked?.returnId ?? '';
  await expect(returns.chooseSequence(returnId, 'no such key')).rejects.toMatchObject({ code: 'conflict' });
  const key = asked?.sequences[1]?.key ?? '';
  expect(await returns.chooseSequence(returnId, key)).toMatchObject({
    state: 'described',
    sequences: [],
    readSequence: null,
    error: null,
    returnId,
  });
  expect(sentences().flat()).toContain('Scene 2 shortened by 2 s at its end');
  await settle();
  expect(all()).toMatchObject([{ state: 'described', sequence: key }]);
  expect(await returns.keep(returnId)).toMatchObject({ state: 'kept' });
});

test('says which of several sequences was read without a question, until the document has only one', async () => {
  const { save, settle, all } = await openReturns(undefined, await versionOf(harbour()));
  await save('Returns/two.fcpxml', twoProjects('Harbour'));
  await settle();
  expect(all()).toMatchObject([{ state: 'described', readSequence: { name: 'Harbour', count: 2 } }]);
  await save('Returns/two.fcpxml', writeFcpxml(withClips(clip(film('boat', 'mov'), 90)), '1.13'));
  await settle();
  expect(all()).toMatchObject([{ state: 'described', readSequence: null }]);
});

test('the command lists the sequences, and reads the named one', async () => {
  const version = await versionOf(harbour());
  const { save } = await openReturns(undefined, version);
  await save('Returns/two.fcpxml', twoProjects());
  const { signal } = new AbortController();
  const clock = { ...createSystemClock(), now: () => Number.MAX_SAFE_INTEGER };
  const options = { reader: directReader(), clock, signal };
  const [asked] = await findReturns(version.folder, options);
  expect(asked).toMatchObject({ state: 'failed', sequences: [{ name: 'First' }, { name: 'Second' }] });
  const [read] = await findReturns(version.folder, { ...options, sequence: 'Second' });
  expect(read).toMatchObject({ state: 'described', sequences: [], readSequence: null });
  await save('Returns/two.fcpxml', twoProjects('Harbour'));
  const [named] = await findReturns(version.folder, options);
  expect(named).toMatchObject({ state: 'described', readSequence: { name: 'Harbour', count: 2 } });
});
