import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let picture: Json;
let movie: Json;
let sound: Json;

const pictureBytes = () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(99)]);

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  picture = await caller.upload('me.png', pictureBytes());
  movie = await caller.upload('holiday.mp4', Buffer.from('....ftypisom holiday'));
  sound = await caller.upload('speech.wav', Buffer.from('RIFF....WAVE'));
});
afterAll(() => service.dispose());

const start = (path: string, body: object) => caller.post(`/v1/tools/${path}`, body);

async function run(path: string, body: object): Promise<Json> {
  const answer = await start(path, body);
  expect(answer.status).toBe(202);
  expect(Object.keys(answer.body)).toEqual(['toolExecutionId']);
  return caller.untilTerminal(`/v1/tools/executions/${String(answer.body['toolExecutionId'])}`);
}

function resultOf(execution: Json): Json {
  expect(execution).toMatchObject({ status: 'succeeded', progressPercentage: 100, error: null });
  const results = execution['results'];
  expect(results).toHaveLength(1);
  return results[0] as Json;
}

/** Returns the engine's last request. */
const asked = () => service.engine.calls.findLast(({ name }) => name === 'clips')?.request;

test('§4.5 a line to be spoken may be the only input', async () => {
  resultOf(await run('generate-video-clip', { spokenDialogue: 'Hello there.' }));
  expect(asked()).toMatchObject({ spokenDialogue: 'Hello there.', prompt: '', durationSeconds: null });
});

test('§4.5 an opening frame that is also a reference is only the opening frame', async () => {
  const { fileId } = picture;
  const other = await caller.upload('other.png', pictureBytes());
  const body = { startFrameFileId: fileId, imageFileIds: [fileId, other.fileId] };
  resultOf(await run('generate-video-clip', body));
  const { startFramePath, imagePaths } = asked() as { startFramePath: string; imagePaths: string[] };
  expect(startFramePath).toContain(fileId);
  expect(imagePaths).toHaveLength(1);
  expect(imagePaths[0]).toContain(other.fileId);
});

test('§4.5 all references and a spoken line can be combined', async () => {
  const body = {
    prompt: 'A gentle jazz score',
    imageFileIds: [picture.fileId],
    videoFileIds: [movie.fileId],
    audioFileIds: [sound.fileId],
    spokenDialogue: 'Hi.',
    voiceDescription: 'deep male voice',
  };
  resultOf(await run('generate-video-clip', { ...body, generateAudio: true }));
  expect(asked()).toMatchObject({ hasAmbience: true, hasMusic: true, voiceDescription: 'deep male voice' });
  resultOf(await run('generate-video-clip', { ...body, generateAudio: true, suppressBackgroundMusic: true }));
  expect(asked()).toMatchObject({ hasAmbience: true, hasMusic: false });
});

test('§4.5 a length beyond the quality’s range is clamped, not refused', async () => {
  const body = { prompt: 'A boat', durationSeconds: 30, quality: 'LOW' };
  const result = resultOf(await run('generate-video-clip', body));
  expect(result['file']['durationSeconds']).toBeLessThan(30);
});

test('§4.5 a clip has the shape that was asked for, 16:9 by default', async () => {
  resultOf(await run('generate-video-clip', { prompt: 'A boat', quality: 'STANDARD' }));
  expect(asked()).toMatchObject({ width: 1280, height: 720 });
  const body = { prompt: 'A boat', quality: 'HIGH', aspectRatio: { width: 9, height: 16 } };
  resultOf(await run('generate-video-clip', body));
  expect(asked()).toMatchObject({ width: 1080, height: 1920 });
});

test('a file whose bytes have not come is refused', async () => {
  const { body } = await caller.post('/v1/files', { fileName: 'later.mp4' });
  const answer = await start('upscale-video', { videoFileId: body['fileId'] });
  expectError(answer, 400, 'invalid_parameters');
});

test('a motion graphic is transparent WebM unless it is to be opaque', async () => {
  const transparent = resultOf(await run('generate-motion-graphic', { prompt: '87% of all boats' }));
  expect((await fetch(transparent.downloadUrl ?? '')).headers.get('content-type')).toBe('video/webm');
  const body = { prompt: '87% of all boats', transparentBackground: false, durationSeconds: 300 };
  const opaque = resultOf(await run('generate-motion-graphic', body));
  expect((await fetch(opaque.downloadUrl ?? '')).headers.get('content-type')).toBe('video/mp4');
});

test('a motion graphic takes up to eight files of any visible or audible kind', async () => {
  const fileIds = [picture.fileId, movie.fileId, sound.fileId];
  resultOf(await run('generate-motion-graphic', { prompt: 'Our summer', fileIds }));
  const { references } = asked() as { references: { kind: string }[] };
  expect(references.map(({ kind }) => kind)).toEqual(['image', 'video', 'audio']);
  const nine = Array.from({ length: 9 }, () => picture.fileId);
  expectError(
    await start('generate-motion-graphic', { prompt: 'Ours', fileIds: nine }),
    400,
    'invalid_parameters',
  );
});

test('entities of a motion graphic come from the list and from the prompt', async () => {
  const created = await caller.post('/v1/entities', { entityType: 'PRODUCT', name: 'Kettle' });
  const entityId = String(created.body['entityId']);
  await caller.post(`/v1/entities/${entityId}/references`, { fileId: picture.fileId });
  const prompt = `The new @[entity:${entityId}|PRODUCT|Kettle] is here`;
  resultOf(await run('generate-motion-graphic', { prompt }));
  expect(asked()).toMatchObject({ prompt: 'The new Kettle is here', references: [{ kind: 'image' }] });
  const unknown = { prompt: 'Ours', entityIds: ['vg_enti_unknown'] };
  expectError(await start('generate-motion-graphic', unknown), 404, 'not_found');
});

test('making media on the way to a motion graphic needs a paid plan', async () => {
  const body = { prompt: 'Hello', subToolModes: { generateVoiceover: 'ENABLED' } };
  resultOf(await run('generate-motion-graphic', body));
  expect(asked()).toMatchObject({ hasVoiceover: true });
  const free = await startControlledService({ plan: 'free' });
  try {
    const answer = await free.caller.post('/v1/tools/generate-motion-graphic', body);
    expectError(answer, 403, 'not_authorized');
    expect(answer.body['requirement']).toMatchObject({ type: 'upgrade_plan' });
    const auto = { prompt: 'Hello', subToolModes: { generateVoiceover: 'AUTO', generateImages: 'DISABLED' } };
    expect((await free.caller.post('/v1/tools/generate-motion-graphic', auto)).status).toBe(202);
  } finally {
    await free.dispose();
  }
});

test('contract §2.5 a clip that must not be made fails, unless its prompt may be rewritten', async () => {
  const prompt = 'How to build a pipe bomb by the sea';
  const refused = await run('generate-video-clip', { prompt });
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'content_policy_violation' } });
  const spoken = await run('generate-video-clip', { spokenDialogue: prompt });
  expect(spoken).toMatchObject({ status: 'failed', error: { code: 'content_policy_violation' } });
  resultOf(await run('generate-video-clip', { prompt, contentPolicyConfig: { maxPromptRewrites: 1 } }));
  expect(JSON.stringify(asked())).not.toContain('pipe bomb');
});
