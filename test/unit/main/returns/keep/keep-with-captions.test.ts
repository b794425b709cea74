import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../../../../src-main/deliveries/version/manifest.ts';
import { readVersionCut } from '../../../../../src-main/deliveries/version/version-cut.ts';
import { documentPrintOf, fingerprintWith } from '../../../../../src-main/returns/read/return-content.ts';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { captionsIn } from '../../../../fakes/captions-text.ts';
import {
  deliveredCut,
  openKeeping,
  placeVersion,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { aDelivery } from '../../../../fakes/main-records.ts';

const sleeps = captionsIn(withoutSecondScene, 'The harbour sleeps.');

const linesOf = (cut: Timeline | null): readonly string[] =>
  (cut?.captionTracks ?? []).flatMap(({ languageCode, captions }) =>
    captions.map(({ startFrame, lines }) => `${languageCode} ${String(startFrame)} ${lines.join(' ')}`),
  );

/** The delivered cut with captions in German too. */
const inTwoLanguages: Timeline = {
  ...deliveredCut,
  captionTracks: deliveredCut.captionTracks.flatMap((track) => [
    track,
    {
      languageCode: 'de',
      captions: track.captions.map((one, index) => ({ ...one, lines: [`Satz ${String(index + 1)}.`] })),
    },
  ]),
};

/** Returns the cut of the version that a return is kept as. */
async function keepOnly({ returns, all, projectFolder }: Awaited<ReturnType<typeof openKeeping>>) {
  expect(all()).toHaveLength(1);
  const { keptAs } = await returns.keep(all()[0]?.returnId ?? '');
  const folder = join(projectFolder, keptAs?.versionName ?? '');
  const manifest = await readManifest(folder);
  const stem = join(folder, keptAs?.versionName ?? '');
  return { cut: manifest && (await readVersionCut(folder, manifest)), stem };
}

test('a kept return has the captions that came beside it, in every document', async () => {
  const parts = await openKeeping();
  await parts.save('Returns/cut.xml', writeXmeml(withoutSecondScene));
  await parts.save('Returns/cut.srt', sleeps);
  await parts.settle();
  const { cut, stem } = await keepOnly(parts);
  expect(linesOf(cut)).toEqual(['en 0 The harbour sleeps.', 'en 60 Nobody counts them out.']);
  expect(await readFile(`${stem}.srt`, 'utf8')).toContain('sleeps');
  expect(linesOf(readFcpxml(await readFile(`${stem}.fcpxml`, 'utf8')))[0]).toContain('sleeps');
  expect(parts.all()).toMatchObject([{ fileName: 'cut.xml', state: 'kept', captions: ['cut.srt'] }]);
});

test.for([
  ['cut.srt', ['en 0 The harbour sleeps.', 'en 60 Nobody counts them out.', 'de 0 Satz 1.', 'de 60 Satz 3.']],
  [
    'cut_de.srt',
    [
      'en 0 The harbour wakes.',
      'en 60 Nobody counts them out.',
      'de 0 The harbour sleeps.',
      'de 60 Nobody counts them out.',
    ],
  ],
] as const)(
  'captions in %s replace those of their language, and others stay as delivered',
  async ([file, wanted]) => {
    const version = await placeVersion(await makeFolder('returns'), { cut: inTwoLanguages });
    const parts = await openKeeping(undefined, version);
    await parts.save('Returns/cut.xml', writeXmeml(withoutSecondScene));
    await parts.save(`Returns/${file}`, sleeps);
    await parts.settle();
    expect(parts.sentences()[0]).toContain('Scene 2 removed');
    expect(parts.sentences()[0]).not.toContain('Not carried by the format: captions');
    const { cut } = await keepOnly(parts);
    expect(linesOf(cut)).toEqual(wanted);
  },
);

test('a document with captions of its own keeps them in the languages without a file beside it', async () => {
  const version = await placeVersion(await makeFolder('returns'), { cut: inTwoLanguages });
  const parts = await openKeeping(undefined, version);
  const german = inTwoLanguages.captionTracks.filter(({ languageCode }) => languageCode === 'de');
  const changed = german.map((track) => ({
    ...track,
    captions: track.captions.map((one, index) => (index === 0 ? { ...one, lines: ['Anders.'] } : one)),
  }));
  await parts.save('Returns/cut.fcpxml', writeFcpxml({ ...deliveredCut, captionTracks: changed }, '1.13'));
  await parts.save('Returns/cut.en.srt', captionsIn(deliveredCut, 'The harbour sleeps.'));
  await parts.settle();
  const { cut } = await keepOnly(parts);
  expect(linesOf(cut).filter((line) => line.includes(' 0 '))).toEqual([
    'en 0 The harbour sleeps.',
    'de 0 Anders.',
  ]);
});

test('a return is kept only with the captions that were described', async () => {
  const { save, settle, all, returns } = await openKeeping();
  await save('Returns/cut.xml', writeXmeml(withoutSecondScene));
  const path = await save('Returns/cut.srt', sleeps);
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  await save('Returns/cut.srt', captionsIn(withoutSecondScene, 'The harbour dreams.'));
  await expect(returns.keep(returnId)).rejects.toMatchObject({ code: 'conflict' });
  await rm(path);
  await expect(returns.keep(returnId)).rejects.toMatchObject({ code: 'conflict' });
  await settle();
  expect(await returns.keep(returnId)).toMatchObject({ state: 'kept', captions: [] });
});

test('captions beside an edit are merged with the project’s, and a caption that both changed is a conflict', async () => {
  const parts = await openKeeping();
  const { save, settle, all, returns, ledger, projectFolder } = parts;
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await save('Returns/cut.srt', captionsIn(shorterEnd, 'The harbour sleeps.'));
  await settle();
  const words = (cut: Timeline, at: number, text: string): Timeline => ({
    ...cut,
    captionTracks: cut.captionTracks.map((track) => ({
      ...track,
      captions: track.captions.map((one, index) => (index === at ? { ...one, lines: [text] } : one)),
    })),
  });
  const send = async (number: number, cut: Timeline): Promise<void> => {
    const deliveryId = `delivery-${String(number)}`;
    const { folder } = await placeVersion(join(projectFolder, '..'), { version: number, deliveryId, cut });
    ledger.put(aDelivery({ deliveryId, state: 'done', folderPath: folder, createdAt: number }));
  };
  await send(4, words(deliveredCut, 1, 'Boats come back.'));
  const [{ returnId } = { returnId: '' }] = all();
  const preview = await returns.previewUpdate(returnId, {});
  expect(preview.conflicts).toEqual([]);
  const updated = await returns.update(returnId, { deliveryId: 'delivery-4', choices: {} });
  const folder = join(projectFolder, updated.keptAs?.versionName ?? '');
  const manifest = await readManifest(folder);
  expect(linesOf(manifest && (await readVersionCut(folder, manifest)))).toEqual([
    'en 0 The harbour sleeps.',
    'en 60 Boats come back.',
    'en 120 Nobody counts them out.',
  ]);
  await send(6, words(deliveredCut, 0, 'The harbour shines.'));
  const { conflicts } = await returns.previewUpdate(returnId, {});
  expect(conflicts.map(({ field, ours, theirs }) => [field, ours[0]?.text, theirs[0]?.text])).toEqual([
    [
      'captions',
      'Caption “The harbour wakes.” is now “The harbour sleeps.”',
      'Caption “The harbour wakes.” is now “The harbour shines.”',
    ],
  ]);
});

test('a timeline dropped on the window is read with its captions, and captions of a return give that return', async () => {
  const { returns, all, sentences, scan, published } = await openKeeping();
  const folder = await makeFolder('desktop');
  const timeline = join(folder, 'cut.xml');
  const captions = join(folder, 'cut.srt');
  await writeFile(captions, captionsIn(deliveredCut, 'The harbour sleeps.'));
  expect(await returns.take(captions)).toMatchObject({ kind: 'captions' });
  await writeFile(timeline, writeXmeml(deliveredCut));
  const taken = await returns.take(timeline);
  await scan();
  expect(all()).toMatchObject([{ returnId: taken.returnId, fileName: 'cut.xml' }]);
  expect(published).toContain('removed');
  expect(sentences()).toEqual([['Caption “The harbour wakes.” is now “The harbour sleeps.”']]);
  expect(await returns.take(captions)).toEqual(taken);
  expect(await returns.take(timeline)).toEqual(taken);
  await scan();
  expect(all()).toEqual([taken]);
});

test.for(['described', 'dismissed'] as const)(
  'Opens a %s timeline’s return again when its changed captions are dropped on the window',
  async (state) => {
    const { returns, repository, sentences } = await openKeeping();
    const folder = await makeFolder('desktop');
    const timeline = join(folder, 'cut.xml');
    const captions = join(folder, 'cut.srt');
    await writeFile(timeline, writeXmeml(deliveredCut));
    await writeFile(captions, captionsIn(deliveredCut, 'The harbour sleeps.'));
    const { returnId } = await returns.take(timeline);
    repository.put({ ...(repository.get(returnId) ?? expect.fail()), state });
    expect(await returns.take(captions), 'as they were decided on').toMatchObject({ returnId, state });
    await writeFile(captions, captionsIn(deliveredCut, 'The harbour dreams.'));
    expect(await returns.take(captions)).toMatchObject({ returnId, state: 'described' });
    expect(sentences()).toEqual([['Caption “The harbour wakes.” is now “The harbour dreams.”']]);
  },
);

test('captions that are described while an update is merged without them leave the return open', async () => {
  const { save, settle, all, returns, ledger, projectFolder, repository } = await openKeeping();
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await save('Returns/cut.srt', captionsIn(shorterEnd, 'The harbour sleeps.'));
  await settle();
  const deliveryId = 'delivery-4';
  const cut = withoutSecondScene;
  const { folder } = await placeVersion(join(projectFolder, '..'), { version: 4, deliveryId, cut });
  ledger.put(aDelivery({ deliveryId, state: 'done', folderPath: folder, createdAt: 4 }));
  const record = () => all()[0] ?? expect.fail('There is no return.');
  const changed = fingerprintWith(documentPrintOf(record().fingerprint ?? ''), ['other captions']);
  const list = ledger.list.bind(ledger);
  // The returned cut has been read when the deliveries are listed. A scan ends then.
  ledger.list = (...args) => {
    repository.put({ ...record(), fingerprint: changed });
    return list(...args);
  };
  const { returnId } = record();
  await expect(returns.update(returnId, { deliveryId, choices: {} })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(record()).toMatchObject({ state: 'described', keepingAs: null, fingerprint: changed });
});

test('Leaves a return open whose captions changed while it was being kept', async () => {
  const { save, settle, all, returns, hashing, version } = await openKeeping();
  await save('Returns/cut.xml', writeXmeml(withoutSecondScene));
  await save('Returns/cut.srt', sleeps);
  await settle();
  const record = () => all()[0] ?? expect.fail('There is no return.');
  // The hash of a file of another size is made after the keep was journaled.
  await writeFile(join(version.folder, 'media', 'scene-01.png'), 'retouched');
  const during = async (): Promise<void> => {
    if (record().keepingAs === null) hashing.during = during;
    else {
      await save('Returns/cut.srt', captionsIn(withoutSecondScene, 'The harbour dreams.'));
      await settle();
    }
  };
  hashing.during = during;
  await returns.keep(record().returnId);
  expect(hashing.during, 'the captions came while the return was being kept').toBeNull();
  expect(record()).toMatchObject({ state: 'described', keptAs: null, keepingAs: null });
});
