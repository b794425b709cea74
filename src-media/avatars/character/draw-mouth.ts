import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Character } from './character.ts';
import { clipped, fillEllipse, fillPath, strokePath, withAlpha } from './paint.ts';
import type { Pose } from './pose.ts';

/** Height of the line between the lips at rest. */
const mouthY = 122;
const inside = '#4a1420';
const tongue = '#c4585f';
const teeth = '#fffaf5';

/** Draws the lips, and the inside of the mouth when they part. */
export function drawMouth(ctx: SKRSContext2D, { skin, lips }: Character, { open, wide }: Pose): void {
  const half = 42 + wide * 11 - open * Math.max(0, -wide) * 10;
  const smile = 7 + wide * 4 - open * 5;
  const cornerY = mouthY - smile;
  const upper = mouthY - open * 5;
  const lower = mouthY + open * 42;
  const full = 5 + lips * 9;
  const bow = half * 0.26;
  const opening = `M ${-half} ${cornerY} C ${-half * 0.5} ${upper + 3} ${-bow} ${upper} 0 ${upper + 1}
    C ${bow} ${upper} ${half * 0.5} ${upper + 3} ${half} ${cornerY}
    C ${half * 0.72} ${lower + 1} ${half * 0.38} ${lower + 4} 0 ${lower + 4}
    C ${-half * 0.38} ${lower + 4} ${-half * 0.72} ${lower + 1} ${-half} ${cornerY} Z`;
  const outline = `M ${-half - 2} ${cornerY} C ${-half * 0.6} ${upper - full * 0.7} ${-bow} ${upper - full * 1.25} 0 ${upper - full * 0.75}
    C ${bow} ${upper - full * 1.25} ${half * 0.6} ${upper - full * 0.7} ${half + 2} ${cornerY}
    C ${half * 0.8} ${lower + full * 1.2} ${half * 0.42} ${lower + full * 1.75} 0 ${lower + full * 1.75}
    C ${-half * 0.42} ${lower + full * 1.75} ${-half * 0.8} ${lower + full * 1.2} ${-half - 2} ${cornerY} Z`;
  fillPath(ctx, outline, skin.lip);
  clipped(ctx, outline, () =>
    withAlpha(ctx, 0.3, () => fillEllipse(ctx, [0, lower + full * 1.1, half * 0.45, full * 0.4], '#ffffff')),
  );
  if (open < 0.06) strokePath(ctx, lineBetween(half, cornerY, upper), inside, 3.2);
  else drawOpening(ctx, opening, { half, upper, lower, open });
  withAlpha(ctx, 0.5, () => {
    strokePath(ctx, `M ${-half - 1} ${cornerY} l -5 -3`, skin.line, 3.4);
    strokePath(ctx, `M ${half + 1} ${cornerY} l 5 -3`, skin.line, 3.4);
  });
}

function lineBetween(half: number, cornerY: number, upper: number): string {
  return `M ${-half} ${cornerY} C ${-half * 0.5} ${upper + 4} ${half * 0.5} ${upper + 4} ${half} ${cornerY}`;
}

function drawOpening(
  ctx: SKRSContext2D,
  opening: string,
  { half, upper, lower, open }: { half: number; upper: number; lower: number; open: number },
): void {
  fillPath(ctx, opening, inside);
  clipped(ctx, opening, () => {
    fillEllipse(ctx, [0, lower + 6, half * 0.6, 4 + open * 18], tongue);
    const edge = upper + 4 + Math.min(12, open * 22);
    fillPath(
      ctx,
      `M ${-half} ${upper - 30} H ${half} V ${edge - 5} Q 0 ${edge + 5} ${-half} ${edge - 5} Z`,
      teeth,
    );
    strokePath(ctx, lineBetween(half, upper - 2, upper - 2), 'rgba(74, 20, 32, 0.25)', 5);
  });
}
