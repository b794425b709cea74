import { readFile } from 'node:fs/promises';
import { limitChannels } from '../audio/limit-peaks.ts';
import { peakCeilingDb } from '../audio/match-loudness.ts';
import { resample } from '../audio/resample.ts';
import { addRoomTone } from '../audio/room-tone.ts';
import { decodeSound } from '../av/decode-sound.ts';
import { joinSamples } from '../av/join-samples.ts';
import { PacketFileWriter } from '../av/packet-file.ts';
import { SoundEncoder } from '../av/sound-encoder.ts';
import { decodeWav } from '../av/wav.ts';
import { framesPerSecond, samplesPerFrame, type SpokenWord } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import { clipUnderSpeechDb, levelAt, type LevelPoint, musicLevels } from './duck-music.ts';
import { LoopedMusic } from './loop-music.ts';

/** Splits stereo sound into blocks of the encoder's size. */
class BlockFeeder {
  readonly #encoder: SoundEncoder;
  readonly #output: PacketFileWriter;
  #rest: readonly [Float32Array, Float32Array] = [new Float32Array(0), new Float32Array(0)];

  constructor(encoder: SoundEncoder, output: PacketFileWriter) {
    this.#encoder = encoder;
    this.#output = output;
  }

  /** Encodes samples; both channels must have the same length. */
  feed(left: Float32Array, right: Float32Array): void {
    const waitingLeft = joinSamples(this.#rest[0], left);
    const waitingRight = joinSamples(this.#rest[1], right);
    const size = this.#encoder.blockSamples;
    let at = 0;
    for (; at + size <= waitingLeft.length; at += size) {
      this.#output.write(
        this.#encoder.encode(waitingLeft.subarray(at, at + size), waitingRight.subarray(at, at + size)),
      );
    }
    this.#rest = [waitingLeft.slice(at), waitingRight.slice(at)];
  }

  finish(): void {
    const [left, right] = this.#rest;
    if (left.length > 0) this.#output.write(this.#encoder.encode(left, right));
    this.#output.write(this.#encoder.finish());
  }
}

export interface EncodeNarrationRequest {
  /** Scenes in order. */
  readonly scenes: readonly SceneSound[];
  /** Number of frames without speech after the scenes, in which the music continues. */
  readonly silentFrames: number;
  readonly music: { readonly path: string; /** 0 to 1. */ readonly volume: number } | null;
  /** A packet file. */
  readonly outputPath: string;
}

export interface SceneSound {
  /** A recording as long as its scene; null for a scene without speech. */
  readonly speechPath: string | null;
  /** A clip whose own sound plays from its beginning; null for none. A clip without sound stays silent. */
  readonly clipPath: string | null;
  readonly words: readonly SpokenWord[];
  readonly durationFrames: number;
}

/** Gain of mono sound in each of two channels, so that the movie is as loud as its recordings. */
const dualMonoGain = Math.SQRT1_2;
/** Number of samples over which clip sound fades at both ends, so that cuts do not click. */
const clipEdgeSamples = 480;

interface StereoSound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/**
 * Encodes the sound of a whole movie as one continuous stream. Mixes the scenes' recordings in order and the sound of
 * their clips over music, which are lower during speech.
 */
export async function encodeNarration(request: EncodeNarrationRequest, control: TaskControl): Promise<null> {
  using output = new PacketFileWriter(request.outputPath);
  using encoder = new SoundEncoder();
  const blocks = new BlockFeeder(encoder, output);
  const bed = openMusic(request, control);
  const silence = { speechPath: null, clipPath: null, words: [], durationFrames: request.silentFrames };
  const parts = [...request.scenes, silence];
  let startFrame = 0;
  for (const [index, part] of parts.entries()) {
    control.checkpoint();
    const sound = await sceneSound(part, control);
    bed?.(sound, startFrame);
    addRoomTone([sound.left, sound.right], `room ${startFrame}`);
    limitChannels([sound.left, sound.right], peakCeilingDb);
    blocks.feed(sound.left, sound.right);
    startFrame += part.durationFrames;
    control.progress((index + 1) / parts.length);
  }
  blocks.finish();
  return null;
}

async function sceneSound(
  { speechPath, clipPath, durationFrames }: SceneSound,
  control: TaskControl,
): Promise<StereoSound> {
  const left = new Float32Array(durationFrames * samplesPerFrame);
  if (speechPath !== null) {
    const recorded = resample(decodeWav(await readFile(speechPath)));
    left.set(recorded.subarray(0, left.length).map((sample) => sample * dualMonoGain));
  }
  const sound = { left, right: left.slice() };
  const clipDb = speechPath === null ? 0 : clipUnderSpeechDb;
  if (clipPath !== null) addClip(sound, clipPath, 10 ** (clipDb / 20), control);
  return sound;
}

function addClip({ left, right }: StereoSound, clipPath: string, gain: number, control: TaskControl): void {
  const clip = soundOfClip(clipPath, left.length / samplesPerFrame / framesPerSecond, control);
  const heard = Math.min(left.length, clip[0]?.length ?? 0);
  [left, right].forEach((channel, index) => {
    const samples = clip[index];
    for (let at = 0; samples && at < heard; at += 1) {
      const edge = gain * Math.min(1, (at + 1) / clipEdgeSamples, (heard - at) / clipEdgeSamples);
      channel[at] = (channel[at] ?? 0) + (samples[at] ?? 0) * edge;
    }
  });
}

function soundOfClip(path: string, maxSeconds: number, control: TaskControl): Float32Array[] {
  try {
    return decodeSound(path, { channelCount: 2, maxSeconds, checkpoint: () => control.checkpoint() });
  } catch {
    control.checkpoint();
    return [];
  }
}

/** Returns a function that adds the music to sound starting at a frame; null without music. */
function openMusic(
  { music, scenes, silentFrames }: EncodeNarrationRequest,
  control: TaskControl,
): ((sound: StereoSound, startFrame: number) => void) | null {
  if (!music || music.volume <= 0) return null;
  const totalFrames = scenes.reduce((sum, scene) => sum + scene.durationFrames, silentFrames);
  const spoken = scenes.map(({ speechPath, ...scene }) => ({ ...scene, isSpoken: speechPath !== null }));
  const levels = musicLevels(spoken, totalFrames);
  const checkpoint = (): void => control.checkpoint();
  const maxSeconds = totalFrames / framesPerSecond;
  const channels = decodeSound(music.path, { channelCount: 2, maxSeconds, checkpoint });
  const looped = new LoopedMusic(channels, totalFrames);
  return (sound, startFrame) => addMusic(sound, { looped, levels, startFrame, volume: music.volume });
}

interface MusicStretch {
  readonly looped: LoopedMusic;
  readonly levels: readonly LevelPoint[];
  readonly startFrame: number;
  readonly volume: number;
}

/** Adds music. Computes the level at every frame and interpolates between. */
function addMusic({ left, right }: StereoSound, { looped, levels, startFrame, volume }: MusicStretch): void {
  const gainAt = (frame: number): number => volume * 10 ** (levelAt(levels, frame) / 20);
  for (let at = 0; at < left.length; at += samplesPerFrame) {
    const frame = startFrame + at / samplesPerFrame;
    const from = gainAt(frame);
    const step = (gainAt(frame + 1) - from) / samplesPerFrame;
    for (let offset = 0; offset < samplesPerFrame; offset += 1) {
      const gain = from + step * offset;
      const sample = frame * samplesPerFrame + offset;
      left[at + offset] = (left[at + offset] ?? 0) + looped.at(0, sample) * gain;
      right[at + offset] = (right[at + offset] ?? 0) + looped.at(1, sample) * gain;
    }
  }
}
