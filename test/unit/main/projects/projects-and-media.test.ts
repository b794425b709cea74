import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type App, compose } from '../../../../src-main/app/compose.ts';
import { projectScenesOf } from '../../../../src-main/projects/project-scenes.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import type { MediaReference, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { movieStart, sampleSentences, sampleTimeline, stillBytes } from '../../../fakes/sample-project.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

const signal = new AbortController().signal;

async function create() {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  const changed: unknown[] = [];
  app.subscribe(({ name, payload }) => {
    if (name === 'project.changed') changed.push(payload);
  });
  return { service, app, platform, changed, projectId: service.addProject() };
}

/** Opens media and reads it to its end. */
async function open(app: App, path: string, range: string | null = null) {
  const { status, headers, body } = await app.openMedia(path, range, signal);
  return { status, headers, text: body ? (await buffer(body)).toString() : null };
}

async function scenesOf(app: App, projectId: string) {
  await app.services.active().projects.get(projectId);
  await until(async () => (await app.services.active().projects.get(projectId)).scenes !== null);
  return (await app.services.active().projects.get(projectId)).scenes ?? [];
}

/** Replaces the second scene's picture with the user's own clip, from its second second on. */
function withOwnClip(timeline: Timeline): Timeline {
  const toClip = (reference: MediaReference): MediaReference => ({
    ...reference,
    kind: 'video',
    fileName: 'own.mp4',
    durationFrames: 120,
  });
  return {
    ...timeline,
    media: timeline.media.map((each) => (each.mediaId === 'still-1' ? toClip(each) : each)),
    tracks: timeline.tracks.map((track) => ({
      ...track,
      items: track.items.map((item) =>
        item.kind === 'clip' && item.mediaId === 'still-1'
          ? { ...item, name: 'own.mp4', sourceStartFrame: 30 }
          : item,
      ),
    })),
  };
}

test('a project shows its scenes with their words, frames and stills as soon as they are read', async () => {
  const { service, app, changed, projectId } = await create();
  const first = await app.services.active().projects.get(projectId);
  expect(first).toMatchObject({ title: 'Harbour lights', status: 'ready', scenes: null, durationSeconds: 6 });
  await until(() => changed.length > 0);
  expect(changed[0]).toEqual({ projectId });
  const { scenes, frameRate } = await app.services.active().projects.get(projectId);
  expect(frameRate).toEqual({ numerator: 30, denominator: 1 });
  expect(scenes).toEqual(
    sampleSentences.map((text, index) => ({
      index,
      text,
      startFrame: index * 60,
      durationFrames: 60,
      clipStartSeconds: null,
      lines: [{ text, startFrame: index * 60, durationFrames: 58 }],
      mediaName: `scene-0${String(index + 1)}.png`,
      thumbnailPath: expect.stringMatching(
        `^projects/address/${projectId}/scenes/${String(index)}/[0-9]+$`,
      ) as unknown,
    })),
  );
  await app.services.active().projects.get(projectId);
  expect(service.countOf('POST', /timeline-interchange/)).toBe(1);
});

test('frames are counted by the rate that is known while the scenes of a changed project are read', async () => {
  const { service, app, projectId } = await create();
  const frameRate = { numerator: 25, denominator: 1 };
  service.changeTimeline = (timeline) => ({ ...timeline, frameRate });
  await scenesOf(app, projectId);
  service.projectUpdatedAt += 60;
  expect(await app.services.active().projects.get(projectId)).toMatchObject({ scenes: null, frameRate });
});

test('scenes that cannot be read say why, and are read again, without a movie, when the user asks or the project changes', async () => {
  const { service, app, changed, projectId } = await create();
  const { projects } = app.services.active();
  const reads = () => service.countOf('POST', /timeline-interchange/);
  const exports = () => service.countOf('POST', /\/export$/);
  service.exportStatuses = ['failed'];
  const failure = { code: 'download_failed' };
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    response.writeHead(404).end('gone');
    return true;
  };
  expect(await projects.get(projectId)).toMatchObject({ scenes: null, scenesError: null });
  await until(() => changed.length === 1);
  for (let again = 0; again < 3; again += 1) {
    expect(await projects.get(projectId)).toMatchObject({ scenes: null, scenesError: failure });
  }
  expect(reads()).toBe(1);
  service.projectUpdatedAt += 60;
  expect(await projects.get(projectId)).toMatchObject({ scenes: null, scenesError: null });
  await until(() => changed.length === 2);
  expect(await projects.get(projectId)).toMatchObject({ scenesError: failure });
  service.intercept = () => false;
  expect(await projects.get(projectId, true)).toMatchObject({ scenes: null, scenesError: null });
  await until(() => changed.length === 3);
  expect(await projects.get(projectId)).toMatchObject({ scenes: [{}, {}, {}], scenesError: null });
  expect([reads(), exports()]).toEqual([3, 0]);
});

test('a project counts in drop-frame when its timeline does', async () => {
  const { service, app, projectId } = await create();
  const frameRate = { numerator: 30_000, denominator: 1001 };
  service.changeTimeline = (timeline) => ({ ...timeline, frameRate, isDropFrame: true });
  await scenesOf(app, projectId);
  const { projects } = app.services.active();
  expect(await projects.get(projectId)).toMatchObject({ frameRate, isDropFrame: true });
});

test('a list tells the length of projects whose scenes are known, without asking for each', async () => {
  const { service, app, projectId } = await create();
  await scenesOf(app, projectId);
  const before = service.server.seen.length;
  const { projects } = await app.services.active().projects.list(null, 50);
  expect(projects).toMatchObject([{ projectId, durationSeconds: 6, status: 'ready' }]);
  expect(service.server.seen.length).toBe(before + 1);
});

test('the picture of a project has another path once its scenes are known or it has a newer movie, so that it is asked for again', async () => {
  const { service, app, projectId } = await create();
  const { projects, projectJobs } = app.services.active();
  const pathNow = async () => (await projects.list(null, 50)).projects[0]?.thumbnailPath;
  const before = await pathNow();
  await scenesOf(app, projectId);
  const after = await pathNow();
  expect(after).toMatch(new RegExp(`^projects/address/${projectId}/thumbnail/[0-9]+$`));
  expect(after).not.toBe(before);
  projectJobs.startExport({ projectId, title: 'Harbour lights' });
  await until(async () => (await pathNow()) !== after);
  const newest = (await pathNow()) ?? '';
  expect(newest).toMatch(new RegExp(`^${after ?? ''}/vg_expo_[0-9]+$`));
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  service.intercept = async ({ url }) => {
    if (url.includes('/export')) await held;
    return false;
  };
  projects.refresh(projectId);
  expect(await pathNow()).toBe(newest);
  release(undefined);
  expect(await open(app, newest)).toMatchObject({ status: 200 });
});

test('a project without a movie has no picture until its scenes are read', async () => {
  const { service, app, projectId } = await create();
  service.movie = null;
  const { projects } = app.services.active();
  expect((await projects.get(projectId)).thumbnailPath).toBeNull();
  expect((await projects.list(null, 50)).projects[0]?.thumbnailPath).toBeNull();
  await scenesOf(app, projectId);
  const path = (await projects.get(projectId)).thumbnailPath ?? '';
  expect(await open(app, path)).toMatchObject({ status: 200, text: 'bytes of scene-01.png' });
});

test('a project of clips without a movie shows the first clip', async () => {
  const { service, app, projectId } = await create();
  service.movie = null;
  service.changeTimeline = (timeline) => ({
    ...timeline,
    media: timeline.media.map((one): MediaReference =>
      one.kind === 'still'
        ? { ...one, kind: 'video', fileName: one.fileName.replace('png', 'mp4'), durationFrames: 120 }
        : one,
    ),
  });
  await scenesOf(app, projectId);
  const path = (await app.services.active().projects.get(projectId)).thumbnailPath ?? '';
  expect(await open(app, path)).toMatchObject({ status: 200, text: 'bytes of scene-01.png' });
});

test('a project whose movie the user has rendered shows it, and its page learns of it', async () => {
  const { service, app, changed, projectId } = await create();
  service.movie = null;
  const { projects, projectJobs } = app.services.active();
  projectJobs.startExport({ projectId, title: 'Harbour lights' });
  expect((await projects.get(projectId)).movie.state).toBe('rendering');
  await until(() => changed.length > 0 && service.movie !== null);
  await until(async () => (await app.services.active().projects.get(projectId)).movie.state === 'ready');
  expect(service.countOf('POST', /\/export$/)).toBe(1);
  // The scenes alone may have given it no picture.
  expect((await app.services.active().projects.get(projectId)).thumbnailPath).toMatch(/\/expo_1$/);
});

test('a project is a recent one when it was opened, until the service has none of it', async () => {
  const { app, projectId } = await create();
  const client = createClient<AppContract>({ invoke: app.router, subscribe: () => () => undefined });
  for (const id of ['gone', projectId])
    await client.call('project.noteOpened', { projectId: id, title: `Title of ${id}` });
  const recent = () => app.services.recentProjects.list().map((each) => each.projectId);
  expect(recent()).toEqual([projectId, 'gone']);
  await client.call('project.get', { projectId });
  await expect(client.call('project.get', { projectId: 'gone' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(recent()).toEqual([projectId]);
});

describe('media for the page', () => {
  test('the movie is served with ranges and without its link', async () => {
    const { app, projectId } = await create();
    const { movie } = await app.services.active().projects.get(projectId);
    expect(movie).toMatchObject({
      state: 'ready',
      mediaPath: expect.stringMatching(`^projects/address/${projectId}/movie/.`) as unknown,
    });
    const whole = await open(app, movie.mediaPath ?? '');
    expect(whole).toMatchObject({ status: 200, text: `${movieStart.toString()}a finished movie` });
    expect(whole.headers['content-type']).toBe('video/mp4');
    const part = await open(app, movie.mediaPath ?? '', 'bytes=26-33');
    expect(part).toMatchObject({ status: 206, text: 'finished' });
    expect(part.headers['content-range']).toBe('bytes 26-33/40');
    expect(JSON.stringify([whole, part, movie])).not.toMatch(/signature|storage|127\.0\.0\.1/);
  });

  test('it comes from the connection its path names, whichever is active', async () => {
    const { app, projectId } = await create();
    const { movie } = await app.services.active().projects.get(projectId);
    const other = await ServiceStandIn.start();
    const { connections } = app.services;
    const { connectionId } = await connections.add(other.url, other.apiKey);
    connections.activate(connectionId);
    expect(await open(app, movie.mediaPath ?? '')).toMatchObject({ status: 200 });
    expect((await open(app, `projects/${connectionId}/${projectId}/movie`)).status).toBe(404);
    expect((await open(app, `projects/gone/${projectId}/movie`)).status).toBe(404);
  });

  test('a link that expired is signed again', async () => {
    const { service, app, projectId } = await create();
    await open(app, `projects/address/${projectId}/movie`);
    service.revokeLinks();
    expect(await open(app, `projects/address/${projectId}/movie`)).toMatchObject({
      status: 200,
      text: `${movieStart.toString()}a finished movie`,
    });
  });

  test('stills of scenes are served, also after their links expired', async () => {
    const { service, app, projectId } = await create();
    const scenes = await scenesOf(app, projectId);
    const path = scenes[1]?.thumbnailPath ?? '';
    expect(await open(app, path)).toMatchObject({ status: 200, text: 'bytes of scene-02.png' });
    service.revokeLinks();
    expect(await open(app, path)).toMatchObject({ status: 200, text: 'bytes of scene-02.png' });
    expect(await open(app, `projects/address/${projectId}/thumbnail`)).toMatchObject({
      text: 'bytes of scene-01.png',
    });
  });

  test('a page that stops waiting for a still does not end the reading others wait for', async () => {
    const { service, app, projectId } = await create();
    const path = (await scenesOf(app, projectId))[1]?.thumbnailPath ?? '';
    service.revokeLinks();
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    service.intercept = async ({ method, url }) => {
      if (method === 'POST' && url.includes('timeline-interchange')) await held;
      return false;
    };
    const leaving = new AbortController();
    const left = app.openMedia(path, null, leaving.signal);
    await until(() => service.countOf('POST', /timeline-interchange/) === 2);
    const waiting = open(app, path);
    leaving.abort();
    expect((await left).status).toBe(499);
    const later = open(app, path);
    release(undefined);
    expect(await waiting).toMatchObject({ status: 200, text: 'bytes of scene-02.png' });
    expect(await later).toMatchObject({ status: 200 });
    expect(service.countOf('POST', /timeline-interchange/)).toBe(2);
  });

  test('a scene of an own clip is shown by the clip, served in parts and after its link expired', async () => {
    const { service, app, projectId } = await create();
    service.changeTimeline = withOwnClip;
    const scenes = await scenesOf(app, projectId);
    const path = scenes[1]?.thumbnailPath ?? 'none';
    expect(await open(app, path, 'bytes=0-4')).toMatchObject({ status: 206, text: 'bytes' });
    service.revokeLinks();
    expect(await open(app, path)).toMatchObject({ status: 200, text: 'bytes of scene-02.png' });
    expect(scenes.map(({ clipStartSeconds }) => clipStartSeconds)).toEqual([null, 1, null]);
  });

  test('no signed link is kept on the disk, and stills are served again after a restart', async () => {
    const { service, app, platform, projectId } = await create();
    const path = (await scenesOf(app, projectId))[1]?.thumbnailPath ?? '';
    await open(app, path);
    await app.dispose();
    const { userData } = platform.paths;
    const files = await readdir(userData, { recursive: true, withFileTypes: true });
    const kept = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    expect(kept.length).toBeGreaterThan(0);
    for (const file of kept) expect(await readFile(file, 'latin1'), file).not.toMatch(/signature=/i);
    const again = compose(platform, {
      version: '0.0.0',
      service: { kind: 'address', baseUrl: service.url },
    });
    onTestFinished(() => again.dispose());
    await again.start();
    expect(await open(again, path)).toMatchObject({ status: 200, text: 'bytes of scene-02.png' });
  });

  test('own material is served from its file', async () => {
    const { app } = await create();
    const file = join(await makeFolder(), 'own.png');
    await writeFile(file, stillBytes);
    const { mediaPath } = await app.services.materials.add(await app.fileGrants.grantPath(file));
    const whole = await open(app, mediaPath);
    expect(whole.status).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(stillBytes.length),
      'x-content-type-options': 'nosniff',
    });
    expect(await open(app, mediaPath, 'bytes=1-3')).toMatchObject({ status: 206, text: 'PNG' });
    expect((await open(app, mediaPath, 'bytes=9999-')).status).toBe(416);
  });

  test.each([
    'projects',
    'projects/address/unknown/movie',
    'projects/address/unknown/scenes/0',
    'materials/unknown',
    'materials/../../etc/passwd',
    'materials/unknown/picture',
    'returns/unknown',
    'returns/unknown/picture',
    '../state.sqlite',
    'elsewhere/x',
    '',
  ])('there is nothing at %j', async (path) => {
    const { app } = await create();
    expect(await app.openMedia(path, null, signal)).toMatchObject({ status: 404, body: null });
  });

  test('scenes that do not exist, those of an older cut, and words for numbers, are not found', async () => {
    const { app, projectId } = await create();
    await scenesOf(app, projectId);
    for (const index of ['3', '-1', 'one', '0x1', '', '0/1']) {
      expect((await open(app, `projects/address/${projectId}/scenes/${index}`)).status).toBe(404);
    }
  });

  test('a page of HTML in the place of a picture is handed on as bytes nobody interprets', async () => {
    const { service, app, projectId } = await create();
    service.intercept = ({ url }, response) => {
      if (!url.startsWith('/storage/')) return false;
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('<script>');
      return true;
    };
    const { headers } = await open(app, `projects/address/${projectId}/movie`);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['set-cookie']).toBeUndefined();
  });
});

test('words of a scene come from its captions where the timeline has no notes', () => {
  const timeline = sampleTimeline((fileName) => `https://example.com/${fileName}`);
  const silent = {
    ...timeline,
    tracks: timeline.tracks.map((track) => ({
      ...track,
      items: track.items.map((item) => (item.kind === 'clip' ? { ...item, note: null } : item)),
    })),
  };
  expect(projectScenesOf(silent).map(({ text }) => text)).toEqual(sampleSentences);
});
