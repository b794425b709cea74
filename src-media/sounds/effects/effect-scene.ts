import type { Random } from '../../pictures/random.ts';
import { drift } from '../dsp/generate.ts';
import { lay, type Placement, type Stereo } from '../dsp/stereo.ts';

/** State of an effect during its generation. */
export interface EffectScene {
  readonly mix: Stereo;
  readonly seconds: number;
  readonly random: Random;
  /** Factor for pitches: large things are lower. */
  readonly pitch: number;
  /** Factor for speeds and rates. */
  readonly pace: number;
  /** From 0.4, sparse or soft, to 2, dense or heavy. */
  readonly weight: number;
  /** Amount of random variation, 0 to 1. */
  readonly freedom: number;
}

/** Generates a family of sounds over the whole length of a scene. */
export type EffectPainter = (scene: EffectScene) => void;

/** Varies a value randomly, by at most this share of an octave at full freedom. */
export function vary(scene: EffectScene, value: number, octaves = 0.3): number {
  return value * 2 ** ((scene.random.next() * 2 - 1) * octaves * (0.25 + 0.75 * scene.freedom));
}

/** Adds a sound at a random stereo position. */
export function layAround(
  scene: EffectScene,
  sound: Float32Array,
  placement: Placement & { readonly width?: number },
): void {
  const { width = 0.3 } = placement;
  lay(scene.mix, sound, { pan: scene.random.between(-width, width), ...placement });
}

/** Adds two different sounds of the same kind, one per channel, for a wide stereo image. */
export function laySpread(scene: EffectScene, make: () => Float32Array, gain: number): void {
  lay(scene.mix, make(), { atSeconds: 0, gain, pan: -0.85 });
  lay(scene.mix, make(), { atSeconds: 0, gain, pan: 0.85 });
}

/**
 * Calls `happen` repeatedly: at once first, and last early enough to decay before the end.
 *
 * @param everySeconds mean interval, divided by the scene's pace
 * @param lengthSeconds decay time of one event
 * @param unevenness from 0, regular, to 1, random
 */
export function repeat(
  scene: EffectScene,
  { everySeconds, lengthSeconds, unevenness }: Repetition,
  happen: (atSeconds: number, index: number) => void,
): void {
  const distance = everySeconds / scene.pace;
  const last = Math.max(0.02, scene.seconds - lengthSeconds);
  let at = 0.02;
  for (let index = 0; at <= last; index += 1) {
    happen(at, index);
    at += Math.max(0.015, distance * (1 + scene.random.between(-0.75, 0.75) * unevenness));
  }
}

interface Repetition {
  readonly everySeconds: number;
  readonly lengthSeconds: number;
  readonly unevenness: number;
}

/** Returns a slow curve between two levels, for gusts and swells. */
export function swell(scene: EffectScene, hz: number, low: number, high: number): (at: number) => number {
  const curve = drift(scene.random, scene.seconds, hz * scene.pace);
  return (at) => low + (high - low) * curve(at);
}
