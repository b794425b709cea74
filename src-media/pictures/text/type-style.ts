import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontFace } from '../../fonts/font-faces.ts';
import { fontFamiliesFor, isRightToLeft } from '../../fonts/font-families.ts';

/** Typographic style of a text. */
export interface TypeStyle {
  readonly face: FontFace;
  readonly weight: number;
  /** Extra letter spacing in ems, applied only if the script allows it. */
  readonly tracking: number;
  /** Line spacing from baseline to baseline, in ems. */
  readonly leading: number;
  readonly isCapitals?: boolean;
  /** Variation settings of the face, in CSS syntax. */
  readonly variations?: string;
}

/** A text with everything that determines its width, except the size. */
export interface TypedText {
  readonly text: string;
  readonly style: TypeStyle;
  readonly families: string;
  readonly languageCode: string;
  readonly isRightToLeft: boolean;
  readonly tracking: number;
  readonly leading: number;
}

/** Joined scripts, and scripts with marks above and below. Letter spacing breaks them, and they need taller lines. */
const joinedScripts =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export function typedText(written: string, style: TypeStyle, languageCode: string): TypedText {
  const text = style.isCapitals ? capitalsOf(written, languageCode) : written;
  const isJoined = joinedScripts.test(text);
  const isEastAsian = eastAsian.test(text);
  const minLeading = isJoined ? 1.34 : isEastAsian ? 1.24 : 0;
  return {
    text,
    style,
    families: fontFamiliesFor(text, style.face, languageCode),
    languageCode,
    isRightToLeft: isRightToLeft(text),
    tracking: isJoined ? 0 : isEastAsian ? Math.max(0, style.tracking) : style.tracking,
    leading: Math.max(style.leading, minLeading),
  };
}

/** Sets the canvas font for a typed text, with the origin of a line at its left. */
export function applyType(ctx: SKRSContext2D, typed: TypedText, sizePixels: number): void {
  ctx.font = `${typed.style.weight} ${sizePixels}px ${typed.families}`;
  ctx.lang = typed.languageCode || 'en';
  ctx.letterSpacing = `${typed.tracking * sizePixels}px`;
  ctx.fontVariationSettings = typed.style.variations ?? 'normal';
  ctx.direction = typed.isRightToLeft ? 'rtl' : 'ltr';
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
}

function capitalsOf(text: string, languageCode: string): string {
  try {
    return text.toLocaleUpperCase(languageCode || 'en');
  } catch {
    return text.toUpperCase();
  }
}
