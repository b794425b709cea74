import { Random } from '../../pictures/random.ts';
import { framesPerSecond } from '../../project-content.ts';
import type { Pose } from '../character/pose.ts';
import type { MouthFrame } from '../speech/mouth-track.ts';

/** Closure of the lids in each frame of a blink. */
const blinkShape = [0.45, 1, 0.95, 0.55, 0.2];

/**
 * Returns the poses for a speech: mouth movement, blinks, glances, brows that rise with emphasis and slight head
 * movement. The same seed gives the same poses.
 */
export function perform(mouth: readonly MouthFrame[], seed: string): Pose[] {
  const random = new Random(`avatar ${seed}`);
  const phases = Array.from({ length: 6 }, () => random.next() * 2 * Math.PI);
  const blinks = planBlinks(mouth, random);
  const gazes = planGlances(mouth.length, random);
  const emphasis = findEmphasis(mouth);
  let liveliness = 0;
  let gaze = 0;
  return mouth.map((frame, index) => {
    const seconds = index / framesPerSecond;
    const wave = (turns: number, phase: number) =>
      Math.sin(2 * Math.PI * turns * seconds + (phases[phase] ?? 0));
    liveliness += (0.4 + 0.6 * Math.min(1, frame.level * 1.6) - liveliness) * 0.06;
    gaze += ((gazes[index] ?? 0) - gaze) * 0.4;
    const stress = emphasis[index] ?? 0;
    return {
      open: frame.open,
      wide: frame.wide,
      blink: blinks[index] ?? 0,
      gaze,
      brow: 0.75 * stress + 0.18 * wave(0.21, 0) - 0.05,
      tilt: liveliness * (0.55 * wave(0.13, 1) + 0.3 * wave(0.31, 2)),
      turn: liveliness * (0.5 * wave(0.17, 3) + 0.35 * wave(0.43, 4)),
      nod: liveliness * 0.3 * wave(0.5, 5) + 0.8 * stress,
      breath: 0.5 + 0.5 * Math.sin(2 * Math.PI * 0.24 * seconds),
    };
  });
}

/** Places blinks every few seconds, preferably in pauses. */
function planBlinks(mouth: readonly MouthFrame[], random: Random): number[] {
  const lids = new Array<number>(mouth.length).fill(0);
  let next = Math.round(framesPerSecond * (0.8 + random.next()));
  while (next < mouth.length) {
    const pause = mouth.slice(next, next + framesPerSecond).findIndex(({ level }) => level < 0.12);
    const start = pause >= 0 ? next + pause : next;
    for (const [index, lid] of blinkShape.entries())
      if (start + index < lids.length) lids[start + index] = lid;
    next = start + Math.round(framesPerSecond * (2.2 + 2.6 * random.next()));
  }
  return lids;
}

/** Places short looks aside; the eyes mostly face the viewer. */
function planGlances(frameCount: number, random: Random): number[] {
  const gazes: number[] = [];
  while (gazes.length < frameCount) {
    const isAside = random.next() < 0.3;
    const aim = isAside ? (random.next() - 0.5) * 0.9 : (random.next() - 0.5) * 0.16;
    const length = framesPerSecond * (isAside ? 0.5 : 1.4) * (0.7 + random.next());
    for (let index = 0; index < length; index += 1) gazes.push(aim);
  }
  return gazes;
}

/** Measures emphasis as the smoothed level above its surroundings, 0 to 1. */
function findEmphasis(mouth: readonly MouthFrame[]): number[] {
  let usual = 0;
  let emphasis = 0;
  return mouth.map(({ level }) => {
    usual += (level - usual) * 0.03;
    emphasis += (Math.max(0, Math.min(1, (level - usual - 0.12) * 2.2)) - emphasis) * 0.14;
    return emphasis;
  });
}
