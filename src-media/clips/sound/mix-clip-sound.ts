import { readFileSync } from 'node:fs';
import { limitChannels } from '../../audio/limit-peaks.ts';
import { measureLoudness } from '../../audio/measure-loudness.ts';
import { resample } from '../../audio/resample.ts';
import { readSound } from '../../av/clip-sound.ts';
import { addSound, silence, type StereoBlock } from '../../av/stereo.ts';
import { decodeWav } from '../../av/wav.ts';
import { samplesPerSecond } from '../../project-content.ts';
import type { TaskControl } from '../../task-options.ts';

export interface ClipSoundRequest {
  /** A recording of the dialogue; null for none. */
  readonly speech: {
    readonly path: string;
    /** 1 is unchanged; more is higher. */ readonly pitch: number;
  } | null;
  /** The user's own recordings, played one after the other. */
  readonly audioPaths: readonly string[];
  /** Path of the ambient sound; null for none. */
  readonly ambiencePath: string | null;
  readonly musicPath: string | null;
  readonly sampleCount: number;
}

/** Loudness in LUFS of foreground sound, and of sound behind it or alone. */
const frontLufs = -16;
const levels = {
  ambience: { behind: -37, alone: -26 },
  music: { behind: -32, alone: -20 },
} as const;
const peakCeilingDb = -1.5;
const speechLeadSeconds = 0.35;
const fadeSeconds = 0.5;

/** Mixes the sound of a clip: speech and recordings at -16 LUFS, ambience and music quietly behind them. */
export function mixClipSound(request: ClipSoundRequest, control: TaskControl): StereoBlock {
  const mix = silence(request.sampleCount);
  const seconds = request.sampleCount / samplesPerSecond;
  const front = silence(request.sampleCount);
  if (request.speech)
    addSound(front, readSpeech(request.speech), Math.round(speechLeadSeconds * samplesPerSecond), 1);
  let at = 0;
  for (const path of request.audioPaths) {
    control.checkpoint();
    const sound = readSound(path, Math.max(0, seconds - at / samplesPerSecond));
    addSound(front, sound, at, 1);
    at += sound.left.length;
  }
  const hasFront = addAtLoudness(mix, front, frontLufs);
  for (const [path, level] of [
    [request.ambiencePath, levels.ambience],
    [request.musicPath, levels.music],
  ] as const) {
    control.checkpoint();
    if (path !== null)
      addAtLoudness(
        mix,
        fitted(readSound(path, seconds), request.sampleCount),
        hasFront ? level.behind : level.alone,
      );
  }
  fadeOut(mix);
  limitChannels([mix.left, mix.right], peakCeilingDb);
  return mix;
}

/** Reads a recording at another pitch by playing it faster or slower, like tape. */
function readSpeech({ path, pitch }: { readonly path: string; readonly pitch: number }): StereoBlock {
  const { samples, sampleRate } = decodeWav(readFileSync(path));
  const spoken = resample({ samples, sampleRate: Math.round(sampleRate * pitch) });
  return { left: spoken, right: spoken };
}

/** @returns true if there was any sound */
function addAtLoudness(mix: StereoBlock, sound: StereoBlock, lufs: number): boolean {
  const loudness = stereoLoudness(sound);
  if (!Number.isFinite(loudness)) return false;
  addSound(mix, sound, 0, 10 ** ((lufs - loudness) / 20));
  return true;
}

/** Measures the loudness. Pads sound shorter than a block of the meter with silence. */
function stereoLoudness({ left, right }: StereoBlock): number {
  const channels = [left, right].map((samples) => {
    const longer = new Float32Array(Math.max(samples.length, samplesPerSecond / 2));
    longer.set(samples);
    return longer;
  });
  return measureLoudness(...channels);
}

/** Repeats a sound until it has the length. */
function fitted(sound: StereoBlock, count: number): StereoBlock {
  const whole = silence(count);
  if (sound.left.length === 0) return whole;
  for (let at = 0; at < count; at += sound.left.length) addSound(whole, sound, at, 1);
  return whole;
}

function fadeOut({ left, right }: StereoBlock): void {
  const length = Math.min(left.length, Math.round(fadeSeconds * samplesPerSecond));
  for (let index = 0; index < length; index += 1) {
    const at = left.length - 1 - index;
    const gain = index / length;
    left[at] = (left[at] ?? 0) * gain;
    right[at] = (right[at] ?? 0) * gain;
  }
}
