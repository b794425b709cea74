import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../art/geometry.ts';
import { contrastOfLuminances, type Hex, luminanceOf } from '../color/color.ts';
import { linearOfByte } from '../color/oklab.ts';

/** WCAG 2 AA contrast for text of any size. */
const minContrast = 4.5;
/** Share of the pixels behind a text that may contrast less: single pixels, such as a star, do not matter. */
const toleratedShare = 0.01;

const luminanceOfByte = Float64Array.from({ length: 256 }, (_, byte) => linearOfByte(byte));

/** Returns the contrast of a colour with the actual pixels behind a box, ignoring the tolerated share. */
function contrastBehind(ctx: SKRSContext2D, box: Box, ink: Hex): number {
  const inkLuminance = luminanceOf(ink);
  const contrasts = luminancesIn(ctx, box)
    .map((luminance) => contrastOfLuminances(luminance, inkLuminance))
    .sort();
  return contrasts[Math.floor(contrasts.length * toleratedShare)] ?? 1;
}

/** Returns the first colour that is legible on the pixels behind a box; null if none is. */
export function readableInk(ctx: SKRSContext2D, box: Box, inks: readonly Hex[]): Hex | null {
  return inks.find((ink) => contrastBehind(ctx, box, ink) >= minContrast) ?? null;
}

function luminancesIn(ctx: SKRSContext2D, box: Box): Float64Array {
  const left = Math.floor(box.x);
  const top = Math.floor(box.y);
  const { data } = ctx.getImageData(
    left,
    top,
    Math.max(1, Math.ceil(box.width)),
    Math.max(1, Math.ceil(box.height)),
  );
  const step = 3;
  return Float64Array.from({ length: Math.floor(data.length / 4 / step) }, (_, index) => {
    const at = index * 4 * step;
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    return (
      0.2126 * (luminanceOfByte[red] ?? 0) +
      0.7152 * (luminanceOfByte[green] ?? 0) +
      0.0722 * (luminanceOfByte[blue] ?? 0)
    );
  });
}
