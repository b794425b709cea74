import { drawableText } from '../../fonts/font-families.ts';
import type { Box } from '../../pictures/art/geometry.ts';
import { type FittedText, fitText } from '../../pictures/text/fit-text.ts';
import { applyType, typedText, type TypeStyle } from '../../pictures/text/type-style.ts';
import { easeIn, easeOut, progressAt } from './easing.ts';
import type { MotionStage, MotionTime } from './motion-stage.ts';

export interface TextWish {
  readonly text: string;
  readonly style: TypeStyle;
  /** Available room; the text is as large as fits. */
  readonly box: Box;
  readonly maxSize: number;
  readonly maxLines: number;
  readonly color: string;
  readonly isCentered: boolean;
  /** Vertical position in the room: 0 top, 0.5 middle, 1 bottom. */
  readonly rest: number;
}

interface PlacedWord {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly index: number;
}

/** Seconds between words, and seconds each one takes to rise. */
const stagger = 0.075;
const wordSeconds = 0.62;

/** A text whose words rise one after the other from behind their baseline and leave upwards. */
export class TextBlock {
  readonly #stage: MotionStage;
  readonly #wish: TextWish;
  readonly #fitted: FittedText | null;
  readonly #words: readonly PlacedWord[];
  /** Bounds of the text, in pixels. */
  readonly bounds: Box;

  constructor(stage: MotionStage, wish: TextWish) {
    this.#stage = stage;
    this.#wish = wish;
    const { ctx, languageCode } = stage;
    const typed = typedText(drawableText(wish.text, wish.style.face, languageCode), wish.style, languageCode);
    const { width, height } = wish.box;
    const room = { width, height, maxSize: wish.maxSize, minSize: wish.maxSize / 8, maxLines: wish.maxLines };
    this.#fitted = fitText(ctx, typed, room);
    const placed = this.#fitted
      ? this.#place(this.#fitted)
      : { words: [], bounds: { ...wish.box, height: 0 } };
    this.#words = placed.words;
    this.bounds = placed.bounds;
  }

  /** Returns the time at which the last word has appeared. @param start in seconds */
  settledAt(start: number): number {
    return start + this.#words.length * stagger + wordSeconds;
  }

  #place(fitted: FittedText): { words: PlacedWord[]; bounds: Box } {
    const { ctx } = this.#stage;
    const { box, isCentered, rest } = this.#wish;
    applyType(ctx, fitted.typed, fitted.size);
    const top = box.y + (box.height - fitted.height) * rest;
    const widths = fitted.lines.map((line) => ctx.measureText(line).width);
    const words: PlacedWord[] = [];
    fitted.lines.forEach((line, index) => {
      const x = isCentered ? box.x + (box.width - (widths[index] ?? 0)) / 2 : box.x;
      const baseline = top + fitted.ascent + index * fitted.lineHeight;
      for (const part of partsOf(line, fitted.typed.isRightToLeft)) {
        const before = ctx.measureText(line.slice(0, part.start)).width;
        words.push({ text: part.text, x: x + before, baseline, index: words.length });
      }
    });
    const widest = Math.max(0, ...widths);
    const x = isCentered ? box.x + (box.width - widest) / 2 : box.x;
    return { words, bounds: { x, y: top, width: widest, height: fitted.height } };
  }

  /** @param start time of the first word, in seconds */
  draw(time: MotionTime, start: number): void {
    const fitted = this.#fitted;
    if (!fitted) return;
    const { ctx, isTransparent, unit } = this.#stage;
    const room = fitted.lineHeight * 1.04;
    ctx.save();
    applyType(ctx, fitted.typed, fitted.size);
    ctx.fillStyle = this.#wish.color;
    if (isTransparent) {
      ctx.shadowColor = 'rgba(0, 0, 0, 0.55)';
      ctx.shadowBlur = 1.4 * unit;
    }
    for (const word of this.#words) {
      const come = easeOut(progressAt(time.seconds, start + word.index * stagger, wordSeconds));
      const gone = easeIn(progressAt(time.leaving, 0.03 * word.index, 0.6));
      if (come <= 0 || gone >= 1) continue;
      ctx.save();
      ctx.beginPath();
      // Clips each word to its line, so that it appears from below and leaves at the top.
      ctx.rect(
        word.x - room,
        word.baseline - fitted.lineHeight * 0.98,
        ctx.measureText(word.text).width + 2 * room,
        fitted.lineHeight * 1.3,
      );
      ctx.clip();
      ctx.globalAlpha = Math.min(1, come * 1.6) * (1 - gone);
      ctx.fillText(word.text, word.x, word.baseline + (1 - come) * room - gone * room);
      ctx.restore();
    }
    ctx.restore();
  }
}

/** Returns the words of a line with their offsets. Right-to-left lines, and writing without spaces, stay whole. */
function partsOf(line: string, isRightToLeft: boolean): { text: string; start: number }[] {
  if (isRightToLeft) return [{ text: line, start: 0 }];
  return [...line.matchAll(/\S+/gu)].map((match) => ({ text: match[0], start: match.index }));
}

/** Returns the block of a text that a piece may lack; null without a text. */
export function textBlockOf(
  stage: MotionStage,
  text: string | null,
  look: Omit<TextWish, 'text'>,
): TextBlock | null {
  return text === null ? null : new TextBlock(stage, { text, ...look });
}
