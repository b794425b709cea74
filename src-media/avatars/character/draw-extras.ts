import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Character } from './character.ts';
import { clipped, drawMirrored, fillPath, softSpot, strokePath, withAlpha } from './paint.ts';

/** Draws a beard along the jaw with a moustache. The beard follows the jaw. */
export function drawBeard(ctx: SKRSContext2D, { face, extras }: Character, open: number): void {
  if (!extras.beard) return;
  const { color, length } = extras.beard;
  const chin = face.chin + open * 13 + length;
  const { cheek, jaw } = face;
  const side = (
    s: 1 | -1,
  ) => `C ${s * (cheek + 4)} 76 ${s * (jaw + 38)} ${chin - 70} ${s * (jaw + 2)} ${chin - 34}
    C ${s * jaw * 0.72} ${chin - 4} ${s * jaw * 0.36} ${chin} 0 ${chin}`;
  const outline = `M ${cheek + 1} -6 ${side(1)} C ${-jaw * 0.36} ${chin} ${-jaw * 0.72} ${chin - 4} ${-(jaw + 2)} ${chin - 34}
    C ${-(jaw + 38)} ${chin - 70} ${-(cheek + 4)} 76 ${-(cheek + 1)} -6
    C ${-cheek + 12} 44 ${-cheek + 22} 86 -92 98 C -76 104 -66 92 -52 94 C -34 90 -16 88 0 92
    C 16 88 34 90 52 94 C 66 92 76 104 92 98 C ${cheek - 22} 86 ${cheek - 12} 44 ${cheek + 1} -6 Z`;
  fillPath(ctx, outline, color);
  clipped(ctx, outline, () => {
    softSpot(ctx, [-60, 150, 90, 60], '255, 255, 255', 0.1);
    softSpot(ctx, [90, 130, 80, 120], '0, 0, 0', 0.22);
  });
}

/** Draws spectacles on the nose. */
export function drawGlasses(ctx: SKRSContext2D, { extras, face }: Character): void {
  if (!extras.glasses) return;
  const { color, shape } = extras.glasses;
  const lens =
    shape === 'round'
      ? 'M 66 -44 A 46 46 0 1 1 65.9 -44 Z'
      : 'M 34 -34 C 60 -42 96 -40 112 -30 C 116 2 104 36 72 38 C 40 40 24 12 24 -20 C 24 -28 28 -32 34 -34 Z';
  drawMirrored(ctx, (side) => {
    withAlpha(ctx, 0.14, () => fillPath(ctx, lens, '#ffffff'));
    if (side === -1) withAlpha(ctx, 0.2, () => strokePath(ctx, 'M 86 -24 L 60 14', '#ffffff', 8));
    else withAlpha(ctx, 0.2, () => strokePath(ctx, 'M 62 -24 L 88 14', '#ffffff', 8));
    strokePath(ctx, lens, color, 7);
    strokePath(ctx, `M 112 -12 L ${face.cheek + 4} -16`, color, 7);
  });
  strokePath(ctx, 'M -21 -8 C -10 -18 10 -18 21 -8', color, 7);
}
