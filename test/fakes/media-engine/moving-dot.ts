import sharp from 'sharp';
import type { StillZoom } from '../../../src-media/project-content.ts';
import { moveProgress, zoomWindow } from '../../../src-media/render/zoom-move.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const dotRadius = 5;
const ground = 40;
const dotHeight = 190;
/** Distance from the ideal place within which the dot is searched. */
const searchRadius = 24;

/** Writes a still with a soft bright dot on a dark ground. */
export async function writeDot(path: string, { width, height }: Size, dot: Point): Promise<void> {
  const rgb = Buffer.alloc(width * height * 3);
  for (let index = 0; index < width * height; index += 1) {
    const x = (index % width) + 0.5 - dot.x;
    const y = Math.floor(index / width) + 0.5 - dot.y;
    rgb.fill(
      Math.round(ground + dotHeight * Math.exp(-(x * x + y * y) / (2 * dotRadius ** 2))),
      index * 3,
      index * 3 + 3,
    );
  }
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
}

export interface DotMove {
  readonly frame: Size;
  /** Place in the still, in pixels of the frame. */
  readonly dot: Point;
  readonly zoom: StillZoom;
  readonly moveFrames: number;
}

function idealPlace({ frame, dot, zoom, moveFrames }: DotMove, index: number): Point {
  const { scale, left, top } = zoomWindow(zoom, moveProgress(index, moveFrames));
  return {
    x: (dot.x / frame.width - left) * scale * frame.width,
    y: (dot.y / frame.height - top) * scale * frame.height,
  };
}

/** Returns the centre of the area near a place that is brighter than the ground. */
function measuredPlace(luma: Uint8Array, { width }: Size, near: Point): Point {
  const fromX = Math.round(near.x) - searchRadius;
  const fromY = Math.round(near.y) - searchRadius;
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  const dark = luma[fromY * width + fromX] ?? 0;
  for (let y = fromY; y <= fromY + 2 * searchRadius; y += 1) {
    for (let x = fromX; x <= fromX + 2 * searchRadius; x += 1) {
      const light = Math.max(0, (luma[y * width + x] ?? 0) - dark - 2);
      sum += light;
      sumX += light * (x + 0.5);
      sumY += light * (y + 0.5);
    }
  }
  return { x: sumX / sum, y: sumY / sum };
}

/**
 * Returns the largest distance of the dot from its ideal place in the given frames, in pixels, and the unevenness of
 * its motion: the root mean square of the second difference of its error, in pixels per frame².
 */
export function dotDeviations(
  lumas: readonly Uint8Array[],
  move: DotMove,
): { readonly deviation: number; readonly roughness: number } {
  const errors = lumas.map((luma, index): Point => {
    const ideal = idealPlace(move, index);
    const found = measuredPlace(luma, move.frame, ideal);
    return { x: found.x - ideal.x, y: found.y - ideal.y };
  });
  const bends = errors.slice(2).flatMap((error, index) => {
    const first = errors[index];
    const second = errors[index + 1];
    if (!first || !second) return [];
    return [error.x - 2 * second.x + first.x, error.y - 2 * second.y + first.y];
  });
  return {
    deviation: Math.max(...errors.map(({ x, y }) => Math.hypot(x, y))),
    roughness: Math.sqrt(bends.reduce((sum, bend) => sum + bend * bend, 0) / Math.max(1, bends.length)),
  };
}
