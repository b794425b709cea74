import { chmod, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findReturns } from '../../../../../src-main/returns/watch/find-returns.ts';
import { writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { openKeeping, openReturns, shorterEnd } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { makePipe, makeSocket, makeSparseFile, oddFiles } from '../../../../fakes/odd-files.ts';
import { blue, writeClip } from '../../../../fakes/sample-media.ts';
import { createHastyClock } from '../../../../fakes/turned-clock.ts';
import { itemWithoutMedia } from '../../../timeline/formats/sample-timelines.ts';

const edited = writeShotcut(shorterEnd);
const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----';

test.for(Object.entries(oddFiles))(
  'Passes over %s in the folder for returns and describes the file beside it',
  async ([, make]) => {
    const { version, save, settle, all } = await openReturns();
    await save('Returns/cut.mlt', edited);
    for (const name of ['f.fcpxml', 'z.otio', 'take.mov', 'cut.srt', 'cut.mlt.srt'])
      await make(join(version.folder, 'Returns', name));
    expect(await settle()).toEqual({ isSettled: true, isThere: true });
    expect(all()).toMatchObject([{ fileName: 'cut.mlt', state: 'described' }]);
  },
);

test.for(Object.entries(oddFiles))(
  'The command that lists returns ends with %s among them',
  async ([, make]) => {
    const { version, save, reader } = await openReturns();
    await save('Returns/cut.mlt', edited);
    for (const name of ['f.fcpxml', 'f.edl', 'z.otio', 'take.mov'])
      await make(join(version.folder, 'Returns', name));
    const { signal } = new AbortController();
    const found = await findReturns(version.folder, { reader, clock: createHastyClock(), signal });
    expect(found.map(({ path, state }) => [path, state])).toEqual([
      [join(version.folder, 'Returns', 'cut.mlt'), 'described'],
    ]);
  },
);

test('Passes over pipes in a folder of the user, and files that were moved onto a return', async () => {
  const folder = await makeFolder('exports');
  const { scanFolder, clock, all, version } = await openReturns();
  await mkdir(join(folder, 'day 1'));
  await makePipe(join(folder, 'day 1', 'f.fcpxml'));
  await makeSocket(join(folder, 's.edl'));
  await writeFile(join(folder, 'day 1', 'Harbour lights_v003.mlt'), edited);
  await scanFolder(folder);
  await clock.advance(2_000);
  expect(await scanFolder(folder)).toEqual({ isSettled: true, state: 'watching' });
  expect(all()).toMatchObject([{ fileName: 'Harbour lights_v003.mlt', deliveryId: version.deliveryId }]);
});

test('Follows a link to a file of the version, and none that leads out of it', async () => {
  const { version, save, settle, all } = await openReturns();
  const outside = await makeFolder('outside');
  await writeFile(join(outside, 'cut.mlt'), edited);
  await mkdir(join(outside, 'cut.fcpxmld'));
  await writeFile(join(outside, 'cut.fcpxmld', 'Info.fcpxml'), '<fcpxml');
  const inner = await save('Work/inner.mlt', edited);
  const returns = join(version.folder, 'Returns');
  await symlink(inner, join(returns, 'linked.mlt'));
  await symlink(join(outside, 'cut.mlt'), join(returns, 'foreign.mlt'));
  await symlink(join(outside, 'cut.fcpxmld'), join(returns, 'foreign.fcpxmld'));
  await settle();
  expect(all()).toMatchObject([{ fileName: 'linked.mlt', state: 'described' }]);
});

test('Passes over a folder for returns that is a link to another folder', async () => {
  const { version, settle, all } = await openReturns();
  const outside = await makeFolder('outside');
  await writeFile(join(outside, 'cut.mlt'), edited);
  await rm(join(version.folder, 'Returns'), { recursive: true });
  await symlink(outside, join(version.folder, 'Returns'));
  await settle();
  expect(all()).toEqual([]);
});

test('Reads no captions and no media list through a link or a pipe', async () => {
  const { version, save, settle, all } = await openReturns();
  const outside = await makeFolder('outside');
  await writeFile(join(outside, 'words.srt'), '1\n00:00:00,000 --> 00:00:02,000\nSecret words.\n');
  await save('Returns/cut.edl', writeEdl(shorterEnd, { fileName: 'cut.edl' }).text);
  await makePipe(join(version.folder, 'Returns', 'cut.media.csv'));
  await save('Returns/cut.mlt', edited.replace('<tractor', '<!-- named.srt piped.srt --><tractor'));
  await symlink(join(outside, 'words.srt'), join(version.folder, 'Returns', 'named.srt'));
  await makePipe(join(version.folder, 'piped.srt'));
  await settle();
  expect(all().map(({ fileName, state }) => [fileName, state])).toEqual(
    expect.arrayContaining([
      ['cut.edl', 'described'],
      ['cut.mlt', 'described'],
    ]),
  );
  expect(all()).toHaveLength(2);
});

test('Names a file that is far too large, or locked, and describes the others', async () => {
  const { version, save, settle, all } = await openReturns();
  await save('Returns/cut.mlt', edited);
  for (const name of ['huge.otio', 'long.srt', 'wide.edl'])
    await makeSparseFile(join(version.folder, 'Returns', name), 2 ** 40);
  await settle();
  const found = new Map(all().map(({ fileName, state, error }) => [fileName, [state, error?.code]]));
  expect(found.get('cut.mlt')).toEqual(['described', undefined]);
  for (const name of ['huge.otio', 'long.srt', 'wide.edl'])
    expect(found.get(name), name).toEqual(['failed', 'document_unreadable']);
  if (process.getuid?.() === 0) return;
  await chmod(await save('Returns/locked.mlt', edited), 0);
  await settle();
  expect(all().find(({ fileName }) => fileName === 'locked.mlt')).toMatchObject({
    state: 'failed',
    error: { code: 'file_unreadable' },
  });
});

test.for([
  ['objects.otio', `[${Array.from({ length: 1_000_001 }, () => '{}').join(',')}]`],
  ['elements.fcpxml', `<fcpxml>${'<a/>'.repeat(1_000_001)}</fcpxml>`],
  ['lists.otio', `[${'[],'.repeat(900_000)}[]]`],
  ['lines.edl', 'TITLE: cut\n'.repeat(200_001)],
] as const)('Names %s of too many parts without parsing it', async ([name, text]) => {
  const { save, settle, all } = await openReturns();
  await save('Returns/cut.mlt', edited);
  await save(`Returns/${name}`, text);
  await settle();
  const found = all().map(({ fileName, state, error }) => [fileName, state, error?.details['reason']]);
  expect(found).toContainEqual(['cut.mlt', 'described', undefined]);
  const most = name.endsWith('.edl') ? '200000 lines' : '1000000 parts';
  expect(found).toContainEqual([name, 'failed', `It has more than ${most}.`]);
});

/** A Kdenlive project with a title of a megabyte, as one with a picture in it is, used many times. */
function withLargeTitle(uses: number): string {
  const title = itemWithoutMedia({ kind: 'title', name: 'Tide', words: 'Low water', startFrame: 0 });
  const cut = { ...shorterEnd, itemsWithoutMedia: [title] };
  const { text } = writeKdenlive(cut, { fileName: 'cut.kdenlive' });
  const parts = text.split('</producer>');
  const id =
    /<producer[^>]* id="([^"]+)"/.exec(parts.find((part) => part.includes('Low water')) ?? '')?.[1] ?? '';
  const entry = new RegExp(`<entry[^>]* producer="${id}"[^>]*(?:/>|>.*?</entry>)`, 'gs');
  return text
    .replaceAll(entry, (one) => one.repeat(uses))
    .replace('Low water', 'Low water'.padEnd(1024 ** 2, '.'));
}

test('Names a file whose titles would make each version written from it gigabytes', async () => {
  const { save, settle, all, scan } = await openReturns();
  await save('Returns/few.kdenlive', withLargeTitle(2));
  // Old by its own time, a file that is merely damaged would be read a second time.
  await utimes(await save('Returns/many.kdenlive', withLargeTitle(70)), 1, 1);
  await scan();
  expect(all().find(({ fileName }) => fileName === 'many.kdenlive')?.state).toBe('failed');
  await settle();
  expect(all().map(({ fileName, state, error }) => [fileName, state, error?.details['reason']])).toEqual(
    expect.arrayContaining([
      ['few.kdenlive', 'described', undefined],
      ['many.kdenlive', 'failed', 'too_complex'],
    ]),
  );
});

test('Lists no link to a private file as a movie, and no text with the name of one', async () => {
  const { version, save, settle, all } = await openReturns();
  const key = join(await makeFolder('home'), 'id_ed25519');
  await writeFile(key, privateKey);
  await symlink(key, join(version.folder, 'Returns', 'link2.mov'));
  await save('Returns/copy.mov', privateKey);
  await settle();
  expect(all()).toMatchObject([
    { fileName: 'copy.mov', state: 'failed', error: { code: 'file_type_unsupported' } },
  ]);
});

test('Uploads no file that took the place of a movie through a link', async () => {
  const { returns, save, settle, all, upload } = await openKeeping();
  const key = join(await makeFolder('home'), 'id_ed25519');
  await writeFile(key, privateKey);
  const path = await save('Returns/final.mov', '');
  await writeClip(path, [blue, blue], { width: 64, height: 36 }, false, { num: 30, den: 1 });
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  await rm(path);
  await symlink(key, path);
  await expect(returns.upload(returnId)).rejects.toMatchObject({ code: 'not_found' });
  expect(upload.transferId).toBe('');
});

test('Finds no version by a manifest that is a pipe or a link out of the version', async () => {
  const { version, save, scan } = await openReturns();
  await save('Returns/cut.mlt', edited);
  const manifest = join(version.folder, '.dailies', 'manifest.json');
  const outside = join(await makeFolder('outside'), 'manifest.json');
  await rename(manifest, outside);
  await symlink(outside, manifest);
  expect(await scan()).toMatchObject({ isThere: false });
  await rm(manifest);
  await makePipe(manifest);
  expect(await scan()).toMatchObject({ isThere: false });
  expect(dirname(dirname(manifest))).toBe(version.folder);
});

/** As cameras write it beside each clip, in short. */
const cameraXml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<NonRealTimeMeta xmlns="urn:schemas-professionalDisc:nonRealTimeMeta:ver.2.20"/>\n';

test.for([cameraXml, '', '<?xml version="1.0"?><plist version="1.0"/>'])(
  'Passes over XML that is no timeline, %j, and refuses it when the user presents it',
  async (text) => {
    const { save, settle, all, returns } = await openKeeping();
    await save('Returns/cut.mlt', edited);
    const path = await save('Returns/C0001M01.XML', text);
    expect(await settle()).toMatchObject({ isSettled: true });
    expect(all()).toMatchObject([{ fileName: 'cut.mlt', state: 'described' }]);
    await expect(returns.take(path)).rejects.toMatchObject({ code: 'file_type_unsupported' });
    await save('Returns/C0001M01.XML', writeXmeml(shorterEnd));
    await settle();
    expect(all().map(({ state }) => state)).toEqual(['described', 'described']);
  },
);
