import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { withAlpha } from '../../pictures/color/color.ts';
import { framesPerSecond } from '../../project-content.ts';
import type { YuvPicture } from '../../video/yuv-picture.ts';
import { RgbaConverter } from '../frames/rgba-converter.ts';
import { drawLayers, type LayeredScene } from '../scene/draw-layers.ts';
import { type CameraMove, type CameraPose, chooseMove, poseAt } from '../warp/camera.ts';
import type { Shot, ShotPlan } from './shot.ts';

/** Scale of the layers, larger than the frame so that the camera can move. */
const overscan = 1.16;
/** Factor by which near layers move further than the frame's own reach. */
const parallax = 1.9;

/** Shows a place drawn from words, in layers that move by their distance, with a slowly pulsing light. */
export class SceneShot implements Shot {
  readonly #plan: ShotPlan;
  readonly #scene: LayeredScene;
  readonly #move: CameraMove;
  readonly #canvas: Canvas;
  readonly #converter: RgbaConverter;
  readonly #glow: Canvas;
  readonly #vignette: Canvas;
  #index = 0;

  constructor(prompt: string, plan: ShotPlan) {
    this.#plan = plan;
    this.#move = chooseMove(plan.motionPrompt, plan.seed);
    const size = { width: Math.ceil(plan.width * overscan), height: Math.ceil(plan.height * overscan) };
    this.#scene = drawLayers({ prompt, ...size, seed: plan.seed });
    this.#canvas = createCanvas(plan.width, plan.height);
    this.#converter = new RgbaConverter(plan, false);
    this.#glow = drawGlow(this.#scene.light.color);
    this.#vignette = drawVignette(plan, this.#scene.vignette);
  }

  drawNext(target: YuvPicture): void {
    const { durationFrames } = this.#plan;
    const seconds = this.#index / framesPerSecond;
    const share = this.#index / Math.max(1, durationFrames - 1);
    const pose = poseAt(this.#move, share, { seconds: durationFrames / framesPerSecond, startsWhole: false });
    this.#index += 1;
    const ctx = this.#canvas.getContext('2d');
    const { layers } = this.#scene;
    layers.forEach((layer, index) => {
      this.#place(pose, layers.length > 1 ? index / (layers.length - 1) : 0.4, seconds);
      const breadth = this.#scene.width;
      const depth = this.#scene.height - layer.top;
      ctx.drawImage(layer.canvas, 0, layer.top, breadth, depth, 0, layer.top, breadth, depth);
      if (index === 0) this.#drawGlow(seconds);
    });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(this.#vignette, 0, 0, this.#plan.width, this.#plan.height);
    this.#converter.convert(this.#canvas.data()).copy(target.data);
  }

  /** Transforms the canvas for a layer. @param near from 0, farthest, to 1, nearest */
  #place(pose: CameraPose, near: number, seconds: number): void {
    const { width, height } = this.#plan;
    const weight = 0.25 + parallax * near;
    const zoom = 1 + (pose.zoom - 1) * (0.45 + 0.75 * near);
    const own = this.#ownMotion(near, seconds);
    const x = -pose.x * weight * width + own.x * width;
    const y = -pose.y * weight * height + own.y * height;
    const ctx = this.#canvas.getContext('2d');
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.imageSmoothingQuality = 'low';
    ctx.translate(width / 2 + x, height / 2 + y);
    ctx.rotate(-pose.roll);
    ctx.scale(zoom, zoom);
    ctx.translate(-this.#scene.width / 2, -this.#scene.height / 2);
  }

  /** Returns a layer's own movement: waves rise and fall, clouds drift. */
  #ownMotion(near: number, seconds: number): { x: number; y: number } {
    if (this.#scene.motion === 'none' || near === 0) return { x: 0, y: 0 };
    if (this.#scene.motion === 'clouds') return { x: Math.sin(seconds * 0.12 + near) * 0.012 * near, y: 0 };
    const phase = near * 4.1;
    return {
      x: Math.sin(seconds * 0.75 + phase) * 0.006 * near,
      y: Math.sin(seconds * 1.25 + phase * 1.7) * 0.0065 * near,
    };
  }

  #drawGlow(seconds: number): void {
    const { light, width, height } = this.#scene;
    const ctx = this.#canvas.getContext('2d');
    const size = Math.min(width, height) * (1.15 + 0.05 * Math.sin(seconds * 0.9));
    ctx.save();
    ctx.globalCompositeOperation = 'screen';
    ctx.globalAlpha = 0.34 + 0.1 * Math.sin(seconds * 1.3);
    ctx.drawImage(this.#glow, light.x * width - size / 2, light.y * height - size / 2, size, size);
    ctx.restore();
  }

  [Symbol.dispose](): void {
    this.#converter[Symbol.dispose]();
  }
}

const glowSide = 256;

function drawGlow(color: string): Canvas {
  const canvas = createCanvas(glowSide, glowSide);
  const ctx = canvas.getContext('2d');
  const middle = glowSide / 2;
  const gradient = ctx.createRadialGradient(middle, middle, 0, middle, middle, middle);
  for (const step of [0, 0.15, 0.35, 0.6, 1]) {
    gradient.addColorStop(step, withAlpha(color as `#${string}`, (1 - step) ** 2.4));
  }
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, glowSide, glowSide);
  return canvas;
}

function drawVignette({ width, height }: ShotPlan, strength: number): Canvas {
  const canvas = createCanvas(Math.ceil(width / 4), Math.ceil(height / 4));
  const ctx = canvas.getContext('2d');
  const reach = Math.hypot(canvas.width, canvas.height) / 2;
  const gradient = ctx.createRadialGradient(
    canvas.width / 2,
    canvas.height / 2,
    reach * 0.45,
    canvas.width / 2,
    canvas.height / 2,
    reach,
  );
  gradient.addColorStop(0, 'rgba(0, 0, 0, 0)');
  gradient.addColorStop(1, `rgba(0, 0, 0, ${0.15 + 0.4 * strength})`);
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}
