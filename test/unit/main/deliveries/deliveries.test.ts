import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type App, compose } from '../../../../src-main/app/compose.ts';
import { filesOf, readManifest } from '../../../../src-main/deliveries/version/manifest.ts';
import { readFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { pathOfFileUrl } from '../../../../src-timeline/formats/file-url.ts';
import { listMediaLocations } from '../../../../src-timeline/formats/media-locations.ts';
import {
  createDeliveringApp,
  deliver,
  filesBelow,
  namesIn,
  unhurriedClock,
} from '../../../fakes/features/delivering-app.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { speechBytes, stillBytes } from '../../../fakes/sample-project.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp, type TestPlatform } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

/** Files that the app writes beside each timeline. */
const native = ['.kdenlive', '.kdenlive.ass', '.mlt'].map((end) => `Harbour lights_v001${end}`);

const media = [1, 2, 3].flatMap((n) => [`media/scene-0${String(n)}.png`, `media/scene-0${String(n)}.wav`]);

describe.each([
  ['FCPXML', 'fcpxml', ['Harbour lights_v001.fcpxml', 'Harbour lights_v001.resolve.fcpxml']],
  ['PREMIERE_XML', 'xml', ['Harbour lights_v001.xml']],
  ['OTIO', 'otio', ['Harbour lights_v001.otio', 'Harbour lights_v001.paths.otio']],
] as const)('a bundle as %s', (format, extension, documents) => {
  test('becomes a folder whose documents find every file where it stands', async () => {
    const { app, folder, projectId } = await createDeliveringApp();
    const record = await deliver(app, projectId, format);
    const path = join(folder, 'Harbour lights', 'Harbour lights_v001');
    expect(record).toMatchObject({
      state: 'done',
      folderPath: path,
      documentName: `Harbour lights_v001.${extension}`,
      fileCount: documents.length + native.length + 1 + media.length + 2,
      error: null,
    });
    const visible = (await filesBelow(path)).filter((name) => !name.startsWith('.dailies/'));
    expect(visible).toEqual(
      [
        ...documents,
        ...native,
        'Harbour lights_v001.srt',
        'Harbour lights_v001_reference.mp4',
        'README.txt',
        ...media,
      ].sort(),
    );
    for (const name of documents) {
      const locations = listMediaLocations(format, await readFile(join(path, name), 'utf8'));
      expect(locations).toHaveLength(6);
      for (const location of locations) {
        const isBare = name.endsWith('.paths.otio');
        const file = isBare ? location : pathOfFileUrl(location, process.platform);
        if (!isBare) expect(location).toMatch(/^file:\/\/[\w%./-]+$/);
        expect(await readFile(file)).toEqual(file.endsWith('.png') ? stillBytes : speechBytes);
      }
    }
    expect(await namesIn(folder)).toEqual(['Harbour lights']);
  });
});

test('a service that makes one OTIO document alone brings plain paths all the same', async () => {
  const { service, app, projectId } = await createDeliveringApp();
  service.changeBundle = (entries) => {
    const only = entries.get('Harbour_lights.otio')?.toString() ?? '';
    entries.delete('Harbour_lights.paths.otio');
    entries.set(
      'Harbour_lights.otio',
      Buffer.from(only.replaceAll('media/scene-01.png', 'media/sc%65ne-01.png')),
    );
  };
  const { folderPath, state } = await deliver(app, projectId, 'OTIO');
  expect(state).toBe('done');
  const written = await readFile(join(folderPath ?? '', 'Harbour lights_v001.paths.otio'), 'utf8');
  expect(listMediaLocations('OTIO', written)).toContain(join(folderPath ?? '', 'media/scene-01.png'));
  expect((await readManifest(folderPath ?? ''))?.documents.map(({ path }) => path)).toContain(
    'Harbour lights_v001.paths.otio',
  );
});

test('the record beside the documents keeps them as they came, with sizes and hashes', async () => {
  const { app, projectId } = await createDeliveringApp();
  const { folderPath, deliveryId } = await deliver(app, projectId, 'FCPXML');
  const manifest = await readManifest(folderPath ?? '');
  expect(manifest).toMatchObject({
    deliveryId,
    projectId,
    projectTitle: 'Harbour lights',
    sequence: {
      frameRate: { numerator: 30, denominator: 1 },
      width: 1920,
      height: 1080,
      durationFrames: 180,
    },
    mainDocument: 'Harbour lights_v001.fcpxml',
  });
  const pristine = await readFile(join(folderPath ?? '', '.dailies/documents/Harbour_lights.fcpxml'), 'utf8');
  expect(listMediaLocations('FCPXML', pristine)).toContain('media/scene-01.png');
  for (const file of manifest ? filesOf(manifest) : []) {
    const bytes = await readFile(join(folderPath ?? '', file?.path ?? ''));
    expect(bytes.length).toBe(file?.sizeBytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
  }
});

test('captions alone are captions alone: no media, no movie', async () => {
  const { service, app, projectId } = await createDeliveringApp();
  const record = await deliver(app, projectId, 'SRT');
  expect(record).toMatchObject({ state: 'done', documentName: 'Harbour lights_v001.srt', fileCount: 2 });
  const visible = (await filesBelow(record.folderPath ?? '')).filter((name) => !name.startsWith('.dailies/'));
  expect(visible).toEqual(['Harbour lights_v001.srt', 'README.txt']);
  const downloads = service.server.seen.filter(({ url }) => url.startsWith('/storage/'));
  expect(downloads).toHaveLength(1);
});

test('a project without a movie is delivered without one', async () => {
  const { service, app, projectId } = await createDeliveringApp();
  service.movie = null;
  const record = await deliver(app, projectId, 'FCPXML');
  expect(record.state).toBe('done');
  expect((await readManifest(record.folderPath ?? ''))?.referenceMovie).toBeNull();
});

test('links instead of media make a document and its captions', async () => {
  const { app, projectId } = await createDeliveringApp();
  const { folderPath, state } = await deliver(app, projectId, 'FCPXML', 'REMOTE_URLS');
  expect(state).toBe('done');
  const visible = (await filesBelow(folderPath ?? '')).filter((name) => !name.startsWith('.dailies/'));
  expect(visible).toEqual(['Harbour lights_v001.fcpxml', 'Harbour lights_v001.srt', 'README.txt']);
  const timeline = readFcpxml(await readFile(join(folderPath ?? '', visible[0] ?? ''), 'utf8'));
  expect(timeline.media.every(({ location }) => /^http:\/\/127\.0\.0\.1/.test(location))).toBe(true);
});

test('every delivery is a version of its own, and none is touched by the next', async () => {
  const { app, projectId, folder } = await createDeliveringApp();
  const first = await deliver(app, projectId, 'FCPXML');
  const editorsCopy = join(first.folderPath ?? '', 'Harbour lights_v001.fcpxml');
  await writeFile(editorsCopy, 'the editor worked on this');
  await Promise.all([
    deliver(app, projectId, 'OTIO'),
    deliver(app, projectId, 'PREMIERE_XML'),
    deliver(app, projectId, 'FCPXML'),
  ]);
  expect((await readdir(join(folder, 'Harbour lights'))).sort()).toEqual(
    [1, 2, 3, 4].map((version) => `Harbour lights_v00${String(version)}`),
  );
  expect(await readFile(editorsCopy, 'utf8')).toBe('the editor worked on this');
  expect(app.services.active().deliveries.list(10, projectId)).toHaveLength(4);
});

test('a version in the trash keeps its name', async () => {
  const { app, projectId } = await createDeliveringApp();
  const { deliveryId } = await deliver(app, projectId, 'FCPXML');
  await app.services.versionFolders.discard(deliveryId);
  expect(await deliver(app, projectId, 'FCPXML')).toMatchObject({ folderName: 'Harbour lights_v002' });
});

const webPage = Buffer.from('<!doctype html><title>Sign in</title>');

describe('a bundle that is not in order is refused and nothing is left', () => {
  test.each([
    [
      'a missing picture',
      'bundle_corrupt',
      (entries: Map<string, Buffer>) => entries.delete('media/scene-02.png'),
    ],
    [
      'an empty picture',
      'bundle_corrupt',
      (entries: Map<string, Buffer>) => entries.set('media/scene-02.png', Buffer.alloc(0)),
    ],
    [
      'no document',
      'bundle_corrupt',
      (entries: Map<string, Buffer>) => {
        entries.delete('Harbour_lights.fcpxml');
        entries.delete('Harbour_lights.resolve.fcpxml');
      },
    ],
    [
      'a torn document',
      'document_unreadable',
      (entries: Map<string, Buffer>) =>
        entries.set('Harbour_lights.fcpxml', Buffer.from('<fcpxml version="1.13"><resources>')),
    ],
    [
      'a path out of it',
      'bundle_corrupt',
      (entries: Map<string, Buffer>) => {
        const text = entries.get('Harbour_lights.fcpxml')?.toString() ?? '';
        entries.set(
          'Harbour_lights.fcpxml',
          Buffer.from(text.replaceAll('media/scene-01.png', 'file:///etc/hostname')),
        );
      },
    ],
    [
      'a program',
      'bundle_unsafe',
      (entries: Map<string, Buffer>) => entries.set('media/run.exe', Buffer.from('MZ')),
    ],
    [
      'a web page in the place of a picture',
      'bundle_unsafe',
      (entries: Map<string, Buffer>) => entries.set('media/scene-02.png', webPage),
    ],
    [
      'a timeline of what such a page would be kept as',
      'bundle_corrupt',
      (entries: Map<string, Buffer>) => {
        entries.set('media/scene-02.png', webPage);
        for (const [name, content] of entries) {
          if (!name.endsWith('.fcpxml')) continue;
          const text = content.toString().replaceAll('media/scene-02.png', 'media/scene-02.png.bin');
          entries.set(name, Buffer.from(text));
        }
      },
    ],
    [
      'a second document under the name of the delivered one',
      'bundle_corrupt',
      (entries: Map<string, Buffer>) => entries.set('harbour lights_V001.fcpxml', Buffer.from('another')),
    ],
    [
      'a movie under the name of the finished one',
      'bundle_corrupt',
      (entries: Map<string, Buffer>) => entries.set('Harbour lights_v001_reference.mp4', speechBytes),
    ],
  ])('%s', async (_name, code, change) => {
    const { service, app, folder, projectId } = await createDeliveringApp();
    service.changeBundle = change;
    const record = await deliver(app, projectId, 'FCPXML');
    expect(record).toMatchObject({ state: 'failed', error: { code }, folderPath: null });
    expect(await namesIn(folder)).toEqual([]);
  });
});

test('a delivery whose storage answered nothing but errors can be made again', async () => {
  const { service, app, platform, projectId } = await createDeliveringApp();
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    response.writeHead(500).end();
    return true;
  };
  const failed = await deliver(app, projectId, 'FCPXML');
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'download_failed' } });
  service.intercept = () => false;
  const again = await app.services.active().deliveries.retry(failed.deliveryId);
  await app.services.active().deliveries.settled(again.deliveryId);
  expect(app.services.active().deliveries.get(again.deliveryId).state).toBe('done');
  await expect(app.services.active().deliveries.retry(again.deliveryId)).rejects.toMatchObject({
    code: 'conflict',
  });
  await app.dispose();
  expect(platform.notices).toHaveLength(2);
});

/** Starts a delivery whose storage sends the first part of the bundle and then nothing more. */
async function startHeldDelivery() {
  const parts = await createDeliveringApp();
  const { service, app, projectId } = parts;
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    response.write('a first part');
    return true;
  };
  const { deliveryId } = await app.services.active().deliveries.startDelivery(projectId, 'FCPXML', 'BUNDLE');
  await until(() => service.countOf('GET', /storage/) >= 1);
  return { ...parts, deliveryId };
}

test('a delivery is cancelled in the middle of its download, and nothing is left', async () => {
  const { app, folder, deliveryId } = await startHeldDelivery();
  expect(await app.services.active().deliveries.cancel(deliveryId)).toMatchObject({
    state: 'cancelled',
    error: null,
  });
  expect(await namesIn(folder)).toEqual([]);
  await expect(app.services.active().deliveries.cancel(deliveryId)).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('a delivery under way when the app closes is finished at the next start', async () => {
  const { service, app, platform, folder, deliveryId } = await startHeldDelivery();
  await app.dispose();
  service.intercept = () => false;
  const again = await reopen(platform, service);
  await again.services.active().deliveries.settled(deliveryId);
  expect(again.services.active().deliveries.get(deliveryId).state).toBe('done');
  expect(await namesIn(folder)).toEqual(['Harbour lights']);
  expect(service.countOf('POST', /timeline-interchange/)).toBe(1);
  await again.dispose();
});

test('a version that was committed just before a crash is found instead of made twice', async () => {
  const { service, app, platform, folder, projectId } = await createDeliveringApp();
  const { deliveryId } = await deliver(app, projectId, 'FCPXML');
  const { database } = app.services.state;
  database.exec(
    `UPDATE deliveries SET is_finished = 0, record = json_set(record, '$.state', 'committing', '$.folderPath', null)`,
  );
  await app.dispose();
  const again = await reopen(platform, service);
  await again.services.active().deliveries.settled(deliveryId);
  expect(again.services.active().deliveries.get(deliveryId)).toMatchObject({
    state: 'done',
    folderPath: join(folder, 'Harbour lights', 'Harbour lights_v001'),
  });
  expect(await readdir(join(folder, 'Harbour lights'))).toHaveLength(1);
  await again.dispose();
});

describe('a delivery folder that cannot be used', () => {
  test('is asked for when none is chosen', async () => {
    const service = await ServiceStandIn.start();
    const { app } = await startApp(service, unhurriedClock);
    await expect(deliver(app, service.addProject(), 'FCPXML')).rejects.toMatchObject({
      code: 'delivery_folder_unset',
    });
    expect(app.services.active().deliveries.list(10)).toEqual([]);
  });

  test('is reported as missing before anything is asked of the service', async () => {
    const { service, app, folder, projectId } = await createDeliveringApp();
    await rm(folder, { recursive: true });
    await expect(deliver(app, projectId, 'FCPXML')).rejects.toMatchObject({
      code: 'delivery_folder_missing',
      details: { path: folder },
    });
    expect(service.countOf('POST', /./)).toBe(0);
  });

  test.skipIf(process.getuid?.() === 0)('is reported as not writable', async () => {
    const { app, folder, projectId } = await createDeliveringApp();
    await chmod(folder, 0o500);
    await expect(deliver(app, projectId, 'FCPXML')).rejects.toMatchObject({
      code: 'delivery_folder_not_writable',
    });
    await chmod(folder, 0o700);
  });

  test('and vanishes on the way ends the delivery with that', async () => {
    const { service, app, folder, projectId } = await createDeliveringApp();
    service.intercept = async ({ url }) => {
      if (url.startsWith('/storage/')) await rm(folder, { recursive: true, force: true });
      return false;
    };
    expect(await deliver(app, projectId, 'FCPXML')).toMatchObject({
      state: 'failed',
      error: { code: 'delivery_folder_missing' },
    });
  });

  test.each([
    ['is reported before anything is asked of the service', 190, 0],
    ['for one of its files is reported, and nothing is left', 165, 1],
  ])('with too long a path %s', async (_name, length, asked) => {
    const service = await ServiceStandIn.start();
    const { app } = await startApp(service, unhurriedClock);
    const parent = await makeFolder('d');
    const folder = join(parent, 'f'.repeat(length - parent.length - 1));
    await app.services.settings.setDeliveryFolder(folder);
    service.changeBundle = (entries) => entries.set(`media/${'m'.repeat(60)}.png`, stillBytes);
    expect(await deliver(app, service.addProject(), 'FCPXML')).toMatchObject({
      state: 'failed',
      error: { code: 'path_too_long' },
    });
    expect(service.countOf('POST', /timeline-interchange/)).toBe(asked);
    expect(await namesIn(folder)).toEqual([]);
  });
});

test('the delivered document is shown, unless it was taken away', async () => {
  const { app, platform, projectId } = await createDeliveringApp();
  const { deliveryId, folderPath } = await deliver(app, projectId, 'FCPXML');
  await app.services.active().deliveries.reveal(deliveryId);
  expect(platform.revealed).toEqual([join(folderPath ?? '', 'Harbour lights_v001.fcpxml')]);
  expect((await stat(platform.revealed[0] ?? '')).isFile()).toBe(true);
  await rm(folderPath ?? '', { recursive: true });
  await expect(app.services.active().deliveries.reveal(deliveryId)).rejects.toMatchObject({
    code: 'not_found',
  });
});

async function reopen(platform: TestPlatform, service: ServiceStandIn): Promise<App> {
  const app = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  await app.start();
  return app;
}
