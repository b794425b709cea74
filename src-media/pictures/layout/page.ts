import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../art/geometry.ts';
import { drawGlyph, loadGlyph } from '../art/glyph.ts';
import type { Hand } from '../art/hands/hand.ts';
import { type Hex, lightnessOf, mixColors } from '../color/color.ts';
import type { SceneMessage } from '../content/scene-content.ts';
import type { Look } from '../look/look.ts';
import type { Scheme } from '../look/scheme.ts';
import type { TextColumn } from '../text/place-text.ts';
import type { Frame } from './frame.ts';

/** A picture in progress: its message, its look and its drawing tools. */
export interface Page {
  readonly frame: Frame;
  readonly look: Look;
  readonly scheme: Scheme;
  /** The look's next scheme, for a part that contrasts. */
  readonly otherScheme: Scheme;
  readonly message: SceneMessage;
  /** Name of the drawing of the thing that the words surely name; null for a page of words. */
  readonly glyph: string | null;
  /** Index of the scene in its project, which makes neighbouring pictures differ. */
  readonly turn: number;
  readonly isRightToLeft: boolean;
  readonly ctx: SKRSContext2D;
  readonly hand: Hand;
}

/** Draws the picture and returns the text to write over it. */
export type Layout = (page: Page) => TextColumn[];

/** Converts a horizontal share to the page's reading direction: mirrors it for right-to-left writing. */
export function readingX(page: Pick<Page, 'isRightToLeft'>, x: number): number {
  return page.isRightToLeft ? 1 - x : x;
}

/** Draws a thing as large as fits in a box, in the middle. */
export function drawThing(page: Page, name: string, box: Box, scheme: Scheme = page.scheme): void {
  const glyph = loadGlyph(name);
  const size = Math.min(box.height * Math.max(1, glyph.aspect), box.width * Math.max(1, 1 / glyph.aspect));
  const height = size / Math.max(1, glyph.aspect);
  const foot = { x: box.x + box.width / 2, y: box.y + (box.height + height) / 2 };
  drawGlyph(page.hand, glyph, foot, size, inkOf(page.look, scheme));
}

/** Returns how a look colours things: as they are, or in tones of its ink. */
function inkOf({ things }: Look, { ground, ink, accent }: Scheme): (color: Hex) => Hex {
  if (things === 'natural') return (color) => color;
  const [dark, pale] = [ground, ink].toSorted((a, b) => lightnessOf(a) - lightnessOf(b));
  const middle = things === 'accent' ? accent : mixColors(ground, ink, 0.5);
  return (color) => {
    const light = lightnessOf(color);
    return light < 0.6
      ? mixColors(dark ?? ground, middle, light / 0.6)
      : mixColors(middle, pale ?? ink, (light - 0.6) / 0.4);
  };
}
