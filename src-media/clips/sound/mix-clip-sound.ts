import { readFileSync } from 'node:fs';
import { madeLufs, matchLoudness } from '../../audio/match-loudness.ts';
import { resample } from '../../audio/resample.ts';
import { addRoomTone } from '../../audio/room-tone.ts';
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

/** Loudness in LUFS of ambience and music before the whole is brought to the loudness of all sound that is made. */
const levels = {
  ambience: { behind: madeLufs - 21, alone: madeLufs - 10 },
  music: { behind: madeLufs - 16, alone: madeLufs },
} as const;
const speechLeadSeconds = 0.35;
const fadeSeconds = 0.5;

/** Mixes the sound of a clip: ambience and music are quiet behind speech and recordings. The whole is as loud as all sound. */
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
  const hasFront = addAtLoudness(mix, front, madeLufs);
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
  matchLoudness([mix.left, mix.right], { checkpoint: () => control.checkpoint() });
  addRoomTone([mix.left, mix.right], 'room');
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
  const hasSound = sound.left.some((sample) => sample !== 0);
  matchLoudness([sound.left, sound.right], { lufs });
  addSound(mix, sound, 0, 1);
  return hasSound;
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
