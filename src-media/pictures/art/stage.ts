import type { Scheme } from '../look/scheme.ts';
import type { Random } from '../random.ts';
import type { Box } from './geometry.ts';
import type { Glyph } from './glyph.ts';
import type { Hand } from './hands/hand.ts';

/** The area of a setting, and everything to draw it with. */
export interface Stage {
  readonly hand: Hand;
  readonly scheme: Scheme;
  readonly random: Random;
  readonly seed: string;
  readonly unit: number;
  /** The part of the frame the setting fills. */
  readonly box: Box;
  /** Horizontal position of the focal point, as a share of the box's width: sun, vanishing point or prop. */
  readonly focusX: number;
  /** Lower end of the sky, as a share of the box's height. The area above stays plain enough to write on. */
  readonly horizon: number;
  /** A thing from the scene's subject to put into the setting, or null. */
  readonly prop: Glyph | null;
}

/** Draws a complete place or pattern into the stage's box. */
export type Setting = (stage: Stage) => void;

/** Returns the y coordinate of a share of the box's height. */
export function levelY({ box }: Stage, share: number): number {
  return box.y + share * box.height;
}

export function focusPoint(stage: Stage, down: number): { x: number; y: number } {
  return { x: stage.box.x + stage.focusX * stage.box.width, y: levelY(stage, down) };
}

/** Returns the length of the box's shorter side. */
export function shortSide({ box }: Stage): number {
  return Math.min(box.width, box.height);
}
