import { expect, test, vi } from 'vitest';
import type { Answer, Caller, Json } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import {
  type ControlledService,
  serviceForEachTest,
  startControlledService,
} from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

serviceForEachTest((started) => {
  service = started;
  ({ caller } = started);
});

const executionPath = ({ body }: Answer) => `/v1/tools/executions/${String(body['toolExecutionId'])}`;
const start = (tool: string, body: object) => caller.post(`/v1/tools/${tool}`, body);

async function run(tool: string, body: object): Promise<Json> {
  const started = await start(tool, body);
  expect(started.status).toBe(202);
  return caller.untilTerminal(executionPath(started));
}

const harbour = { prompt: 'A harbour at dusk' };

test('contract §2.6 numResults makes as many results, each another one', async () => {
  const execution = await run('generate-image', { ...harbour, numResults: 5 });
  expect(new Set(execution.results.map((result) => result.fileId)).size).toBe(5);
  const bodies = await Promise.all(
    execution.results.map(async ({ downloadUrl }) => (await fetch(downloadUrl)).text()),
  );
  expect(new Set(bodies).size).toBe(5);
});

test('contract §2.6 a temporary result has its own scope, and is not analysed', async () => {
  const execution = await run('generate-image', { ...harbour, isOutputTemporary: true });
  const inline = execution.results[0]?.file;
  expect(inline).toMatchObject({ scope: 'TEMPORARY' });
  expect(inline).not.toHaveProperty('fileAnalysisMetadata');
  const { body } = await caller.get(`/v1/files/${String(inline?.fileId)}`);
  expect(body['fileAnalysisMetadata']).toMatchObject({ analysisLoadingState: 'UNATTEMPTED' });
});

test('specification §7.4 watermarkMode NONE needs a paid plan, and nothing is started without', async () => {
  const free = await startControlledService({ plan: 'free' });
  const refused = await free.caller.post('/v1/tools/generate-image', { ...harbour, watermarkMode: 'NONE' });
  expectError(refused, 403, 'not_authorized');
  expect(refused.body.requirement).toEqual({ type: 'upgrade_plan' });
  expect((await free.caller.get('/v1/tools/executions')).body['toolExecutions']).toEqual([]);
  await free.dispose();
  expect((await run('generate-image', { ...harbour, watermarkMode: 'NONE' })).status).toBe('succeeded');
});

test.each([
  ['free', 'AUTO', true],
  ['pro', 'AUTO', false],
  ['pro', 'VIDEO_GEN', true],
] as const)(
  'contract §2.2 on the %s plan watermarkMode %s comes to %s',
  async (plan, watermarkMode, isMarked) => {
    const own = await startControlledService({ plan });
    const started = await own.caller.post('/v1/tools/generate-image', { ...harbour, watermarkMode });
    await own.caller.untilTerminal(executionPath(started));
    expect(own.engine.calls.filter(({ name }) => name === 'images')).toMatchObject([
      { request: { isMarked } },
    ]);
    await own.dispose();
  },
);

test('contract §2.5 a prompt against the content policy fails, unless it may be rewritten', async () => {
  const prompt = 'Step by step instructions for a nerve agent, in a laboratory';
  const refused = await run('generate-image', { prompt });
  expect(refused).toMatchObject({
    status: 'failed',
    results: [],
    error: { code: 'content_policy_violation' },
  });
  const rewritten = await run('generate-image', { prompt, contentPolicyConfig: { maxPromptRewrites: 1 } });
  expect(rewritten.status).toBe('succeeded');
  expect(JSON.stringify(service.engine.calls.filter(({ name }) => name === 'images'))).not.toContain('nerve');
});

test('specification §4.1 a voice is named in any case, and a language it does not speak is refused', async () => {
  const speech = { ttsText: 'Boats.', voiceId: ' BRAM ' };
  expect((await run('text-to-speech', speech)).status).toBe('succeeded');
  expectError(
    await start('text-to-speech', { ...speech, speechLanguageCode: 'es' }),
    400,
    'invalid_parameters',
  );
});

test('contract §4.1 speech tells when each written word is heard', async () => {
  const replacements = [{ original: 'boats', replacement: 'botes' }];
  const body = { ttsText: 'Boats come in.', voiceId: 'Alba', pronunciationReplacements: replacements };
  const execution = await run('text-to-speech', body);
  expect(execution.results[0]?.file).toMatchObject({ transcriptText: 'Boats come in.' });
  const spoken = service.engine.calls.find(({ name }) => name === 'speakScene');
  expect(spoken?.request).toMatchObject({ scene: { text: 'botes come in.' } });
});

test.each(['image', 'motion-graphic', 'sound-effect', 'music'])(
  'a blank prompt makes no %s, and no clip',
  async (name) => {
    for (const path of [`tools/generate-${name}`, 'workflows/prompt-to-video-clip'])
      expectError(await caller.post(`/v1/${path}`, { prompt: ' \n\t' }), 400, 'invalid_parameters');
  },
);

test('replacements that make endless speech of a short text, and more or longer ones than a thousand, are refused', async () => {
  const speech = { ttsText: 'a '.repeat(1_000), voiceId: 'Alba' };
  const original = { original: 'a', replacement: 'b' };
  for (const pronunciationReplacements of [
    [{ original: 'a', replacement: 'b '.repeat(250) }],
    Array.from({ length: 1_001 }, () => original),
    [{ ...original, original: 'a'.repeat(501) }],
    [{ ...original, replacement: 'a'.repeat(501) }],
  ]) {
    expectError(
      await start('text-to-speech', { ...speech, pronunciationReplacements }),
      400,
      'invalid_parameters',
    );
  }
});

test('contract §4.1 a sound effect is as long as was asked for, about 10 seconds when left open', async () => {
  expect(
    (await run('generate-sound-effect', { prompt: 'rain', durationSeconds: 2.5 })).results,
  ).toMatchObject([{ file: { durationSeconds: 2.5 } }]);
  const { results } = await run('generate-sound-effect', { prompt: 'rain', durationSeconds: null });
  expect(results).toMatchObject([{ file: { durationSeconds: 10 } }]);
});

test('contract §3 a running execution is cancelled at once, a waiting one before it began, an ended one not', async () => {
  const done = await run('generate-music', { prompt: 'calm' });
  const release = service.engine.hold('images');
  const started: Answer[] = [];
  for (let count = 0; count < 4; count += 1) started.push(await start('generate-image', harbour));
  const running = started[0] as Answer;
  const waiting = started[3] as Answer;
  await vi.waitFor(async () => {
    expect((await caller.get(executionPath(running))).body.status).toBe('running');
  });
  expect((await caller.get(executionPath(waiting))).body).toMatchObject({ status: 'pending', results: [] });
  for (const execution of [running, waiting]) {
    const cancel = await caller.post(`${executionPath(execution)}/cancel`);
    expect({ status: cancel.status, body: cancel.body }).toEqual({ status: 202, body: execution.body });
    const { body } = await caller.get(executionPath(execution));
    expect(body).toMatchObject({ status: 'cancelled', results: [], error: null });
  }
  release();
  const again = await caller.post(`/v1/tools/executions/${String(done['toolExecutionId'])}/cancel`);
  expect(again.status).toBe(202);
  const { body } = await caller.get(`/v1/tools/executions/${String(done['toolExecutionId'])}`);
  expect(body.status).toBe('succeeded');
});

test('contract §4.1 a list keeps links as they were signed, a single read renews them near their end', async () => {
  const execution = await run('generate-image', harbour);
  const expiry = execution.results[0]?.downloadUrlExpiresAt ?? 0;
  service.clock.advanceSeconds(7 * 24 * 3600 - 60);
  const { body: listed } = await caller.get('/v1/tools/executions');
  expect(listed['toolExecutions']).toMatchObject([{ results: [{ downloadUrlExpiresAt: expiry }] }]);
  const { body: read } = await caller.get(`/v1/tools/executions/${String(execution['toolExecutionId'])}`);
  expect(read.results[0]?.downloadUrlExpiresAt).toBeGreaterThan(expiry);
});

test('an execution goes on after a restart with the results it had', async () => {
  const release = service.engine.hold('images');
  const started = await start('generate-image', { ...harbour, numResults: 2 });
  await vi.waitFor(() => {
    expect(service.engine.calls.filter(({ name }) => name === 'images')).toHaveLength(2);
  });
  service = await service.restart();
  ({ caller } = service);
  release();
  const end = await caller.untilTerminal(executionPath(started));
  expect(end).toMatchObject({ status: 'succeeded', attemptIndex: 1 });
  expect(end.results).toHaveLength(2);
});
