import type { Guidance } from '../../../state/draft/draft-fields.ts';

/** The estimated time of a scene, or a part of it. */
export interface SceneSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Returns the part of a scene that the ranges before and after it leave free; null if there is none. */
export function roomIn(guidance: readonly Guidance[], scene: SceneSpan): SceneSpan | null {
  const before = guidance.filter((range) => startOf(range) < scene.startSeconds);
  const after = guidance.filter((range) => startOf(range) >= scene.startSeconds);
  const startSeconds = Math.max(scene.startSeconds, ...before.map(({ endSeconds = 0 }) => endSeconds));
  const endSeconds = Math.min(scene.endSeconds, ...after.map(startOf));
  return endSeconds > startSeconds ? { startSeconds, endSeconds } : null;
}

/** Adds a range and puts all into the order of their times. */
export function withRange(guidance: readonly Guidance[], range: Guidance): Guidance[] {
  return [...guidance, range].toSorted((one, other) => startOf(one) - startOf(other));
}

function startOf({ startSeconds = 0 }: Guidance): number {
  return startSeconds;
}
