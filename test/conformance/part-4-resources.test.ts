import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Json } from './caller.ts';
import { type ControlledService, startControlledService } from './service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let voices: readonly Json[];

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  voices = (await caller.get('/v1/resources/tts-voices')).body.ttsVoices;
});
afterAll(() => service.dispose());

test('§4.9 without a query the whole catalogue is listed', () => {
  expect(voices.map((voice) => voice.displayName)).toEqual(['Alba', 'Bram', 'Carmen', 'Dorn']);
});
