import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type Json, shortScript } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let run: Json;

const sevenDays = 7 * 24 * 3_600;

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  run = await caller.makeProject({ autoExport: true });
});
afterAll(() => service.dispose());

function keysOf(record: Json): string[] {
  return Object.keys(record).sort();
}

test('§2.1 ids have their kind in them', async () => {
  const { body: started } = await caller.post('/v1/workflows/script-to-video', shortScript);
  expect(started.workflowRunId).toMatch(/^vg_work_/);
  expect(started.projectId).toMatch(/^vg_proj_/);
  expect(run.exportId).toMatch(/^vg_expo_/);
  expect(run.exportFileId).toMatch(/^vg_file_/);
  const { body: job } = await caller.post(`/v1/projects/${run.projectId}/timeline-interchange`);
  expect(job.interchangeJobId).toMatch(/^vg_inte_/);
  const { body: voices } = await caller.get('/v1/resources/tts-voices');
  for (const voice of voices.ttsVoices) expect(voice.voiceId).toMatch(/^vg_voic_/);
});

test('§2.3 a start answers with run, project and link', async () => {
  const { status, body } = await caller.post('/v1/workflows/script-to-video', shortScript);
  expect(status).toBe(202);
  expect(keysOf(body)).toEqual(['projectId', 'projectUrl', 'remixActionIds', 'workflowRunId']);
  expect(URL.canParse(body.projectUrl)).toBe(true);
  expect(body.remixActionIds).toEqual([]);
});

test('§2.4 a run has all its fields, the nullable ones too', async () => {
  const fields = [
    'workflowRunId',
    'status',
    'workflowType',
    'progressPercentage',
    'attemptIndex',
    'projectId',
    'projectUrl',
    'error',
    'exportId',
    'downloadUrl',
    'downloadUrlExpiresAt',
    'thumbnailUrl',
    'thumbnailUrlExpiresAt',
    'exportFileId',
  ].sort();
  expect(keysOf(run)).toEqual(fields);
  expect(run).toMatchObject({
    status: 'succeeded',
    workflowType: 'SCRIPT_TO_VIDEO',
    progressPercentage: 100,
    attemptIndex: 0,
    error: null,
  });
  const plain = await caller.makeProject();
  expect(keysOf(plain)).toEqual(fields);
  expect(plain).toMatchObject({
    exportId: null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    thumbnailUrl: null,
    thumbnailUrlExpiresAt: null,
    exportFileId: null,
  });
});

test('§2.4 links of an automatic export hold for seven days and lead to the bytes', async () => {
  const now = Math.floor(service.clock.nowMs() / 1000);
  expect(run.downloadUrlExpiresAt).toBe(now + sevenDays);
  expect(run.thumbnailUrlExpiresAt).toBe(now + sevenDays);
  for (const url of [run.downloadUrl, run.thumbnailUrl]) expect((await fetch(url)).status).toBe(200);
});

test('§2.5 an export has all its fields', async () => {
  const { body } = await caller.get(`/v1/projects/${run.projectId}/exports/${run.exportId}`);
  expect(keysOf(body)).toEqual(
    [
      'exportId',
      'projectId',
      'status',
      'progressPercentage',
      'attemptIndex',
      'downloadUrl',
      'downloadUrlExpiresAt',
      'thumbnailUrl',
      'thumbnailUrlExpiresAt',
      'exportFileId',
      'file',
      'error',
    ].sort(),
  );
  expect(body).toMatchObject({ status: 'succeeded', progressPercentage: 100, error: null });
  expect(body.file).toMatchObject({ fileId: run.exportFileId, type: 'VIDEO', scope: 'EXPORT' });
  expect(body.file.downloadSource).toMatchObject({ status: 'ready', url: body.downloadUrl });
});

test('§2.7 a voice has all its fields', async () => {
  const { body } = await caller.get('/v1/resources/tts-voices');
  for (const voice of body.ttsVoices) {
    expect(voice).toMatchObject({
      voiceId: expect.any(String),
      languageCode: expect.stringMatching(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/),
      displayName: expect.any(String),
      displayGender: expect.stringMatching(/^(MALE|FEMALE|NEUTRAL)$/),
      supportsDirectToolExecution: expect.any(Boolean),
      supportsAllLanguages: expect.any(Boolean),
      isDeprecated: false,
    });
  }
});

test('contract §4.3 a project has all its fields, times in whole seconds', async () => {
  const { body } = await caller.get(`/v1/projects/${run.projectId}`);
  expect(keysOf(body)).toEqual(
    [
      'projectId',
      'assistantId',
      'title',
      'aspectRatio',
      'status',
      'createdAt',
      'updatedAt',
      'projectUrl',
    ].sort(),
  );
  expect(body).toMatchObject({
    title: 'Harbour lights.',
    status: 'ready',
    aspectRatio: { width: 16, height: 9 },
  });
  expect([body.createdAt, body.updatedAt].every(Number.isInteger)).toBe(true);
  expect(body.createdAt).toBe(Math.floor(service.clock.nowMs() / 1000));
});

test('contract §4.3 an interchange job has all its fields', async () => {
  const path = `/v1/projects/${run.projectId}/timeline-interchange`;
  const { body: started } = await caller.post(path, { format: 'OTIO', mediaDelivery: 'BUNDLE' });
  const job = await caller.untilTerminal(`/v1/timeline-interchange/${started.interchangeJobId}`);
  expect(keysOf(job)).toEqual(
    [
      'interchangeJobId',
      'projectId',
      'format',
      'mediaDelivery',
      'status',
      'progressPercentage',
      'attemptIndex',
      'downloadUrl',
      'downloadUrlExpiresAt',
      'interchangeFileId',
      'file',
      'error',
    ].sort(),
  );
  expect(job).toMatchObject({ format: 'OTIO', mediaDelivery: 'BUNDLE', status: 'succeeded', error: null });
  expect(job.file).toMatchObject({ fileId: job.interchangeFileId, type: 'TEXT' });
});

test('contract §4.10 the account behind the key', async () => {
  const { status, body } = await caller.get('/v1/me');
  expect(status).toBe(200);
  expect(keysOf(body)).toEqual(['apiKeyId', 'apiKeyNickname', 'displayName', 'email', 'teamId']);
});
