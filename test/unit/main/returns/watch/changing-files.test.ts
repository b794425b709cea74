import { renameSync } from 'node:fs';
import { appendFile, readFile, rename, symlink, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestPath } from '../../../../../src-main/deliveries/version/manifest.ts';
import { settleMs } from '../../../../../src-main/returns/watch/settling-files.ts';
import { writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { openReturns, shorterEnd } from '../../../../fakes/features/returns-fixture.ts';

const name = 'Harbour lights_v003';

test('a document put back as it was delivered is missing, and stays so until it is edited again', async () => {
  const { version, save, settle, scan, all } = await openReturns();
  const path = join(version.folder, `${name}.mlt`);
  const delivered = await readFile(path);
  await save(`${name}.mlt`, writeShotcut(shorterEnd));
  await settle();
  expect(all()).toMatchObject([{ state: 'described', isMissing: false }]);
  await save(`${name}.mlt`, delivered);
  for (let looks = 0; looks < 3; looks += 1) {
    await settle();
    expect(all()).toMatchObject([{ state: 'described', isMissing: true }]);
  }
  await save(`${name}.mlt`, writeShotcut(shorterEnd));
  await settle();
  await scan();
  expect(all()).toMatchObject([{ state: 'described', isMissing: false }]);
});

test('a document too large to be parsed is listed as a return that failed', async () => {
  const { save, settle, all } = await openReturns();
  await save('Returns/cut.mlt', `<mlt>${'<a/>'.repeat(1_000_000)}</mlt>`);
  await settle();
  const reason = expect.stringContaining('more than 1000000 parts') as unknown;
  expect(all()).toMatchObject([
    { state: 'failed', error: { code: 'document_unreadable', details: { document: 'cut.mlt', reason } } },
  ]);
});

test('a movie that grows to two gibibytes is one return, once it is written to its end', async () => {
  const { save, scan, settle, all, published, clock } = await openReturns();
  const gibibyte = 1024 ** 3;
  const head = Buffer.alloc(40);
  head.writeUInt32BE(24, 0);
  head.write('ftypisom', 4, 'latin1');
  // The length of the box is in the eight bytes after its name.
  head.writeUInt32BE(1, 24);
  head.write('mdat', 28, 'latin1');
  head.writeBigUInt64BE(BigInt(2 * gibibyte - 24), 32);
  const path = await save('Returns/final.mov', head);
  for (let size = gibibyte / 4; size <= 2 * gibibyte; size += gibibyte / 4) {
    await truncate(path, size);
    await scan();
    await clock.advance(settleMs - 1);
    expect(await scan()).toMatchObject({ isSettled: false });
  }
  await settle();
  expect(all()).toMatchObject([{ state: 'settling' }]);
  await appendFile(path, Buffer.from('\0\0\0\x08moov', 'latin1'));
  await settle();
  expect(all()).toMatchObject([{ state: 'described', sizeBytes: 2 * gibibyte + 8 }]);
  expect(published).toEqual(['final.mov settling', 'final.mov described']);
});

test('a return whose file got another name is never missing', async () => {
  const { version, save, settle, scan, all, published } = await openReturns();
  const path = await save('Returns/a.mlt', writeShotcut(shorterEnd));
  await settle();
  const [before] = all();
  await utimes(path, 1_760_000_000, 1_760_000_000);
  await rename(path, join(version.folder, 'Returns', 'b.mlt'));
  await scan();
  const moved = { returnId: before?.returnId, relativePath: 'Returns/b.mlt', isMissing: false };
  expect(all()).toMatchObject([moved]);
  expect(published).toEqual(['a.mlt settling', 'a.mlt described', 'b.mlt described']);
});

test('a version whose returns cannot be listed is in its place, and what is known of them stays', async () => {
  const { version, save, settle, scan, all } = await openReturns();
  await save('Returns/cut.mlt', writeShotcut(shorterEnd));
  await settle();
  const returns = join(version.folder, 'Returns');
  await rename(returns, `${returns} away`);
  await symlink(returns, returns);
  expect(await scan()).toEqual({ isSettled: true, isThere: true });
  expect(all()).toMatchObject([{ state: 'described', isMissing: false }]);
});

test('one file that the system does not answer for keeps no other from being found', async () => {
  const { version, save, settle, all } = await openReturns();
  await save('Returns/cut.mlt', writeShotcut(shorterEnd));
  const tooLong = 'a'.repeat(300);
  await symlink(tooLong, join(version.folder, 'Returns', 'link.mlt'));
  expect(await settle()).toEqual({ isSettled: true, isThere: true });
  expect(all().map(({ fileName }) => fileName)).toEqual(['cut.mlt']);
});

test('a manifest that could not be read once is read again', async () => {
  const { version, scan } = await openReturns();
  const path = manifestPath(version.folder);
  const manifest = await readFile(path);
  const writtenAt = 1_790_000_000;
  await writeFile(path, Buffer.alloc(manifest.length));
  await utimes(path, writtenAt, writtenAt);
  expect(await scan()).toMatchObject({ isThere: false });
  await writeFile(path, manifest);
  await utimes(path, writtenAt, writtenAt);
  expect(await scan()).toMatchObject({ isThere: true });
});

test('where no records changed, a scan reads none', async () => {
  const { scan, settle, save, all, repository, version } = await openReturns();
  await save('Returns/cut.mlt', writeShotcut(shorterEnd));
  await settle();
  await scan();
  let reads = 0;
  const list = repository.listOfDelivery.bind(repository);
  repository.listOfDelivery = (deliveryId) => {
    reads += 1;
    return list(deliveryId);
  };
  expect(await scan()).toEqual({ isSettled: true, isThere: true });
  await unlink(join(version.folder, 'Returns', 'cut.mlt'));
  await scan();
  expect(all()).toMatchObject([{ isMissing: true }]);
  expect(reads).toBe(0);
  await scan();
  expect(reads).toBe(1);
});

test('a version that is moved while its files are read leaves no return of its delivered files', async () => {
  const { version, save, scan, all, repository } = await openReturns();
  const path = await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await utimes(path, 1_760_000_000, 1_760_000_000);
  const away = `${version.folder} away`;
  const put = repository.putWhole.bind(repository);
  repository.putWhole = (...args) => {
    put(...args);
    renameSync(version.folder, away);
  };
  const found = () =>
    all().map(({ fileName, state, isMissing }) => [fileName, isMissing ? 'missing' : state]);
  await scan();
  await scan();
  expect(found()).toEqual([['cut.xml', 'missing']]);
  renameSync(away, version.folder);
  await scan();
  expect(found()).toEqual([['cut.xml', 'described']]);
});
