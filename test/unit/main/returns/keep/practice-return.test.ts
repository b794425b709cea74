import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openKeeping } from '../../../../fakes/features/returns-fixture.ts';

test('a practice return of the newest version has a scene less, a shorter end and a quieter sound, and goes again', async () => {
  const { returns, version, repository, settle, versions } = await openKeeping();
  const taken = await returns.practise();
  const path = join(version.folder, 'Returns', 'Practice return.fcpxml');
  expect(taken).toMatchObject({ state: 'described', isPractice: true, path, deliveryId: 'delivery-1' });
  const edits = repository.partsOf(taken.returnId).edits;
  const others = edits.filter(({ kind }) => kind !== 'caption').map(({ sentence }) => sentence.text);
  expect(others).toEqual([
    'Scene 1: sound “scene-01.wav” 4 dB lower',
    'Scene 2 removed',
    'Scene 3 shortened by 0.5 s at its end',
  ]);
  const text = await readFile(path, 'utf8');
  await settle();
  expect((await returns.practise()).returnId).toBe(taken.returnId);
  expect(await readFile(path, 'utf8')).toBe(text);
  expect(returns.list({ projectId: null, withDismissed: true, offset: 0, limit: 10 }).totalCount).toBe(1);

  await returns.removePractice(taken.returnId);
  await settle();
  await expect(access(path)).rejects.toThrow('ENOENT');
  expect(returns.list({ projectId: null, withDismissed: true, offset: 0, limit: 10 }).totalCount).toBe(0);
  versions.length = 0;
  await expect(returns.practise()).rejects.toMatchObject({
    code: 'not_found',
    details: { reason: 'no_version' },
  });
});
