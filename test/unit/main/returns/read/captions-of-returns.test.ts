import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../../../src-main/foundation/files/sha256-of.ts';
import { findReturns } from '../../../../../src-main/returns/watch/find-returns.ts';
import { settleMs } from '../../../../../src-main/returns/watch/settling-files.ts';
import { writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { captionsIn, vttOf } from '../../../../fakes/captions-text.ts';
import { directReader } from '../../../../fakes/features/direct-reader.ts';
import {
  deliveredCut,
  openReturns,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { createHastyClock } from '../../../../fakes/turned-clock.ts';

const longAgo = 1_760_000_000;
const name = 'Harbour lights_v003';
const ofResolve = (cut: Timeline): Timeline => ({ ...cut, name: 'Timeline 1 (Resolve)' });
const withoutCaptions = (cut: Timeline): Timeline => ({ ...cut, captionTracks: [] });

const sleeps = captionsIn(deliveredCut, 'The harbour sleeps.');
const dreams = captionsIn(deliveredCut, 'The harbour dreams.');
const saysSleeps = 'Caption “The harbour wakes.” is now “The harbour sleeps.”';
const saysDreams = 'Caption “The harbour wakes.” is now “The harbour dreams.”';

const forms: readonly (readonly [suffix: string, write: (cut: Timeline) => string])[] = [
  ['xml', (cut) => writeXmeml(ofResolve(cut))],
  ['fcpxml', (cut) => writeFcpxml(ofResolve(withoutCaptions(cut)), '1.10')],
  ['otio', (cut) => writeOtio(cut, 'url')],
  ['edl', (cut) => writeEdl(cut, { fileName: 'cut.edl' }).text],
];

test.for(forms)(
  'captions beside a returned .%s of the same name are those of its cut, and no return of their own',
  async ([suffix, write]) => {
    const { save, settle, all, sentences, published } = await openReturns();
    await save(`Returns/Cut.${suffix}`, write(withoutSecondScene));
    await save('Returns/cut.SRT', captionsIn(withoutSecondScene, 'The harbour sleeps.'));
    await settle();
    expect(all()).toMatchObject([{ fileName: `Cut.${suffix}`, kind: 'timeline', state: 'described' }]);
    const [edits = []] = sentences();
    expect(edits.slice(0, 2)).toEqual([saysSleeps, 'Scene 2 removed']);
    expect(edits.slice(2).join(), 'no other change, and no captions lost').not.toMatch(/caption|scene/i);
    expect(published).toEqual([`Cut.${suffix} settling`, `Cut.${suffix} described`]);
    expect(await settle()).toMatchObject({ isSettled: true });
    expect(published, 'nothing is read twice').toHaveLength(2);
  },
);

test('captions in WebVTT belong to the timeline too', async () => {
  const { save, settle, sentences } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await save('Returns/cut.vtt', vttOf(deliveredCut, 'The harbour sleeps.'));
  await settle();
  expect(sentences()).toEqual([[saysSleeps, 'Scene 3 shortened by 0.5 s at its end']]);
});

test('a timeline and captions that are written one after the other are one return, in either order', async () => {
  const { scan, save, settle, all, clock, published, announced, sentences } = await openReturns();
  await save('Returns/a.srt', sleeps);
  await scan();
  await clock.advance(settleMs - 1);
  await save('Returns/a.xml', writeXmeml(deliveredCut));
  await scan();
  await clock.advance(1);
  await scan();
  expect(published, 'the captions wait for the timeline').not.toContain('a.srt described');
  await settle();
  expect(all().map(({ fileName, state }) => [fileName, state])).toEqual([['a.xml', 'described']]);
  await save('Returns/b.xml', writeXmeml(deliveredCut));
  await scan();
  await clock.advance(settleMs - 1);
  await save('Returns/b.srt', dreams);
  await scan();
  await clock.advance(1);
  await scan();
  expect(published, 'the timeline waits for the captions').not.toContain('b.xml described');
  await settle();
  expect(all().map(({ fileName }) => fileName)).toEqual(['b.xml', 'a.xml']);
  expect(sentences()).toEqual([[saysDreams], [saysSleeps]]);
  expect(announced).toEqual(['a.xml', 'b.xml']);
});

test('captions that come to a timeline that waits for a decision, or before it, join its return', async () => {
  const { save, settle, all, sentences, published } = await openReturns();
  await save('Returns/a.xml', writeXmeml(shorterEnd));
  await settle();
  const [before] = all();
  await save('Returns/a.srt', sleeps);
  await settle();
  expect(all()).toMatchObject([{ returnId: before?.returnId, state: 'described' }]);
  expect(sentences()).toEqual([[saysSleeps, 'Scene 3 shortened by 0.5 s at its end']]);
  await save('Returns/b.srt', dreams);
  await settle();
  expect(all()).toHaveLength(2);
  await save('Returns/b.xml', writeXmeml(deliveredCut));
  await settle();
  expect(
    all()
      .map(({ fileName }) => fileName)
      .toSorted(),
  ).toEqual(['a.xml', 'b.xml']);
  expect(published).toContain('removed');
  const told = published.length;
  await settle();
  expect(published).toHaveLength(told);
});

test('a quit between the return and its captions leaves one return', async () => {
  const { save, settle, all, state, version, repository } = await openReturns();
  await save('Returns/a.srt', sleeps);
  await settle();
  const [captions] = all();
  if (!captions) throw new Error('There is no return.');
  await save('Returns/a.xml', writeXmeml(deliveredCut));
  await settle();
  // The app ended before it removed the captions’ own return.
  repository.put(captions);
  const later = await openReturns(state, version);
  await later.settle();
  expect(later.all()).toMatchObject([{ fileName: 'a.xml', state: 'described' }]);
  expect(later.sentences()).toEqual([[saysSleeps]]);
});

test('captions as they were delivered change nothing, and a return without others has the fingerprint it always had', async () => {
  const { save, settle, all, sentences, version } = await openReturns();
  await save('Returns/alone.xml', writeXmeml(withoutSecondScene));
  await settle();
  const [alone] = all();
  await save('Returns/cut.xml', writeXmeml(withoutSecondScene));
  await save('Returns/cut.srt', await readFile(join(version.folder, `${name}.srt`)));
  await save('Returns/cut_de.srt', await readFile(join(version.folder, `${name}.srt`)));
  await settle();
  expect(all().map(({ fingerprint }) => fingerprint)).toEqual([alone?.fingerprint, alone?.fingerprint]);
  expect(new Set(sentences().map((each) => each.join()))).toEqual(
    new Set(['Scene 2 removed,Not carried by the format: captions']),
  );
  expect(alone?.fingerprint).toBe(sha256Of(writeXmeml(withoutSecondScene)));
});

test('delivered documents and captions belong together only where an editor saved over the document', async () => {
  const { save, settle, all, sentences } = await openReturns();
  await save(`${name}.srt`, sleeps);
  await settle();
  expect(all().map(({ fileName, kind }) => [fileName, kind])).toEqual([[`${name}.srt`, 'captions']]);
  await save(`${name}.fcpxml`, writeFcpxml(withoutCaptions(withoutSecondScene), '1.13'));
  await settle();
  expect(all().map(({ fileName, kind }) => [fileName, kind])).toEqual([[`${name}.fcpxml`, 'timeline']]);
  expect(sentences()[0]).toContain(saysSleeps);
});

test('captions that cannot be read or have no words stay returns of their own', async () => {
  const { save, settle, all, sentences, published, announced } = await openReturns();
  await save('Returns/a.xml', writeXmeml(shorterEnd));
  await save('Returns/a.srt', 'no captions');
  await save('Returns/c.xml', writeXmeml(shorterEnd));
  await save('Returns/c.srt', '');
  await settle();
  await settle();
  const states = () => Object.fromEntries(all().map(({ fileName, state }) => [fileName, state]));
  const wanted = { 'a.xml': 'described', 'a.srt': 'failed', 'c.xml': 'described', 'c.srt': 'described' };
  expect(states()).toEqual(wanted);
  const told = published.length;
  await settle();
  await settle();
  expect(published).toHaveLength(told);
  expect(announced.join(', ').split(', ')).toHaveLength(4);
  await save('Returns/a.srt', sleeps);
  await settle();
  expect(states()).toEqual({ 'a.xml': 'described', 'c.xml': 'described', 'c.srt': 'described' });
  expect(sentences().filter((each) => each.includes(saysSleeps))).toHaveLength(1);
});

test('captions beside a timeline that cannot be read wait with it', async () => {
  const { save, settle, all, sentences } = await openReturns();
  await save('Returns/b.xml', '<xmeml');
  await save('Returns/b.srt', sleeps);
  await settle();
  await settle();
  expect(all()).toMatchObject([{ fileName: 'b.xml', state: 'failed', captions: ['b.srt'] }]);
  expect(all()).toHaveLength(1);
  await save('Returns/b.xml', writeXmeml(deliveredCut));
  await settle();
  expect(sentences()).toEqual([[saysSleeps]]);
});

/** The delivered cut with other words in its first caption. */
const saying = (text: string): Timeline => ({
  ...deliveredCut,
  captionTracks: deliveredCut.captionTracks.map((track) => ({
    ...track,
    captions: track.captions.map((one, index) => (index === 0 ? { ...one, lines: [text] } : one)),
  })),
});

test('the file beside a document counts where it differs from the delivered captions, else the document does', async () => {
  const { save, settle, sentences } = await openReturns();
  await save('Returns/cut.fcpxml', writeFcpxml(saying('The harbour sleeps.'), '1.13'));
  await save('Returns/cut.srt', dreams);
  await settle();
  expect(sentences()).toEqual([[saysDreams]]);
  await save('Returns/cut.srt', captionsIn(deliveredCut).replaceAll('\r\n', '\n'));
  await settle();
  expect(sentences()).toEqual([[saysSleeps]]);
});

test('captions of a document that was exported after the file beside it count, unless they are the delivered ones', async () => {
  const { save, settle, sentences } = await openReturns();
  const path = await save('Returns/cut.srt', dreams);
  await utimes(path, longAgo, longAgo);
  await save('Returns/cut.fcpxml', writeFcpxml(saying('The harbour sleeps.'), '1.13'));
  await settle();
  expect(sentences()).toEqual([[saysSleeps]]);
  await save('Returns/later.fcpxml', writeFcpxml(deliveredCut, '1.13'));
  await utimes(await save('Returns/later.srt', dreams), longAgo, longAgo);
  await settle();
  expect(sentences()).toContainEqual([saysDreams]);
});

test('captions beside a timeline in a watched folder belong to its return, and those of a stranger’s do not', async () => {
  const { scanFolder, scan, clock, all, sentences, published } = await openReturns();
  const folder = await makeFolder('cuts');
  const foreign = { ...withoutSecondScene, captionTracks: [], tracks: [], media: [], name: 'Wedding' };
  await writeFile(join(folder, 'wedding.otio'), writeOtio(foreign, 'url'));
  await writeFile(join(folder, 'wedding.srt'), dreams);
  await writeFile(join(folder, 'cut.srt'), sleeps);
  await writeFile(join(folder, 'cut.xml'), writeXmeml(ofResolve(shorterEnd)));
  const look = async (): Promise<void> => {
    await scanFolder(folder);
    await scan();
    await clock.advance(settleMs);
  };
  for (let turn = 0; turn < 4; turn += 1) await look();
  const found = () => all().map(({ fileName, state }) => [fileName, state]);
  const both = [
    ['cut.xml', 'described'],
    ['wedding.srt', 'described'],
  ];
  expect(found().toSorted()).toEqual(both);
  expect(sentences().flat()).toContain(saysSleeps);
  const before = published.length;
  for (let turn = 0; turn < 2; turn += 1) await look();
  expect(published).toHaveLength(before);
  await writeFile(join(folder, 'cut.srt'), dreams);
  for (let turn = 0; turn < 3; turn += 1) await look();
  expect(found().toSorted()).toEqual(both);
  expect(sentences().flat()).not.toContain(saysSleeps);
});

test('the command lists captions with their timeline, even one that cannot be read', async () => {
  const { version, save } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(deliveredCut));
  await save('Returns/cut.srt', sleeps);
  await save('Returns/torn.xml', '<xmeml');
  await save('Returns/torn.srt', dreams);
  const found = await findReturns(version.folder, {
    reader: directReader(),
    clock: createHastyClock(),
    signal: new AbortController().signal,
  });
  expect(found.map(({ path, edits }) => [path, edits.map(({ sentence }) => sentence)])).toEqual([
    [join(version.folder, 'Returns', 'cut.xml'), [saysSleeps]],
    [join(version.folder, 'Returns', 'torn.xml'), []],
  ]);
});

test('captions that belong to no return are not read again and again', async () => {
  const { save, settle, scan, all, repository, version } = await openReturns();
  await save('Returns/a.xml', writeXmeml(shorterEnd));
  await save('Returns/a.vtt', 'not WebVTT');
  await save('Returns/b.xml', writeXmeml(shorterEnd));
  await save('Returns/b.vtt', await readFile(join(version.folder, `${name}.srt`)));
  await save('Returns/c.xml', writeXmeml(shorterEnd));
  await settle();
  for (const record of all()) repository.put({ ...record, state: 'dismissed' });
  await save('Returns/c.vtt', vttOf(deliveredCut, 'The harbour sleeps.'));
  for (let turn = 0; turn < 3; turn += 1) await settle();
  const states = all().map(({ fileName, state }) => `${fileName} ${state}`);
  expect(states.toSorted()).toEqual([
    'a.vtt dismissed',
    'a.xml dismissed',
    'b.xml dismissed',
    'c.xml described',
  ]);
  const list = repository.listOfDelivery.bind(repository);
  let reads = 0;
  repository.listOfDelivery = (deliveryId) => {
    reads += 1;
    return list(deliveryId);
  };
  expect(await scan()).toEqual({ isSettled: true, isThere: true });
  expect(reads).toBe(0);
});
