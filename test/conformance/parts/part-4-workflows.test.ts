import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DrawPictureRequest, SpeakSceneRequest } from '../../../src-media/media-engine.ts';
import { type Caller, type Json, shortScript } from '../support/caller.ts';
import { expectError, readAllPages } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let image: Json;
let clip: Json;
let sound: Json;

const start = '/v1/workflows/script-to-video';
const png = Buffer.from('\x89PNG\r\n\x1a\nimage', 'latin1');

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  image = await caller.upload('own.png', png);
  clip = await caller.upload('own.mp4', Buffer.from('....ftypisom clip'));
  sound = await caller.upload('own.wav', Buffer.from('RIFF....WAVE'));
});
afterAll(() => service.dispose());
beforeEach(async () => {
  for (const run of (await caller.get('/v1/workflows/runs?limit=200')).body.workflowRuns) {
    await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
  }
  service.engine.calls.length = 0;
});

async function refuse(change: object, status: number, code: string): Promise<string> {
  const answer = await caller.post(start, { ...shortScript, ...change });
  expectError(answer, status, code);
  return answer.body.message;
}

test('own material must exist and be a picture or a clip', async () => {
  await refuse({ featuredBRollFileIds: ['vg_file_unknown'] }, 404, 'not_found');
  expect(
    await refuse({ featuredBRollFileIds: [image.fileId, sound.fileId] }, 400, 'invalid_parameters'),
  ).toContain('featuredBRollFileIds[1]');
  const { body: empty } = await caller.post('/v1/files/upload', { displayName: 'never sent.png' });
  const message = await refuse({ featuredBRollFileIds: [empty.fileId] }, 400, 'invalid_parameters');
  expect(message).toContain('not complete');
});

test('own stills are drawn again in the written style unless that is declined', async () => {
  const callsOf = async (restyleFeaturedBRollWithAiStyle?: boolean) => {
    service.engine.calls.splice(0);
    const visualStyle = { type: 'AI_IMAGE', aiStyle: 'ink', restyleFeaturedBRollWithAiStyle };
    await caller.makeProject({ script: 'One.', visualStyle, featuredBRollFileIds: [image.fileId] });
    return service.engine.calls.map(({ name }) => name).filter((name) => /conformStill|images/.test(name));
  };
  expect(await callsOf()).toEqual(['images']);
  expect(await callsOf(false)).toEqual(['conformStill']);
});

test('own material is used first and in its order', async () => {
  const script = 'One.\nTwo.\nThree.';
  await caller.makeProject({ script, featuredBRollFileIds: [clip.fileId, image.fileId] });
  const names = service.engine.calls.map((call) => call.name);
  expect(names).toEqual(expect.arrayContaining(['conformClip', 'conformStill', 'drawPicture']));
  const drawn = service.engine.calls.filter((call) => call.name === 'drawPicture');
  expect(drawn.map((call) => (call.request as DrawPictureRequest).scene.text)).toEqual(['Three.']);
  const clipCall = service.engine.calls.find((call) => call.name === 'conformClip');
  expect(clipCall?.request).toMatchObject({ minDurationFrames: 30 });
});

test('§4.1 a voice may be named by its display name, trimmed and in any case', async () => {
  await caller.makeProject({ voiceId: '  bRAM ', voiceSpeed: 1.5 });
  const spoken = service.engine.calls.find((call) => call.name === 'speakScene')
    ?.request as SpeakSceneRequest;
  expect(spoken).toMatchObject({ voiceKey: 'en-b', speed: 1.5 });
  for (const voiceId of [null, undefined])
    expect((await caller.post(start, { ...shortScript, voiceId })).status).toBe(202);
});

test('style, timed guidance and notes reach the pictures and are not spoken', async () => {
  await caller.makeProject({
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'linocut' },
    workflowAgentContext: 'Keep it calm',
    scenes: [{ startSeconds: 1, endSeconds: 2, description: 'a lighthouse' }],
  });
  const styles = service.engine.calls
    .filter((call) => call.name === 'drawPicture')
    .map((call) => (call.request as DrawPictureRequest).styleText);
  expect(styles).toEqual(['linocut. Keep it calm', 'linocut. Keep it calm. a lighthouse']);
  const spoken = JSON.stringify(service.engine.calls.filter((call) => call.name === 'speakScene'));
  expect(spoken).not.toContain('calm');
});

test('§4.2 pictures are drawn in the aspect ratio', async () => {
  await caller.makeProject({ aspectRatio: { width: 9, height: 16 } });
  const drawn = service.engine.calls.find((call) => call.name === 'drawPicture');
  expect(drawn?.request).toMatchObject({ width: 1080, height: 1920 });
});

test('§4.2 export options take the export’s defaults and values', async () => {
  await caller.makeProject({ autoExport: true, exportOptions: { watermarkMode: 'VIDEO_GEN' } });
  const movie = service.engine.calls.find((call) => call.name === 'renderMovie');
  expect(movie?.request).toMatchObject({ quality: 'FULL_HIGH', hasWatermark: true, hasEndScreen: false });
  const exportOptions = {
    deliveryDestinations: [{ integrationConnectionId: 'c', type: 'SLACK_CHANNEL', slackChannelId: 's' }],
  };
  await refuse({ autoExport: true, exportOptions }, 404, 'not_found');
});

test('temporary output is temporary, and the project is not', async () => {
  const run = await caller.makeProject({ isOutputTemporary: true });
  const { body } = await caller.get('/v1/files?includeProjectFiles=true&limit=4');
  expect(body.files.map((file) => file['scope'])).toEqual([
    'TEMPORARY',
    'TEMPORARY',
    'TEMPORARY',
    'TEMPORARY',
  ]);
  expect((await caller.get(`/v1/projects/${run.projectId}`)).body.status).toBe('ready');
});

test('§4.10 runs are listed most recently created first, in pages that new runs do not move', async () => {
  const list = (query: string) => caller.get(`/v1/workflows/runs?${query}`);
  const before = (await list('limit=200')).body.workflowRuns.map((run) => run.workflowRunId);
  const first = (await list('limit=2')).body;
  const { body: newest } = await caller.post(start, shortScript);
  const second = (await list(`limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.workflowRuns, ...second.workflowRuns].map((run) => run.workflowRunId)).toEqual(
    before.slice(0, 4),
  );
  const pages = await readAllPages(list, 'workflowRuns', 3);
  expect(pages.flat().map((run) => run.workflowRunId)).toEqual([newest.workflowRunId, ...before]);
});
