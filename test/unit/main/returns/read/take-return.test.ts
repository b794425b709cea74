import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readManifest } from '../../../../../src-main/deliveries/version/manifest.ts';
import { findVersion } from '../../../../../src-main/returns/read/find-version.ts';
import { returnFileAt } from '../../../../../src-main/returns/watch/return-files.ts';
import { writeSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { rawZip } from '../../../../fakes/bundles/raw-zip.ts';
import { openKeeping, placeVersion, withoutSecondScene } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

const captionsOf = (cut: Timeline): string => {
  const [track] = cut.captionTracks;
  return track ? writeSrt(track, cut.frameRate) : '';
};

const forms: readonly (readonly [file: string, write: (cut: Timeline) => string | Uint8Array])[] = [
  ['my cut.kdenlive', (cut) => writeKdenlive(cut, { fileName: 'my cut.kdenlive' }).text],
  ['my cut.mlt', (cut) => writeShotcut(cut)],
  ['my cut.fcpxml', (cut) => writeFcpxml(cut, '1.13')],
  ['bundle.fcpxmld/Info.fcpxml', (cut) => writeFcpxml(cut, '1.13')],
  ['bundle.otiod/content.otio', (cut) => writeOtio(cut, 'url')],
  [
    'zipped.otioz',
    (cut) => rawZip([{ name: 'content.otio', content: writeOtio(cut, 'url'), deflate: true }]),
  ],
  ['my cut.xml', (cut) => writeXmeml(cut)],
  ['my cut.otio', (cut) => writeOtio(cut, 'url')],
  ['my cut.edl', (cut) => writeEdl(cut, { fileName: 'my cut.edl' }).text],
  ['harbour lights_v003 captions.srt', captionsOf],
];

test('a document of any form that is shown is read where it lies, and belongs to the version it is made of', async () => {
  const { returns, repository, version, scan } = await openKeeping();
  const desktop = await makeFolder('desktop');
  for (const [file, write] of forms) {
    const path = join(desktop, file);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, write(withoutSecondScene));
    const shown = basename(file) === file ? path : join(path, '..');
    const taken = await returns.take(path);
    expect(taken, file).toMatchObject({ state: 'described', path: shown, deliveryId: 'delivery-1' });
    const edits = repository.partsOf(taken.returnId).edits.map(({ sentence }) => sentence.text);
    expect(edits[0], file).toMatch(file.endsWith('.srt') ? /^Caption/ : /^Scene 2 removed$/);
    expect((await returns.take(path)).returnId).toBe(taken.returnId);
  }
  expect(repository.listOfDelivery(version.deliveryId)).toHaveLength(forms.length);

  const moved = join(desktop, 'my cut.otio');
  await rename(moved, join(desktop, 'renamed.otio'));
  await scan();
  const missing = repository.listOfDelivery(version.deliveryId).filter(({ isMissing }) => isMissing);
  expect(missing.map(({ path }) => path)).toEqual([moved]);
  const fcpxml = repository
    .listOfDelivery(version.deliveryId)
    .find(({ fileName }) => fileName === 'my cut.fcpxml');
  const kept = await returns.keep(fcpxml?.returnId ?? '');
  expect(kept).toMatchObject({ state: 'kept', keptAs: { versionName: 'Harbour lights_v004' } });
});

test('of several versions the one is chosen that the document names', async () => {
  const { returns, versions, version } = await openKeeping();
  const newer = await placeVersion(join(version.folder, '..', '..'), {
    version: 4,
    deliveryId: 'delivery-2',
  });
  versions.unshift(newer);
  const folder = await makeFolder('desktop');
  for (const { folder: of, deliveryId } of [version, newer]) {
    const located = withoutSecondScene.media.map((one) => ({
      ...one,
      location: `file://${encodeURI(of)}/${one.location}`,
    }));
    const path = join(folder, `${deliveryId}.otio`);
    await writeFile(path, writeOtio({ ...withoutSecondScene, media: located }, 'url'));
    expect((await returns.take(path)).deliveryId).toBe(deliveryId);
  }
});

test('a document of another job is searched for words once, not for each version, and other work runs in between', async () => {
  const version = await placeVersion(await makeFolder('returns'));
  const manifest = await readManifest(version.folder);
  const path = join(await makeFolder('watched'), 'another job.mlt');
  const text = '<mlt>'.padEnd(50_000, 'another word ');
  await writeFile(path, text);
  const file = await returnFileAt(path, path);
  if (!file) throw new Error('The file is no return.');
  let turns = 0;
  const takeTurn = (): void => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);
  const passes = vi.spyOn(String.prototype, 'replaceAll');
  onTestFinished(() => {
    clearImmediate(next);
    passes.mockRestore();
  });
  const search = async (count: number) => {
    passes.mockClear();
    turns = 0;
    const versions = Array.from({ length: count }, () => version);
    const found = await findVersion(file, { name: 'another job.mlt', text }, versions, () =>
      Promise.resolve(manifest),
    );
    const overText = passes.mock.contexts.filter((searched) => String(searched).length >= text.length);
    return { found, passes: overText.length, turns };
  };
  const once = await search(1);
  const often = await search(50);
  expect(once.found).toBeNull();
  expect(often.passes).toBe(once.passes);
  expect(often.turns).toBeGreaterThanOrEqual(50);
});

test('a file that belongs to no version, is no document, or is unchanged is refused with the reason', async () => {
  const { returns, version, repository } = await openKeeping();
  const folder = await makeFolder('desktop');
  const foreign = { ...withoutSecondScene, captionTracks: [], tracks: [], media: [] };
  await writeFile(join(folder, 'wedding.otio'), writeOtio(foreign, 'url'));
  await writeFile(join(folder, 'wedding.mp4'), 'a movie');
  await writeFile(join(folder, 'notes.txt'), 'no timeline');
  const own = await readFile(join(version.folder, 'Harbour lights_v003.mlt'));
  await writeFile(join(folder, 'copy.mlt'), own);
  await expect(returns.take(join(folder, 'wedding.otio'))).rejects.toMatchObject({
    code: 'return_unmatched',
  });
  await expect(returns.take(join(folder, 'wedding.mp4'))).rejects.toMatchObject({ code: 'return_unmatched' });
  await expect(returns.take(join(folder, 'notes.txt'))).rejects.toMatchObject({
    code: 'file_type_unsupported',
  });
  await expect(returns.take(join(folder, 'copy.mlt'))).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'as_delivered' },
  });
  expect(repository.listOfDelivery(version.deliveryId)).toEqual([]);
});

test('bytes that came without a place are put among the returns of their version, and replace nothing', async () => {
  const { returns, version, save } = await openKeeping();
  const inbox = await makeFolder('inbox');
  await writeFile(join(inbox, 'cut.otio'), writeOtio(withoutSecondScene, 'url'));
  await save('Returns/cut.otio', 'of somebody else');
  const taken = await returns.take(join(inbox, 'cut.otio'));
  expect(taken).toMatchObject({ state: 'described', path: join(version.folder, 'Returns', 'cut 2.otio') });
  expect((await readdir(join(version.folder, 'Returns'))).toSorted()).toEqual(['cut 2.otio', 'cut.otio']);
  expect(await readFile(join(version.folder, 'Returns', 'cut.otio'), 'utf8')).toBe('of somebody else');
});
