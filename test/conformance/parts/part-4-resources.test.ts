import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let voices: readonly Json[];

function sampleOf(voice: Json | undefined): URL {
  return new URL(String(voice?.['sampleUrl']));
}

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  voices = (await caller.get('/v1/resources/tts-voices')).body.ttsVoices;
});
afterAll(() => service.dispose());

test('§4.9 without a query the whole catalogue is listed', () => {
  expect(voices.map((voice) => voice.displayName)).toEqual(['Alba', 'Bram', 'Carmen', 'Dorn']);
});

test('every voice has a signed sample in its language, which is spoken once and kept', async () => {
  const samples = voices.map(sampleOf);
  const [first, , , last] = samples;
  if (!first || !last) throw new Error('The catalogue has four voices.');
  const heard = await Promise.all([fetch(first), fetch(first, { headers: { range: 'bytes=0-3' } })]);
  expect(heard.map(({ status }) => status)).toEqual([200, 206]);
  expect(heard[0]?.headers.get('content-type')).toBe('audio/wav');
  expect(await heard[0]?.text()).toBe(
    'RIFF....WAVE All human beings are born free and equal in dignity and rights.',
  );
  const spoken = () => service.engine.calls.filter(({ name }) => name === 'speakScene').length;
  expect(spoken()).toBe(1);
  service.engine.failNext('speakScene', new Error('No voice'));
  expect((await fetch(last)).status).toBe(500);
  expect((await fetch(last)).status).toBe(200);
});

test('the sample of a voice is heard by its link alone, until the link is over', async () => {
  const link = sampleOf(voices[0]);
  const other = String(voices[1]?.['voiceId']);
  expect((await fetch(link.origin + link.pathname)).status).toBe(403);
  link.pathname = `/voice-samples/${other}.wav`;
  expect((await fetch(link)).status).toBe(403);
  service.clock.advanceSeconds(7 * 24 * 3_600 + 1);
  expect((await fetch(sampleOf(voices[0]))).status).toBe(403);
  const { body } = await caller.get('/v1/resources/tts-voices');
  expect((await fetch(sampleOf(body.ttsVoices[0]))).status).toBe(200);
});
