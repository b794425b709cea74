import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { makeHand } from '../art/hands/make-hand.ts';
import { applyFinish } from '../finish/apply-finish.ts';
import { type InkedText, inkTexts } from '../text/ink-texts.ts';
import { placeColumn } from '../text/place-text.ts';
import { layOutPage } from './choose-layout.ts';
import { makeFrame } from './frame.ts';
import type { Page } from './page.ts';

export interface PaintPageRequest extends Omit<Page, 'frame' | 'ctx' | 'hand'> {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly languageCode: string;
  /** Seed of the finish, which pages of one series share. */
  readonly seed: string;
  /** Seed of the strokes. */
  readonly handSeed: string;
}

/** A page painted without its text, and the text placed and coloured. */
export interface PaintedPage {
  readonly canvas: Canvas;
  readonly ctx: SKRSContext2D;
  readonly texts: readonly InkedText[];
}

/** Paints a page without its text. The same request always gives the same page. */
export function paintPage(request: PaintPageRequest): PaintedPage {
  const { width, height, languageCode, seed, handSeed, ...content } = request;
  const { look, scheme } = content;
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const frame = makeFrame(width, height);
  const hand = makeHand(look.hand, { ctx, scheme, width, height, unit: frame.unit, seed: handSeed });
  const columns = layOutPage({ ...content, frame, ctx, hand });
  hand.finish();
  applyFinish(ctx, width, height, look.finish, seed);
  const placed = columns.flatMap((column) => placeColumn(ctx, column, languageCode));
  return { canvas, ctx, texts: inkTexts(ctx, placed, scheme, frame.unit) };
}
