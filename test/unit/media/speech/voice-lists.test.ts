import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { EngineVoice } from '../../../../src-media/media-engine.ts';
import { loadEspeak } from '../../../../src-media/speech/espeak/espeak-module.ts';
import { EspeakSpeech } from '../../../../src-media/speech/espeak/espeak-speech.ts';
import {
  type EspeakVoiceEntry,
  listEspeakVoices,
} from '../../../../src-media/speech/espeak/list-espeak-voices.ts';
import { Narrator } from '../../../../src-media/speech/narrator.ts';
import { MediaPool } from '../../../../src-media/worker/media-pool.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

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

test('the built-in voices are listed without the process that makes media', async () => {
  const pool = { run: () => Promise.reject(new Error('Nothing is made here.')) };
  expect((await new EspeakSpeech(pool).voices()).length).toBeGreaterThan(200);
});

test('the listed voices are those of the synthesiser, also from compressed data', async () => {
  const worker = (await (await loadEspeak())()) as unknown as { list_voices(): EspeakVoiceEntry[] };
  const sorted = (voices: readonly EspeakVoiceEntry[]) =>
    voices.map(({ identifier, name }) => `${identifier} ${name.trim()}`).toSorted();
  const known = sorted(worker.list_voices());
  expect(sorted(await listEspeakVoices())).toEqual(known);
  const module = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
  const folder = await makeTemporaryFolder();
  const data = await readFile(join(dirname(module), 'espeak-ng.data'));
  await writeFile(join(folder, 'espeak-ng.data.gz'), gzipSync(data, { level: 1 }));
  await copyFile(module, join(folder, 'espeak-ng.js'));
  expect(sorted(await listEspeakVoices(join(folder, 'espeak-ng.js')))).toEqual(known);
});
