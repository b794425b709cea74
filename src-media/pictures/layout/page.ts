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

/** A picture in progress: its message, its look and its drawing tools. */
export interface Page {
  readonly frame: Frame;
  readonly look: Look;
  readonly scheme: Scheme;
  /** The look's next scheme, for a part that contrasts. */
  readonly otherScheme: Scheme;
  readonly content: SceneContent;
  readonly projectTitle: string;
  /** Index of the scene in its project, which makes neighbouring pictures differ. */
  readonly turn: number;
  readonly isRightToLeft: boolean;
  readonly seed: string;
  readonly ctx: SKRSContext2D;
  readonly hand: Hand;
}

/** Draws the picture and returns the text to write over it. */
export type Layout = (page: Page) => TextColumn[];

interface StageWish {
  readonly box?: Box;
  readonly focusX?: number;
  readonly horizon?: number;
  readonly prop?: Glyph | null;
  readonly scheme?: Scheme;
}

/** Creates a stage over the whole frame or over a part. */
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

/** Draws the look's plain backdrop over the whole frame, with its weight on the far side from the start of reading. */
export function drawBackdrop(page: Page): void {
  backdrops[page.look.backdrop](makeStage(page, { focusX: readingX(page, 0.8) }));
}

/** Converts a horizontal share to the page's reading direction: mirrors it for right-to-left writing. */
export function readingX(page: Page, x: number): number {
  return page.isRightToLeft ? 1 - x : x;
}
