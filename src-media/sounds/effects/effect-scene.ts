import type { Random } from '../../pictures/random.ts';
import { drift } from '../dsp/generate.ts';
import { lay, type Placement, type Stereo } from '../dsp/stereo.ts';

/** One effect in the making. */
export interface EffectScene {
  readonly mix: Stereo;
  readonly seconds: number;
  readonly random: Random;
  /** What pitches are multiplied by: large things are lower. */
  readonly pitch: number;
  /** What speeds and rates are multiplied by. */
  readonly pace: number;
  /** 0.4 sparse or soft to 2 dense or heavy. */
  readonly weight: number;
  /** 0 to 1: how far chance may move a sound. */
  readonly freedom: number;
}

/** Paints a family of sounds over the whole length of a scene. */
export type EffectPainter = (scene: EffectScene) => void;

/** A value moved by chance, at most by this share of an octave at full freedom. */
export function vary(scene: EffectScene, value: number, octaves = 0.3): number {
  return value * 2 ** ((scene.random.next() * 2 - 1) * octaves * (0.25 + 0.75 * scene.freedom));
}

/** Lays a sound at a random place from left to right. */
export function layAround(
  scene: EffectScene,
  sound: Float32Array,
  placement: Placement & { readonly width?: number },
): void {
  const { width = 0.3 } = placement;
  lay(scene.mix, sound, { pan: scene.random.between(-width, width), ...placement });
}

/** The same sort of sound in both channels, each its own, which fills the space. */
export function laySpread(scene: EffectScene, make: () => Float32Array, gain: number): void {
  lay(scene.mix, make(), { atSeconds: 0, gain, pan: -0.85 });
  lay(scene.mix, make(), { atSeconds: 0, gain, pan: 0.85 });
}

/**
 * Happens again and again, the first time at once, the last time so that it dies away before the end.
 * @param everySeconds mean distance, divided by the scene's pace
 * @param lengthSeconds how long one takes to die away
 * @param unevenness 0 like a clock to 1 by chance
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

/** A slow curve between two levels, for gusts and swells. */
export function swell(scene: EffectScene, hz: number, low: number, high: number): (at: number) => number {
  const curve = drift(scene.random, scene.seconds, hz * scene.pace);
  return (at) => low + (high - low) * curve(at);
}
