import { planesOf, type YuvPicture } from '../../video/yuv-picture.ts';

/** A soft stroke in pixels of the frame; a dot if its length is zero. */
export interface Capsule {
  readonly x: number;
  readonly y: number;
  /** Vector from its start to its end. */
  readonly dx: number;
  readonly dy: number;
  readonly radius: number;
  /** Width of the fading edge, in pixels. */
  readonly softness: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** Draws a brighter rim, like a light out of focus. */
  readonly hasRim: boolean;
}

/** Paint colour: luma 16 to 235, chroma around 128. */
export interface PaintColor {
  readonly luma: number;
  readonly blue: number;
  readonly red: number;
}

/** Paints a stroke over a picture with subpixel precision, so that slow strokes do not jump. */
export function paintCapsule(picture: YuvPicture, capsule: Capsule, color: PaintColor): void {
  const { luma, blue, red } = planesOf(picture);
  paintPlane(luma, picture.width, picture.height, capsule, color.luma);
  const half: Capsule = {
    ...capsule,
    x: capsule.x / 2,
    y: capsule.y / 2,
    dx: capsule.dx / 2,
    dy: capsule.dy / 2,
    radius: capsule.radius / 2,
    softness: Math.max(0.8, capsule.softness / 2),
  };
  paintPlane(blue, picture.width / 2, picture.height / 2, half, color.blue);
  paintPlane(red, picture.width / 2, picture.height / 2, half, color.red);
}

function paintPlane(plane: Buffer, width: number, height: number, capsule: Capsule, value: number): void {
  const { x, y, dx, dy, radius, softness, opacity, hasRim } = capsule;
  const reach = radius + softness;
  const left = Math.max(0, Math.floor(Math.min(x, x + dx) - reach));
  const right = Math.min(width - 1, Math.ceil(Math.max(x, x + dx) + reach));
  const top = Math.max(0, Math.floor(Math.min(y, y + dy) - reach));
  const foot = Math.min(height - 1, Math.ceil(Math.max(y, y + dy) + reach));
  const square = dx * dx + dy * dy || 1;
  for (let row = top; row <= foot; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const along = Math.max(0, Math.min(1, ((column - x) * dx + (row - y) * dy) / square));
      const awayX = column - x - along * dx;
      const awayY = row - y - along * dy;
      const away = Math.sqrt(awayX * awayX + awayY * awayY);
      const inside = Math.min(1, (reach - away) / softness);
      if (inside <= 0) continue;
      const rim = hasRim ? 0.62 + 0.38 * Math.min(1, away / radius) ** 3 : 1;
      const at = row * width + column;
      const own = plane[at] as number;
      plane[at] = own + (value - own) * inside * inside * (3 - 2 * inside) * opacity * rim + 0.5;
    }
  }
}
