import { expect, test } from 'vitest';
import type { EngineVoice } from '../../../../src-media/media-engine.ts';
import { Narrator } from '../../../../src-media/speech/narrator.ts';
import { MediaPool } from '../../../../src-media/worker/media-pool.ts';

const voice: EngineVoice = {
  voiceKey: 'room:ines',
  displayName: 'Ines',
  languageCode: 'en-GB',
  gender: 'FEMALE',
  accent: null,
  description: null,
  supportsAllLanguages: false,
};

test('voices that could not be listed are asked for again, and those that were listed are not', async () => {
  let asked = 0;
  const narrator = new Narrator({
    engines: [
      {
        keyPrefix: 'room:',
        voices: () => {
          asked += 1;
          return asked === 1 ? Promise.reject(new Error('busy')) : Promise.resolve([voice]);
        },
        speak: () => Promise.reject(new Error('not here')),
      },
    ],
    pool: new MediaPool({
      startThread: () => {
        throw new Error('Nothing is spoken here.');
      },
      size: 1,
      stallTimeoutMs: 1_000,
      idleTimeoutMs: 1_000,
    }),
  });
  expect(await narrator.voices()).toEqual([]);
  expect(await narrator.voices()).toEqual([voice]);
  expect(await narrator.voices()).toEqual([voice]);
  expect(asked).toBe(2);
});
