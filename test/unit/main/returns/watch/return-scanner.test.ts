import { writeFileSync } from 'node:fs';
import { readFile, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestPath } from '../../../../../src-main/deliveries/version/manifest.ts';
import { settleMs } from '../../../../../src-main/returns/watch/settling-files.ts';
import { writeSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import {
  deliveredCut,
  openReturns,
  placeVersion,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { sampleSentences } from '../../../../fakes/sample-project.ts';

const name = 'Harbour lights_v003';
const kdenlive = (cut: Timeline, fileName = `${name}.kdenlive`): string =>
  writeKdenlive(cut, { fileName }).text;

test('documents as they were delivered are no returns, wherever they are copied to', async () => {
  const { version, settle, all, published, save } = await openReturns();
  expect(await settle()).toMatchObject({ isSettled: true });
  const own = await readFile(join(version.folder, `${name}.mlt`));
  await save('Returns/copied.mlt', own);
  await settle();
  expect(all()).toEqual([]);
  expect(published).toEqual([]);
});

test('a document saved over ours is a return once it rests, and says what changed', async () => {
  const { scan, settle, save, all, sentences, published, clock } = await openReturns();
  await scan();
  await save(`${name}.kdenlive`, kdenlive(withoutSecondScene));
  expect(await scan()).toMatchObject({ isSettled: false });
  expect(all()).toMatchObject([{ state: 'settling', summary: [] }]);
  await clock.advance(settleMs - 1);
  expect(await scan()).toMatchObject({ isSettled: false });
  expect(await settle()).toMatchObject({ isSettled: true });
  expect(published).toEqual([`${name}.kdenlive settling`, `${name}.kdenlive described`]);
  expect(all()).toMatchObject([
    {
      state: 'described',
      editor: 'kdenlive',
      kind: 'timeline',
      versionName: name,
      isMissing: false,
      projectId: 'project-1',
      deliveryId: 'delivery-1',
      counts: { edits: 1, losses: 0 },
    },
  ]);
  expect(sentences()).toEqual([['Scene 2 removed']]);
});

const forms: readonly (readonly [file: string, editor: string, write: (cut: Timeline) => string])[] = [
  ['cut 2.kdenlive', 'kdenlive', (cut) => kdenlive(cut, 'cut 2.kdenlive')],
  ['cut 2.mlt', 'shotcut', (cut) => writeShotcut(cut)],
  ['cut 2.fcpxml', 'final-cut', (cut) => writeFcpxml(cut, '1.13')],
  ['cut 2.fcpxmld/Info.fcpxml', 'final-cut', (cut) => writeFcpxml(cut, '1.13')],
  ['cut 2.xml', 'premiere', (cut) => writeXmeml(cut)],
  ['cut 2.otio', 'otio', (cut) => writeOtio(cut, 'url')],
  ['cut 2.edl', 'edl', (cut) => writeEdl(cut, { fileName: 'cut 2.edl' }).text],
  ['of resolve.fcpxml', 'resolve', (cut) => writeFcpxml({ ...cut, name: 'Timeline 1 (Resolve)' }, '1.10')],
];

test.for(['FCPXML', 'PREMIERE_XML', 'OTIO'] as const)(
  'of a version asked for as %s, a cut may come back in every format, beside our documents or among the returns',
  async (format) => {
    const version = await placeVersion(await makeFolder('formats'), { format });
    const { save, settle, all, repository } = await openReturns(undefined, version);
    for (const [index, [file, , write]] of forms.entries())
      await save(index % 2 === 0 ? file : `Returns/${file}`, write(withoutSecondScene));
    await settle();
    const found = all().map(({ fileName, editor, state, returnId }) => [
      fileName,
      editor,
      state,
      ...repository
        .partsOf(returnId)
        .edits.filter(({ kind }) => kind !== 'format-loss')
        .map(({ sentence }) => sentence.text),
    ]);
    const wanted = forms.map(([file, editor]) => [
      file.split('/')[0],
      editor,
      'described',
      'Scene 2 removed',
    ]);
    expect(found.toSorted()).toEqual(wanted.toSorted());
  },
);

test('strips show both cuts, and which clip is which', async () => {
  const { save, settle, repository, all } = await openReturns();
  await save('Returns/cut.otio', writeOtio(withoutSecondScene, 'url'));
  await settle();
  const [strips] = all().map(({ returnId }) => repository.partsOf(returnId).strips);
  const delivered = strips?.delivered;
  const returned = strips?.returned;
  expect([delivered?.durationFrames, returned?.durationFrames]).toEqual([180, 120]);
  expect(delivered?.rows.map(({ role, events }) => [role, events.length])).toEqual([
    ['video', 3],
    ['dialogue', 3],
  ]);
  const [before = [], after = []] = [delivered, returned].map((strip) => strip?.rows[0]?.events);
  expect(before.map(({ scene, counterparts }) => [scene, counterparts])).toEqual([
    [1, after.slice(0, 1).map(({ eventId }) => eventId)],
    [2, []],
    [3, after.slice(1).map(({ eventId }) => eventId)],
  ]);
  expect(after).toMatchObject([
    { name: 'scene-01.png', startFrame: 0, endFrame: 60, scene: 1 },
    { name: 'scene-03.png', startFrame: 60, endFrame: 120, scene: 3 },
  ]);
});

test('markers where scenes begin came from the app, and one that was renamed is reported', async () => {
  const { save, settle, sentences } = await openReturns();
  const marker = (frame: number, scene: number, of = 'Scene') => {
    return { frame, name: `${of} ${String(scene)}`, note: sampleSentences[scene - 1] ?? '' };
  };
  const markers = [marker(0, 1), marker(60, 3)];
  await save('Returns/cut.mlt', writeShotcut({ ...withoutSecondScene, markers }));
  await settle();
  expect(sentences()).toEqual([['Scene 2 removed']]);
  await save(
    'Returns/cut.mlt',
    writeShotcut({ ...withoutSecondScene, markers: [marker(0, 1), marker(60, 3, 'Finale')] }),
  );
  await settle();
  expect(sentences()).toEqual([['Scene 2 removed', 'Marker “Scene 3” renamed to “Finale 3”']]);
});

test('returned captions are compared with the delivered ones', async () => {
  const { save, settle, all, sentences } = await openReturns();
  const [track] = deliveredCut.captionTracks;
  const captions = (track?.captions ?? []).map((caption, index) =>
    index === 0 ? { ...caption, lines: ['The harbour sleeps.'] } : caption,
  );
  await save('Returns/captions.srt', writeSrt({ languageCode: 'en', captions }, deliveredCut.frameRate));
  await settle();
  expect(all()).toMatchObject([{ editor: 'srt', kind: 'captions', state: 'described' }]);
  expect(sentences()).toEqual([['Caption “The harbour wakes.” is now “The harbour sleeps.”']]);
});

test('captions of a Kdenlive project are part of it', async () => {
  const { version, save, settle, sentences } = await openReturns();
  await settle();
  const side = join(version.folder, `${name}.kdenlive.ass`);
  await writeFile(
    side,
    (await readFile(side, 'utf8')).replace('[Script Info]\n', '[Script Info]\n; Written once more\n'),
  );
  await settle();
  expect(sentences(), 'the same captions written otherwise are no return').toEqual([]);
  const captionTracks = deliveredCut.captionTracks.map((each) => ({
    ...each,
    captions: each.captions.map((caption, index) =>
      index === 0 ? { ...caption, lines: ['Good morning.'] } : caption,
    ),
  }));
  const fileName = `${name}.kdenlive`;
  const { sideFiles } = writeKdenlive({ ...deliveredCut, captionTracks }, { fileName });
  for (const { text } of sideFiles) await writeFile(side, text);
  await settle();
  expect(sentences()).toEqual([['Caption “The harbour wakes.” is now “Good morning.”']]);
  await save('Returns/alone.kdenlive', kdenlive(withoutSecondScene));
  await settle();
  expect(sentences()[0]).toContain('Scene 2 removed');
});

test('a file that is still written is not read, and one that rests unreadable says so until it is mended', async () => {
  const { save, scan, settle, clock, all, sentences, log } = await openReturns();
  const whole = writeFcpxml(withoutSecondScene, '1.13');
  for (const share of [0.3, 0.6, 0.9]) {
    await save('Returns/cut.fcpxml', whole.slice(0, whole.length * share));
    expect(await scan()).toMatchObject({ isSettled: false });
    await clock.advance(settleMs - 1);
  }
  expect(all()).toMatchObject([{ state: 'settling' }]);
  expect(await settle()).toMatchObject({ isSettled: true });
  expect(all()).toMatchObject([
    { state: 'failed', error: { code: 'document_unreadable', details: { document: 'cut.fcpxml' } } },
  ]);
  await save('Returns/cut.fcpxml', whole);
  await settle();
  expect(all()).toMatchObject([{ state: 'described', error: null }]);
  expect(sentences()).toEqual([['Scene 2 removed']]);
  expect(log.lines).toEqual([]);
});

test('returns saved while the app was closed are read at once', async () => {
  const { save, scan, all } = await openReturns();
  const path = await save('Returns/cut.fcpxml', writeFcpxml(withoutSecondScene, '1.13'));
  await utimes(path, 1_760_000_000, 1_760_000_000);
  const torn = await save('Returns/torn.fcpxml', '<fcpxml version="1.13">');
  await utimes(torn, 1_760_000_000, 1_760_000_000);
  expect(await scan()).toMatchObject({ isSettled: false });
  expect(
    all()
      .map(({ fileName, state }) => [fileName, state])
      .toSorted(),
  ).toEqual([
    ['cut.fcpxml', 'described'],
    ['torn.fcpxml', 'settling'],
  ]);
});

test('a save through another name and a rename is one return', async () => {
  const { version, save, settle, all, published } = await openReturns();
  await settle();
  const temporary = await save('Harbour.kdenlive.XyZ123', kdenlive(withoutSecondScene));
  await settle();
  await rename(temporary, join(version.folder, `${name}.kdenlive`));
  await settle();
  expect(all()).toMatchObject([{ fileName: `${name}.kdenlive`, state: 'described' }]);
  expect(published).toEqual([`${name}.kdenlive settling`, `${name}.kdenlive described`]);
});

test('a document that is overwritten again is one return, which says what changed in all', async () => {
  const { save, settle, scan, all, sentences, repository } = await openReturns();
  await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await settle();
  const [first] = all();
  await save('Returns/cut.kdenlive', kdenlive(shorterEnd));
  await scan();
  expect(all(), 'as long as it is not read again, what is known stays').toMatchObject([
    { state: 'described' },
  ]);
  await settle();
  expect(all().map(({ returnId }) => returnId)).toEqual([first?.returnId]);
  expect(sentences()).toEqual([['Scene 3 shortened by 0.5 s at its end']]);
  for (const record of all()) repository.put({ ...record, state: 'dismissed' });
  await save('Returns/cut.kdenlive', kdenlive(shorterEnd));
  await settle();
  expect(all(), 'the same content once more stays put away').toMatchObject([{ state: 'dismissed' }]);
  await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await settle();
  expect(all()).toMatchObject([{ state: 'described', summary: [{ text: 'Scene 2 removed' }] }]);
});

test('a file that goes before it was read was none, and one that goes later is missing until it is back', async () => {
  const { version, save, scan, settle, all, published } = await openReturns();
  const path = await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await scan();
  await unlink(path);
  await settle();
  expect(all()).toEqual([]);
  expect(published).toEqual(['cut.kdenlive settling', 'removed']);
  await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await settle();
  await rename(path, join(version.folder, 'away'));
  await scan();
  expect(all()).toMatchObject([{ state: 'described', isMissing: true }]);
  await rename(join(version.folder, 'away'), path);
  await scan();
  expect(all()).toMatchObject([{ state: 'described', isMissing: false }]);
  await rename(version.folder, `${version.folder} elsewhere`);
  await scan();
  expect(all()).toMatchObject([{ state: 'described', isMissing: true }]);
});

test('a file that still settles survives its drive being unplugged', async () => {
  const { version, save, scan, settle, all } = await openReturns();
  await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await scan();
  await rename(version.folder, `${version.folder} unplugged`);
  await scan();
  await rename(`${version.folder} unplugged`, version.folder);
  await settle();
  expect(all()).toMatchObject([{ state: 'described', isMissing: false }]);
});

test('files of the same name in two versions are two returns', async () => {
  const root = await makeFolder('versions');
  const third = await placeVersion(root);
  const fourth = await placeVersion(root, { version: 4, deliveryId: 'delivery-2' });
  const { settle, all, repository } = await openReturns(undefined, third);
  await writeFile(join(third.folder, 'Returns', 'cut.kdenlive'), kdenlive(withoutSecondScene));
  await writeFile(join(fourth.folder, 'Returns', 'cut.kdenlive'), kdenlive(shorterEnd));
  await settle();
  await settle(fourth);
  const found = all().map(({ versionName, returnId }) => [
    versionName,
    repository.partsOf(returnId).edits.map(({ sentence }) => sentence.text),
  ]);
  expect(found.toSorted()).toEqual([
    ['Harbour lights_v003', ['Scene 2 removed']],
    ['Harbour lights_v004', ['Scene 3 shortened by 0.5 s at its end', 'Not carried by the format: captions']],
  ]);
});

test('hidden files, backups, files programs work in and documents of other programs are no returns', async () => {
  const { save, settle, all } = await openReturns();
  const text = kdenlive(withoutSecondScene);
  const names = [
    '.cut.kdenlive',
    '~cut.kdenlive',
    'cut_backup0.kdenlive',
    'cut.kdenlive~',
    '#cut.kdenlive#',
    '.~lock.cut.kdenlive#',
  ];
  const others = ['cut.prproj', 'cut.drp', 'notes.txt', 'cut.kdenlive.lock', 'cut.kdenlive.tmp', 'still.png'];
  for (const each of [...names, ...others]) await save(`Returns/${each}`, text);
  await save('Harbour.mp4', 'a movie beside the documents');
  await save('Returns/folder.kdenlive/inside.kdenlive', text);
  await settle();
  expect(all()).toEqual([]);
});

test('a movie among the returns is one once it has an index and ends where its boxes end', async () => {
  const { save, settle, all } = await openReturns();
  const box = (kind: string, size: number): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(size + 8);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, Buffer.alloc(size)]);
  };
  const unfinished = Buffer.concat([box('ftyp', 16), box('mdat', 1000)]);
  await save('Returns/final.mp4', unfinished);
  expect(await settle()).toMatchObject({ isSettled: false });
  expect(all()).toMatchObject([{ kind: 'movie', state: 'settling' }]);
  await save('Returns/final.mp4', Buffer.concat([unfinished, box('moov', 200)]));
  expect(await settle()).toMatchObject({ isSettled: true });
  expect(all()).toMatchObject([{ kind: 'movie', editor: 'movie', state: 'described', summary: [] }]);
});

test('ten thousand files are looked through and the one return is found', async () => {
  const { version, settle, all } = await openReturns();
  const folder = join(version.folder, 'Returns');
  for (let number = 0; number < 10_000; number += 1)
    writeFileSync(join(folder, `frame-${String(number)}.png`), '');
  await writeFile(join(folder, 'cut.kdenlive'), kdenlive(withoutSecondScene));
  await settle();
  expect(all()).toMatchObject([{ fileName: 'cut.kdenlive', state: 'described' }]);
});

test('a version at rest is known by the size and time of its manifest, which is not read again', async () => {
  const { version, scan, settle, save, all } = await openReturns();
  const path = manifestPath(version.folder);
  const writtenAt = 1_790_000_000;
  await utimes(path, writtenAt, writtenAt);
  await save(`${name}.kdenlive`, kdenlive(withoutSecondScene));
  await settle();
  const { length } = await readFile(path);
  await writeFile(path, Buffer.alloc(length));
  await utimes(path, writtenAt, writtenAt);
  await scan();
  expect(all()).toMatchObject([{ state: 'described', isMissing: false }]);
  await writeFile(path, '');
  await scan();
  expect(all()).toMatchObject([{ state: 'described', isMissing: true }]);
});

test('a restart knows every return again and publishes none twice', async () => {
  const { state, version, save, settle, repository } = await openReturns();
  await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
  await save(`${name}.mlt`, writeShotcut(shorterEnd));
  await settle();
  const before = repository.page({ projectId: null, withDismissed: true }, 0, 10);
  const again = await openReturns(state, version);
  await again.settle();
  expect(again.all()).toEqual(before);
  expect(again.published).toEqual([]);
});

test('a crash at any write leaves nothing twice and nothing lost', async () => {
  for (let writes = 0; writes < 4; writes += 1) {
    const { state, version, save, settle, repository } = await openReturns();
    let left = writes;
    const stop = (): void => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    for (const name of ['put', 'putWhole', 'delete'] as const) {
      const real = repository[name].bind(repository) as (...args: unknown[]) => void;
      Object.assign(repository, {
        [name]: (...args: unknown[]) => {
          stop();
          real(...args);
        },
      });
    }
    await save('Returns/cut.kdenlive', kdenlive(withoutSecondScene));
    await save('Returns/gone.kdenlive', kdenlive(shorterEnd));
    await settle().catch((error: unknown) => {
      expect(error).toMatchObject({ message: 'killed' });
    });
    await rm(join(version.folder, 'Returns', 'gone.kdenlive'));
    const again = await openReturns(state, version);
    await again.settle();
    const whole = again.all().filter(({ isMissing }) => !isMissing);
    expect(whole).toMatchObject([{ fileName: 'cut.kdenlive', state: 'described' }]);
    expect(again.repository.partsOf(whole[0]?.returnId ?? '').edits).toHaveLength(1);
  }
});
