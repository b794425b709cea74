import type { SKRSContext2D } from '@napi-rs/canvas';
import { insetBox } from '../art/geometry.ts';
import { type Hex, lightnessOf, mixColors, shiftLightness, withAlpha } from '../color/color.ts';
import type { Scheme } from '../look/scheme.ts';
import type { PlacedText, TextColor } from './place-text.ts';
import { readableInk } from './readable-ink.ts';

/** A placed text with a colour that is legible on its background. */
export interface InkedText {
  readonly placed: PlacedText;
  readonly ink: Hex;
}

/**
 * Gives each text a colour of the scheme that contrasts enough with the pixels behind it. If none does, first draws a
 * veil of the scheme's ground behind the text.
 */
export function inkTexts(
  ctx: SKRSContext2D,
  texts: readonly PlacedText[],
  scheme: Scheme,
  unit: number,
): InkedText[] {
  return texts.map((placed) => {
    const wishes = inksFor(placed.block.color, scheme);
    const box = insetBox(placed.box, -0.6 * unit);
    const ink = readableInk(ctx, box, wishes);
    if (ink) return { placed, ink };
    for (const strength of [0.55, 0.8, 1]) {
      drawVeil(ctx, placed, scheme.ground, strength, unit);
      const veiled = readableInk(ctx, box, [scheme.ink, ...wishes]);
      if (veiled) return { placed, ink: veiled };
    }
    return { placed, ink: scheme.ink };
  });
}

/** Returns candidate colours in order of preference; the last ones are legible on almost anything. */
function inksFor(color: TextColor, scheme: Scheme): Hex[] {
  const soft = mixColors(scheme.ink, scheme.ground, 0.2);
  const wish = { ink: scheme.ink, soft, accent: scheme.accent }[color];
  const deepAccent = shiftLightness(scheme.accent, lightnessOf(scheme.ground) > 0.6 ? -0.12 : 0.12);
  const inks = [
    wish,
    ...(color === 'accent' ? [deepAccent] : []),
    scheme.ink,
    scheme.ground,
    '#0d0f14',
    '#ffffff',
  ];
  return inks as Hex[];
}

/** Draws a soft-edged patch behind a text. */
function drawVeil(ctx: SKRSContext2D, { box }: PlacedText, color: Hex, strength: number, unit: number): void {
  const patch = insetBox(box, -2.2 * unit);
  ctx.save();
  ctx.shadowColor = withAlpha(color, strength);
  ctx.shadowBlur = 6 * unit;
  ctx.fillStyle = withAlpha(color, strength);
  ctx.beginPath();
  ctx.roundRect(patch.x, patch.y, patch.width, patch.height, 2 * unit);
  ctx.fill();
  ctx.restore();
}
