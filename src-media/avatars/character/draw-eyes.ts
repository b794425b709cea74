import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Character } from './character.ts';
import { clipped, drawMirrored, fillEllipse, fillPath, strokePath, withAlpha } from './paint.ts';
import type { Pose } from './pose.ts';

const eyeX = 63;
const eyeY = 2;
const inkOfLids = '#2a1c1c';

/** Draws both eyes, looking in the same direction. */
export function drawEyes(ctx: SKRSContext2D, character: Character, pose: Pose): void {
  drawMirrored(ctx, (side) => {
    ctx.save();
    ctx.translate(eyeX, eyeY);
    drawEye(ctx, character, pose, side);
    ctx.restore();
  });
}

function drawEye(ctx: SKRSContext2D, character: Character, pose: Pose, side: 1 | -1): void {
  const top = -17 + pose.blink * 26 - Math.max(0, pose.brow) * 1.5 * (1 - pose.blink);
  const lid = `M -26 6 C -17 ${top + 3} -6 ${top} 3 ${top} C 15 ${top} 24 ${top + 8} 30 1`;
  const white = `${lid} C 20 15 -14 18 -26 6 Z`;
  if (pose.blink < 0.85) {
    fillPath(ctx, white, '#fffdfa');
    clipped(ctx, white, () => drawIris(ctx, character.iris, pose.gaze * 6 * side));
    clipped(ctx, white, () => withAlpha(ctx, 0.22, () => strokePath(ctx, lid, '#4b3a44', 13)));
  }
  strokePath(ctx, lid, inkOfLids, character.hasLashes ? 5.6 : 4.4);
  if (character.hasLashes) {
    strokePath(
      ctx,
      `M 27 ${2 + pose.blink * 3} q 6 ${-1 + pose.blink * 3} 9 ${-6 + pose.blink * 9}`,
      inkOfLids,
      4.4,
    );
  }
  withAlpha(ctx, 0.35, () => {
    strokePath(ctx, 'M -14 16 C -2 20 14 18 23 12', character.skin.line, 2.6);
    strokePath(ctx, `M -18 ${top - 4} C -8 ${top - 11} 14 ${top - 11} 27 ${top + 2}`, character.skin.line, 3);
  });
}

function drawIris(ctx: SKRSContext2D, color: string, x: number): void {
  fillEllipse(ctx, [2 + x, -1, 15, 15], '#2b2024');
  fillEllipse(ctx, [2 + x, -1, 13.4, 13.4], color);
  withAlpha(ctx, 0.35, () => fillEllipse(ctx, [2 + x, 5, 9, 6], '#ffffff'));
  fillEllipse(ctx, [2 + x, -1, 7, 7], '#171114');
}

/** Draws a highlight in both eyes, on the same side. */
export function drawEyeLights(ctx: SKRSContext2D, pose: Pose): void {
  if (pose.blink > 0.35) return;
  for (const x of [-eyeX - 2, eyeX + 2]) {
    fillEllipse(ctx, [x + pose.gaze * 6 - 5, eyeY - 7, 4, 4], '#ffffff');
  }
}

/** Draws the brows, thicker towards the nose. */
export function drawBrows(ctx: SKRSContext2D, { brows }: Character, { brow }: Pose): void {
  const y = -46 - brow * 9;
  const thick = brows.thickness;
  drawMirrored(ctx, () => {
    const outline = `M 30 ${y + 3} C 48 ${y - 12 - brow * 2} 76 ${y - 14 - brow * 3} 106 ${y + 8}
      C 78 ${y - 4} 54 ${y - 1} 33 ${y + 3 + thick} C 28 ${y + 2 + thick} 27 ${y + 6} 30 ${y + 3} Z`;
    fillPath(ctx, outline, brows.color);
    strokePath(ctx, outline, brows.color, 2.5);
  });
}
