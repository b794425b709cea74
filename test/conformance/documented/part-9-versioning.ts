import { describe, expect, test } from 'vitest';
import { expectApiError, isNull } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller } from './target.ts';

describe('part-9-versioning', () => {
  test.each(['/me', '/v2/me', '/v0/projects', '/api/v1/me', '/v1', '/V1/me', '/v1/me/'])(
    '§9 %s is not served: all endpoints are under /v1',
    async (path) => {
      expectApiError(await caller.get(path), 404, 'not_found');
    },
  );

  test('§9 an omitted or null duration of a clip means automatic length', async () => {
    for (const body of [{}, { durationSeconds: null }]) {
      const answer = await caller.post('/v1/tools/generate-video-clip', { prompt: 'Waves', ...body });
      const { toolExecutionId } = bodyOf(answer, 202) as unknown as { toolExecutionId: string };
      await caller.post(`/v1/tools/executions/${toolExecutionId}/cancel`);
    }
  });

  test('§9 generate-avatar needs its actor and its recording', async () => {
    for (const [missing, body] of [
      ['audioFileId', { actorEntityId: 'x' }],
      ['actorEntityId', { audioFileId: 'x' }],
    ] as const) {
      const answer = await caller.post('/v1/tools/generate-avatar', body);
      expectApiError(answer, 400, 'invalid_parameters');
      expect(answer.body.message).toContain(missing);
    }
  });

  test('§9 a slideshow needs no theme', async () => {
    expect((await material.execution('slideshow-to-video')).status).toBe('succeeded');
  });

  test('§9 a clip of a prompt is listed without an export unless it was asked for', async () => {
    expect(isNull((await material.execution('prompt-to-video-clip')).exportId)).toBe(true);
  });
});
