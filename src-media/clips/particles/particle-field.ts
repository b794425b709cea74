import { Random } from '../../pictures/random.ts';
import type { YuvPicture } from '../../video/yuv-picture.ts';
import { type Capsule, paintCapsule } from './paint-capsule.ts';
import { type ParticleKind, type ParticleStyle, particleStyles } from './particle-styles.ts';

interface Particle {
  /** Start position, as shares of the frame. */
  readonly x: number;
  readonly y: number;
  /** From 0, far, to 1, near. */
  readonly near: number;
  readonly phase: number;
  readonly tone: number;
}

const laps = 1.16;

/** Particles of a clip: dust, rain, snow, lights out of focus. Each frame depends only on its time. */
export class ParticleField {
  readonly #particles: readonly Particle[];
  readonly #style: ParticleStyle;

  constructor(kind: ParticleKind, seed: string) {
    this.#style = particleStyles[kind];
    const random = new Random(`particles ${seed}`);
    this.#particles = Array.from({ length: this.#style.count }, () => ({
      x: random.next(),
      y: random.next(),
      near: random.next() ** this.#style.rarityOfNear,
      phase: random.between(0, Math.PI * 2),
      tone: random.next(),
    }));
  }

  /** @param seconds since the clip's beginning; @param strength 0 to 1 */
  draw(picture: YuvPicture, seconds: number, strength: number): void {
    if (strength <= 0) return;
    for (const particle of this.#particles) {
      const capsule = this.#capsuleOf(particle, picture, seconds, strength);
      const colors = this.#style.colors;
      const color = colors[Math.floor(particle.tone * colors.length)];
      if (capsule.opacity > 0.015 && color) paintCapsule(picture, capsule, color);
    }
  }

  #capsuleOf(particle: Particle, picture: YuvPicture, seconds: number, strength: number): Capsule {
    const style = this.#style;
    const unit = Math.min(picture.width, picture.height) / 100;
    const pace = 0.45 + 0.75 * particle.near;
    const sway = Math.sin(seconds * style.swaySpeed + particle.phase) * style.sway * pace;
    const fallX = style.speedX * pace * seconds;
    const fallY = style.speedY * pace * seconds;
    const size = style.size[0] + (style.size[1] - style.size[0]) * particle.near;
    const length = (style.length * pace) / Math.max(0.001, Math.hypot(style.speedX, style.speedY));
    const twinkle =
      1 - style.twinkle * (0.5 + 0.5 * Math.sin(seconds * style.twinkleSpeed + particle.phase * 3));
    return {
      x: (lap(particle.x + (fallX + sway) / 100) * laps - (laps - 1) / 2) * picture.width,
      y: (lap(particle.y + fallY / 100) * laps - (laps - 1) / 2) * picture.height,
      dx: style.speedX * length * unit,
      dy: style.speedY * length * unit,
      radius: size * unit,
      softness: Math.max(0.9, style.softness * size * unit),
      opacity: style.opacity * twinkle * strength * (0.5 + 0.5 * particle.near),
      hasRim: style.hasRim,
    };
  }
}

/** Wraps a position around to the other side of the frame. */
function lap(share: number): number {
  return share - Math.floor(share);
}
