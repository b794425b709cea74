import type { FontFace } from '../fonts/font-faces.ts';
import type { CaptionStyle } from './caption-style.ts';

export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** A caption style with all defaults resolved. Lengths are in pixels of the target frame. */
export interface CaptionLook {
  readonly face: FontFace;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly textColor: Rgb;
  readonly justification: 'LEFT' | 'CENTER' | 'RIGHT';
  readonly verticalAlignment: 'TOP' | 'MIDDLE' | 'BOTTOM';
  /** Null for no outline. */
  readonly stroke: { readonly color: Rgb; readonly weight: number } | null;
  readonly background: CaptionBackground | null;
  /** Look of the word being spoken; null for no difference. */
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
  /** True if words keep the look after they were spoken. */
  readonly persists: boolean;
}

const white: Rgb = { red: 255, green: 255, blue: 255 };
const black: Rgb = { red: 0, green: 0, blue: 0 };

/** Pixels on a frame whose short side is 1080, like the style's own sizes (contract supplement §2.4). */
const defaultFontSize = 54;
const defaultStrokeWeight = 5;
const referenceShortSide = 1080;

/**
 * Fills in the defaults of a style: bold white sans with a black outline at the bottom. Maps a family name to the
 * nearest bundled face, since a movie must look the same on every machine.
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
