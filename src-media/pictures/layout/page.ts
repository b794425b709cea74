import type { SKRSContext2D } from '@napi-rs/canvas';
import { backdrops } from '../art/backdrops/backdrops.ts';
import type { Box } from '../art/geometry.ts';
import type { Glyph } from '../art/glyph.ts';
import type { Hand } from '../art/hands/hand.ts';
import type { Stage } from '../art/stage.ts';
import type { SceneContent } from '../content/scene-content.ts';
import type { Look } from '../look/look.ts';
import type { Scheme } from '../look/scheme.ts';
import { Random } from '../random.ts';
import type { TextColumn } from '../text/place-text.ts';
import type { Frame } from './frame.ts';

/** One picture in the making: what to say, in what look, and what to draw with. */
export interface Page {
  readonly frame: Frame;
  readonly look: Look;
  readonly scheme: Scheme;
  /** The look's next scheme, for a part that should stand out. */
  readonly otherScheme: Scheme;
  readonly content: SceneContent;
  readonly projectTitle: string;
  /** Place of the scene in its project; neighbours differ by it. */
  readonly turn: number;
  readonly isRightToLeft: boolean;
  readonly seed: string;
  readonly ctx: SKRSContext2D;
  readonly hand: Hand;
}

/** Draws the picture and tells what is to be written over it. */
export type Layout = (page: Page) => TextColumn[];

interface StageWish {
  readonly box?: Box;
  readonly focusX?: number;
  readonly horizon?: number;
  readonly prop?: Glyph | null;
  readonly scheme?: Scheme;
}

/** A stage over the whole frame, or a part of it. */
export function makeStage(page: Page, wish: StageWish = {}): Stage {
  return {
    hand: page.hand,
    scheme: wish.scheme ?? page.scheme,
    random: new Random(`${page.seed} stage`),
    seed: page.seed,
    unit: page.frame.unit,
    box: wish.box ?? page.frame.box,
    focusX: wish.focusX ?? 0.5,
    horizon: wish.horizon ?? 0.62,
    prop: wish.prop ?? null,
  };
}

/** The look's quiet ground over the whole frame, its weight away from where reading starts. */
export function drawBackdrop(page: Page): void {
  backdrops[page.look.backdrop](makeStage(page, { focusX: readingX(page, 0.8) }));
}

/** `x` as seen by a reader of the page's direction: mirrored for right-to-left writing. */
export function readingX(page: Page, x: number): number {
  return page.isRightToLeft ? 1 - x : x;
}
