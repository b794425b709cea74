import { samplesPerFrame, samplesPerSecond } from '../../project-content.ts';
import { Spectrum } from './spectrum.ts';

/** State of a mouth in one frame. */
export interface MouthFrame {
  /** From 0, shut, to 1, wide open. */
  readonly open: number;
  /** From -1, rounded, to 1, spread. */
  readonly wide: number;
  /** Loudness from 0 to 1, relative to the loud parts of the same recording. */
  readonly level: number;
}

interface HeardFrame {
  readonly levelDb: number;
  /** Energy share of the upper half of the first formant's range: high for `ah`. */
  readonly jaw: number;
  /** Level of front vowels relative to back ones, in dB. */
  readonly frontDb: number;
  /** Share of sibilants, 0 to 1. */
  readonly hiss: number;
}

const spectrumSize = 1024;
/** Offset into the sound, because a mouth moves slightly before its sound. */
const leadSamples = samplesPerFrame * 0.8;
/** Range in dB below the loud parts. Quieter sound does not move the mouth. */
const rangeDb = 30;
const silenceDb = -58;
const resting = 0.25;

/** Computes mouth movement for speech, frame by frame. @param samples mono at 48 kHz */
export function trackMouth(samples: Float32Array, frameCount: number): MouthFrame[] {
  const heard = listen(samples, frameCount);
  const loudDb = quantile(
    heard.map(({ levelDb }) => levelDb).filter((level) => level > silenceDb),
    0.92,
  );
  const floorDb = Math.max(loudDb - rangeDb, silenceDb);
  const isSpoken = ({ levelDb }: HeardFrame) => levelDb > loudDb - rangeDb / 2;
  const usualFront = quantile(
    heard.filter(isSpoken).map(({ frontDb }) => frontDb),
    0.5,
  );
  const wanted = heard.map((frame) => mouthFor(frame, { loudDb, floorDb, usualFront }));
  return smooth(wanted);
}

function listen(samples: Float32Array, frameCount: number): HeardFrame[] {
  const spectrum = new Spectrum(spectrumSize);
  return Array.from({ length: frameCount }, (_, index) => {
    const start = Math.round(index * samplesPerFrame + leadSamples);
    spectrum.load(samples, start + (samplesPerFrame - spectrumSize) / 2);
    const energy = (from: number, to: number) => spectrum.energyBetween(from, to, samplesPerSecond) + 1e-9;
    const low = energy(200, 550);
    const high = energy(550, 1_100);
    const hissing = energy(4_500, 9_500);
    return {
      levelDb: levelOf(samples, start),
      jaw: high / (low + high),
      frontDb: 10 * Math.log10(energy(1_600, 3_200) / energy(450, 1_200)),
      hiss: hissing / (hissing + low + high + energy(1_100, 4_500)),
    };
  });
}

function levelOf(samples: Float32Array, start: number): number {
  let sum = 0;
  for (let index = start; index < start + samplesPerFrame; index += 1) sum += (samples[index] ?? 0) ** 2;
  return 10 * Math.log10(sum / samplesPerFrame + 1e-12);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function clamp(value: number, from = 0, to = 1): number {
  return Math.max(from, Math.min(to, value));
}

function mouthFor(
  frame: HeardFrame,
  scale: { readonly loudDb: number; readonly floorDb: number; readonly usualFront: number },
): MouthFrame {
  if (frame.levelDb <= scale.floorDb) return { open: 0, wide: resting, level: 0 };
  const level = clamp((frame.levelDb - scale.floorDb) / (scale.loudDb - scale.floorDb + 1));
  const hiss = clamp((frame.hiss - 0.35) / 0.3);
  const vowel = clamp((level - 0.3) / 0.7) ** 1.3 * (0.5 + 0.75 * frame.jaw);
  const front = clamp((frame.frontDb - scale.usualFront) / 11, -1, 1);
  return {
    open: clamp(vowel * (1 - hiss) + 0.16 * hiss * level),
    wide: clamp(front * level + 0.45 * hiss + resting * (1 - level), -1, 1),
    level,
  };
}

/** Smooths the movement, because lips have inertia: they open quickly and close slightly more slowly. */
function smooth(frames: readonly MouthFrame[]): MouthFrame[] {
  let open = 0;
  let wide = resting;
  let level = 0;
  return frames.map((frame) => {
    open += (frame.open - open) * (frame.open > open ? 0.72 : 0.55);
    wide += (frame.wide - wide) * 0.42;
    level += (frame.level - level) * 0.35;
    return { open: open < 0.02 ? 0 : open, wide, level };
  });
}
