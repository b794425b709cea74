import { mkdir, rename, rmdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeFcpxml } from '../../../../src-shared/timeline/fcpxml.ts';
import { captionsIn } from '../../../fakes/captions-text.ts';
import { deliveredCut, openReturns, shorterEnd } from '../../../fakes/returns-fixture.ts';

const sleeps = captionsIn(deliveredCut, 'The harbour sleeps.');
const dreams = captionsIn(deliveredCut, 'The harbour dreams.');

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
