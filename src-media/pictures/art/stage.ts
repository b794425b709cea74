import type { Scheme } from '../look/scheme.ts';
import type { Random } from '../random.ts';
import type { Box } from './geometry.ts';
import type { Glyph } from './glyph.ts';
import type { Hand } from './hands/hand.ts';

/** Where a setting is drawn, and with what. */
export interface Stage {
  readonly hand: Hand;
  readonly scheme: Scheme;
  readonly random: Random;
  readonly seed: string;
  readonly unit: number;
  /** The part of the frame the setting fills. */
  readonly box: Box;
  /** Where the eye should land, as a share of the box's width: sun, vanishing point, the thing in the landscape. */
  readonly focusX: number;
  /** Where the sky ends, as a share of the box's height. What is above stays plain enough to write on. */
  readonly horizon: number;
  /** A thing of the scene's subject to put into the setting, or null. */
  readonly prop: Glyph | null;
}

/** Draws a whole place or pattern into the stage's box. */
export type Setting = (stage: Stage) => void;

/** The vertical position of a share of the box's height. */
export function levelY({ box }: Stage, share: number): number {
  return box.y + share * box.height;
}

export function focusPoint(stage: Stage, down: number): { x: number; y: number } {
  return { x: stage.box.x + stage.focusX * stage.box.width, y: levelY(stage, down) };
}

/** The length of the box's shorter side. */
export function shortSide({ box }: Stage): number {
  return Math.min(box.width, box.height);
}
