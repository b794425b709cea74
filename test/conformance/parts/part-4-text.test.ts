import { afterAll, expect, test } from 'vitest';
import { startControlledService } from '../support/service-under-test.ts';

const story = `The old harbour was built in 1856 by the engineer Karl Ebner. It replaced a wooden pier that storms had
destroyed twice. Fishermen used it for almost a hundred years, because the water there is deep and calm. Today the
harbour holds about 240 sailing boats and two ferries. A lighthouse of 33 metres stands at its western end.`;
const service = await startControlledService();
const { caller } = service;
afterAll(() => service.dispose());

async function generate(prompt: string, fields: object = {}): Promise<string> {
  const { status, body } = await caller.post('/v1/text/generate', { prompt, ...fields });
  expect({ status, keys: Object.keys(body) }).toEqual({ status: 200, keys: ['text'] });
  return String(body['text']);
}

test('§4.6 text is generated at once, and says how in a header', async () => {
  const answer = await caller.post('/v1/text/generate', { prompt: `Summarize in one sentence: ${story}` });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-generator')).toBe('extractive');
  expect(answer.body['text']).toBe('The old harbour was built in 1856 by the engineer Karl Ebner.');
});

test('contract §4.5 maxOutputTokens is never exceeded', async () => {
  for (const maxOutputTokens of [2, 13, 40]) {
    const text = await generate('Write a script about tea', { maxOutputTokens });
    expect(text.split(/\s+/).length * 1.3).toBeLessThanOrEqual(maxOutputTokens);
  }
});

test('contract §4.5 the same request has the same text', async () => {
  for (const temperature of [0, 1.5]) {
    const [first, second] = [1, 2].map(() => generate('Write a script about tea', { temperature }));
    expect(await first).toBe(await second);
  }
});

test('a request for JSON is answered with valid JSON of the keys it names', async () => {
  const text = await generate(`Return JSON with keys a, title and tags for:\n\n${story}`);
  const value = JSON.parse(text);
  expect(Object.keys(value)).toEqual(['a', 'title', 'tags']);
  expect(value.tags).toContain('harbour');
  const short = await generate(`Return JSON with keys title and summary for:\n\n${story}`, {
    maxOutputTokens: 12,
  });
  expect(Object.keys(JSON.parse(short))).toEqual(['title', 'summary']);
});
