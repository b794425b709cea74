import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceOf } from '../../../../../src-main/deliveries/workspace.ts';
import type { ReturnsDeps } from '../../../../../src-main/returns/returns.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath } from '../../../../../src-timeline/formats/file-url.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import {
  openKeeping,
  placeVersion,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { aDelivery } from '../../../../fakes/main-records.ts';
import { mediaBytes } from '../../../../fakes/media-bytes.ts';

const name = 'Harbour lights_v003';
const next = 'Harbour lights_v004';

const cut = writeKdenlive(withoutSecondScene, { fileName: `${name}.kdenlive` }).text;
type Keeping = Awaited<ReturnType<typeof openKeeping>>;

/**
 * Keeps a returned edit until the app ends just before the version is in its place, and unplugs the drive.
 * @param place saves the edit; in the version's folder by default.
 * @param isPlaced true if the app ends just after that.
 */
async function interruptKeep(
  place: (keeping: Keeping) => Promise<unknown> = ({ save }) => save('Returns/cut.kdenlive', cut),
  isPlaced = false,
) {
  const keeping = await openKeeping();
  const { state, version, settle, all, returns, ledger, projectFolder } = keeping;
  await place(keeping);
  await settle();
  const [{ returnId } = { returnId: '' }] = all();
  const killed = new Error('The app was killed.');
  Object.assign(ledger, {
    put: () => {
      throw killed;
    },
  });
  await expect(returns.keep(returnId)).rejects.toBe(killed);
  Reflect.deleteProperty(ledger, 'put');
  if (!isPlaced) await rm(join(projectFolder, next), { recursive: true });
  const rootFolder = dirname(projectFolder);
  const unplugged = `${rootFolder} unplugged`;
  const unplug = () => rename(rootFolder, unplugged);
  await unplug();
  return {
    returnId,
    ledger,
    rootFolder,
    unplug,
    plugIn: () => rename(unplugged, rootFolder),
    startAgain: async (
      change: Parameters<typeof openKeeping>[2] = {},
      prepare: (again: Keeping) => void = () => undefined,
    ) => {
      const again = await openKeeping(state, version, change);
      prepare(again);
      again.returns.start();
      return again;
    },
    versions: async () => (await readdir(projectFolder)).toSorted(),
  };
}

const waiting = {
  state: 'described',
  waitingFor: 'folder',
  keepingAs: expect.any(String) as unknown,
};
const notKeeping = { waitingFor: null, keepingAs: null, updating: null };

test('a keep that was interrupted waits for its drive at the next start, and goes on when the drive is back', async () => {
  const { returnId, plugIn, startAgain, versions } = await interruptKeep();
  const again = await startAgain();
  await expect.poll(() => again.all()).toMatchObject([waiting]);
  expect(again.published).toContain(`${returnId} described`);
  expect(() => again.returns.dismiss(returnId)).toThrow('already');
  await expect(again.returns.keep(returnId)).rejects.toMatchObject({ code: 'delivery_folder_missing' });
  expect(again.all()).toMatchObject([waiting]);
  expect(again.returns.countOpen('delivery-1')).toBe(1);
  await plugIn();
  await expect.poll(() => again.all()).toMatchObject([{ state: 'kept', ...notKeeping }]);
  expect(await versions()).toEqual([name, next]);
});

test('a keep that waits for its drive still waits after further starts, also those that wait for no drive', async () => {
  const { plugIn, startAgain, versions } = await interruptKeep();
  const unattended = await startAgain({ isAttended: false });
  await expect
    .poll(() => unattended.log.lines)
    .toMatchObject([{ message: 'A return was not kept as a version.' }]);
  expect(unattended.all()).toMatchObject([{ ...waiting, waitingFor: null }]);
  const second = await startAgain();
  await expect.poll(() => second.all()).toMatchObject([waiting]);
  await second.returns.dispose();
  expect(second.all()).toMatchObject([waiting]);
  await plugIn();
  const third = await startAgain();
  await expect.poll(() => third.all()).toMatchObject([{ state: 'kept', ...notKeeping }]);
  expect(await versions()).toEqual([name, next]);
});

test('a keep that waits for its drive can be cancelled; the return is then as before', async () => {
  const { returnId, plugIn, startAgain, versions } = await interruptKeep();
  const { returns, all } = await startAgain();
  await expect.poll(() => all()).toMatchObject([waiting]);
  expect(returns.cancelKeep(returnId)).toMatchObject({ state: 'described', waitingFor: null });
  expect(all()).toMatchObject([notKeeping]);
  expect(() => returns.cancelKeep(returnId)).toThrow('waits for no drive');
  expect(returns.dismiss(returnId)).toMatchObject({ state: 'dismissed' });
  expect(returns.restore(returnId)).toMatchObject({ state: 'described' });
  await plugIn();
  expect(await returns.keep(returnId)).toMatchObject({ state: 'kept', keptAs: { versionName: next } });
  expect(await versions()).toEqual([name, next]);
});

test('a keep that cannot be cancelled on a full disk still waits for its drive', async () => {
  const { returnId, plugIn, startAgain } = await interruptKeep();
  const { returns, repository, all } = await startAgain();
  await expect.poll(() => all()).toMatchObject([waiting]);
  const full = new AppError('disk_full', 'The disk is full.');
  repository.put = () => {
    throw full;
  };
  expect(() => returns.cancelKeep(returnId)).toThrow(full);
  Reflect.deleteProperty(repository, 'put');
  await plugIn();
  await expect.poll(() => all()).toMatchObject([{ state: 'kept', ...notKeeping }]);
});

/** Runs something, such as unplugging the drive, as soon as its folder was checked. */
function afterCheck(folders: Keeping['folders'], run: () => Promise<void>): void {
  const require = folders.require.bind(folders);
  folders.require = async (path) => {
    await require(path);
    Reflect.deleteProperty(folders, 'require');
    await run();
  };
}

test('a return whose cancelled keep had placed its version can be kept again, as another version', async () => {
  const interrupted = await interruptKeep(undefined, true);
  const { startAgain, plugIn, returnId, versions } = interrupted;
  const { returns, all } = await startAgain();
  await expect.poll(() => all()).toMatchObject([waiting]);
  returns.cancelKeep(returnId);
  await plugIn();
  const versionName = 'Harbour lights_v005';
  expect(await returns.keep(returnId)).toMatchObject({ state: 'kept', keptAs: { versionName } });
  expect(await versions()).toEqual([name, next, versionName]);
});

test('a keep that still cannot be written when its folder is back is given up after some tries', async () => {
  const { returnId, rootFolder, plugIn, startAgain, versions } = await interruptKeep();
  const { returns, all, log } = await startAgain();
  await expect.poll(() => all()).toMatchObject([waiting]);
  const obstacle = workspaceOf(rootFolder, all()[0]?.keepingAs ?? '').path;
  await writeFile(obstacle.replace(rootFolder, `${rootFolder} unplugged`), 'no folder');
  await plugIn();
  await expect.poll(() => all(), { timeout: 5_000 }).toMatchObject([{ state: 'described', ...notKeeping }]);
  expect(log.lines).toMatchObject([{ message: 'A return was not kept as a version.' }]);
  expect(await returns.keep(returnId)).toMatchObject({ state: 'kept', keptAs: { versionName: next } });
  expect(await versions()).toEqual([name, next]);
});

test('an interrupted update of a kept edit waits for its drive too, and leaves the edit kept when it is cancelled', async () => {
  const { returnId, startAgain } = await interruptKeep();
  const keptAs = { deliveryId: 'kept', versionName: next };
  const before = await startAgain({ isAttended: false });
  const [record] = before.all();
  if (!record) throw new Error('There is no return.');
  const updating = { deliveryId: 'delivery-4', choices: {} };
  before.repository.put({ ...record, state: 'kept', keptAs, updating });
  const { returns, all } = await startAgain();
  await expect.poll(() => all()).toMatchObject([{ ...waiting, state: 'kept', updating }]);
  expect(returns.cancelKeep(returnId)).toMatchObject({ state: 'kept', keptAs, waitingFor: null });
  expect(all()).toMatchObject([{ ...notKeeping, state: 'kept' }]);
});

test('an interrupted update with the project’s present cut waits for its drive, and makes one version', async () => {
  const { ledger, rootFolder, plugIn, startAgain, versions } = await interruptKeep();
  await plugIn();
  const { folder } = await placeVersion(rootFolder, {
    version: 4,
    deliveryId: 'delivery-4',
    cut: shorterEnd,
  });
  ledger.put(aDelivery({ deliveryId: 'delivery-4', state: 'done', folderPath: folder, folderName: next }));
  await rename(rootFolder, `${rootFolder} unplugged`);
  const before = await startAgain({ isAttended: false });
  const [record] = before.all();
  if (!record) throw new Error('There is no return.');
  const awaitedCut = { deliveryId: 'delivery-4', error: null };
  before.repository.put({ ...record, awaitedCut, updating: { deliveryId: 'delivery-4', choices: {} } });
  const connection = { deliveries: { settled: () => Promise.resolve() } };
  const connectionOf = (() => connection) as unknown as ReturnsDeps['connectionOf'];
  const again = await startAgain({ connectionOf });
  await expect.poll(() => again.all()).toMatchObject([{ ...waiting, awaitedCut }]);
  await plugIn();
  await expect.poll(() => again.all()).toMatchObject([{ state: 'kept', awaitedCut: null, ...notKeeping }]);
  await again.returns.dispose();
  expect(await versions()).toEqual([name, next, 'Harbour lights_v005']);
});

test('a keep whose drive is unplugged while the edit is read waits for it', async () => {
  const { plugIn, unplug, startAgain, versions } = await interruptKeep();
  await plugIn();
  const again = await startAgain({}, ({ folders }) => afterCheck(folders, unplug));
  await expect.poll(() => again.all()).toMatchObject([waiting]);
  await plugIn();
  await expect.poll(() => again.all()).toMatchObject([{ state: 'kept', ...notKeeping }]);
  expect(await versions()).toEqual([name, next]);
});

test('a keep whose drive is unplugged while media of the edit are read stores no other changes', async () => {
  const pictures = ['scene-01.png', 'scene-03.png'];
  const { plugIn, unplug, startAgain, versions } = await interruptKeep(async ({ save, projectFolder }) => {
    const folder = join(dirname(projectFolder), 'Retouched');
    await mkdir(folder);
    for (const file of pictures)
      await writeFile(join(folder, file), mediaBytes('scene-01.png', 'a retouched picture'));
    const media = withoutSecondScene.media.map((one) =>
      pictures.includes(one.fileName)
        ? { ...one, location: fileUrlOfPath(join(folder, one.fileName), process.platform) }
        : one,
    );
    await save('Returns/cut.fcpxml', writeFcpxml({ ...withoutSecondScene, media }, '1.13'));
  });
  await plugIn();
  const again = await startAgain({}, ({ hashing }) => {
    hashing.during = unplug;
  });
  const seen = again.sentences();
  expect(seen).toMatchObject([{ length: 3 }]);
  await expect.poll(() => again.all()).toMatchObject([waiting]);
  expect(again.hashing.during, 'the drive was unplugged while a picture was read').toBeNull();
  expect(again.sentences()).toEqual(seen);
  await plugIn();
  await expect.poll(() => again.all()).toMatchObject([{ state: 'kept', ...notKeeping }]);
  expect(await versions()).toEqual([name, next]);
});

test('a keep of an edit that was removed from its folder ends', async () => {
  const folder = await makeFolder('exports');
  const { plugIn, startAgain } = await interruptKeep(async ({ returns }) => {
    await writeFile(join(folder, 'cut.kdenlive'), cut);
    await returns.take(join(folder, 'cut.kdenlive'));
  });
  await plugIn();
  await rm(join(folder, 'cut.kdenlive'));
  const again = await startAgain();
  await expect.poll(() => again.all()).toMatchObject([{ state: 'described', ...notKeeping }]);
});
