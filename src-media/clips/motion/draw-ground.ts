import { mixColors, withAlpha } from '../../pictures/color/color.ts';
import type { MotionStage, MotionTime } from './motion-stage.ts';

/** The ground of an opaque graphic: two shades, and great soft discs that wander over it. */
export function drawGround({ ctx, theme, width, height }: MotionStage, { seconds }: MotionTime): void {
  const gradient = ctx.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, mixColors(theme.ground, theme.second, 0.05));
  gradient.addColorStop(1, mixColors(theme.ground, theme.accent, 0.1));
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
  const reach = Math.max(width, height);
  const discs = [
    {
      x: 0.9 + 0.03 * Math.sin(seconds * 0.4),
      y: 0.06 + 0.03 * Math.cos(seconds * 0.33),
      radius: 0.34,
      color: theme.accent,
    },
    {
      x: 0.04 + 0.03 * Math.cos(seconds * 0.3),
      y: 1.02 + 0.03 * Math.sin(seconds * 0.37),
      radius: 0.3,
      color: theme.second,
    },
  ];
  for (const { x, y, radius, color } of discs) {
    ctx.fillStyle = withAlpha(color, 0.13);
    ctx.beginPath();
    ctx.arc(x * width, y * height, radius * reach, 0, Math.PI * 2);
    ctx.fill();
  }
}
