import { mkdir, rename, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settleMs } from '../../../../../src-main/returns/watch/settling-files.ts';
import type { ReturnRecord } from '../../../../../src-main/state/return-repository.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { captionsIn, vttOf } from '../../../../fakes/captions-text.ts';
import { deliveredCut, openReturns, shorterEnd } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

const longAgo = 1_760_000_000;

const sleeps = captionsIn(deliveredCut, 'The harbour sleeps.');
const dreams = captionsIn(deliveredCut, 'The harbour dreams.');
const saysSleeps = 'Caption “The harbour wakes.” is now “The harbour sleeps.”';
const saysShorter = 'Scene 3 shortened by 0.5 s at its end';

const decided = ['kept', 'dismissed'] as const;

test.for(decided)('Opens a %s return again when its captions come, change or go', async (state) => {
  const { save, settle, all, sentences, repository } = await openReturns();
  const record = () => all()[0] ?? expect.fail('There is no return.');
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await settle();
  const { returnId } = record();
  const changes = [
    [() => save('Returns/cut.srt', sleeps), saysSleeps],
    [() => save('Returns/cut.srt', dreams), 'Caption “The harbour wakes.” is now “The harbour dreams.”'],
    [() => rm(join(record().path, '../cut.srt')), 'Not carried by the format: captions'],
  ] as const;
  for (const [change, says] of changes) {
    repository.put({ ...record(), state });
    await change();
    await settle();
    expect(all()).toMatchObject([{ returnId, fileName: 'cut.xml', state: 'described' }]);
    expect(sentences()[0]?.toSorted()).toEqual([says, saysShorter].toSorted());
  }
});

test.for(decided)('Leaves a %s return alone whose files have only another time or name', async (state) => {
  const { save, settle, all, repository, announced, version, state: store } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(deliveredCut));
  await save('Returns/cut.srt', sleeps);
  await settle();
  repository.put({ ...(all()[0] ?? expect.fail()), state });
  const [decision] = all();
  const wanted = [{ ...decisionOf(decision ?? expect.fail()), isMissing: false }];
  await save('Returns/cut.srt', sleeps);
  await settle();
  expect(all()).toMatchObject(wanted);
  const folder = join(version.folder, 'Returns');
  await rename(join(folder, 'cut.xml'), join(folder, 'b.xml'));
  await rename(join(folder, 'cut.srt'), join(folder, 'b_en.srt'));
  await settle();
  expect(all()).toMatchObject(wanted);
  const moved = { ...version, folder: `${version.folder} moved` };
  await rename(version.folder, moved.folder);
  await settle(moved);
  expect(all()).toMatchObject(wanted);
  const later = await openReturns(store, moved);
  await later.settle();
  expect(later.all()).toMatchObject(wanted);
  expect([...announced, ...later.published]).toEqual(['cut.xml']);
});

const decisionOf = ({ returnId, state, fingerprint }: ReturnRecord) => ({ returnId, state, fingerprint });

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

test('A return waits while its captions cannot be read', async () => {
  const { save, settle, all, sentences, repository, version } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  const path = await save('Returns/cut.srt', sleeps);
  await settle();
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'kept' });
  const decision = all();
  await rename(path, `${path}.away`);
  // A folder in its place cannot be read as a file.
  await symlink(join(version.folder, 'media'), path);
  await settle();
  await settle();
  expect(all()).toEqual(decision);
  await rm(path);
  await save('Returns/cut.srt', dreams);
  await settle();
  expect(all()).toMatchObject([{ fileName: 'cut.xml', state: 'described' }]);
  expect(sentences().flat()).not.toContain(saysSleeps);
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

test('decided captions that others replaced in a timeline’s return move with their version', async () => {
  const { save, settle, all, repository, version } = await openReturns();
  await save('Returns/cut.srt', sleeps);
  await settle();
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'dismissed' });
  await save('Returns/cut.srt', dreams);
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await settle();
  const moved = { ...version, folder: `${version.folder} moved` };
  await rename(version.folder, moved.folder);
  await settle(moved);
  expect(all().map(({ versionFolder }) => versionFolder)).toEqual([moved.folder, moved.folder]);
});
