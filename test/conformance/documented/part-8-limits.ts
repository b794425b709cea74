import { describe, expect, test, type TestContext } from 'vitest';
import type { Caller } from '../support/caller.ts';
import { expectApiError, expectPage, unixSeconds } from './facts.ts';
import * as material from './material.ts';
import { caller, colleague, freeCaller, target } from './target.ts';

const webhooks = '/v1/webhooks/endpoints';
const groups: readonly (readonly [string, string, number])[] = [
  ...[
    'generate-image',
    'generate-video-clip',
    'generate-motion-graphic',
    'text-to-speech',
    'generate-avatar',
    'generate-sound-effect',
    'generate-music',
    'vectorize-image',
    'remove-image-background',
    'remove-video-background',
    'upscale-image',
    'upscale-video',
    'image-3d-effect',
  ].map((name) => ['POST', `/v1/tools/${name}`, 500] as const),
  ['GET', '/v1/tools/executions/x_tool_y', 5_000],
  ['POST', '/v1/tools/executions/x_tool_y/cancel', 250],
  ['GET', '/v1/files', 50_000],
  ['GET', '/v1/files/x_file_y', 50_000],
  ['POST', '/v1/files/x_file_y/hydrate', 2_500],
  ['POST', '/v1/files/upload', 500],
  ['POST', '/v1/files/search', 500],
  ['GET', '/v1/resources/tts-voices', 2_500],
  ['GET', '/v1/resources/languages', 2_500],
  ['GET', webhooks, 500],
  ['POST', webhooks, 10],
  ['DELETE', `${webhooks}/ep_x`, 10],
  ...[
    'script-to-video',
    'voiceover-to-video',
    'slideshow-to-video',
    'storyboard-to-video',
    'prompt-to-video-clip',
    'content-outline-to-video',
  ].map((name) => ['POST', `/v1/workflows/${name}`, 500] as const),
  ['GET', '/v1/workflows/runs/x_work_y', 5_000],
  ['POST', '/v1/workflows/runs/x_work_y/cancel', 250],
  ['GET', '/v1/projects', 2_500],
  ['GET', '/v1/projects/x_proj_y', 2_500],
  ['POST', '/v1/projects/x_proj_y/export', 500],
  ['GET', '/v1/projects/x_proj_y/exports/x_expo_y', 5_000],
  ['POST', '/v1/projects/x_proj_y/remix', 500],
  ['GET', '/v1/projects/x_proj_y/remix-actions', 5_000],
];

/** Limits that the specification leaves open. */
const groupsOfContract: readonly (readonly [string, string, number])[] = [
  ['GET', '/v1/me', 2_500],
  ['GET', '/v1/tools/executions', 2_500],
  ['GET', '/v1/workflows/runs', 2_500],
  ['GET', '/v1/projects/x_proj_y/exports', 2_500],
  ['POST', '/v1/projects/x_proj_y/timeline-interchange', 500],
  ['GET', '/v1/timeline-interchange/x_inte_y', 2_500],
  ['GET', '/v1/entities', 2_500],
  ['POST', '/v1/entities', 500],
  ['POST', '/v1/entities/x_enti_y/update', 500],
  ['POST', '/v1/assistants', 500],
  ['GET', '/v1/assistants/x_asst_y', 2_500],
  ['POST', '/v1/text/generate', 500],
  ['POST', '/v1/files/x_file_y/archive', 500],
];

/**
 * Returns a caller whose limits may be used up: the free team of an own service, or the service under check on demand.
 */
function exhaustible(context: TestContext): Caller {
  if (target.isOwn) return freeCaller(context);
  return target.mayExhaust ? caller : context.skip('uses up the limit for an hour; asked for with --exhaust');
}

describe('part-8-limits', () => {
  test.each([...groups, ...groupsOfContract])(
    '§8.1 %s %s has %d requests an hour',
    async (method, path, limit) => {
      const { headers } = await caller.send(path, { method });
      expect(Number(headers.get('x-ratelimit-limit'))).toBe(limit);
      const remaining = Number(headers.get('x-ratelimit-remaining'));
      expect(remaining).toBeGreaterThanOrEqual(0);
      expect(remaining).toBeLessThan(limit);
    },
  );

  test.each(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])(
    '§8.1 every response carries %s',
    async (name) => {
      const refused = caller.send('/v1/me', { headers: { authorization: 'Bearer wrong' } });
      for (const { headers } of [
        await caller.get('/v1/me'),
        await refused,
        await caller.get('/v1/nothing'),
      ]) {
        expect(Number(headers.get(name))).toBeGreaterThan(0);
      }
    },
  );

  test('§8.1 the window resets at a Unix time within the hour', async () => {
    const reset = Number((await caller.get('/v1/projects')).headers.get('x-ratelimit-reset'));
    expect(unixSeconds(reset)).toBe(true);
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(3_660);
  });

  test('§8.1 each request of a group takes one', async () => {
    const read = async (path: string) =>
      Number((await caller.get(path)).headers.get('x-ratelimit-remaining'));
    const before = await read('/v1/projects');
    expect(await read('/v1/projects/x_proj_y')).toBeLessThan(before);
  });

  test.for([
    ['POST', webhooks],
    ['DELETE', `${webhooks}/ep_x`],
  ] as const)('§8.1 %s %s is refused after ten requests', async ([method, path], context) => {
    const spent = exhaustible(context);
    const ask = () => spent.send(path, { method });
    let answer = await ask();
    for (let asked = 1; answer.status !== 429 && asked < 11; asked += 1) answer = await ask();
    expectApiError(answer, 429, 'rate_limited');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('§5 all keys of a team share its requests', async (context) => {
    const other = colleague(context);
    const read = async (one: Caller) =>
      Number((await one.get('/v1/resources/languages')).headers.get('x-ratelimit-remaining'));
    const before = await read(caller);
    expect(await read(other)).toBeLessThan(before);
  });

  test('§8.2 a list has 50 items by default, and at most 200', async () => {
    const usual = await caller.get('/v1/resources/tts-voices');
    const count = expectPage(usual, 'ttsVoices').length;
    if (usual.body.hasMore) expect(count).toBe(50);
    else expect(count).toBeLessThanOrEqual(50);
    if (target.isOwn) expect(usual.body.hasMore).toBe(true);
    const most = expectPage(await caller.get('/v1/resources/tts-voices?limit=200'), 'ttsVoices');
    expect(most.length).toBeGreaterThanOrEqual(count);
    expect(expectPage(await caller.get('/v1/resources/tts-voices?limit=1'), 'ttsVoices')).toHaveLength(1);
    expectApiError(await caller.get('/v1/resources/tts-voices?limit=201'), 400);
  });

  test('§8.2 durationSeconds is 1 to 30 for clips', async () => {
    for (const durationSeconds of [0, 31]) {
      for (const path of ['/v1/tools/generate-video-clip', '/v1/workflows/prompt-to-video-clip']) {
        expectApiError(
          await caller.post(path, { prompt: 'Waves', durationSeconds }),
          400,
          'invalid_parameters',
        );
      }
    }
  });

  test('§8.2 reading again keeps a signed address that is far from its expiry', async () => {
    const { fileId } = await material.picture();
    const read = async (): Promise<string> => (await caller.get(`/v1/files/${fileId}`)).body.downloadUrl;
    const downloadUrl = await read();
    expect(await read()).toBe(downloadUrl);
    expect(new URL(downloadUrl).protocol).toMatch(/^https?:$/);
  });
});
