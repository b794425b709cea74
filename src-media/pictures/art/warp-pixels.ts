import type { SKRSContext2D } from '@napi-rs/canvas';
import { makeNoise } from './noise.ts';
import { editPixels } from './pixels.ts';

interface Warp {
  readonly width: number;
  readonly height: number;
  readonly seed: string;
  /** Wavelength of the wobble, and its strength in pixels. */
  readonly wavelength: number;
  readonly reach: number;
}

const cellPixels = 4;

/** Makes all edges of a picture waver, as if drawn by an unsteady hand. */
export function warpPixels(ctx: SKRSContext2D, warp: Warp): void {
  const { width, height } = warp;
  const columns = Math.ceil(width / cellPixels) + 2;
  const across = pushGrid(warp, 'across', columns);
  const down = pushGrid(warp, 'down', columns);
  editPixels(ctx, width, height, (bytes) => {
    const from = new Uint32Array(bytes.slice().buffer);
    const to = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / cellPixels) * columns;
      for (let x = 0; x < width; x++) {
        const cell = row + Math.floor(x / cellPixels);
        const share = (x % cellPixels) / cellPixels;
        const shareDown = (y % cellPixels) / cellPixels;
        const fromX = clamp(x + lerpGrid(across, cell, columns, share, shareDown), width);
        const fromY = clamp(y + lerpGrid(down, cell, columns, share, shareDown), height);
        to[y * width + x] = from[fromY * width + fromX] ?? 0;
      }
    }
  });
}

function pushGrid(warp: Warp, axis: string, columns: number): Float32Array {
  const noise = makeNoise(`${warp.seed} warp ${axis}`);
  const rows = Math.ceil(warp.height / cellPixels) + 2;
  const scale = cellPixels / warp.wavelength;
  const grid = new Float32Array(columns * rows);
  for (let index = 0; index < grid.length; index++) {
    const x = (index % columns) * scale;
    const y = Math.floor(index / columns) * scale;
    grid[index] = warp.reach * (noise(x, y) + 0.4 * noise(x * 3.1, y * 3.1));
  }
  return grid;
}

function lerpGrid(grid: Float32Array, cell: number, columns: number, across: number, down: number): number {
  const top = (grid[cell] ?? 0) * (1 - across) + (grid[cell + 1] ?? 0) * across;
  const bottom = (grid[cell + columns] ?? 0) * (1 - across) + (grid[cell + columns + 1] ?? 0) * across;
  return top * (1 - down) + bottom * down;
}

function clamp(position: number, size: number): number {
  return Math.min(size - 1, Math.max(0, Math.round(position)));
}
