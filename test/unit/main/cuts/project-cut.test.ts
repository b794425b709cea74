import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aScriptRequest } from '../../../fakes/main-records.ts';
import { sampleSentences } from '../../../fakes/sample-project.ts';
import type { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { createHastyClock, until } from '../../../fakes/turned-clock.ts';
import { createCuts, ofProject, ofYours } from './cuts-fixture.ts';

const interchanges = (service: ServiceStandIn) => service.countOf('POST', /timeline-interchange/);

test('the cut of a project is there before any movie, with its scenes, media and words', async () => {
  const { service, client, open, projectId } = await createCuts();
  service.movie = null;
  const cut = await client.call('cut.get', { projectId, of: ofProject });
  expect(cut.scenes.map(({ sceneId, words }) => [sceneId, words])).toEqual(
    sampleSentences.map((words, index) => [String(index + 1), words]),
  );
  expect(cut).toMatchObject({ isStored: false, error: null, updatedAt: service.projectUpdatedAt, edits: [] });
  expect(cut.timeline.media.map(({ location }) => location)).toEqual(Array(6).fill(''));
  const { mediaId } = cut.timeline.media.find(({ fileName }) => fileName === 'scene-02.png') ?? {};
  const media = cut.media[mediaId ?? ''];
  expect(media).toMatchObject({ state: 'ready', fileName: 'scene-02.png' });
  expect(await open(media?.path)).toEqual({ status: 200, text: 'bytes of scene-02.png' });
  expect(await open(`cuts/address/${projectId}/project/unknown`)).toMatchObject({ status: 404 });
});

test('one job of the service reads the cut of each state of a project, however often it is asked for', async () => {
  const { service, client, changed, projectId } = await createCuts();
  const get = () => client.call('cut.get', { projectId, of: ofProject });
  await Promise.all([get(), get(), get()]);
  await client.call('project.get', { projectId });
  await get();
  expect(interchanges(service)).toBe(1);
  service.projectUpdatedAt += 60;
  const before = changed.length;
  await get();
  await until(() => changed.length > before);
  await until(async () => (await get()).updatedAt === service.projectUpdatedAt);
  expect(interchanges(service)).toBe(2);
});

test('a cut that cannot be read again is the stored one, with its date and the reason, until the user asks', async () => {
  const { service, client, projectId } = await createCuts();
  const get = (isRetry = false) => client.call('cut.get', { projectId, of: ofProject, isRetry });
  const first = await get();
  service.projectUpdatedAt += 60;
  service.changeAnswer = (key, answer) => {
    if (!key.includes('timeline-interchange')) return answer;
    return key.startsWith('GET') ? { ...answer, status: 'failed', downloadUrl: null } : answer;
  };
  await get();
  await until(async () => (await get()).error !== null);
  const { updatedAt, fetchedAt } = first;
  expect(await get()).toMatchObject({ isStored: true, updatedAt, fetchedAt, scenes: [{}, {}, {}] });
  expect(interchanges(service)).toBe(2);
  service.changeAnswer = (_key, answer) => answer;
  await get(true);
  await until(async () => !(await get()).isStored);
  expect(await get()).toMatchObject({ error: null, updatedAt: service.projectUpdatedAt });
});

test('a project that is being made has no cut yet', async () => {
  const { service, client, projectId } = await createCuts();
  const run = [...service.runs.values()].at(-1);
  if (run) Object.assign(run, { status: 'running' });
  await expect(client.call('cut.get', { projectId, of: ofProject })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'generating' },
  });
  if (run) Object.assign(run, { status: 'succeeded' });
  expect(await client.call('cut.get', { projectId, of: ofProject })).toMatchObject({ scenes: [{}, {}, {}] });
});

test('the cut of a running generation is there as soon as the service has come to the stage that gives it', async () => {
  const { service, app, client, changed } = await createCuts();
  service.readsPerRun = Infinity;
  let stage = 'pictures';
  service.intercept = (_request, response) => {
    response.setHeader('x-run-stage', stage);
    return false;
  };
  const { generationId } = await client.call('generation.start', aScriptRequest());
  const now = () => app.services.active().generations.get(generationId);
  await until(() => now().stage === 'pictures');
  service.changeAnswer = (key, answer) =>
    key.startsWith('GET /v1/projects/') ? { ...answer, status: 'ready' } : answer;
  expect(changed).toEqual([]);
  stage = 'movie';
  await until(() => changed.length > 0);
  expect(now().state).toBe('running');
  const projectId = now().projectId ?? '';
  const cut = await client.call('cut.get', { projectId, of: ofProject });
  expect([cut.scenes.length, interchanges(service)]).toEqual([3, 1]);
});

test('links that are refused are renewed by one job for the whole project, and not again at once', async () => {
  const { service, client, open, projectId } = await createCuts();
  const { media } = await client.call('cut.get', { projectId, of: ofProject });
  const paths = Object.values(media).map(({ path }) => path);
  service.revokeLinks();
  const statuses = () => Promise.all(paths.map(async (path) => (await open(path, 'bytes=1-2')).status));
  expect(await statuses()).toEqual(Array(6).fill(206));
  expect(interchanges(service)).toBe(2);
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    response.writeHead(410).end();
    return true;
  };
  expect(await statuses()).toEqual(Array(6).fill(502));
  expect(interchanges(service)).toBe(2);
});

test('links are not renewed again at once by a job that failed', async () => {
  // Slow enough for all files within the pause.
  const { service, client, open, projectId } = await createCuts({ clock: createHastyClock(10) });
  const { media } = await client.call('cut.get', { projectId, of: ofProject });
  service.revokeLinks();
  service.changeAnswer = (key, answer) =>
    key.includes('/timeline-interchange/') ? { ...answer, status: 'failed' } : answer;
  for (const { path } of Object.values(media)) expect((await open(path, 'bytes=1-2')).text).toBeNull();
  expect(interchanges(service)).toBe(2);
});

test('media that the project no longer has are not asked for', async () => {
  const { service, client, open, projectId, change } = await createCuts();
  const { media } = await client.call('cut.get', { projectId, of: ofProject });
  await change({ kind: 'remove', sceneId: '1' });
  const last = Object.values(media).find(({ fileName }) => fileName === 'scene-03.png');
  service.changeTimeline = (timeline) => ({
    ...timeline,
    media: timeline.media.slice(0, 4),
    tracks: timeline.tracks.map((track) => ({ ...track, items: track.items.slice(0, 2) })),
  });
  service.projectUpdatedAt += 60;
  const yours = () => client.call('cut.get', { projectId, of: ofYours });
  await until(async () => (await yours()).hasUpdate);
  expect(await open(last?.path?.replace('/project/', '/yours/'), 'bytes=1-2')).toMatchObject({ status: 404 });
  expect(interchanges(service)).toBe(2);
});

test('media that were played once play without the service after a restart; the others are offline', async () => {
  const { service, client, open, projectId, startAgain } = await createCuts();
  const { media } = await client.call('cut.get', { projectId, of: ofProject });
  const pathOf = (fileName: string) => Object.values(media).find((one) => one.fileName === fileName)?.path;
  await open(pathOf('scene-01.png'), 'bytes=0-');
  await open(pathOf('scene-02.png'), 'bytes=2-4');
  service.intercept = (_request, response) => {
    response.destroy();
    return true;
  };
  const again = await startAgain();
  const cut = await again.client.call('cut.get', { projectId, of: ofProject });
  expect(cut.scenes).toHaveLength(3);
  expect(await again.open(pathOf('scene-01.png'), 'bytes=0-4')).toEqual({ status: 206, text: 'bytes' });
  await until(async () => {
    const now = await again.client.call('cut.get', { projectId, of: ofProject });
    const offline = Object.values(now.media).filter(({ state }) => state === 'offline');
    return offline.length === 5 && offline.every(({ fileName }) => fileName !== 'scene-01.png');
  });
});

test('the files that were kept first go when the kept ones exceed their limit', async () => {
  const { client, open, projectId, platform } = await createCuts();
  const { media } = await client.call('cut.get', { projectId, of: ofProject });
  const folder = join(platform.paths.userData, 'media');
  const bytesOfOne = 'bytes of scene-01.png'.length;
  await client.call('settings.setKeptMedia', { keptMediaBytes: 2 * bytesOfOne });
  for (const { path } of Object.values(media)) await open(path);
  expect(await readdir(folder)).toHaveLength(2);
  await client.call('settings.setKeptMedia', { keptMediaBytes: 0 });
  await until(async () => (await readdir(folder)).length === 0);
});
