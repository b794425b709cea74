import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../../../src-shared/app-error.ts';
import type { CutView, Take } from '../../../../src-shared/contract/cut.ts';
import { stillBytes } from '../../../fakes/sample-project.ts';
import { ToolStandIn } from '../../../fakes/services/tool-stand-in.ts';
import { sendJson } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';
import { createCuts, ofYours } from './cuts-fixture.ts';

type Client = Awaited<ReturnType<typeof createCuts>>['client'];

const prompt = 'Boats at dusk.';
const image = { tool: 'picture', operation: 'generateImage', body: { prompt }, title: 'Boats' } as const;
const speech = { tool: 'speech' as const, text: 'Ships leave.', voiceId: 'vg_voic_1', respellings: [] };

/** Starts an app with a project of 16:9 at a service that has tools. */
async function createTools() {
  const cuts = await createCuts();
  const tools = new ToolStandIn(cuts.service);
  const { client, projectId } = cuts;
  await client.call('cut.get', { projectId, of: ofYours });
  const yours = (by: Client = client) => by.call('cut.get', { projectId, of: ofYours });
  /** Waits until no take of the project is running. */
  const settled = async (by: Client = client): Promise<CutView> => {
    await until(async () => (await yours(by)).takes.every(({ state }) => state !== 'running'));
    return yours(by);
  };
  const addImage = (): Promise<Take> =>
    client.call('cut.addTake', { projectId, sceneId: '2', kind: 'picture', source: image });
  const jobs = async () => {
    const filter = { what: 'jobs', status: null, connectionId: null, search: '' } as const;
    const { items } = await client.call('activity.list', { filter, offset: 0, limit: 50 });
    return items.flatMap(({ kind, record }) => (kind === 'job' && record.kind === 'tool' ? [record] : []));
  };
  return { ...cuts, tools, yours, settled, addImage, jobs };
}

test('a generated picture is a running take, then one that can be shown, while the cut stays', async () => {
  const { client, projectId, tools, settled, addImage, open, jobs, platform } = await createTools();
  tools.firstStatus = 'running';
  const take = await addImage();
  expect(take).toMatchObject({ sceneId: '2', state: 'running', name: image.title, prompt });
  await until(() => tools.executions.length === 1);
  tools.endAll();
  const yours = await settled();
  expect(yours.takes).toMatchObject([{ takeId: take.takeId, state: 'ready', name: 'Harbour.png' }]);
  expect([yours.edits, yours.canUndo]).toEqual([[], false]);
  expect(await open(yours.takes[0]?.mediaPath)).toEqual({ status: 200, text: stillBytes.toString() });
  expect(tools.startsOf('generate-image')).toEqual([{ prompt, aspectRatio: { width: 16, height: 9 } }]);
  expect(await jobs()).toMatchObject([{ jobId: take.jobId, title: prompt, projectId, state: 'succeeded' }]);
  await client.call('cut.removeTake', { takeId: take.takeId });
  expect(await readdir(join(platform.paths.userData, 'takes'))).toEqual([]);
});

test('a line said again is the voice of its scene when it is there, which can be undone', async () => {
  const { client, projectId, tools, settled } = await createTools();
  const respellings = [{ word: 'ships', respelling: 'Shipps' }];
  const source = { ...speech, voiceSpeed: 1.2, languageCode: 'en', respellings };
  await client.call('cut.addTake', { projectId, sceneId: '2', kind: 'voice', source });
  const yours = await settled();
  expect(yours.takes).toMatchObject([{ kind: 'voice', state: 'ready', spokenText: 'Shipps leave.' }]);
  await until(async () => (await settled()).canUndo);
  const spoken = await settled();
  expect(spoken.scenes[1]).toMatchObject({ spokenText: 'Shipps leave.' });
  expect(spoken.scenes[1]?.voice?.clip.mediaId).toBe(yours.takes[0]?.media?.mediaId);
  expect(tools.startsOf('text-to-speech')).toEqual([
    {
      ttsText: 'Ships leave.',
      voiceId: 'vg_voic_1',
      voiceSpeed: 1.2,
      speechLanguageCode: 'en',
      pronunciationReplacements: [{ original: 'ships', replacement: 'Shipps' }],
    },
  ]);
  const undone = await client.call('cut.undo', { projectId });
  expect([undone.scenes[1]?.spokenText, undone.takes.length]).toEqual([null, 1]);
  expect(await client.call('cut.narration', { projectId })).toEqual({
    voiceId: 'vg_voic_1',
    voiceSpeed: 1.2,
    languageCode: 'en',
    style: null,
    respellings,
  });
});

test('a voice whose scene was removed meanwhile changes nothing', async () => {
  const { client, projectId, tools, settled, change } = await createTools();
  tools.firstStatus = 'running';
  await client.call('cut.addTake', { projectId, sceneId: '2', kind: 'voice', source: speech });
  await change({ kind: 'remove', sceneId: '2' });
  await until(() => tools.executions.length === 1);
  tools.endAll();
  expect((await settled()).takes).toMatchObject([{ state: 'ready' }]);
  expect((await client.call('cut.undo', { projectId })).canUndo).toBe(false);
});

test('a take continues after the app was closed', async () => {
  const { tools, settled, addImage, startAgain } = await createTools();
  tools.firstStatus = 'running';
  await addImage();
  await until(() => tools.executions.length === 1);
  const { client } = await startAgain();
  tools.endAll();
  expect((await settled(client)).takes).toMatchObject([{ state: 'ready', name: 'Harbour.png' }]);
  expect(tools.executions).toHaveLength(1);
});

test('a take whose job ended before its file was there is completed at the next start', async () => {
  const { service, addImage, yours, settled, startAgain, jobs } = await createTools();
  // The file's record never arrives.
  service.intercept = ({ url }) => url.endsWith('/hydrate');
  await addImage();
  await until(async () => (await jobs())[0]?.state === 'succeeded');
  expect((await yours()).takes).toMatchObject([{ state: 'running' }]);
  const again = await startAgain();
  service.intercept = () => false;
  expect((await settled(again.client)).takes).toMatchObject([{ state: 'ready' }]);
});

test('a take that failed at the service says why, and is made again by a new job', async () => {
  const { client, tools, settled, addImage, jobs } = await createTools();
  tools.firstStatus = 'failed';
  const { takeId } = await addImage();
  expect((await settled()).takes).toMatchObject([
    { state: 'failed', media: null, error: { code: 'generation_failed', details: { reason: 'It broke.' } } },
  ]);
  tools.firstStatus = 'succeeded';
  expect(await client.call('cut.retryTake', { takeId })).toMatchObject({ state: 'running', error: null });
  expect((await settled()).takes).toMatchObject([{ takeId, state: 'ready' }]);
  expect([tools.executions.length, (await jobs()).length]).toEqual([2, 2]);
  await expect(client.call('cut.retryTake', { takeId })).rejects.toMatchObject({ code: 'conflict' });
});

test('a take follows its job when that is started again in Activity', async () => {
  const { client, tools, settled, addImage } = await createTools();
  tools.firstStatus = 'failed';
  const { jobId } = await addImage();
  await settled();
  tools.firstStatus = 'succeeded';
  const again = await client.call('activity.retryJob', { jobId: jobId ?? '' });
  expect((await settled()).takes).toMatchObject([{ state: 'ready', jobId: again.jobId }]);
});

test('a take without credits fails, and is made again after its job was cleared from Activity', async () => {
  const { client, service, tools, settled, addImage } = await createTools();
  service.intercept = ({ url }, response) => {
    if (!url.endsWith('generate-image')) return false;
    sendJson(response, 429, { message: 'No credits.', code: 'insufficient_credits' });
    return true;
  };
  const { takeId } = await addImage();
  expect((await settled()).takes).toMatchObject([
    { state: 'failed', error: { code: 'insufficient_credits' } },
  ]);
  service.intercept = () => false;
  const filter = { what: 'all', status: null, connectionId: null, search: '' } as const;
  await client.call('activity.clear', { filter });
  await client.call('cut.retryTake', { takeId });
  expect((await settled()).takes).toMatchObject([{ state: 'ready' }]);
  expect(tools.executions).toHaveLength(1);
});

test('a file that cannot be downloaded is downloaded again without a new job', async () => {
  const { client, tools, settled, addImage, platform } = await createTools();
  tools.hasFiles = false;
  const { takeId } = await addImage();
  expect((await settled()).takes).toMatchObject([{ state: 'failed', error: { code: 'download_failed' } }]);
  expect(await readdir(join(platform.paths.userData, 'takes'))).toEqual([]);
  tools.hasFiles = true;
  await client.call('cut.retryTake', { takeId });
  expect((await settled()).takes).toMatchObject([{ state: 'ready' }]);
  expect(tools.startsOf('generate-image')).toHaveLength(1);
});

test('a running take that is removed is cancelled at the service', async () => {
  const { client, tools, addImage, yours, jobs } = await createTools();
  tools.firstStatus = 'running';
  const { takeId } = await addImage();
  await until(async () => (await jobs())[0]?.state === 'running');
  await client.call('cut.removeTake', { takeId });
  expect((await yours()).takes).toEqual([]);
  await until(async () => (await jobs())[0]?.state === 'cancelled');
  expect(tools.cancelled).toEqual(['0']);
});

test('a take whose job is cancelled in Activity stays as a failed one', async () => {
  const { client, tools, addImage, settled, jobs } = await createTools();
  tools.firstStatus = 'running';
  const { jobId } = await addImage();
  await until(async () => (await jobs())[0]?.state === 'running');
  await client.call('activity.cancelJob', { jobId: jobId ?? '' });
  expect((await settled()).takes).toMatchObject([{ state: 'failed', error: { code: 'cancelled' } }]);
});

test('a take whose job was not journalled before a crash stays failed while the disk is full', async () => {
  const { app, client, tools, settled, addImage } = await createTools();
  tools.firstStatus = 'failed';
  const { takeId } = await addImage();
  const { error = null } = (await settled()).takes[0] ?? {};
  app.services.takeFiles.note(takeId, { state: 'failed', error, jobId: 'not-journalled' });
  const { jobs } = app.services.active();
  const order = jobs.order.bind(jobs);
  jobs.order = () => {
    throw new AppError('disk_full', 'The disk is full.');
  };
  await expect(client.call('cut.retryTake', { takeId })).rejects.toMatchObject({ code: 'disk_full' });
  expect((await settled()).takes).toMatchObject([{ state: 'failed', error }]);
  jobs.order = order;
  tools.firstStatus = 'succeeded';
  await client.call('cut.retryTake', { takeId });
  expect((await settled()).takes).toMatchObject([{ state: 'ready' }]);
});
