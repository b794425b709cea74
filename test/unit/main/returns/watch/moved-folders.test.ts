import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type App, compose } from '../../../../../src-main/app/compose.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath } from '../../../../../src-timeline/formats/file-url.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { deliver, unhurriedClock } from '../../../../fakes/features/delivering-app.ts';
import { shorterEnd, withoutSecondScene } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../../fakes/test-platform.ts';

/** The test uses the system's file watching and real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 120_000 });
const seen = { timeout: 40_000, interval: 50 };
const versionName = 'Harbour lights_v001';
const removed = 'Scene 2 removed';
const shorter = 'Scene 3 shortened by 0.5 s at its end';

/** Returns a cut as an editor saves it, with media paths inside a version's folder. */
function cutOf(cut: Timeline, versionFolder: string): string {
  const media = cut.media.map((one) => {
    return { ...one, location: fileUrlOfPath(join(versionFolder, one.location), process.platform) };
  });
  return writeFcpxml({ ...cut, media }, '1.13');
}

/** Starts an app with one version and a folder of the user, and records its news of returns. */
async function openApp() {
  const exports = join(await makeFolder('films'), '04_Exports');
  await mkdir(exports);
  const folder = join(await makeFolder('delivery'), 'Deliveries');
  const chosen = [folder, exports];
  const dialogs = {
    chooseFolder: () => Promise.resolve(chosen.shift() ?? null),
    chooseFile: () => Promise.resolve(null),
    saveFile: () => Promise.resolve(null),
  };
  await mkdir(folder);
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service, { ...unhurriedClock, dialogs, host: 'browser' });
  await app.services.settings.chooseDeliveryFolder();
  const { folderPath, deliveryId } = await deliver(app, service.addProject(), 'FCPXML');
  const notices = (): string[] => platform.notices.filter((each) => each.includes('Scene'));
  return { service, app, platform, folder, exports, notices, deliveryId, versionFolder: folderPath ?? '' };
}

const tell = (app: App) =>
  app.services.returns
    .list({ projectId: null, withDismissed: true, offset: 0, limit: 99 })
    .returns.map(({ path, state, isMissing, summary }) => [
      path,
      isMissing ? 'missing' : state,
      ...summary.map(({ text }) => text),
    ])
    .toSorted();

const told = (app: App, wanted: string[][]) =>
  vi.waitFor(() => {
    expect(tell(app)).toEqual(wanted.toSorted());
  }, seen);

const idsOf = (app: App): string[] =>
  app.services.returns
    .list({ projectId: null, withDismissed: true, offset: 0, limit: 99 })
    .returns.map(({ returnId }) => returnId)
    .toSorted();

test('returns are found again, and none twice, where the version, its project or the delivery folder has another name or place', async () => {
  const { app, platform, service, folder, versionFolder, deliveryId, notices } = await openApp();
  const { deliveries } = app.services.active();
  const first = join(versionFolder, 'Returns', 'first.fcpxml');
  await writeFile(first, cutOf(withoutSecondScene, versionFolder));
  await told(app, [[first, 'described', removed]]);
  const ids = idsOf(app);
  let place = versionFolder;
  const moves: [from: string, to: string, version: string][] = [];
  const renamedVersion = join(folder, 'Harbour lights', 'the good one');
  const renamedProject = join(folder, 'Harbour');
  const other = join(folder, 'Another film');
  const renamedFolder = join(dirname(folder), 'Films');
  moves.push([versionFolder, renamedVersion, renamedVersion]);
  moves.push([dirname(renamedVersion), renamedProject, join(renamedProject, 'the good one')]);
  moves.push([join(renamedProject, 'the good one'), join(other, versionName), join(other, versionName)]);
  moves.push([folder, renamedFolder, join(renamedFolder, 'Another film', versionName)]);
  await mkdir(other);
  for (const [from, to, version] of moves) {
    await rename(from, to);
    place = version;
    await told(app, [[join(place, 'Returns', 'first.fcpxml'), 'described', removed]]);
    expect(deliveries.get(deliveryId)).toMatchObject({ state: 'done', folderPath: place });
  }
  expect(idsOf(app)).toEqual(ids);
  const second = join(place, 'Returns', 'second.fcpxml');
  await writeFile(second, cutOf(shorterEnd, versionFolder));
  const both = [
    [join(place, 'Returns', 'first.fcpxml'), 'described', removed],
    [second, 'described', shorter],
  ];
  await told(app, both);
  expect(notices().length).toBe(2);
  await app.dispose();
  const again = compose(
    { ...platform, host: 'browser' },
    { version: '0.0.0', service: { kind: 'address', baseUrl: service.url } },
  );
  onTestFinished(() => again.dispose());
  await again.start();
  await told(again, both);
  const kept = await again.services.returns.keep(ids[0] ?? '');
  expect(kept).toMatchObject({ state: 'kept' });
  expect(await readdir(join(renamedFolder, 'Another film'))).toContain(kept.keptAs?.versionName);
  expect(notices().length).toBe(2);
});

test('a version that is nowhere is missing, and is there again from the folder it is put back into', async () => {
  const { app, versionFolder, folder } = await openApp();
  const path = join(versionFolder, 'Returns', 'cut.fcpxml');
  await writeFile(path, cutOf(withoutSecondScene, versionFolder));
  await told(app, [[path, 'described', removed]]);
  const away = join(await makeFolder('elsewhere'), versionName);
  await rename(versionFolder, away);
  await told(app, [[path, 'missing', removed]]);
  const back = join(folder, 'Back', versionName);
  await mkdir(dirname(back));
  await rename(away, back);
  await told(app, [[join(back, 'Returns', 'cut.fcpxml'), 'described', removed]]);
  expect(idsOf(app)).toHaveLength(1);
});

test('a copy of a version changes nothing as long as the version is in its place', async () => {
  const { app, versionFolder, deliveryId } = await openApp();
  const path = join(versionFolder, 'Returns', 'cut.fcpxml');
  await writeFile(path, cutOf(withoutSecondScene, versionFolder));
  await told(app, [[path, 'described', removed]]);
  await cp(versionFolder, join(dirname(versionFolder), 'a copy'), { recursive: true });
  app.services.returns.scan();
  await app.services.returns.scanVersion(versionFolder);
  expect(tell(app)).toEqual([[path, 'described', removed]]);
  expect(app.services.active().deliveries.get(deliveryId).folderPath).toBe(versionFolder);
});

test('a folder of the user’s is watched under its new name, and what came back there is known again', async () => {
  const { app, versionFolder, exports, notices } = await openApp();
  const { watched } = app.services.returns;
  await watched.add();
  await mkdir(join(exports, 'monday'));
  await writeFile(join(exports, 'monday', 'cut.fcpxml'), cutOf(withoutSecondScene, versionFolder));
  await told(app, [[join(exports, 'monday', 'cut.fcpxml'), 'described', removed]]);
  const ids = idsOf(app);
  await rename(join(exports, 'monday'), join(exports, 'tuesday'));
  await told(app, [[join(exports, 'tuesday', 'cut.fcpxml'), 'described', removed]]);
  app.services.returns.dismiss(ids[0] ?? '');
  const renamed = join(dirname(exports), 'Exports');
  await rename(exports, renamed);
  await told(app, [[join(renamed, 'tuesday', 'cut.fcpxml'), 'dismissed', removed]]);
  expect(watched.list()).toEqual([{ path: renamed, state: 'watching' }]);
  expect([idsOf(app), notices().length]).toEqual([ids, 1]);
  await mkdir(join(exports, 'monday'), { recursive: true });
  await writeFile(join(exports, 'monday', 'cut.fcpxml'), cutOf(shorterEnd, versionFolder));
  await writeFile(join(renamed, 'new.fcpxml'), cutOf(shorterEnd, versionFolder));
  await told(app, [
    [join(renamed, 'tuesday', 'cut.fcpxml'), 'dismissed', removed],
    [join(renamed, 'new.fcpxml'), 'described', shorter],
  ]);
  const old = await app.services.returns.take(
    await app.fileGrants.grantPath(join(exports, 'monday', 'cut.fcpxml')),
  );
  expect([old.state, ids.includes(old.returnId), idsOf(app).length]).toEqual(['described', false, 3]);
});

test('the panel in an editor imports the version that was sent to it last', async () => {
  const { app, service, folder } = await openApp();
  const { deliveries } = app.services.active();
  const started = deliveries.startDelivery(service.addProject(), null, 'BUNDLE', { editors: ['PREMIERE'] });
  const { deliveryId } = await started;
  await deliveries.settled(deliveryId);
  const name = deliveries.get(deliveryId).folderName ?? '';
  const mailbox = async (): Promise<string> => readFile(join(folder, '.dailies-premiere.json'), 'utf8');
  await vi.waitFor(async () => expect(await mailbox()).toContain(`Harbour lights/${name}/`), seen);
  await rename(join(folder, 'Harbour lights'), join(folder, 'Harbour'));
  app.services.returns.scan();
  await vi.waitFor(async () => expect(await mailbox()).toContain(`"Harbour/${name}/Returns"`), seen);
});
