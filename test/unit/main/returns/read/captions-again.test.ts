import { mkdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withCaptions } from '../../../../../src-main/returns/read/read-captions.ts';
import { settleMs } from '../../../../../src-main/returns/watch/resting-files.ts';
import { diffCuts } from '../../../../../src-timeline/diff/diff-cuts.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { captionsIn, vttOf } from '../../../../fakes/captions-text.ts';
import {
  deliveredCut,
  openReturns,
  placeVersion,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

const longAgo = 1_760_000_000;

const sleeps = captionsIn(deliveredCut, 'The harbour sleeps.');
const saysSleeps = 'Caption “The harbour wakes.” is now “The harbour sleeps.”';
const saysShorter = 'Scene 3 shortened by 0.5 s at its end';

const decided = ['kept', 'dismissed'] as const;

test.for(decided)('a %s return stays so while its document cannot be read', async (state) => {
  const { save, settle, all, repository, published } = await openReturns();
  const path = await save('Returns/cut.fcpxmld/Info.fcpxml', writeFcpxml(shorterEnd, '1.13'));
  await settle();
  const keptAs = state === 'kept' ? { deliveryId: 'delivery-9', versionName: 'v004' } : null;
  const decision = { ...(all()[0] ?? expect.fail()), state, keptAs };
  repository.put(decision);
  const told = published.length;
  // A folder in its place cannot be read as a file.
  await rename(path, `${path}.away`);
  await mkdir(path);
  await save('Returns/cut.srt', sleeps);
  await settle();
  await settle();
  expect(repository.get(decision.returnId)).toEqual(decision);
  await rmdir(path);
  await rename(`${path}.away`, path);
  await settle();
  await settle();
  expect(repository.get(decision.returnId)).toEqual(decision);
  expect(published.slice(told).filter((each) => each.startsWith('cut.fcpxmld'))).toEqual([]);
});

test('captions with the content of decided ones belong to the timeline that comes after them', async () => {
  const { save, settle, all, repository, sentences } = await openReturns();
  await save('Returns/a.xml', writeXmeml(deliveredCut));
  await save('Returns/a.srt', sleeps);
  await settle();
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'kept' });
  await save('Returns/b.srt', sleeps);
  await settle();
  await save('Returns/b.xml', writeXmeml(shorterEnd));
  await settle();
  await settle();
  expect(all()).toMatchObject([
    { fileName: 'b.xml', state: 'described', captions: ['b.srt'] },
    { fileName: 'a.xml', state: 'kept' },
  ]);
  expect(sentences()[0]).toEqual([saysSleeps, saysShorter]);
  expect(await settle()).toMatchObject({ isSettled: true });
});

test('captions stay with a decided timeline that is away for a moment, and with its next content', async () => {
  const { save, scan, settle, all, repository, sentences } = await openReturns();
  const path = await save('Returns/cut.xml', writeXmeml(deliveredCut));
  await save('Returns/cut.srt', sleeps);
  await settle();
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'dismissed' });
  await rename(path, `${path}.tmp`);
  await scan();
  await rename(`${path}.tmp`, path);
  await settle();
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'described' });
  await settle();
  expect(sentences()).toEqual([[saysSleeps]]);
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'kept' });
  await rm(path);
  await scan();
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await settle();
  await settle();
  expect(sentences()).toEqual([[saysSleeps, saysShorter]]);
});

test('captions from before the present cut stay a return of their own until they are exported again', async () => {
  const { save, settle, all, state, version, sentences } = await openReturns();
  const shown = () => all().map(({ fileName, captions }) => [fileName, ...captions].join());
  const paths = [
    await save('Returns/cut.srt', captionsIn(deliveredCut, 'The harbour is awake.')),
    await save('Returns/cut.xml', writeXmeml(deliveredCut)),
  ];
  for (const path of paths) await utimes(path, longAgo - 60, longAgo - 60);
  await settle();
  await utimes(await save('Returns/cut.srt', sleeps), longAgo, longAgo);
  await settle();
  expect(shown()).toEqual(['cut.xml,cut.srt']);
  await save('Returns/cut.xml', writeXmeml(withoutSecondScene));
  for (let turn = 0; turn < 3; turn += 1) await settle();
  expect(shown().toSorted()).toEqual(['cut.srt', 'cut.xml']);
  const edits = sentences().map((each) => each[0]);
  expect(edits.toSorted()).toEqual([saysSleeps, 'Scene 2 removed']);
  const later = await openReturns(state, version);
  await later.settle();
  expect(later.published).toEqual([]);
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  for (let turn = 0; turn < 3; turn += 1) await settle();
  expect(shown().toSorted(), 'nor do they join a later cut').toEqual(['cut.srt', 'cut.xml']);
  await save('Returns/cut.srt', sleeps);
  await settle();
  expect(shown()).toEqual(['cut.xml,cut.srt']);
});

test('captions that come while the version is away belong to their timeline once it is back', async () => {
  const { scan, scanFolder, clock, version, sentences } = await openReturns();
  const folder = await makeFolder('cuts');
  const look = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      await scan();
      await scanFolder(folder);
      await clock.advance(settleMs);
    }
  };
  await writeFile(join(folder, 'cut.xml'), writeXmeml(shorterEnd));
  await look();
  const away = `${version.folder} away`;
  await rename(version.folder, away);
  await writeFile(join(folder, 'cut.vtt'), vttOf(deliveredCut, 'The harbour sleeps.'));
  await look();
  await rename(away, version.folder);
  await look();
  expect(sentences()).toEqual([[saysSleeps, saysShorter]]);
});

test('open captions beside a decided timeline are the same return where their folder gets another name', async () => {
  const { scan, scanFolder, clock, all, repository, announced } = await openReturns();
  const root = await makeFolder('cuts');
  const [before, after] = [join(root, 'before'), join(root, 'after')];
  const look = async (folder: string): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      await scanFolder(folder);
      await scan();
      await clock.advance(settleMs);
    }
  };
  await mkdir(before);
  await writeFile(join(before, 'cut.xml'), writeXmeml(shorterEnd));
  await look(before);
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'dismissed' });
  await writeFile(join(before, 'cut.srt'), sleeps);
  await look(before);
  const found = () => all().map(({ returnId, fileName, state }) => [returnId, fileName, state]);
  const wanted = found();
  expect(wanted).toHaveLength(2);
  await rename(before, after);
  await look(after);
  expect(found()).toEqual(wanted);
  expect(announced).toEqual(['cut.xml', 'cut.srt']);
});

test('a decided timeline that gets the name of open captions does not take them', async () => {
  const { save, settle, all, repository, version, published } = await openReturns();
  await save('Returns/a.xml', writeXmeml(shorterEnd));
  await save('Returns/b.srt', sleeps);
  await settle();
  const timeline = all().find(({ fileName }) => fileName === 'a.xml') ?? expect.fail();
  repository.put({ ...timeline, state: 'dismissed' });
  const [from, to] = ['a.xml', 'b.xml'].map((name) => join(version.folder, 'Returns', name));
  await rename(from ?? '', to ?? '');
  await settle();
  await settle();
  expect(
    all()
      .map(({ fileName, state }) => `${fileName} ${state}`)
      .toSorted(),
  ).toEqual(['b.srt described', 'b.xml dismissed']);
  expect(published.filter((each) => each === 'b.srt described')).toHaveLength(1);
});

test('captions that were dismissed with a timeline are a return in another folder, and kept ones are none', async () => {
  const { scan, scanFolder, save, settle, clock, all, repository } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await save('Returns/cut.srt', sleeps);
  await settle();
  const decided = all()[0] ?? expect.fail();
  const folder = await makeFolder('cuts');
  const look = async (): Promise<string[]> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await scanFolder(folder);
      await scan();
      await clock.advance(settleMs);
    }
    return all().map(({ fileName, state }) => `${fileName} ${state}`);
  };
  repository.put({ ...decided, state: 'kept' });
  await writeFile(join(folder, 'Harbour lights_v003.srt'), sleeps);
  expect(await look()).toEqual(['cut.xml kept']);
  repository.put({ ...decided, state: 'dismissed' });
  await writeFile(join(folder, 'Harbour lights_v003 again.srt'), sleeps);
  expect(await look()).toEqual(['Harbour lights_v003 again.srt described', 'cut.xml dismissed']);
});

test('captions that were dismissed as a return of another version do not join a timeline beside them', async () => {
  const root = await makeFolder('returns');
  const later = await placeVersion(root, { version: 4, deliveryId: 'delivery-4' });
  const { scan, scanFolder, clock, version, all, repository, announced } = await openReturns(
    undefined,
    await placeVersion(root),
  );
  const folder = await makeFolder('cuts');
  const look = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const each of [later, version]) await scan(each);
      await scanFolder(folder, [later, version]);
      await clock.advance(settleMs);
    }
  };
  await writeFile(join(folder, 'Harbour lights_v003.srt'), sleeps);
  await look();
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'dismissed' });
  const cut = { ...shorterEnd, name: 'Harbour lights_v004' };
  await writeFile(join(folder, 'Harbour lights_v003.xml'), writeXmeml(cut));
  await look();
  expect(all().map(({ deliveryId, state, captions }) => [deliveryId, state, ...captions])).toEqual([
    ['delivery-4', 'described'],
    ['delivery-1', 'dismissed'],
  ]);
  expect(announced).toEqual(['Harbour lights_v003.srt', 'Harbour lights_v003.xml']);
});

test.for(['srt', 'vtt'])(
  'captions in .%s that are replaced by others from before the cut are read',
  async (suffix) => {
    const { save, settle, sentences } = await openReturns();
    const write = suffix === 'srt' ? captionsIn : vttOf;
    const saveAt = async (name: string, content: string, seconds: number): Promise<void> => {
      await utimes(await save(`Returns/${name}`, content), longAgo + seconds, longAgo + seconds);
    };
    await saveAt(`cut.${suffix}`, write(deliveredCut, 'The harbour sleeps.'), 0);
    await saveAt('cut.xml', writeXmeml(deliveredCut), 3600);
    await settle();
    expect(sentences()).toEqual([[saysSleeps]]);
    // A copy has the time of its original, and words of the same length.
    await saveAt(`cut.${suffix}`, write(deliveredCut, 'The harbour dreams.'), 1800);
    await settle();
    expect(sentences()).toEqual([['Caption “The harbour wakes.” is now “The harbour dreams.”']]);
  },
);

test('captions with very many lines are read and compared', () => {
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, '0');
  const timeOf = (second: number): string => `${two(second / 3600)}:${two(second / 60)}:${two(second)},000`;
  const lines = Array.from({ length: 200_000 }, (_, index) => {
    return `${String(index + 1)}\n${timeOf(3600 + index)} --> ${timeOf(3601 + index)}\nx\n`;
  });
  const { timeline, delivered } = withCaptions(deliveredCut, lines.join('\n'));
  expect(timeline.captionTracks[0]?.captions).toHaveLength(200_000);
  expect(diffCuts(delivered, timeline, {}).edits).not.toEqual([]);
});

test('captions without words beside a timeline in a watched folder are not read again and again', async () => {
  const { scan, scanFolder, clock, all, repository } = await openReturns();
  const folder = await makeFolder('cuts');
  await writeFile(join(folder, 'cut.xml'), writeXmeml(shorterEnd));
  await writeFile(join(folder, 'cut.srt'), 'no captions');
  for (let turn = 0; turn < 4; turn += 1) {
    await scanFolder(folder);
    await scan();
    await clock.advance(settleMs);
  }
  expect(all()).toMatchObject([{ fileName: 'cut.xml', state: 'described' }]);
  const get = repository.get.bind(repository);
  let reads = 0;
  repository.get = (returnId) => {
    reads += 1;
    return get(returnId);
  };
  await scanFolder(folder);
  expect(reads).toBe(0);
});
