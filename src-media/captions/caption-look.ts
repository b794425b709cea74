import type { FontFace } from '../fonts/font-faces.ts';
import type { CaptionStyle } from './caption-style.ts';

export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** A caption style with nothing left open. Lengths are in pixels of the frame it is drawn on. */
export interface CaptionLook {
  readonly face: FontFace;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly textColor: Rgb;
  readonly justification: 'LEFT' | 'CENTER' | 'RIGHT';
  readonly verticalAlignment: 'TOP' | 'MIDDLE' | 'BOTTOM';
  /** Null: no outline. */
  readonly stroke: { readonly color: Rgb; readonly weight: number } | null;
  readonly background: CaptionBackground | null;
  /** How the word being spoken differs; null when it does not. */
  readonly spoken: SpokenLook | null;
}

interface CaptionBackground {
  readonly type: 'RECT' | 'WRAPPED' | 'WORD_BY_WORD';
  readonly color: Rgb;
  /** 0 for square corners, 1 for a pill. */
  readonly radiusShare: number;
  readonly opacity: number;
}

interface SpokenLook {
  readonly textColor: Rgb | null;
  readonly strokeColor: Rgb | null;
  /** Whether words keep the look once they were spoken. */
  readonly persists: boolean;
}

const white: Rgb = { red: 255, green: 255, blue: 255 };
const black: Rgb = { red: 0, green: 0, blue: 0 };

/** In pixels on a frame whose short side is 1080, as the style's own sizes are (contract supplement §2.4). */
const defaultFontSize = 54;
const defaultStrokeWeight = 5;
const referenceShortSide = 1080;

/**
 * Fills what a style leaves open: bold white sans with a black outline at the bottom. Of family names only the kind
 * of letters counts, since a movie must look the same on every machine.
 */
export function captionLook(
  style: CaptionStyle,
  frame: { readonly width: number; readonly height: number },
): CaptionLook {
  const scale = Math.min(frame.width, frame.height) / referenceShortSide;
  const strokeWeight = style.strokeWeight ?? defaultStrokeWeight;
  const strokeColor = style.strokeColor === undefined ? black : style.strokeColor;
  return {
    face: faceOf(style.fontName ?? ''),
    fontSize: (style.fontSize ?? defaultFontSize) * scale,
    fontWeight: style.fontWeight ?? 700,
    textColor: style.textColor ?? white,
    justification: style.textJustification ?? 'CENTER',
    verticalAlignment: style.verticalAlignment ?? 'BOTTOM',
    stroke: strokeColor && strokeWeight > 0 ? { color: strokeColor, weight: strokeWeight * scale } : null,
    background: backgroundOf(style),
    spoken: spokenOf(style),
  };
}

function backgroundOf({ backgroundStyle }: CaptionStyle): CaptionBackground | null {
  if (!backgroundStyle) return null;
  return {
    type: backgroundStyle.type,
    color: backgroundStyle.backgroundColor,
    radiusShare: backgroundStyle.borderRadiusProportion ?? 0.25,
    opacity: backgroundStyle.opacityProportion ?? 0.8,
  };
}

function spokenOf(style: CaptionStyle): SpokenLook | null {
  if (!style.spokenTextColor && !style.spokenTextStrokeColor) return null;
  return {
    textColor: style.spokenTextColor ?? null,
    strokeColor: style.spokenTextStrokeColor ?? null,
    persists: style.persistSpokenTextColor ?? false,
  };
}

const facesByName: readonly (readonly [RegExp, FontFace])[] = [
  [/mono|courier|consol|menlo|code/iu, 'mono'],
  [/playfair|didot|bodoni|cormorant/iu, 'elegant'],
  [/(?<!sans.?)serif|georgia|times|garamond|merriweather|lora|palatino|slab/iu, 'serif'],
  [/oswald|impact|bebas|anton|condensed|narrow|league/iu, 'condensed'],
  [/fredoka|nunito|rounded|comfortaa|quicksand|baloo/iu, 'rounded'],
  [/caveat|hand|script|brush|pacifico|comic|marker/iu, 'hand'],
  [/grotesk|orbitron|rajdhani|exo/iu, 'tech'],
];

function faceOf(fontName: string): FontFace {
  return facesByName.find(([pattern]) => pattern.test(fontName))?.[1] ?? 'sans';
}
