import type { RgbaImage } from '../video/overlay.ts';

/** Of the short side. */
const radiusShare = 0.12;

/** Makes the corners of a picture transparent along quarter circles. Changes `rgba` in place. */
export function roundCorners({ rgba, width, height }: RgbaImage): void {
  const radius = Math.min(width, height) * radiusShare;
  const beyond = (at: number, length: number): number =>
    Math.max(0, radius - at - 0.5, at + 0.5 - (length - radius));
  for (let y = 0; y < height; y += 1) {
    const down = beyond(y, height);
    if (down === 0) continue;
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot(beyond(x, width), down);
      const seen = Math.min(1, Math.max(0, radius - distance + 0.5));
      const at = (y * width + x) * 4 + 3;
      rgba[at] = (rgba[at] ?? 0) * seen;
    }
  }
}
