import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compose } from '../../../../src-main/app/compose.ts';
import { readManifest } from '../../../../src-main/deliveries/version/manifest.ts';
import { readVersionCut } from '../../../../src-main/deliveries/version/version-cut.ts';
import { sha256Of } from '../../../../src-main/foundation/files/sha256-of.ts';
import type { DeliveryRecord } from '../../../../src-main/state/delivery-repository.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import type { Take } from '../../../../src-shared/contract/cut.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import type { Change } from '../../../../src-timeline/changes/change.ts';
import { readFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { placementsOfTrack } from '../../../../src-timeline/model/placement.ts';
import { primaryTrackIndex, type Timeline } from '../../../../src-timeline/model/timeline.ts';
import { createDeliveringApp, namesIn } from '../../../fakes/features/delivering-app.ts';
import { mapClips } from '../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { mediaBytes } from '../../../fakes/media-bytes.ts';
import type { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { until } from '../../../fakes/turned-clock.ts';
import { changeOf } from '../cuts/cuts-fixture.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 120_000 });

type Made = Awaited<ReturnType<typeof createYours>>;

const picture = mediaBytes('scene-01.png', 'of the user');
const note: Change = {
  kind: 'note',
  sceneId: '1',
  frame: 12,
  oldText: null,
  text: 'Too dark',
  author: null,
  isDone: false,
};

/** Starts an app with a delivery folder, whose project cut is read. */
async function createYours(prepare: (service: ServiceStandIn) => void = () => undefined) {
  const made = await createDeliveringApp();
  prepare(made.service);
  const client = createClient<AppContract>({ invoke: made.app.router, subscribe: () => () => undefined });
  const { projectId } = made;
  await client.call('cut.get', { projectId, of: { kind: 'project' } });
  const change = changeOf(client, projectId);
  return { ...made, client, change };
}

async function addTake({ app, client, projectId }: Made): Promise<{ readonly path: string; take: Take }> {
  const path = join(await makeFolder(), 'My picture.png');
  await writeFile(path, picture);
  const measured = { durationSeconds: null, size: { width: 640, height: 360 }, hasSound: false };
  const source = { file: await app.fileGrants.grantPath(path), measured };
  return {
    path,
    take: await client.call('cut.addTake', { projectId, sceneId: '2', kind: 'picture', source }),
  };
}

function showing({ media }: Take): Change {
  if (!media) throw new Error('The take has no media.');
  return { kind: 'replacePicture', sceneId: '2', media, sourceStartFrame: 0 };
}

/** Sends a project to Final Cut Pro and Kdenlive, and returns the version. */
async function send({ app, projectId }: Made, wishes: { cut?: 'project'; mayAdd?: boolean } = {}) {
  const { deliveries } = app.services.active();
  const editors = ['FINAL_CUT', 'KDENLIVE'] as const;
  const { deliveryId } = await deliveries.startDelivery(projectId, null, 'BUNDLE', { editors, ...wishes });
  await deliveries.settled(deliveryId);
  return versionOf(app.services.active().deliveries.get(deliveryId));
}

async function versionOf(record: DeliveryRecord) {
  const folder = record.folderPath ?? '';
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error(`No version: ${JSON.stringify(record.error)}`);
  const cut = await readVersionCut(folder, manifest);
  if (!cut) throw new Error('The version has no cut.');
  return { record, folder, manifest, cut };
}

const renamed = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString().replaceAll(from, to));

function picturesOf({ tracks, media }: Timeline): (string | undefined)[] {
  const track = tracks[primaryTrackIndex(tracks)];
  const places = new Map(media.map(({ mediaId, location }) => [mediaId, location]));
  return (track ? placementsOfTrack(track) : []).map(({ clip }) => places.get(clip.mediaId));
}

test('your cut is sent with the project’s media, a copy of the take, the note and no movie', async () => {
  const made = await createYours();
  const { take } = await addTake(made);
  await made.change(showing(take), { kind: 'remove', sceneId: '3' }, note);
  const { record, manifest, cut, folder } = await send(made);
  expect(picturesOf(cut)).toEqual(['media/scene-01.png', 'media/My-picture.png']);
  expect(await readFile(join(folder, 'media/My-picture.png'))).toEqual(picture);
  expect(record).toMatchObject({ cutOrigin: { editor: 'dailies' }, state: 'done' });
  expect(manifest).toMatchObject({ cutOrigin: { editor: 'dailies' }, basedOn: null, referenceMovie: null });
  const written = readFcpxml(await readFile(join(folder, `${record.folderName ?? ''}.fcpxml`), 'utf8'));
  expect(written.media.map(({ fileName }) => fileName)).toContain('My-picture.png');
  expect(cut.markers).toMatchObject([{ name: 'Scene 1' }, { frame: 12, kind: 'to-do' }, { name: 'Scene 2' }]);
  const kdenlive = await readFile(join(folder, `${record.folderName ?? ''}.kdenlive`), 'utf8');
  expect(kdenlive).toContain('Too dark');
  const readme = await readFile(join(folder, 'README.txt'), 'utf8');
  expect(readme).toContain('The cut of the project with your changes.');
  expect(readme).toContain('There is no finished movie of this cut.');
});

test('a version holds your cut as it was when it was sent', async () => {
  const made = await createYours();
  await made.change({ kind: 'remove', sceneId: '1' });
  const sending = send(made);
  const { deliveries } = made.app.services.active();
  await until(() => deliveries.list(1, made.projectId).length === 1);
  await made.change({ kind: 'remove', sceneId: '2' });
  expect(picturesOf((await sending).cut)).toEqual(['media/scene-02.png', 'media/scene-03.png']);
});

test('the project’s cut is sent with its movie if the user wants it, and if nothing is changed', async () => {
  const made = await createYours();
  const plain = await send(made);
  await made.change({ kind: 'remove', sceneId: '1' });
  const wanted = await send(made, { cut: 'project' });
  for (const { manifest, cut, record } of [plain, wanted]) {
    expect(picturesOf(cut)).toHaveLength(3);
    expect(manifest).toMatchObject({ cutOrigin: null, referenceMovie: { sizeBytes: expect.any(Number) } });
    expect(record.cutOrigin).toBeNull();
  }
  expect(await readFile(join(wanted.folder, 'README.txt'), 'utf8')).toContain(
    'The finished movie of this cut, to compare with.',
  );
});

test('a delivery that goes on after the project changed has no movie of the changed cut', async () => {
  const { service, app, platform, projectId } = await createDeliveringApp();
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    response.write('a first part');
    return true;
  };
  const { deliveryId } = await app.services.active().deliveries.startDelivery(projectId, 'FCPXML', 'BUNDLE');
  await until(() => service.countOf('GET', /storage/) >= 1);
  await app.dispose();
  service.intercept = () => false;
  service.projectUpdatedAt += 60;
  const again = compose(platform, {
    version: '0.0.0',
    service: { kind: 'address', baseUrl: service.url },
  });
  onTestFinished(() => again.dispose());
  await again.start();
  const { deliveries } = again.services.active();
  await deliveries.settled(deliveryId);
  const { manifest } = await versionOf(deliveries.get(deliveryId));
  expect(manifest).toMatchObject({ cutOrigin: null, referenceMovie: null });
});

test('documents are added to the last version of the same cut', async () => {
  const made = await createYours();
  const ofProject = await send(made);
  await made.change({ kind: 'remove', sceneId: '1' });
  const first = await send(made, { mayAdd: true });
  expect((await send(made, { mayAdd: true })).folder).toBe(first.folder);
  expect((await send(made, { mayAdd: true, cut: 'project' })).folder).toBe(ofProject.folder);
  await made.change({ kind: 'remove', sceneId: '2' });
  expect((await send(made, { mayAdd: true })).folder).not.toBe(first.folder);
});

test('later changes of the project are merged into your cut before it is sent', async () => {
  const made = await createYours();
  const { service, client, projectId } = made;
  await made.change({ kind: 'remove', sceneId: '1' });
  service.changeTimeline = (cut) => ({ ...cut, captionTracks: [] });
  service.projectUpdatedAt += 60;
  const { cut } = await send(made);
  expect([picturesOf(cut), cut.captionTracks.flatMap(({ captions }) => captions)]).toEqual([
    ['media/scene-02.png', 'media/scene-03.png'],
    [],
  ]);
  expect(await client.call('cut.get', { projectId, of: { kind: 'yours' } })).toMatchObject({
    hasUpdate: false,
    scenes: [{}, {}],
  });
});

test('nothing is sent while a change of yours and one of the project are in conflict', async () => {
  const made = await createYours();
  const { service, folder } = made;
  const { take } = await addTake(made);
  await made.change(showing(take));
  service.changeTimeline = (cut) => ({
    ...cut,
    media: cut.media.map((one) =>
      one.fileName === 'scene-02.png' ? { ...one, location: `${service.url}/storage/other` } : one,
    ),
  });
  service.projectUpdatedAt += 60;
  await expect(send(made)).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'undecided_cut' },
  });
  expect(await namesIn(folder)).toEqual([]);
});

test('nothing is sent while a take is not in its place', async () => {
  const made = await createYours();
  const { take, path } = await addTake(made);
  await made.change(showing(take));
  await rm(path);
  await expect(send(made)).rejects.toMatchObject({ code: 'file_unreadable', details: { path } });
  expect(made.app.services.active().deliveries.list(5, made.projectId)).toEqual([]);
});

test('a take stays until the delivery that shows it has a copy', async () => {
  const made = await createYours();
  const { client, service, projectId } = made;
  const { take } = await addTake(made);
  const { takeId } = take;
  await made.change(showing(take));
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  service.intercept = async ({ method, url }) => {
    if (method === 'POST' && url.includes('timeline-interchange')) await held;
    return false;
  };
  const sending = send(made);
  await until(() => made.app.services.active().deliveries.list(1, projectId).length === 1);
  await client.call('cut.undo', { projectId });
  await made.change({ kind: 'remove', sceneId: '3' });
  const inUse = { code: 'conflict', details: { reason: 'in_use' } };
  await expect(client.call('cut.removeTake', { takeId })).rejects.toMatchObject(inUse);
  release(undefined);
  expect(picturesOf((await sending).cut)[1]).toBe('media/My-picture.png');
  await client.call('cut.removeTake', { takeId });
});

/** Has the bundle name the second picture in another way than the project cut, which links to other bytes. */
function nameInAnotherWay(service: ServiceStandIn): void {
  service.changeTimeline = (cut) => ({
    ...cut,
    media: cut.media.map((one) =>
      one.fileName === 'scene-02.png' ? { ...one, location: service.link(picture) } : one,
    ),
  });
  service.changeBundle = (entries) => {
    for (const [name, bytes] of entries)
      if (name.endsWith('.fcpxml')) entries.set(name, renamed(bytes, 'still-1', 'picture-of-two'));
  };
}

test('media that the bundle names in another way are read by their links', async () => {
  const made = await createYours(nameInAnotherWay);
  await made.change({ kind: 'remove', sceneId: '1' });
  const { cut, folder } = await send(made);
  const [first = ''] = picturesOf(cut);
  expect(first).toBe('media/scene-02-2.png');
  expect(await readFile(join(folder, first))).toEqual(picture);
});

test('media that the storage does not serve end a delivery, and no other links are asked for', async () => {
  const made = await createYours(nameInAnotherWay);
  const { service, change } = made;
  await change({ kind: 'remove', sceneId: '1' });
  service.intercept = ({ url }, response) => {
    if (!url.includes(sha256Of(picture).slice(0, 16))) return false;
    response.writeHead(503).end();
    return true;
  };
  await expect(send(made)).rejects.toThrow('download_failed');
  expect(service.countOf('POST', /timeline-interchange/)).toBe(2);
});

test('captions alone are those of your cut', async () => {
  const made = await createYours();
  const text = 'Another line';
  await made.change({ kind: 'caption', sceneId: '1', languageCode: 'en', index: 0, text });
  const { deliveries } = made.app.services.active();
  const { deliveryId } = await deliveries.startDelivery(made.projectId, 'SRT', 'REMOTE_URLS');
  await deliveries.settled(deliveryId);
  const { folderPath, documentName } = deliveries.get(deliveryId);
  expect(await readFile(join(folderPath ?? '', documentName ?? ''), 'utf8')).toContain(text);
});

/** The words that the captions of a cut show. */
function wordsOf({ captionTracks }: Timeline): readonly string[] {
  return captionTracks.flatMap(({ captions }) => captions.map(({ lines }) => lines.join(' ')));
}

test('an edit of your cut keeps your changes under a remix, and follows the one that you undid', async () => {
  const made = await createYours();
  const { app, client, projectId, service } = made;
  const { returns } = app.services;
  const { take } = await addTake(made);
  await made.change(showing(take));
  await made.change({ kind: 'remove', sceneId: '3' });
  const { cut, folder, record } = await send(made);
  const first = cut.media.filter(({ fileName }) => fileName.startsWith('scene-01'));
  const edited = mapClips(cut, (clip) =>
    first.some(({ mediaId }) => mediaId === clip.mediaId) ? { ...clip, durationFrames: 45 } : clip,
  );
  const path = join(folder, 'Returns', 'my cut.kdenlive');
  await writeFile(path, writeKdenlive(edited, { fileName: `${record.folderName ?? ''}.kdenlive` }).text);
  const { returnId } = await returns.take(await app.fileGrants.grantPath(path));

  await client.call('cut.undo', { projectId });
  service.changeTimeline = ({ captionTracks, ...timeline }) => ({
    ...timeline,
    captionTracks: captionTracks.map(({ captions, ...track }) => ({
      ...track,
      captions: captions.map((caption, index) => (index === 1 ? { ...caption, lines: ['Ships.'] } : caption)),
    })),
  });
  service.projectUpdatedAt += 60;
  await returns.updateWithPresentCut(returnId);
  await until(() => returns.get(returnId).awaitedCut?.error !== null);
  const { awaitedCut, keptAs } = returns.get(returnId);
  expect([awaitedCut, keptAs?.versionName]).toEqual([null, 'Harbour lights_v003']);
  const updated = await versionOf(app.services.active().deliveries.get(keptAs?.deliveryId ?? ''));
  expect(picturesOf(updated.cut)).toHaveLength(3);
  expect(picturesOf(updated.cut)[1]).toMatch(/My-picture\.png$/);
  const [picture1] = updated.cut.tracks[primaryTrackIndex(updated.cut.tracks)]?.items ?? [];
  expect(picture1?.durationFrames).toBe(45);
  expect(wordsOf(updated.cut)).toEqual(['The harbour wakes.', 'Ships.', 'Nobody counts them out.']);
});
