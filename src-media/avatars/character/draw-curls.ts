import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Hair } from './character.ts';
import { fillEllipse, strokePath, withAlpha } from './paint.ts';

type Curl = readonly [x: number, y: number, radius: number];
type CurlyPart = 'curlsBack' | 'curlsFront' | 'afroBack' | 'afroFront';

/** Places curls along an arc of an ellipse, in degrees from the right over the top. */
function arc(
  [x, y, radiusX, radiusY]: readonly [number, number, number, number],
  [from, to, count]: readonly [number, number, number],
  size: number,
): Curl[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((from + ((to - from) * index) / Math.max(1, count - 1)) * Math.PI) / 180;
    const radius = size * (1 + 0.16 * Math.sin(index * 2.7));
    return [x + radiusX * Math.cos(angle), y - radiusY * Math.sin(angle), radius];
  });
}

const parts: Readonly<Record<CurlyPart, readonly Curl[]>> = {
  curlsBack: [
    [0, -90, 176],
    [-64, 150, 84],
    [64, 150, 84],
    [-110, 60, 110],
    [110, 60, 110],
    ...arc([0, -70, 172, 170], [-10, 190, 15], 44),
    ...arc([0, 90, 186, 150], [-58, 22, 8], 48),
    ...arc([0, 90, 186, 150], [158, 238, 8], 48),
  ],
  curlsFront: [
    ...arc([0, -70, 140, 146], [20, 84, 6], 44),
    ...arc([0, -60, 146, 140], [94, 164, 7], 42),
    [-152, -10, 34],
    [-158, 44, 36],
    [-164, 98, 36],
    [154, 0, 34],
    [160, 54, 36],
    [166, 106, 36],
    [-40, -176, 46],
    [44, -184, 46],
    [-92, -140, 36],
    [96, -136, 34],
  ],
  afroBack: [
    [0, -110, 222],
    [-150, -30, 90],
    [150, -30, 90],
    ...arc([0, -104, 214, 206], [-28, 208, 23], 42),
  ],
  afroFront: [
    ...arc([0, -72, 138, 128], [24, 156, 13], 27),
    ...arc([0, -92, 150, 138], [8, 172, 13], 34),
    ...arc([0, -110, 150, 150], [30, 150, 9], 44),
    [-152, -34, 24],
    [152, -34, 24],
  ],
};

/** Draws hair made of round curls: dark ones first, then the mass, then a highlight on the upper left of each. */
export function drawCurls(ctx: SKRSContext2D, hair: Hair, part: CurlyPart): void {
  const curls = parts[part];
  const isBack = part.endsWith('Back');
  for (const [x, y, radius] of curls) {
    fillEllipse(ctx, [x + 4, y + 6, radius + 2, radius + 2], isBack ? hair.shade : hair.base);
  }
  for (const [x, y, radius] of curls) {
    fillEllipse(ctx, [x, y, radius - 3, radius - 3], isBack ? hair.shade : hair.base);
  }
  if (part === 'afroBack') drawTexture(ctx, hair);
  for (const [index, [x, y, radius]] of curls.entries()) {
    if (radius > 60) continue;
    const inner = radius * 0.62;
    const line = `M ${x - inner} ${y + inner * 0.2} A ${inner} ${inner} 0 0 1 ${x + inner * 0.6} ${y - inner * 0.8}`;
    withAlpha(ctx, index % 2 === 0 ? 0.6 : 0.38, () =>
      strokePath(ctx, line, x < 60 ? hair.light : hair.base, isBack ? 4 : 5),
    );
  }
}

/** Draws small curls all over a full head of hair. */
function drawTexture(ctx: SKRSContext2D, hair: Hair): void {
  for (let index = 0; index < 90; index += 1) {
    const radius = 190 * Math.sqrt((index + 0.5) / 90);
    const angle = index * 2.399963;
    const x = radius * Math.cos(angle);
    const y = -110 + radius * Math.sin(angle);
    withAlpha(ctx, 0.34, () =>
      strokePath(ctx, `M ${x - 11} ${y + 4} a 12 12 0 0 1 20 -10`, x < 20 ? hair.light : hair.base, 4),
    );
  }
}
