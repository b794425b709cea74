import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Character } from './character.ts';
import {
  channelsOf,
  clipped,
  drawMirrored,
  fillEllipse,
  fillPath,
  softSpot,
  strokePath,
  withAlpha,
} from './paint.ts';

/** Returns the outline of the face. The jaw follows the mouth. */
export function faceOutline({ face }: Character, open: number): string {
  const { cheek, jaw } = face;
  const chin = face.chin + open * 13;
  const half = (side: 1 | -1) => ({
    temple: `${side * cheek * 0.66} -204 ${side * cheek} -146 ${side * cheek} -30`,
    jaw: `${side * cheek} 62 ${side * (jaw + 30)} ${chin - 74} ${side * jaw} ${chin - 40}`,
    chin: `${side * jaw * 0.72} ${chin - 10} ${side * jaw * 0.36} ${chin} 0 ${chin}`,
  });
  const right = half(1);
  const left = half(-1);
  const back = `C ${-jaw * 0.36} ${chin} ${-jaw * 0.72} ${chin - 10} ${-jaw} ${chin - 40}
    C ${-(jaw + 30)} ${chin - 74} ${-cheek} 62 ${-cheek} -30 C ${-cheek} -146 ${left.temple.split(' ')[0]} -204 0 -204`;
  return `M 0 -204 C ${right.temple} C ${right.jaw} C ${right.chin} ${back} Z`;
}

/** Draws the ears from the front. */
export function drawEars(ctx: SKRSContext2D, { skin, face, extras }: Character, turn: number): void {
  drawMirrored(ctx, (side) => {
    const x = face.cheek + 3 - turn * side * 5;
    fillPath(
      ctx,
      `M ${x - 12} 0 C ${x - 4} -26 ${x + 22} -26 ${x + 22} 6 C ${x + 22} 34 ${x + 12} 60 ${x - 2} 64 C ${x - 12} 60 ${x - 16} 30 ${x - 12} 0 Z`,
      skin.shade,
    );
    withAlpha(ctx, 0.55, () =>
      strokePath(ctx, `M ${x} -4 C ${x + 12} -12 ${x + 14} 14 ${x + 6} 34`, skin.line, 4),
    );
    if (extras.earrings !== undefined) {
      fillEllipse(ctx, [x + 4, 78, 13, 13], extras.earrings);
      withAlpha(ctx, 0.5, () => fillEllipse(ctx, [x, 74, 4, 4], '#ffffff'));
    }
  });
}

/** Draws the skin of the face with soft light from the upper left. */
export function drawFace(ctx: SKRSContext2D, character: Character, outline: string): void {
  const { skin, face } = character;
  const light = ctx.createRadialGradient(-50, -70, 40, -10, 0, 270);
  light.addColorStop(0, skin.light);
  light.addColorStop(0.45, skin.base);
  light.addColorStop(1, skin.shade);
  ctx.fillStyle = light;
  fillOutline(ctx, outline, light);
  clipped(ctx, outline, () => {
    softSpot(ctx, [face.cheek + 6, 20, 80, 240], channelsOf(skin.line), 0.3);
    softSpot(ctx, [0, face.chin + 8, 120, 42], channelsOf(skin.line), 0.22);
    for (const x of [-88, 88]) softSpot(ctx, [x, 74, 52, 40], channelsOf(skin.blush), 0.38);
    softSpot(ctx, [-63, -8, 50, 34], channelsOf(skin.line), 0.12);
    softSpot(ctx, [63, -8, 50, 34], channelsOf(skin.line), 0.16);
  });
  if (character.extras.hasFreckles) drawFreckles(ctx, skin.line);
  if (character.extras.hasLines) drawLines(ctx, skin.line);
}

function fillOutline(ctx: SKRSContext2D, outline: string, fill: SKRSContext2D['fillStyle']): void {
  ctx.fillStyle = fill;
  clipped(ctx, outline, () => ctx.fillRect(-260, -260, 520, 560));
}

/** Draws the nose: its shaded side, its tip and the nostrils. */
export function drawNose(ctx: SKRSContext2D, { skin }: Character, turn: number): void {
  ctx.save();
  ctx.translate(turn * 5, 0);
  softSpot(ctx, [15, 44, 22, 52], channelsOf(skin.line), 0.32);
  softSpot(ctx, [0, 82, 34, 14], channelsOf(skin.line), 0.35);
  withAlpha(ctx, 0.75, () => {
    strokePath(ctx, 'M -21 64 C -25 74 -17 79 -10 75 C -4 80 6 80 11 75 C 18 79 25 74 21 64', skin.line, 3.8);
  });
  softSpot(ctx, [-4, 56, 14, 16], '255, 255, 255', 0.3);
  ctx.restore();
}

const freckles = [
  -98, 62, -84, 52, -72, 66, -60, 54, -90, 76, -46, 64, -20, 42, -6, 36, 14, 44, 46, 62, 60, 52, 74, 66, 86,
  54, 96, 66, 88, 78, 30, 56, -32, 54,
];

function drawFreckles(ctx: SKRSContext2D, color: string): void {
  withAlpha(ctx, 0.4, () => {
    for (let at = 0; at < freckles.length; at += 2) {
      const radius = 2.1 + ((at * 7) % 3) * 0.5;
      fillEllipse(ctx, [freckles[at] ?? 0, freckles[at + 1] ?? 0, radius, radius], color);
    }
  });
}

function drawLines(ctx: SKRSContext2D, color: string): void {
  drawMirrored(ctx, () =>
    withAlpha(ctx, 0.32, () => {
      strokePath(ctx, 'M 40 30 C 54 38 70 38 84 30', color, 3);
      strokePath(ctx, 'M 60 88 C 72 100 74 112 70 126', color, 3.4);
      strokePath(ctx, 'M 104 -4 l 12 -6 M 105 6 l 13 2', color, 2.6);
    }),
  );
  withAlpha(ctx, 0.2, () => strokePath(ctx, 'M -52 -104 C -20 -112 20 -112 52 -104', color, 3));
}
