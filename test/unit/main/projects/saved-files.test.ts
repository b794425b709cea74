import { link, mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressedConnectionId, compose } from '../../../../src-main/app/compose.ts';
import { keyAccount } from '../../../../src-main/connections/key-credential.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { failToSave, openSaves, partsIn, visibleIn } from '../../../fakes/features/saves-fixture.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { SkippingClock, until } from '../../../fakes/turned-clock.ts';

describe('a movie', () => {
  test('is saved whole into the delivery folder, never over another one, and shown there', async () => {
    const { service, app, save, shown, saves, folder, platform } = await openSaves();
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    const path = join(folder, 'Harbour lights.mp4');
    expect(await readFile(path)).toEqual(service.movie);
    // Windows has no modes.
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect(shown()[0]).toMatchObject({
      exportId: 'expo_1',
      path,
      transfer: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
    });
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    expect((await visibleIn(folder)).sort()).toEqual(['Harbour lights 2.mp4', 'Harbour lights.mp4']);
    await until(async () => (await readdir(folder)).every((name) => !name.startsWith('.dailies-tmp')));
    await saves.reveal(shown()[1]?.transfer.transferId ?? '');
    expect(platform.revealed).toEqual([path]);
    await saves.play(shown()[1]?.transfer.transferId ?? '');
    expect(platform.opened).toEqual([path]);
    const client = createClient<AppContract>({ invoke: app.router, subscribe: () => () => undefined });
    const transferId = shown()[1]?.transfer.transferId ?? '';
    const upload = await client.call('export.shareSaved', { transferId });
    expect(upload).toMatchObject({ direction: 'upload', displayName: 'Harbour lights.mp4' });
  });

  test('goes where the dialog says, in place of what the user agreed to replace', async () => {
    const chosen = join(await makeFolder('chosen'), 'cut.mp4');
    await writeFile(chosen, 'an older cut');
    const answers = [null, chosen];
    const suggested: string[] = [];
    const { service, save, shown } = await openSaves({
      dialogs: {
        chooseFolder: () => Promise.resolve(null),
        chooseFile: () => Promise.resolve(null),
        saveFile: (_title, name) => {
          suggested.push(name);
          return Promise.resolve(answers.shift() ?? null);
        },
      },
    });
    expect(await save()).toBeNull();
    expect(shown()).toEqual([]);
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    expect(await readFile(chosen)).toEqual(service.movie);
    expect(suggested).toEqual(['Harbour lights.mp4', 'Harbour lights.mp4']);
  });

  const dialogs = (path: string) => ({
    chooseFolder: () => Promise.resolve(null),
    chooseFile: () => Promise.resolve(null),
    saveFile: () => Promise.resolve(path),
  });

  test.each([
    ['goes into the delivery folder', null],
    ['goes where the dialog says', 'chosen'],
  ])('that %s takes a free name beside one of the same name under way', async (_where, chosen) => {
    const other = await makeFolder('chosen');
    const parts = await openSaves(
      chosen === null ? {} : { dialogs: dialogs(join(other, 'Harbour lights.mp4')) },
    );
    const { service, app, save, shown, folder } = parts;
    app.services.transfers.pauseAll();
    await Promise.all([save(), save()]);
    await save();
    app.services.transfers.resumeAll();
    await until(() => shown().every(({ transfer }) => ['done', 'failed'].includes(transfer.state)));
    expect(shown().map(({ transfer }) => transfer.state)).toEqual(['done', 'done', 'done']);
    const names = ['Harbour lights 2.mp4', 'Harbour lights 3.mp4', 'Harbour lights.mp4'];
    const place = chosen === null ? folder : other;
    expect((await visibleIn(place)).sort()).toEqual(names);
    for (const name of names) expect(await readFile(join(place, name))).toEqual(service.movie);
  });

  test('that cannot be noted for want of room is refused with that, and saved at the next try', async () => {
    const { app, save, shown } = await openSaves();
    const { database } = app.services.state;
    database.exec(
      "CREATE TEMP TRIGGER no_room BEFORE INSERT ON transfers BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    await expect(save()).rejects.toThrow('no room');
    expect(shown()).toEqual([]);
    database.exec('DROP TRIGGER no_room');
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
  });

  test('cancelled, and made again while the disk fills up, is not left without anyone who saves it', async () => {
    const { service, app, save, saves, shown, folder } = await openSaves();
    const { transfers, state } = app.services;
    service.intercept = ({ url }) => url.startsWith('/storage/');
    await save();
    await until(() => shown()[0]?.transfer.state === 'running');
    const [transferId = ''] = shown().map(({ transfer }) => transfer.transferId);
    await transfers.cancel(transferId);
    await expect.poll(() => partsIn(folder)).toEqual([]);
    service.intercept = () => false;
    transfers.pauseAll();
    state.database.exec(
      `CREATE TEMP TRIGGER full BEFORE UPDATE ON transfers WHEN OLD.status = 'open'
         BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    expect(saves.retry(transferId)).toMatchObject({ state: 'paused', error: null });
    state.database.exec('DROP TRIGGER full');
    transfers.resumeAll();
    await until(() => ['done', 'failed'].includes(shown()[0]?.transfer.state ?? ''));
    expect(shown()).toMatchObject([{ transfer: { state: 'done', error: null } }]);
  });

  test('takes a free name beside one that another connection saves', async () => {
    const { app, save, shown, folder } = await openSaves();
    app.services.transfers.pauseAll();
    await save();
    app.services.state.database.exec(
      `UPDATE transfers SET connection_id = 'other', record = json_set(record, '$.connectionId', 'other')`,
    );
    await save();
    expect(shown().map(({ path }) => path)).toEqual([join(folder, 'Harbour lights 2.mp4')]);
  });

  test('replaces no file that came to its place meanwhile', async () => {
    const { app, save, shown, folder } = await openSaves();
    const path = join(folder, 'Harbour lights.mp4');
    app.services.transfers.pauseAll();
    await save();
    await writeFile(path, 'a cut of somebody else');
    app.services.transfers.resumeAll();
    await until(() => shown()[0]?.transfer.state === 'failed');
    expect(shown()).toMatchObject([{ transfer: { error: { code: 'conflict', details: { path } } } }]);
    expect(await readFile(path, 'utf8')).toBe('a cut of somebody else');
  });

  const restart = async ({ service, app, platform }: Awaited<ReturnType<typeof openSaves>>) => {
    await app.dispose();
    await platform.secrets.set(keyAccount(addressedConnectionId), service.apiKey);
    const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
    onTestFinished(() => again.dispose());
    await again.start();
    return again;
  };

  test('that was on its way when the app closed is saved after the next start', async () => {
    const parts = await openSaves();
    const { service, app, save, folder } = parts;
    app.services.transfers.pauseAll();
    await save();
    const again = await restart(parts);
    expect(await visibleIn(folder)).toEqual([]);
    again.services.transfers.resumeAll();
    await until(async () => (await visibleIn(folder)).length === 1);
    expect(await readFile(join(folder, 'Harbour lights.mp4'))).toEqual(service.movie);
  });

  test.each([
    ['in its place', false],
    ['in its place, and still where it was received,', true],
  ])('that was %s right before a crash is not fetched again', async (_places, isStillReceived) => {
    const parts = await openSaves();
    const { service, app, save, shown, folder, projectId: id } = parts;
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    const [transferId = ''] = shown().map(({ transfer }) => transfer.transferId);
    const received = app.services.transfers.get(transferId).targetPath ?? '';
    if (isStillReceived) {
      await mkdir(dirname(received));
      await link(join(folder, 'Harbour lights.mp4'), received);
    }
    app.services.state.database.exec(
      `UPDATE transfers SET is_finished = 0, status = 'processing',
         record = json_set(record, '$.state', 'processing', '$.finishedAt', null)`,
    );
    const fetched = service.countOf('GET', /storage/);
    const { saves } = (await restart(parts)).services.active();
    await until(() => ['done', 'failed'].includes(saves.list(id)[0]?.transfer.state ?? ''));
    expect(saves.list(id)).toMatchObject([{ transfer: { state: 'done', error: null } }]);
    expect(service.countOf('GET', /storage/)).toBe(fetched);
    await until(async () => (await readdir(folder)).every((name) => !name.startsWith('.dailies-tmp')));
    expect(await visibleIn(folder)).toEqual(['Harbour lights.mp4']);
  });

  /** Sets the times of everything in a folder to eight days ago. */
  const makeOld = async (folder: string): Promise<void> => {
    const old = new Date(Date.now() - 8 * 86_400_000);
    for (const name of [...(await readdir(folder, { recursive: true })), ''])
      await utimes(join(folder, name), old, old);
  };
  /** Begins to save, and closes the app once a part has arrived. Returns the folder of the part. */
  const interrupt = async ({ service, app, save, shown, folder }: Awaited<ReturnType<typeof openSaves>>) => {
    service.intercept = ({ url }, response) => {
      if (!url.startsWith('/storage/')) return false;
      response.write('a first part');
      return true;
    };
    await save();
    await until(() => service.countOf('GET', /storage/) > 0 && shown()[0]?.transfer.state === 'running');
    const [part, ...others] = await partsIn(folder);
    expect([typeof part, others]).toEqual(['string', []]);
    await app.dispose();
    service.intercept = () => false;
    return join(folder, part ?? '');
  };

  test('goes on after a restart only on the drive where it began', async () => {
    const parts = await openSaves();
    const { service, folder, projectId: id } = parts;
    const place = await interrupt(parts);
    const away = join(await makeFolder('away'), 'part');
    await rename(place, away);
    const { saves } = (await restart(parts)).services.active();
    await until(() => saves.list(id)[0]?.transfer.state === 'failed');
    expect(saves.list(id)).toMatchObject([{ transfer: { error: { code: 'file_not_written' } } }]);
    expect(await visibleIn(folder)).toEqual([]);
    await rename(away, place);
    saves.retry(saves.list(id)[0]?.transfer.transferId ?? '');
    await until(() => saves.list(id)[0]?.transfer.state === 'done');
    expect(await readFile(join(folder, 'Harbour lights.mp4'))).toEqual(service.movie);
  });

  test('keeps what it received in the delivery folder however long the app was closed', async () => {
    const parts = await openSaves();
    const { service, folder, projectId: id } = parts;
    await makeOld(await interrupt(parts));
    const { saves } = (await restart(parts)).services.active();
    await until(() => ['done', 'failed'].includes(saves.list(id)[0]?.transfer.state ?? ''));
    expect(saves.list(id)).toMatchObject([{ transfer: { state: 'done', error: null } }]);
    expect(await readFile(join(folder, 'Harbour lights.mp4'))).toEqual(service.movie);
  });

  test('that failed a moment ago keeps what it received long ago', async () => {
    const parts = await failToSave();
    const { folder } = parts;
    const begun = await partsIn(folder);
    expect(begun).toHaveLength(1);
    await makeOld(join(folder, begun[0] ?? ''));
    await restart(parts);
    expect(await partsIn(folder)).toEqual(begun);
  });

  test('that failed is saved anew where nothing is left of what it received', async () => {
    const { service, saves, shown, folder, transferId } = await failToSave();
    const [part = ''] = await partsIn(folder);
    await rm(join(folder, part), { recursive: true });
    saves.retry(transferId);
    await until(() => ['done', 'failed'].includes(shown()[0]?.transfer.state ?? ''));
    expect(shown()).toMatchObject([{ transfer: { state: 'done', error: null } }]);
    expect(await readFile(join(folder, 'Harbour lights.mp4'))).toEqual(service.movie);
  });

  test('that failed replaces no file that the user has not agreed to replace', async () => {
    const place = await makeFolder('chosen');
    const path = join(place, 'cut.mp4');
    await writeFile(path, 'the cut that may be replaced');
    const { saves, shown, transferId } = await failToSave({ dialogs: dialogs(path) });
    const [part = ''] = await partsIn(place);
    await rm(join(place, part), { recursive: true });
    await writeFile(path, 'a cut on another drive');
    saves.retry(transferId);
    await until(() => ['done', 'failed'].includes(shown()[0]?.transfer.state ?? ''));
    expect(shown()).toMatchObject([{ transfer: { error: { code: 'conflict' } } }]);
    expect(await readFile(path, 'utf8')).toBe('a cut on another drive');
  });

  test('that is saved again at its place leaves nothing of the failed try', async () => {
    const { service, save, shown, folder } = await failToSave();
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    await expect.poll(() => partsIn(folder)).toEqual([]);
    expect(await readFile(join(folder, 'Harbour lights.mp4'))).toEqual(service.movie);
  });

  type FailedSave = Awaited<ReturnType<typeof failToSave>>;
  const clearAll = ({ app }: Pick<FailedSave, 'app'>): string =>
    app.services.activity.clear({ what: 'all', status: null, connectionId: null, search: '' }).clearId;

  const change =
    (sql: string) =>
    ({ app }: Pick<FailedSave, 'app'>): void => {
      app.services.state.database.exec(`UPDATE transfers SET ${sql}`);
    };

  test.each([
    ['failed, and whose row was cleared,', clearAll],
    [
      'failed more than a week ago',
      change(`record = json_set(record, '$.finishedAt', unixepoch() - 8 * 86400)`),
    ],
    [
      'was cancelled right before a crash',
      change(`status = 'cancelled', record = json_set(record, '$.state', 'cancelled')`),
    ],
  ])('that %s leaves nothing after the next start, wherever it was to go', async (_what, leave) => {
    const place = await makeFolder('chosen');
    const parts = await failToSave({ dialogs: dialogs(join(place, 'cut.mp4')) });
    const app = await restart(parts);
    expect(await partsIn(place)).toHaveLength(1);
    leave({ app });
    await restart({ ...parts, app });
    await expect.poll(() => partsIn(place)).toEqual([]);
  });

  test('whose cleared row is restored after its part was removed is saved anew', async () => {
    const clock = new SkippingClock();
    const { app, saves, shown, folder, transferId } = await failToSave({ clock });
    const clearId = clearAll({ app });
    clock.skip(25 * 3_600_000);
    await expect.poll(() => partsIn(folder)).toEqual([]);
    app.services.activity.restore(clearId);
    saves.retry(transferId);
    await until(() => ['done', 'failed'].includes(shown()[0]?.transfer.state ?? ''));
    expect(shown()).toMatchObject([{ transfer: { state: 'done', error: null } }]);
  });

  test('media of a scene are saved under their own name, also after their link expired', async () => {
    const { service, app, saves, shown, folder, projectId } = await openSaves();
    const scenes = async () => (await app.services.active().projects.get(projectId)).scenes;
    await until(async () => (await scenes()) !== null);
    service.revokeLinks();
    await saves.saveSceneMedia(projectId, 1);
    await until(() => shown()[0]?.transfer.state === 'done');
    expect(shown()[0]).toMatchObject({ exportId: null, path: join(folder, 'scene-02.png') });
    expect(shown()[0]?.sceneMediaPath).toBe((await scenes())?.[1]?.thumbnailPath);
    expect(await readFile(join(folder, 'scene-02.png'), 'utf8')).toBe('bytes of scene-02.png');
    await expect(saves.saveSceneMedia(projectId, 7)).rejects.toMatchObject({ code: 'not_found' });
  });
});
