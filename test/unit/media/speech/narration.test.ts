import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findSpeech } from '../../../../src-media/audio/find-speech.ts';
import { measureLoudness } from '../../../../src-media/audio/measure-loudness.ts';
import { measureTruePeak } from '../../../../src-media/audio/true-peak.ts';
import { decodeWav } from '../../../../src-media/av/wav.ts';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import type { MediaEngine, SpokenScene } from '../../../../src-media/media-engine.ts';
import type { PlannedScene } from '../../../../src-shared/script/cut-script.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const { signal } = new AbortController();
vi.setConfig({ testTimeout: 60_000 });
let engine: MediaEngine;

beforeAll(async () => {
  engine = await createMediaEngine({});
});
afterAll(() => engine.dispose());

function sceneOf(text: string, options: Partial<PlannedScene> = {}): PlannedScene {
  return { text, isHeading: false, startsParagraph: false, ...options };
}

async function speak(
  scene: PlannedScene,
  languageCode: string,
  options: { voiceKey?: string; speed?: number } = {},
): Promise<SpokenScene & { samples: Float32Array; words: SpokenScene['words']; spoken: string[] }> {
  const outputPath = join(await makeTemporaryFolder(), 'scene.wav');
  const { voiceKey = null, speed = 1 } = options;
  const result = await engine.speakScene({ scene, voiceKey, languageCode, speed, outputPath }, { signal });
  const { samples, sampleRate } = decodeWav(await readFile(outputPath));
  expect(sampleRate).toBe(48_000);
  const spoken = result.words.map((word) => scene.text.slice(word.textStart, word.textEnd));
  return { ...result, samples, spoken };
}

describe('the catalogue', () => {
  test('has men and women for the languages most scripts are in, and no key twice', async () => {
    const voices = await engine.voices();
    for (const languageCode of ['en-US', 'en-GB', 'es-ES', 'fr-FR', 'de-DE', 'it-IT', 'pt-BR']) {
      const genders = new Set(
        voices.filter((voice) => voice.languageCode === languageCode).map((voice) => voice.gender),
      );
      expect(genders.has('MALE') && genders.has('FEMALE')).toBe(true);
    }
    expect(new Set(voices.map((voice) => voice.voiceKey)).size).toBe(voices.length);
    expect(new Set(voices.map((voice) => voice.displayName)).size).toBe(voices.length);
    expect(voices.length).toBeGreaterThan(200);
  });

  test('has no invented languages', async () => {
    const names = (await engine.voices()).map((voice) => voice.displayName).join(' ');
    expect(names).not.toMatch(/Klingon|Quenya|Lojban|Esperanto|test/iu);
  });
});

describe('a spoken scene', () => {
  const text = 'In 1944 Dr. Karl von Frisch decoded the dance, and it made him famous.';

  test('is a whole number of frames, and each written word is heard once, in order', async () => {
    const { samples, durationFrames, words, spoken } = await speak(sceneOf(text), 'en');
    expect(Number.isInteger(durationFrames)).toBe(true);
    expect(samples.length).toBe(durationFrames * 1_600);
    expect(spoken).toEqual(text.split(' '));
    words.forEach((word, index) => {
      expect(word.startSample).toBeGreaterThanOrEqual(words[index - 1]?.endSample ?? 0);
      expect(word.endSample).toBeGreaterThan(word.startSample);
      expect(word.endSample).toBeLessThanOrEqual(samples.length);
    });
  });

  test('words are placed where there is sound, and the pause after the clause belongs to none', async () => {
    const { samples, words } = await speak(sceneOf(text), 'en');
    const level = (start: number, end: number): number =>
      Math.sqrt(samples.subarray(start, end).reduce((sum, sample) => sum + sample ** 2, 0) / (end - start));
    for (const word of words) expect(level(word.startSample, word.endSample)).toBeGreaterThan(0.01);
    const dance = words[8];
    const and = words[9];
    expect((and?.startSample ?? 0) - (dance?.endSample ?? 0)).toBeGreaterThan(4_000);
    expect(level(dance?.endSample ?? 0, and?.startSample ?? 1)).toBeLessThan(0.02);
  });

  test('has the air of a quiet room in its pauses, and the same each time', async () => {
    const first = await speak(sceneOf(text), 'en');
    const second = await speak(sceneOf(text), 'en');
    const pause = first.samples.subarray(first.words.at(-1)?.endSample).subarray(9_600);
    const levelDb = 10 * Math.log10(pause.reduce((sum, sample) => sum + sample ** 2, 0) / pause.length);
    expect(levelDb).toBeGreaterThan(-70);
    expect(levelDb).toBeLessThan(-58);
    expect(second.samples).toEqual(first.samples);
  });

  test('has the loudness of narration', async () => {
    const long =
      'Bees travel far from their hive, and they always come back. They use the sun, and the smell of flowers. Nobody knows the way as well as they do, though many have tried.';
    const { samples } = await speak(sceneOf(long), 'en');
    expect(measureLoudness(samples)).toBeGreaterThan(-17);
    expect(measureLoudness(samples)).toBeLessThan(-15);
    expect(measureTruePeak(samples)).toBeLessThan(-1);
  });

  test('pauses longer before paragraphs and after headings', async () => {
    const silences = async (options: Partial<PlannedScene>): Promise<readonly [number, number]> => {
      const { samples } = await speak(sceneOf('The bee dances.', options), 'en');
      const range = findSpeech(samples) ?? { start: 0, end: 0 };
      return [range.start / 48_000, (samples.length - range.end) / 48_000];
    };
    const [before, after] = await silences({});
    const [beforeParagraph] = await silences({ startsParagraph: true });
    const [, afterHeading] = await silences({ isHeading: true });
    expect(beforeParagraph).toBeGreaterThan(before + 0.2);
    expect(afterHeading).toBeGreaterThan(after + 0.2);
  });

  test('is shorter at a higher speed', async () => {
    const slow = await speak(sceneOf(text), 'en', { speed: 0.7 });
    const fast = await speak(sceneOf(text), 'en', { speed: 1.6 });
    expect(slow.durationFrames / fast.durationFrames).toBeGreaterThan(1.7);
  });

  test('is as slow as asked in French too, and its words are still in their places', async () => {
    const french = 'Les bateaux rentrent au port, et les lumières de la ville se reflètent dans l’eau.';
    const speakAt = (speed: number) => speak(sceneOf(french), 'fr', { speed });
    const [normal, slowest] = await Promise.all([speakAt(1), speakAt(0.5)]);
    const lengthOf = ({ samples, words }: typeof normal) =>
      (findSpeech(samples)?.end ?? 0) - (words[0]?.startSample ?? 0);
    expect(lengthOf(slowest) / lengthOf(normal)).toBeGreaterThan(1.75);
    expect(lengthOf(slowest) / lengthOf(normal)).toBeLessThan(2.25);
    expect(measureLoudness(slowest.samples)).toBeGreaterThan(-18);
    const placesOf = (scene: typeof normal) =>
      scene.words.map(
        ({ startSample }) => (startSample - (scene.words[0]?.startSample ?? 0)) / lengthOf(scene),
      );
    const places = placesOf(normal);
    expect(places.length).toBeGreaterThan(10);
    placesOf(slowest).forEach((place, index) =>
      expect(Math.abs(place - (places[index] ?? 0))).toBeLessThan(0.04),
    );
  });

  test('sounds different with another voice', async () => {
    const man = await speak(sceneOf(text), 'en', { voiceKey: 'builtin:gmw/en-US' });
    const woman = await speak(sceneOf(text), 'en', { voiceKey: 'builtin:gmw/en-US+f2' });
    expect(woman.samples).not.toEqual(man.samples);
  });

  test.each([
    ['ja', '今日は、東京で会議があります。', 5],
    ['zh', '今天天气很好，我们去北京。', 6],
    ['ar', 'سافرنا في الصباح الباكر إلى الصحراء.', 6],
    ['th', 'สวัสดีครับ วันนี้อากาศดี', 4],
    ['hi', 'नमस्ते दुनिया। आज 25 तारीख है।', 6],
    ['he', 'שלום עולם, היום יום 5.', 5],
  ])('in %s has its words', async (languageCode, written, minWords) => {
    const { spoken, durationFrames } = await speak(sceneOf(written), languageCode);
    expect(spoken.join('').replace(/\s/gu, '')).toBe(written.replace(/\s/gu, ''));
    expect(spoken.length).toBeGreaterThanOrEqual(minWords);
    expect(durationFrames).toBeLessThan(8 * 30);
  });

  test('Japanese does not change how the next language is read', async () => {
    await speak(sceneOf('東京です。'), 'ja');
    const { durationFrames } = await speak(sceneOf('人人生而自由，在尊严和权利上一律平等。'), 'zh');
    expect(durationFrames).toBeLessThan(8 * 30);
  });

  test('emoji are not spoken and belong to the word before', async () => {
    const plain = await speak(sceneOf('Well done, see you.'), 'en');
    const festive = await speak(sceneOf('Well done 🎉🎉🎉, see you.'), 'en');
    expect(Math.abs(festive.durationFrames - plain.durationFrames)).toBeLessThan(12);
    expect(festive.spoken).toContain('done 🎉🎉🎉,');
  });
});

describe('text that cannot be spoken', () => {
  test('a voice this computer does not have is refused', async () => {
    await expect(speak(sceneOf('Hello.'), 'en', { voiceKey: 'macos:Nobody' })).rejects.toMatchObject({
      code: 'unknown_voice',
    });
  });

  test('a language without a voice is read by an English one', async () => {
    expect((await speak(sceneOf('Hello.'), 'xx')).durationFrames).toBeGreaterThan(10);
  });
});

test('equal texts have equal sound and word times, whatever was spoken before and in which order', async () => {
  const texts = [
    'El puerto despierta a las cinco de la mañana.',
    'Los barcos vuelven con la marea, con las luces encendidas.',
    'A mediodía todo vuelve a estar tranquilo.',
  ];
  const other = await createMediaEngine({});
  const folder = await makeTemporaryFolder();
  const speakAll = async (by: MediaEngine, order: readonly string[], voiceKey: string) => {
    const reported = new Map<string, unknown>();
    for (const text of order) {
      const outputPath = join(folder, 'scene.wav');
      const request = { scene: sceneOf(text), voiceKey, languageCode: 'es', speed: 1, outputPath };
      const { words } = await by.speakScene(request, { signal });
      reported.set(text, { bytes: (await readFile(outputPath)).toString('base64'), words });
    }
    return texts.map((text) => reported.get(text));
  };
  try {
    for (const voiceKey of ['builtin:roa/es', 'builtin:roa/es+f2']) {
      const first = await speakAll(engine, texts, voiceKey);
      expect(await speakAll(engine, texts.toReversed(), voiceKey)).toEqual(first);
      await speak(sceneOf('Something else was spoken in between.'), 'en', {
        voiceKey: 'builtin:gmw/en-US+f5',
      });
      expect(await speakAll(engine, texts, voiceKey)).toEqual(first);
      expect(await speakAll(other, [texts[1] ?? '', texts[2] ?? '', texts[0] ?? ''], voiceKey)).toEqual(
        first,
      );
    }
  } finally {
    await other.dispose();
  }
});
