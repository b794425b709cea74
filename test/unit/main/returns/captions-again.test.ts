import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeFcpxml } from '../../../../src-shared/timeline/fcpxml.ts';
import { writeXmeml } from '../../../../src-shared/timeline/xmeml.ts';
import { captionsIn } from '../../../fakes/captions-text.ts';
import { deliveredCut, openReturns, shorterEnd } from '../../../fakes/returns-fixture.ts';

const sleeps = captionsIn(deliveredCut, 'The harbour sleeps.');
const dreams = captionsIn(deliveredCut, 'The harbour dreams.');
const saysSleeps = 'Caption: “wakes” is now “sleeps”';
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
