import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findPauses, findSpeech } from '../../../../src-media/audio/find-speech.ts';
import { limitPeaks } from '../../../../src-media/audio/limit-peaks.ts';
import { matchLoudness } from '../../../../src-media/audio/match-loudness.ts';
import { LoudnessMeter, measureLoudness } from '../../../../src-media/audio/measure-loudness.ts';
import { resample } from '../../../../src-media/audio/resample.ts';
import { measureTruePeak } from '../../../../src-media/audio/true-peak.ts';
import { readSound } from '../../../../src-media/av/clip-sound.ts';
import { decodeSound } from '../../../../src-media/av/decode-sound.ts';
import { decodeWav, encodeWav } from '../../../../src-media/av/wav.ts';
import { writeTone } from '../../../fakes/sample-media.ts';

function sine(
  hertz: number,
  amplitude: number,
  seconds: number,
  sampleRate = 48_000,
  phase = 0,
): Float32Array {
  return new Float32Array(seconds * sampleRate).map(
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / sampleRate + phase),
  );
}

function join(...parts: readonly Float32Array[]): Float32Array {
  return new Float32Array(parts.flatMap((part) => [...part]));
}

describe('loudness', () => {
  test('a full-scale sine of 997 Hz in one channel is -3.01 LUFS (ITU-R BS.1770)', () => {
    expect(measureLoudness(sine(997, 1, 5))).toBeCloseTo(-3.01, 1);
  });

  test('silence between sounds does not count', () => {
    const tone = sine(997, 0.1, 4);
    const gaps = join(tone, new Float32Array(48_000 * 4), tone);
    expect(Math.abs(measureLoudness(gaps) - measureLoudness(tone))).toBeLessThan(0.4);
  });

  test('a part much quieter than the rest does not count', () => {
    const tone = sine(997, 0.5, 4);
    const murmur = join(tone, sine(997, 0.05, 16));
    expect(Math.abs(measureLoudness(murmur) - measureLoudness(tone))).toBeLessThan(0.6);
  });

  test('is the same when the sound comes in parts of any length', () => {
    const sound = join(sine(997, 0.1, 2), sine(300, 0.6, 1.33), sine(997, 0.02, 2));
    const meter = new LoudnessMeter(1);
    for (let start = 0; start < sound.length; start += 1_777)
      meter.add([sound.subarray(start, start + 1_777)]);
    expect(meter.lufs).toBe(measureLoudness(sound));
  });

  test('silence has no loudness', () => {
    expect(measureLoudness(new Float32Array(48_000))).toBe(-Infinity);
    const silence = new Float32Array(48_000);
    matchLoudness([silence]);
    expect(silence.every((sample) => sample === 0)).toBe(true);
  });
});

describe('true peak', () => {
  test('is found between the samples', () => {
    const tone = sine(12_000, 1, 1, 48_000, Math.PI / 4);
    expect(Math.max(...tone.map(Math.abs))).toBeLessThan(0.71);
    expect(measureTruePeak(tone.subarray(100, 40_000))).toBeCloseTo(0, 0);
  });

  test('the limiter keeps below its ceiling, also at the ends, and leaves quiet stretches as they are', () => {
    const quiet = sine(300, 0.2, 1);
    const samples = join(sine(12_000, 0.98, 1, 48_000, Math.PI / 4), quiet, sine(700, 1, 1));
    limitPeaks(samples, -1.5);
    expect(measureTruePeak(samples)).toBeLessThan(-1.45);
    expect(samples[72_000]).toBe(quiet[24_000]);
  });

  test('the limiter works in blocks, and no sample depends on where they begin', () => {
    // Peaks within reach of the first border between blocks, before and after it.
    const sound = sine(300, 0.4, 2.2).map((sample, index) =>
      [46_900, 47_700, 47_999, 48_000, 48_003, 48_290, 48_580].includes(index) ? 1.3 : sample,
    );
    const shift = 10_007;
    const later = join(new Float32Array(shift), sound);
    limitPeaks(later, -1.5);
    limitPeaks(sound, -1.5);
    expect(sound[48_000]).toBeLessThan(0.85);
    expect(later.subarray(shift)).toEqual(sound);
  });
});

test('sound gets -16 LUFS in all its channels together and no peak above -1 dBTP, though it has to be turned up', () => {
  const bursts = join(
    ...Array.from({ length: 20 }, (_, index) => sine(200 + index * 40, index % 4 === 0 ? 0.5 : 0.04, 0.3)),
  );
  for (const channels of [[bursts.slice()], [bursts.slice(), bursts.map((sample) => sample / 3)]]) {
    matchLoudness(channels);
    expect(Math.abs(measureLoudness(...channels) + 16)).toBeLessThan(0.3);
    for (const samples of channels) expect(measureTruePeak(samples)).toBeLessThan(-1);
  }
});

test('a word shorter than a block of the meter is brought to the loudness, too', () => {
  const word = sine(300, 0.02, 0.3);
  matchLoudness([word]);
  expect(Math.abs(measureLoudness(join(word, new Float32Array(4_800))) + 16)).toBeLessThan(0.3);
});

test.each([8_000, 16_000, 22_050, 24_000, 44_100])(
  'sound at %i Hz is resampled exactly, and in step',
  (sampleRate) => {
    const resampled = resample({ samples: sine(997, 0.5, 2, sampleRate), sampleRate });
    expect(resampled).toHaveLength(96_000);
    const expected = sine(997, 0.5, 2);
    const worst = resampled
      .subarray(4_000, 90_000)
      .reduce((most, sample, index) => Math.max(most, Math.abs(sample - (expected[index + 4_000] ?? 0))), 0);
    expect(worst).toBeLessThan(0.0005);
  },
);

describe('speech in a recording', () => {
  const recording = join(
    new Float32Array(24_000),
    sine(300, 0.3, 1),
    new Float32Array(12_000),
    sine(300, 0.3, 1),
    new Float32Array(36_000),
  );

  test('is found with a little room at both ends', () => {
    const range = findSpeech(recording);
    expect(range?.start).toBeGreaterThan(24_000 - 2_000);
    expect(range?.start).toBeLessThanOrEqual(24_000);
    expect(range?.end).toBeGreaterThanOrEqual(24_000 + 108_000);
    expect(range?.end).toBeLessThan(24_000 + 108_000 + 5_000);
  });

  test('pauses in it are found, if long enough', () => {
    expect(findPauses(recording, 0.2)).toHaveLength(1);
    expect(findPauses(recording, 0.3)).toHaveLength(0);
  });

  test('silence has none', () => {
    expect(findSpeech(new Float32Array(9_600))).toBeNull();
  });
});

describe('WAV', () => {
  test('written sound is read back unchanged', () => {
    const samples = sine(440, 0.5, 0.1, 22_050);
    const read = decodeWav(encodeWav({ samples, sampleRate: 22_050 }));
    expect(read.sampleRate).toBe(22_050);
    expect(read.samples).toHaveLength(samples.length);
    expect(read.samples[777]).toBeCloseTo(samples[777] ?? 1, 3);
  });

  test('samples beyond full scale are clipped and do not turn over', () => {
    const read = decodeWav(encodeWav({ samples: new Float32Array([2, -2]), sampleRate: 48_000 }));
    expect(read.samples[0]).toBeGreaterThan(0.99);
    expect(read.samples[1]).toBeLessThan(-0.99);
  });

  test('a file whose size was never filled in, as streaming programs leave it, is read to its end', () => {
    const file = encodeWav({ samples: sine(440, 0.5, 0.1), sampleRate: 48_000 });
    file.writeUInt32LE(0xffffffff, 40);
    expect(decodeWav(file).samples).toHaveLength(4_800);
  });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['other bytes', Buffer.from('no sound in here at all')],
    ['a header alone', encodeWav({ samples: new Float32Array(0), sampleRate: 48_000 }).subarray(0, 36)],
  ])('%s is refused as unreadable', (_name, file) => {
    expect(() => decodeWav(file)).toThrow(expect.objectContaining({ code: 'unreadable_media' }) as Error);
  });

  test('24-bit sound is refused and not read as noise', () => {
    const file = encodeWav({ samples: sine(440, 0.5, 0.1), sampleRate: 48_000 });
    file.writeUInt16LE(24, 34);
    expect(() => decodeWav(file)).toThrow(expect.objectContaining({ code: 'unreadable_media' }) as Error);
  });
});

test('sound of one channel keeps its level in two, read whole or under a clip', async () => {
  const folder = await mkdtemp(joinPath(tmpdir(), 'dailies-sound-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = await writeTone(folder, 'tone.wav', 30, 440);
  const mono = decodeWav(encodeWav({ samples: sine(440, 0.3, 1), sampleRate: 48_000 })).samples;
  const [left, right] = decodeSound(path, { channelCount: 2, checkpoint: () => undefined });
  expect([left, right]).toEqual([mono, mono]);
  expect(readSound(path, 1)).toEqual({ left: mono, right: mono });
});
