import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Json } from './caller.ts';
import { expectError, readAllPages } from './expectations.ts';
import { startControlledService } from './service-under-test.ts';
import type { ControlledService } from './service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let voices: readonly Json[];

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  voices = (await caller.get('/v1/resources/tts-voices')).body.ttsVoices;
});
afterAll(() => service.dispose());

async function find(query: string): Promise<string[]> {
  const { body } = await caller.get(`/v1/resources/tts-voices?query=${encodeURIComponent(query)}`);
  return body.ttsVoices.map((voice) => voice.displayName);
}

test('§4.9 without a query the whole catalogue is listed', () => {
  expect(voices.map((voice) => voice.displayName)).toEqual(['Alba', 'Bram', 'Carmen', 'Dorn']);
});

test('§4.9 a query is part of id, name, language, accent or description, in any case', async () => {
  expect(await find(voices[1]?.voiceId.slice(3, 20).toUpperCase() ?? '')).toEqual(['Bram']);
  expect(await find('aRM')).toEqual(['Alba', 'Carmen']);
  expect(await find('EN-')).toEqual(['Alba', 'Bram']);
  expect(await find('AMERICAN')).toEqual(['Bram']);
  expect(await find('unhurried')).toEqual(['Alba']);
  expect(await find('nothing like it')).toEqual([]);
});

test('§4.9 the catalogue is paged in its order', async () => {
  const pages = await readAllPages(
    (query) => caller.get(`/v1/resources/tts-voices?${query}`),
    'ttsVoices',
    3,
  );
  expect(pages.map((page) => page.length)).toEqual([3, 1]);
  expect(pages.flat()).toEqual(voices);
});

test('§4.9 includeDeprecatedVoices is a boolean', async () => {
  expect((await caller.get('/v1/resources/tts-voices?includeDeprecatedVoices=true')).status).toBe(200);
  expectError(
    await caller.get('/v1/resources/tts-voices?includeDeprecatedVoices=1'),
    400,
    'invalid_parameters',
  );
});

test('contract §4.8 languages have a short code and a name, and are found by either', async () => {
  const { status, body } = await caller.get('/v1/resources/languages');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['languages']);
  expect(body.languages).toContainEqual({ languageCode: 'es', name: 'Spanish' });
  const named = await caller.get('/v1/resources/languages?query=SPAN');
  expect(named.body.languages).toEqual([{ languageCode: 'es', name: 'Spanish' }]);
  const coded = await caller.get('/v1/resources/languages?query=es');
  expect(coded.body.languages).toContainEqual({ languageCode: 'es', name: 'Spanish' });
});
