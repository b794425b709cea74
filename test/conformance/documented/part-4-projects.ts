import { describe, expect, test } from 'vitest';
import type { Json } from '../support/caller.ts';
import { expectApiError, expectPage, idsOf } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, ended, freeCaller, jobTimeoutMs } from './target.ts';

async function projectPath(): Promise<string> {
  return `/v1/projects/${(await material.run()).projectId}`;
}

async function remix(action: object): Promise<Json> {
  const answer = await caller.post(`${await projectPath()}/remix`, {
    remixActions: [action],
    saveAsNewProject: true,
  });
  return bodyOf(answer, 202);
}

/** Returns the message of the refusal, and expects that the project has no new actions. */
async function refusedRemix(body: object): Promise<string> {
  const read = async () =>
    expectPage(await caller.get(`${await projectPath()}/remix-actions?limit=200`), 'remixActions').length;
  const before = await read();
  const answer = await caller.post(`${await projectPath()}/remix`, body);
  expectApiError(answer, 400, 'invalid_parameters');
  expect(await read()).toBe(before);
  return answer.body.message;
}

async function interchange(body: object): Promise<Json> {
  const started = bodyOf(await caller.post(`${await projectPath()}/timeline-interchange`, body), 202);
  return ended(`/v1/timeline-interchange/${started.interchangeJobId}`);
}

describe('part-4-projects', () => {
  test('§4.3 a project made by a workflow is listed', async () => {
    const projects = expectPage(await caller.get('/v1/projects?limit=200'), 'projects');
    expect(projects.map((project) => project.projectId)).toContain((await material.run()).projectId);
  });

  test('§4.3 projects come most recently updated first', async () => {
    const projects = expectPage(await caller.get('/v1/projects?limit=200'), 'projects');
    const times = projects.map((project) => project.updatedAt);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  test.each(['selfOnly', 'includeUiProjects'])('§4.3 %s is taken as true and false', async (name) => {
    for (const value of ['true', 'false'])
      expectPage(await caller.get(`/v1/projects?${name}=${value}`), 'projects');
    expectApiError(await caller.get(`/v1/projects?${name}=perhaps`), 400);
  });

  test('§4.3 an export starts with 202 and an exportId, and makes a movie', async () => {
    const { answer } = await material.startedExport();
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body)).toEqual(['exportId']);
    expect(await material.projectExport()).toMatchObject({ status: 'succeeded', error: null });
  });

  test.each(['quality', 'watermarkMode', 'endScreenMode'])('§4.3 an unknown %s is refused', async (field) => {
    const answer = await caller.post(`${await projectPath()}/export`, { [field]: 'PERHAPS' });
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(field);
  });

  test.each([
    { type: 'SLACK_CHANNEL', slackChannelId: 'c' },
    { type: 'GOOGLE_DRIVE_FOLDER', googleDriveFolderId: 'f' },
  ])('contract §4.3 an export to a connection nobody has is not found (%#)', async (destination) => {
    const deliveryDestinations = [{ integrationConnectionId: 'none', ...destination }];
    const answer = await caller.post(`${await projectPath()}/export`, { deliveryDestinations });
    expectApiError(answer, 404, 'not_found');
  });

  test.each([
    ['SLACK_CHANNEL', 'slackChannelId'],
    ['GOOGLE_DRIVE_FOLDER', 'googleDriveFolderId'],
    ['MAIL', 'type'],
  ])('§2.6 a destination of type %s is refused for its %s', async (type, field) => {
    const deliveryDestinations = [{ integrationConnectionId: 'none', type }];
    const answer = await caller.post(`${await projectPath()}/export`, { deliveryDestinations });
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(`deliveryDestinations[0].${field}`);
  });

  test('§4.3 the exports of a project are listed, newest first, and the run’s is among them', async () => {
    const { exportId } = await material.projectExport();
    const exports = expectPage(await caller.get(`${await projectPath()}/exports`), 'exports');
    expect(exports.map((each) => each.exportId)).toEqual(
      expect.arrayContaining([exportId, (await material.run()).exportId]),
    );
    expect(idsOf(exports, 'exportId').indexOf(exportId)).toBe(0);
  });

  test.each([
    ['FCPXML', /<!DOCTYPE fcpxml>/],
    ['PREMIERE_XML', /<!DOCTYPE xmeml>/],
    ['OTIO', /"OTIO_SCHEMA"/],
    ['SRT', /^\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}$/m],
  ])('§4.3 the timeline is given as %s', async (format, mark) => {
    const job = await interchange({ format });
    expect(job).toMatchObject({ status: 'succeeded', format, mediaDelivery: 'REMOTE_URLS' });
    expect(await (await fetch(job.downloadUrl)).text()).toMatch(mark);
  });

  test('§4.3 BUNDLE is a zip', async () => {
    const job = await interchange({ mediaDelivery: 'BUNDLE' });
    const bytes = Buffer.from(await (await fetch(job.downloadUrl)).arrayBuffer());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  });

  test('§4.3 REMOTE_URLS is a document that leads to signed media', async () => {
    const { downloadUrl } = await interchange({ format: 'OTIO' });
    const document = await (await fetch(downloadUrl)).text();
    const [media] = /https?:[^"]+/.exec(document) ?? [''];
    expect((await fetch(media, { headers: { range: 'bytes=0-0' } })).status).toBeLessThan(300);
  });

  test.each(['format', 'mediaDelivery'])('§4.3 an unknown %s of an interchange is refused', async (field) => {
    const answer = await caller.post(`${await projectPath()}/timeline-interchange`, { [field]: 'EDL' });
    expectApiError(answer, 400, 'invalid_parameters');
  });

  test('§4.3 a remix is accepted, its actions are listed at once and end', async () => {
    const started = await remix({ type: 'ADD_ZOOM' });
    const read = async () =>
      expectPage(await caller.get(`/v1/projects/${started.projectId}/remix-actions`), 'remixActions');
    expect((await read()).map((action) => action['remixActionId'])).toEqual(started.remixActionIds);
    await expect
      .poll(async () => (await read())[0]?.status, { timeout: jobTimeoutMs, interval: 500 })
      .toBe('succeeded');
  });

  test.each([
    ['an unknown action', 'type', { type: 'MAKE_IT_POP' }],
    ['the removed agent action', 'type', { type: 'EDIT_WITH_AGENT', prompt: 'x' }],
    ['a narrator without a voice', 'voiceId', { type: 'CHANGE_NARRATOR' }],
    ['a narrator nobody has', 'voiceId', { type: 'CHANGE_NARRATOR', voiceId: 'Nobody of this name' }],
    ['music without a prompt', 'prompt', { type: 'GENERATE_MUSIC' }],
    ['a new size without one', 'aspectRatio', { type: 'RESIZE_PROJECT' }],
    ['a translation into nothing', 'languageCode', { type: 'TRANSLATE_PROJECT' }],
    ['new images without a style', 'stylePrompt', { type: 'REGENERATE_IMAGES' }],
    ['a wrong volume', 'volume', { type: 'SET_BACKGROUND_MUSIC', volume: 2 }],
    ['a wrong position', 'position', { type: 'SET_LOGO', position: 'MIDDLE' }],
    ['a wrong sizePercent', 'sizePercent', { type: 'SET_LOGO', sizePercent: 'wide' }],
    ['a wrong captionStyle', 'captionStyle', { type: 'ENABLE_CAPTIONS', captionStyle: 'loud' }],
    [
      'a wrong sectionTransition',
      'sectionTransition',
      { type: 'ADD_TRANSITIONS', sectionTransition: 'EXPLODE' },
    ],
    ['a wrong assetTransition', 'assetTransition', { type: 'ADD_TRANSITIONS', assetTransition: 'EXPLODE' }],
    ['a wrong removeFillers', 'removeFillers', { type: 'CLEAN_UP_TRANSCRIPT', removeFillers: 1 }],
    ['a wrong removePauses', 'removePauses', { type: 'CLEAN_UP_TRANSCRIPT', removePauses: 1 }],
    ['wrong fillerWords', 'fillerWords', { type: 'CLEAN_UP_TRANSCRIPT', fillerWords: 'um' }],
    ['a wrong minPauseSeconds', 'minPauseSeconds', { type: 'CLEAN_UP_TRANSCRIPT', minPauseSeconds: -1 }],
    ['a wrong motionPrompt', 'motionPrompt', { type: 'CONVERT_IMAGES_TO_VIDEOS', motionPrompt: 1 }],
    [
      'a wrong muteOutputVideos',
      'muteOutputVideos',
      { type: 'CONVERT_IMAGES_TO_VIDEOS', muteOutputVideos: 1 },
    ],
    ['a wrong includeVideos', 'includeVideos', { type: 'UPSCALE_ASSETS', includeVideos: 1 }],
    [
      'a wrong includeStockContent',
      'includeStockContent',
      { type: 'UPSCALE_ASSETS', includeStockContent: 1 },
    ],
    ['a wrong changeVoice', 'changeVoice', { type: 'TRANSLATE_PROJECT', languageCode: 'es', changeVoice: 1 }],
    [
      'a wrong translateImageText',
      'translateImageText',
      { type: 'TRANSLATE_PROJECT', languageCode: 'es', translateImageText: 1 },
    ],
    ['music with an empty prompt', 'prompt', { type: 'GENERATE_MUSIC', prompt: ' ' }],
    ['a size no movie has', 'aspectRatio', { type: 'RESIZE_PROJECT', aspectRatio: { width: 9, height: 1 } }],
    ['a translation into no tongue', 'languageCode', { type: 'TRANSLATE_PROJECT', languageCode: 'tlh' }],
  ])('contract §4.3.1 %s is refused by its name, before anything is done', async (_what, field, action) => {
    expect(await refusedRemix({ remixActions: [action] })).toContain(`remixActions[0].${field}`);
  });

  test('contract §4.3.1 a voiceSpeed that nobody speaks at is refused', async () => {
    const { voiceId } = await material.directVoice();
    const action = { type: 'CHANGE_NARRATOR', voiceId, voiceSpeed: 3 };
    expect(await refusedRemix({ remixActions: [action] })).toContain('remixActions[0].voiceSpeed');
  });

  test.each([{}, { remixActions: [] }])('contract §4.3.1 a remix of %o is refused', async (body) => {
    expect(await refusedRemix(body)).toContain('remixActions');
  });

  test.each([
    { type: 'SET_BACKGROUND_MUSIC', fileId: null, volume: 0.2 },
    { type: 'SET_LOGO', fileId: null, position: 'TOP_LEFT', sizePercent: 12 },
    { type: 'SET_LOGO', fileId: null, sizePercent: 0 },
    { type: 'SET_LOGO', fileId: null, sizePercent: 250 },
    { type: 'ENABLE_CAPTIONS', captionStyle: {} },
    { type: 'DISABLE_CAPTIONS' },
    { type: 'ADD_TRANSITIONS' },
    { type: 'RESIZE_PROJECT', aspectRatio: { width: 1, height: 1 } },
    { type: 'CLEAN_UP_TRANSCRIPT' },
    { type: 'SHUFFLE_STOCK_VISUALS' },
  ])('contract §4.3.1 $type ends as succeeded', async (action) => {
    const { projectId } = await remix(action);
    const read = async () => {
      const answer = await caller.get(`/v1/projects/${projectId}/remix-actions`);
      return expectPage(answer, 'remixActions').map(({ type, status }) => [type, status]);
    };
    const end = { timeout: jobTimeoutMs, interval: 250 };
    await expect.poll(read, end).toEqual([[action.type, 'succeeded']]);
  });

  test('contract §4.3.1 translating needs a paid plan', async (context) => {
    const free = freeCaller(context);
    const { body: started } = await free.post('/v1/workflows/script-to-video', material.script);
    await free.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`, jobTimeoutMs);
    const remixActions = [{ type: 'TRANSLATE_PROJECT', languageCode: 'es' }];
    const answer = await free.post(`/v1/projects/${started.projectId}/remix`, { remixActions });
    expectApiError(answer, 403, 'not_authorized');
    expect(answer.body.requirement['type']).toBe('upgrade_plan');
  });

  test.each(['/v1/projects/x_proj_y', '/v1/projects/x_proj_y/exports', '/v1/timeline-interchange/x_inte_y'])(
    '§7 %s is not found',
    async (path) => expectApiError(await caller.get(path), 404, 'not_found'),
  );

  test.each(['exports/x_expo_y', 'export', 'timeline-interchange'])(
    '§7 %s of an unknown project is not found',
    async (what) => {
      const path = `/v1/projects/x_proj_y/${what}`;
      const answer = what.startsWith('exports') ? await caller.get(path) : await caller.post(path);
      expectApiError(answer, 404, 'not_found');
    },
  );
});
