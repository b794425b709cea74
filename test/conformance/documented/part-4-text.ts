import { describe, expect, test } from 'vitest';
import { expectApiError, expectField, text } from './facts.ts';
import { bodyOf, caller } from './target.ts';

const path = '/v1/text/generate';

describe('part-4-text', () => {
  test('§4.6 text comes at once, with 200', async () => {
    expectField(
      bodyOf(await caller.post(path, { prompt: 'Two sentences about harbours' }), 200),
      'text',
      text,
    );
  });

  test('contract §4.5 all its fields are taken', async () => {
    const body = {
      prompt: 'Harbours',
      system: 'Be brief',
      quality: 'LOW',
      temperature: 0,
      maxOutputTokens: 20,
    };
    expect((await caller.post(path, body)).status).toBe(200);
    const most = { ...body, quality: 'MAX', temperature: 2, maxOutputTokens: 2_000 };
    for (const each of [most, { ...most, system: null }]) {
      expectField(bodyOf(await caller.post(path, each), 200), 'text', text);
    }
  });

  test.each([
    ['prompt', {}],
    ['prompt', { prompt: ' \n' }],
    ['prompt', { prompt: 4 }],
    ['quality', { prompt: 'x', quality: 'BEST' }],
    ['temperature', { prompt: 'x', temperature: 2.1 }],
    ['temperature', { prompt: 'x', temperature: -0.1 }],
    ['maxOutputTokens', { prompt: 'x', maxOutputTokens: 2_001 }],
    ['maxOutputTokens', { prompt: 'x', maxOutputTokens: 0 }],
    ['maxOutputTokens', { prompt: 'x', maxOutputTokens: 1.5 }],
  ])('contract §4.5 a wrong %s is refused (%#)', async (field, body) => {
    const answer = await caller.post(path, body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(field);
  });
});
