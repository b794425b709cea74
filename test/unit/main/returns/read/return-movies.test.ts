import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestPath } from '../../../../../src-main/deliveries/version/manifest.ts';
import { readMovieFacts } from '../../../../../src-main/returns/read/movie-facts.ts';
import { openKeeping, openReturns, placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { blue, writeClip } from '../../../../fakes/sample-media.ts';

/** Makes a real movie. The sample cut has six seconds of 30 frames. */
async function makeMovie(path: string, frames: number, num = 30, den = 1): Promise<string> {
  const colors = Array.from({ length: frames }, () => blue);
  await writeClip(path, colors, { width: 64, height: 36 }, false, { num, den });
  return path;
}

test('a movie belongs to the version of its name, or else of its length and rate', async () => {
  const { returns, versions, version } = await openKeeping();
  const root = join(version.folder, '..', '..');
  versions.unshift(await placeVersion(root, { version: 4, deliveryId: 'delivery-2' }));
  const folder = await makeFolder('movies');
  const same = await makeMovie(join(folder, 'export.mov'), 180);
  expect(await readMovieFacts({ path: same, relativePath: same })).toEqual({
    seconds: 6,
    framesPerSecond: 30,
  });
  expect(await returns.take(same)).toMatchObject({ kind: 'movie', deliveryId: 'delivery-2' });
  const named = await makeMovie(join(folder, 'Harbour lights_v003 final.mp4'), 48, 24_000, 1_001);
  expect((await readMovieFacts({ path: named, relativePath: named }))?.framesPerSecond).toBeCloseTo(
    24_000 / 1001,
    3,
  );
  expect(await returns.take(named)).toMatchObject({ state: 'described', deliveryId: 'delivery-1' });
  for (const [frames, rate] of [
    [150, 25],
    [150, 30],
  ] as const) {
    const other = await makeMovie(join(folder, `other ${String(rate)}.mp4`), frames, rate);
    await expect(returns.take(other)).rejects.toMatchObject({ code: 'return_unmatched' });
  }
  await writeFile(join(folder, 'cut short.mp4'), (await readFile(same)).subarray(0, 400));
  await expect(returns.take(join(folder, 'cut short.mp4'))).rejects.toMatchObject({
    code: 'return_unmatched',
  });
});

test('a file that could not be read is read at the next look, and reported once', async () => {
  const { version, save, settle, scan, all, announced, hashing } = await openReturns();
  const path = await save('Returns/final.mp4', '');
  await makeMovie(path, 30);
  const manifest = JSON.parse(await readFile(manifestPath(version.folder), 'utf8')) as object;
  const referenceMovie = {
    path: 'reference.mp4',
    sizeBytes: (await stat(path)).size,
    sha256: '0'.repeat(64),
  };
  await writeFile(manifestPath(version.folder), JSON.stringify({ ...manifest, referenceMovie }));
  hashing.error = Object.assign(new Error('The drive does not read.'), { code: 'EIO' });
  await settle();
  expect(all()).toMatchObject([{ state: 'failed', error: { code: 'file_unreadable' } }]);
  await scan();
  expect(announced).toEqual(['final.mp4']);
  hashing.error = null;
  await scan();
  expect(all()).toMatchObject([{ state: 'described', kind: 'movie', error: null }]);
});

test('a movie is uploaded once, is known as uploaded when its transfer ends, and again where that fails', async () => {
  const { returns, repository, save, settle, upload, all } = await openKeeping();
  const path = await save('Returns/final.mp4', '');
  await makeMovie(path, 30);
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  expect(returns.get(returnId)).toMatchObject({ kind: 'movie', moviePath: `returns/${returnId}` });
  const [first, second] = await Promise.all([returns.upload(returnId), returns.upload(returnId)]);
  expect(first).toMatchObject({ state: 'described', uploadId: 'upload of final.mp4' });
  expect(second).toEqual(first);
  upload.state = 'failed';
  upload.ended.resolve(undefined);
  await expect.poll(() => returns.get(returnId).uploadId).toBeNull();

  upload.state = 'done';
  await returns.upload(returnId);
  await expect.poll(() => returns.get(returnId).state).toBe('uploaded');
  expect(repository.listUnfinished()).toEqual([]);
  expect((await returns.upload(returnId)).state).toBe('uploaded');
});

test('the end of an upload that finds no room is noted as soon as there is some', async () => {
  const { returns, repository, state, save, settle, upload, all, log } = await openKeeping();
  await makeMovie(await save('Returns/final.mp4', ''), 30);
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  await returns.upload(returnId);
  state.database.exec(
    "CREATE TEMP TRIGGER no_room BEFORE UPDATE ON returns BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  upload.state = 'done';
  upload.ended.resolve(undefined);
  await expect.poll(() => log.lines.some(({ level }) => level === 'error')).toBe(true);
  expect(returns.get(returnId).state).toBe('described');
  state.database.exec('DROP TRIGGER no_room');
  await expect.poll(() => returns.get(returnId).state).toBe('uploaded');
  expect(repository.listUnfinished()).toEqual([]);
});

test('an upload that began before the app was killed is taken on and not sent again, unless it failed', async () => {
  const { returns, repository, save, settle, upload, all } = await openKeeping();
  await makeMovie(await save('Returns/final.mp4', ''), 30);
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  await returns.upload(returnId);
  const kill = (): void => {
    const record = repository.get(returnId);
    if (record) repository.put({ ...record, uploadId: null });
  };
  kill();
  upload.state = 'failed';
  returns.start();
  expect(returns.get(returnId).uploadId).toBeNull();
  upload.state = 'done';
  returns.start();
  expect(returns.get(returnId).uploadId).toBe('upload of final.mp4');
  upload.ended.resolve(undefined);
  await expect.poll(() => returns.get(returnId).state).toBe('uploaded');
});

test('the app starts although the connection of an undecided movie was removed', async () => {
  const { returns, save, settle, upload, all } = await openKeeping();
  await makeMovie(await save('Returns/final.mp4', ''), 30);
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  upload.isRemoved = true;
  returns.start();
  await expect(returns.upload(returnId)).rejects.toMatchObject({ code: 'not_found' });
});
