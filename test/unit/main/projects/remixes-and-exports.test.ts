import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressedConnectionId, compose } from '../../../../src-main/app/compose.ts';
import { keyAccount } from '../../../../src-main/connections/key-credential.ts';
import { ProjectJobs } from '../../../../src-main/projects/project-jobs.ts';
import { ProjectMovies } from '../../../../src-main/projects/project-movies.ts';
import type { ExportOptions } from '../../../../src-shared/contract/export-options.ts';
import { JobStandIn } from '../../../fakes/job-stand-in.ts';
import { type JobsOptions, startJobs } from '../../../fakes/jobs-fixture.ts';
import { addressOf, makeFolder } from '../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../fakes/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { unusedAddress } from '../../../fakes/test-server.ts';
import { SkippingClock, until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const projectId = 'proj_1';
const project = { projectId, title: 'Harbour lights' };
const zoom = { type: 'ADD_ZOOM' } as const;
const music = { type: 'GENERATE_MUSIC', prompt: 'Slow waves' } as const;
const captions = { type: 'ENABLE_CAPTIONS' } as const;

async function create(options: JobsOptions = {}) {
  const service = await JobStandIn.start();
  service.firstStatus = 'running';
  const parts = await startJobs(service.url, options);
  const projectJobs = new ProjectJobs(parts);
  /** Returns the bodies of the starts that arrived. */
  const bodies = () =>
    service.server.seen
      .filter(({ method, url }) => method === 'POST' && /(remix|export)$/.test(url))
      .map(({ body }) => JSON.parse(body.toString()) as unknown);
  return { ...parts, service, projectJobs, bodies };
}

const statesOf = (steps: readonly { state: string }[]) => steps.map(({ state }) => state);

describe('a remix', () => {
  test('sends its actions in order and nothing that is a default, and tells how each stands', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    const { jobId, steps } = projectJobs.startRemix(project, [zoom, music], false);
    expect(statesOf(steps)).toEqual(['pending', 'pending']);
    await until(() => jobs.list(1)[0]?.steps[0]?.state === 'running');
    expect(bodies()).toEqual([{ remixActions: [zoom, music] }]);
    const [first] = service.jobs;
    if (first) first.status = 'succeeded';
    await until(() => jobs.list(1)[0]?.steps[0]?.state === 'succeeded');
    expect(jobs.list(1)[0]).toMatchObject({ state: 'running', copyProjectId: null });
    service.endAll();
    await jobs.reading(jobId, { signal: forever });
    const listed = await projectJobs.listRemixes(projectId);
    expect(statesOf(listed.jobs[0]?.steps ?? [])).toEqual(['succeeded', 'succeeded']);
    expect(listed.elsewhere).toEqual([]);
  });

  test('of which one action failed tells which and why, and only the rest is tried again, on the copy', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    const { jobId } = projectJobs.startRemix(project, [zoom, music, captions], true);
    await until(() => service.jobs.length === 3);
    const [made, broken, never] = service.jobs;
    if (made && broken && never) {
      [made.status, broken.status, never.status] = ['succeeded', 'failed', 'cancelled'];
    }
    await jobs.reading(jobId, { signal: forever });
    const failed = (await projectJobs.listRemixes(projectId)).jobs[0];
    expect(failed).toMatchObject({ state: 'failed', error: { details: { reason: 'It broke.' } } });
    expect(statesOf(failed?.steps ?? [])).toEqual(['succeeded', 'failed', 'cancelled']);
    expect(failed?.steps[1]?.error?.details).toMatchObject({ reason: 'It broke.', serviceCode: 'broken' });
    const copyProjectId = service.projects.at(-1)?.projectId;
    expect(failed?.copyProjectId).toBe(copyProjectId);
    const again = jobs.retry(jobId);
    expect(again).toMatchObject({ projectId: copyProjectId });
    await until(() => bodies().length === 2);
    expect(bodies()).toEqual([
      { remixActions: [zoom, music, captions], saveAsNewProject: true },
      { remixActions: [music, captions] },
    ]);
    expect(service.starts.at(-1)).toBe(`/v1/projects/${String(copyProjectId)}/remix`);
  });

  test('whose answer is lost is found with all its steps, and nothing is sent again', async () => {
    const { service, projectJobs, jobs } = await create();
    service.firstStatus = 'succeeded';
    service.fate = 'answer lost';
    const { jobId } = projectJobs.startRemix(project, [zoom, music], false);
    await jobs.reading(jobId, { signal: forever });
    expect(service.starts).toHaveLength(1);
    expect(statesOf((await projectJobs.listRemixes(projectId)).jobs[0]?.steps ?? [])).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });

  test('that a plan does not allow keeps what it needs, and all of it is tried again', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    const requirement = { type: 'upgrade_plan' };
    service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized', requirement } };
    const { jobId } = projectJobs.startRemix(project, [zoom, music], true);
    await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    expect(jobs.get(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'forbidden', details: { requirement: 'upgrade_plan', reason: 'Paid only.' } },
    });
    service.fate = 'answered';
    jobs.retry(jobId);
    await until(() => service.jobs.length === 2);
    expect(bodies().at(-1)).toEqual(bodies()[0]);
  });

  test('that failed is tried again once, also after a restart, and an export too', async () => {
    const parts = await create();
    const { service, projectJobs, jobs } = parts;
    service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized' } };
    const failed = [projectJobs.startRemix(project, [zoom], false), projectJobs.startExport(project, {})];
    for (const { jobId } of failed) await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    service.fate = 'answered';
    service.firstStatus = 'succeeded';
    const again = failed.map(({ jobId }) => jobs.retry(jobId));
    const refuse = (some: typeof jobs): void => {
      for (const { jobId } of failed) {
        expect(() => some.retry(jobId)).toThrow(expect.objectContaining({ code: 'conflict' }));
      }
    };
    refuse(jobs);
    for (const { jobId } of again) await jobs.reading(jobId, { signal: forever });
    refuse(jobs);
    expect(service.starts).toHaveLength(4);
    expect((await projectJobs.listRemixes(projectId)).jobs.at(-1)?.retriedAs).toBe(again[0]?.jobId);
    const { exports } = await projectJobs.listExports(projectId);
    expect(exports.find(({ jobId }) => jobId === failed[1]?.jobId)?.retriedAs).toBe(again[1]?.jobId);
    await parts.dispose();
    refuse((await startJobs(service.url, { state: parts.state })).jobs);
  });

  test('that was started elsewhere is listed beside those from here', async () => {
    const { service, projectJobs } = await create();
    service.add('rmix', projectId, { type: 'SHUFFLE_STOCK_VISUALS', projectId, projectUrl: '' }, 'failed');
    expect(await projectJobs.listRemixes(projectId)).toMatchObject({
      jobs: [],
      elsewhere: [
        { type: 'SHUFFLE_STOCK_VISUALS', state: 'failed', error: { details: { reason: 'It broke.' } } },
      ],
    });
  });
});

test('a remix and an export are journalled at once and listed while nobody answers, and sent once when somebody does', async () => {
  let url = await unusedAddress();
  const current = () => addressOf(url).current(forever);
  const parts = await create({ address: { ...addressOf(url), current } });
  const { service, projectJobs, jobs, availability } = parts;
  const remix = projectJobs.startRemix(project, [zoom], true);
  const movie = projectJobs.startExport(project, { quality: 'HIGH' });
  expect([remix, movie]).toMatchObject([
    { kind: 'remix', state: 'queued', ...project },
    { kind: 'export', state: 'queued', ...project },
  ]);
  await until(() => availability.state === 'offline');
  expect(await projectJobs.listExports(projectId)).toMatchObject({
    exports: [{ jobId: movie.jobId, state: 'queued', options: { quality: 'HIGH' } }],
    error: { code: 'service_unreachable' },
  });
  service.firstStatus = 'succeeded';
  ({ url } = service);
  for (const { jobId } of [remix, movie]) await jobs.reading(jobId, { signal: forever });
  expect(service.starts.toSorted()).toEqual(['/v1/projects/proj_1/export', '/v1/projects/proj_1/remix']);
});

test('a changed project is rendered again although it has a movie, and the page sees how far that is', async () => {
  const { service, jobs, ...parts } = await create();
  const changed: string[] = [];
  const movies = new ProjectMovies({ ...parts, jobs, onChange: (id) => changed.push(id) });
  onTestFinished(() => movies.dispose());
  const fields = { projectId, downloadUrl: 'https://example.com/before' };
  const before = service.add('expo', projectId, fields, 'succeeded');
  expect((await movies.state(projectId, true, forever)).movie).toMatchObject({
    mediaPath: expect.stringContaining(before) as unknown,
    newerProgress: null,
  });
  movies.renderAgain(projectId);
  await until(() => service.jobs.length === 2);
  await until(async () => (await movies.state(projectId, true, forever)).movie.newerProgress === 0.4);
  expect(service.starts).toHaveLength(1);
  const [, newer] = service.jobs;
  if (newer) Object.assign(newer.fields, { downloadUrl: 'https://example.com/after' });
  service.endAll();
  await until(() => changed.length > 0 && jobs.list(1)[0]?.state === 'succeeded');
  await until(async () => (await movies.state(projectId, true, forever)).movie.newerProgress === null);
  expect((await movies.state(projectId, true, forever)).movie.mediaPath).toContain(newer?.id);
  expect((await movies.byId(projectId, before, forever)).downloadUrl).toBe('https://example.com/before');
});

describe('an export', () => {
  test('is asked for with what was chosen alone, and listed with how it stands', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    projectJobs.startExport(project, {});
    const { jobId } = projectJobs.startExport(project, { quality: 'HIGH', endScreenMode: 'NONE' });
    await until(() => service.jobs.length === 2);
    expect(bodies()).toEqual([{}, { quality: 'HIGH', endScreenMode: 'NONE' }]);
    const elsewhere = service.add('expo', projectId, { projectId }, 'failed');
    const [, second] = service.jobs;
    if (second) second.status = 'succeeded';
    await jobs.reading(jobId, { signal: forever });
    expect((await projectJobs.listExports(projectId)).exports).toMatchObject([
      {
        exportId: elsewhere,
        jobId: null,
        state: 'failed',
        options: null,
        error: { details: { reason: 'It broke.' } },
      },
      { jobId, state: 'succeeded', progress: 1, options: { quality: 'HIGH', endScreenMode: 'NONE' } },
      { state: 'running', progress: 0.4, options: {} },
    ]);
  });

  test('stands by its age, also where the service never had it or lists it no more; only what waits is on top', async () => {
    const clock = new SkippingClock();
    const { service, projectJobs, jobs } = await create({ clock });
    service.firstStatus = 'succeeded';
    const startOne = async (options: ExportOptions) => {
      clock.skip(60_000);
      const { jobId } = projectJobs.startExport(project, options);
      await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
      return jobId;
    };
    const oldest = await startOne({ quality: 'ULTRA_HIGH' });
    service.fate = { status: 403, body: { message: 'No.', code: 'not_authorized' } };
    const refused = await startOne({ watermarkMode: 'NONE' });
    service.fate = 'answered';
    const newest = await startOne({ quality: 'HIGH' });
    const arrived = Promise.withResolvers<null>();
    const held = Promise.withResolvers<undefined>();
    service.beforeStart = () => {
      arrived.resolve(null);
      return held.promise;
    };
    const { jobId: waiting } = projectJobs.startExport(project, {});
    await arrived.promise;
    const ids = async () => (await projectJobs.listExports(projectId)).exports.map(({ jobId }) => jobId);
    expect(await ids()).toEqual([waiting, newest, refused, oldest]);
    for (let count = 0; count < 99; count += 1) service.add('expo', projectId, { projectId });
    service.jobs.shift();
    const elsewhere = Array.from({ length: 99 }, () => null);
    expect(await ids()).toEqual([waiting, ...elsewhere, newest, refused, oldest]);
    held.resolve(undefined);
  });

  test('that the service refuses is listed with the reason', async () => {
    const { service, projectJobs, jobs } = await create();
    const requirement = { type: 'purchase_add_on' };
    service.fate = { status: 403, body: { message: 'No.', code: 'not_authorized', requirement } };
    const { jobId } = projectJobs.startExport(project, { watermarkMode: 'NONE' });
    await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    expect((await projectJobs.listExports(projectId)).exports).toMatchObject([
      { exportId: null, jobId, state: 'failed', error: { details: { requirement: 'purchase_add_on' } } },
    ]);
  });
});

describe('a movie', () => {
  async function begin(change: Parameters<typeof startApp>[1] = {}) {
    const service = await ServiceStandIn.start();
    const { app, platform } = await startApp(service, change);
    const folder = await makeFolder('movies');
    if (!platform.dialogs) await app.services.settings.setDeliveryFolder(folder);
    const { saves } = app.services.active();
    const id = service.addProject();
    const save = () => saves.saveMovie(id, 'expo_1');
    const shown = () => saves.list(id);
    return { service, app, platform, folder, saves, save, shown, projectId: id };
  }
  const visible = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith('.'));

  test('is saved whole into the delivery folder, never over another one, and shown there', async () => {
    const { service, save, shown, saves, folder, platform } = await begin();
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    const path = join(folder, 'Harbour lights.mp4');
    expect(await readFile(path)).toEqual(service.movie);
    expect(shown()[0]).toMatchObject({
      exportId: 'expo_1',
      path,
      transfer: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
    });
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    expect((await visible(folder)).sort()).toEqual(['Harbour lights 2.mp4', 'Harbour lights.mp4']);
    await until(async () => (await readdir(folder)).every((name) => !name.startsWith('.dailies-tmp')));
    await saves.reveal(shown()[1]?.transfer.transferId ?? '');
    expect(platform.revealed).toEqual([path]);
    await saves.play(shown()[1]?.transfer.transferId ?? '');
    expect(platform.opened).toEqual([path]);
    const upload = await saves.share(shown()[1]?.transfer.transferId ?? '');
    expect(upload).toMatchObject({ direction: 'upload', displayName: 'Harbour lights.mp4' });
  });

  test('goes where the dialog says, in place of what the user agreed to replace', async () => {
    const chosen = join(await makeFolder('chosen'), 'cut.mp4');
    await writeFile(chosen, 'an older cut');
    const answers = [null, chosen];
    const suggested: string[] = [];
    const { service, save, shown } = await begin({
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

  const restart = async ({ service, app, platform }: Awaited<ReturnType<typeof begin>>) => {
    await app.dispose();
    await platform.secrets.set(keyAccount(addressedConnectionId), service.apiKey);
    const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
    onTestFinished(() => again.dispose());
    await again.start();
    return again;
  };

  test('that was on its way when the app closed is saved after the next start', async () => {
    const parts = await begin();
    const { service, app, save, folder } = parts;
    app.services.transfers.pauseAll();
    await save();
    const again = await restart(parts);
    expect(await visible(folder)).toEqual([]);
    again.services.transfers.resumeAll();
    await until(async () => (await visible(folder)).length === 1);
    expect(await readFile(join(folder, 'Harbour lights.mp4'))).toEqual(service.movie);
  });

  test('that was put in its place right before a crash is not fetched again', async () => {
    const parts = await begin();
    const { service, app, save, shown, folder, projectId: id } = parts;
    await save();
    await until(() => shown()[0]?.transfer.state === 'done');
    app.services.state.database.exec(
      `UPDATE transfers SET is_finished = 0, status = 'processing',
         record = json_set(record, '$.state', 'processing', '$.finishedAt', null)`,
    );
    const fetched = service.countOf('GET', /storage/);
    const { saves } = (await restart(parts)).services.active();
    await until(() => ['done', 'failed'].includes(saves.list(id)[0]?.transfer.state ?? ''));
    expect(saves.list(id)).toMatchObject([{ transfer: { state: 'done', error: null } }]);
    expect(service.countOf('GET', /storage/)).toBe(fetched);
    expect(await visible(folder)).toEqual(['Harbour lights.mp4']);
  });

  test('goes on after a restart only on the drive where it began', async () => {
    const parts = await begin();
    const { service, save, shown, folder, projectId: id } = parts;
    service.intercept = ({ url }, response) => {
      if (!url.startsWith('/storage/')) return false;
      response.write('a first part');
      return true;
    };
    await save();
    await until(() => service.countOf('GET', /storage/) > 0 && shown()[0]?.transfer.state === 'running');
    const begun = (await readdir(folder)).filter((name) => name.startsWith('.dailies-tmp'));
    expect(begun).toHaveLength(1);
    const [place = ''] = begun.map((name) => join(folder, name));
    const away = join(await makeFolder('away'), 'part');
    await parts.app.dispose();
    await rename(place, away);
    service.intercept = () => false;
    const { saves } = (await restart(parts)).services.active();
    await until(() => saves.list(id)[0]?.transfer.state === 'failed');
    expect(saves.list(id)).toMatchObject([{ transfer: { error: { code: 'file_not_written' } } }]);
    expect(await visible(folder)).toEqual([]);
    await rename(away, place);
    saves.retry(saves.list(id)[0]?.transfer.transferId ?? '');
    await until(() => saves.list(id)[0]?.transfer.state === 'done');
    expect(await readFile(join(folder, 'Harbour lights.mp4'))).toEqual(service.movie);
  });

  test('media of a scene are saved under their own name, also after their link expired', async () => {
    const { service, app, saves, shown, folder, projectId } = await begin();
    const scenes = async () => (await app.services.active().projects.get(projectId)).scenes;
    await until(async () => (await scenes()) !== null);
    service.revokeLinks();
    await saves.saveSceneMedia(projectId, 1);
    await until(() => shown()[0]?.transfer.state === 'done');
    expect(shown()[0]).toMatchObject({ exportId: null, sceneIndex: 1, path: join(folder, 'scene-02.png') });
    expect(await readFile(join(folder, 'scene-02.png'), 'utf8')).toBe('bytes of scene-02.png');
    await expect(saves.saveSceneMedia(projectId, 7)).rejects.toMatchObject({ code: 'not_found' });
  });
});
