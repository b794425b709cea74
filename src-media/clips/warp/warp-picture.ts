import { planesOf, type YuvPicture } from '../../video/yuv-picture.ts';
import { type Mesh, meshStep } from './mesh.ts';

interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Fixed-point unit: source positions count 65,536ths of a pixel. */
const one = 65_536;

/**
 * Draws a frame from a source picture warped by a mesh. Interpolates between four source pixels, so that slow moves are
 * smooth. Extends the edges of the source outwards.
 */
export function warpPicture(source: YuvPicture, target: YuvPicture, mesh: Mesh): void {
  const from = planesOf(source);
  const to = planesOf(target);
  const whole = (data: Uint8Array, picture: YuvPicture): Plane => ({
    data,
    width: picture.width,
    height: picture.height,
  });
  const half = (data: Uint8Array, picture: YuvPicture): Plane => ({
    data,
    width: picture.width / 2,
    height: picture.height / 2,
  });
  warpPlane(whole(from.luma, source), whole(to.luma, target), mesh, meshStep);
  warpPlane(half(from.blue, source), half(to.blue, target), mesh, meshStep / 2);
  warpPlane(half(from.red, source), half(to.red, target), mesh, meshStep / 2);
}

/** @param step pixels of this plane between nodes */
function warpPlane(source: Plane, target: Plane, mesh: Mesh, step: number): void {
  const { columns, xs, ys } = mesh;
  // Stays half a pixel inside, so that all four neighbours exist.
  const rightmost = (source.width - 1) * one - 1;
  const lowest = (source.height - 1) * one - 1;
  const scaleX = source.width * one;
  const scaleY = source.height * one;
  for (let y = 0; y < target.height; y += 1) {
    const row = Math.floor(y / step);
    const down = (y - row * step) / step;
    const node = row * columns;
    for (let column = 0; column * step < target.width; column += 1) {
      const at = node + column;
      const start = {
        x: mix(xs[at] ?? 0, xs[at + columns] ?? 0, down) * scaleX,
        y: mix(ys[at] ?? 0, ys[at + columns] ?? 0, down) * scaleY,
      };
      const stepX = (mix(xs[at + 1] ?? 0, xs[at + columns + 1] ?? 0, down) * scaleX - start.x) / step;
      const stepY = (mix(ys[at + 1] ?? 0, ys[at + columns + 1] ?? 0, down) * scaleY - start.y) / step;
      const first = column * step;
      const run = { offset: y * target.width + first, count: Math.min(step, target.width - first) };
      drawRun(source, target.data, run, { ...start, stepX, stepY, rightmost, lowest });
    }
  }
}

interface SamplePath {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly rightmost: number;
  readonly lowest: number;
}

/** Draws the pixels of one row in one cell of the mesh. This is the innermost loop and uses integers only. */
function drawRun(
  { data, width }: Plane,
  target: Uint8Array,
  { offset, count }: { readonly offset: number; readonly count: number },
  { x, y, stepX, stepY, rightmost, lowest }: SamplePath,
): void {
  // The zeros keep the arithmetic in 32-bit integers, which is a third faster.
  const du = Math.round(stepX) | 0;
  const dv = Math.round(stepY) | 0;
  let u = Math.round(x) | 0;
  let v = Math.round(y) | 0;
  const endU = u + du * count;
  const endV = v + dv * count;
  const isInside =
    Math.min(u, endU, v, endV) >= 0 && Math.max(u, endU) <= rightmost && Math.max(v, endV) <= lowest;
  for (let index = 0; index < count; index += 1) {
    const sx = isInside ? u : Math.max(0, Math.min(rightmost, u));
    const sy = isInside ? v : Math.max(0, Math.min(lowest, v));
    const at = (sy >> 16) * width + (sx >> 16);
    const across = (sx >> 8) & 255;
    const left = data[at] as number;
    const lower = data[at + width] as number;
    const top = (left << 8) + ((data[at + 1] as number) - left) * across;
    const foot = (lower << 8) + ((data[at + width + 1] as number) - lower) * across;
    target[offset + index] = ((top << 8) + (foot - top) * ((sy >> 8) & 255) + 32_768) >> 16;
    u = (u + du) | 0;
    v = (v + dv) | 0;
  }
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
