import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { drawPrompt } from '../../pictures/prompt/prompt-layers.ts';
import { framesPerSecond } from '../../project-content.ts';
import type { YuvPicture } from '../../video/yuv-picture.ts';
import { RgbaConverter } from '../frames/rgba-converter.ts';
import { type CameraMove, type CameraPose, chooseMove, poseAt } from '../warp/camera.ts';
import type { Shot, ShotPlan } from './shot.ts';

/** Scale of the layers, larger than the frame so that the camera can move. */
const overscan = 1.16;
/** Factor by which near layers move further than the frame's own reach. */
const parallax = 1.5;

/** Shows what a prompt asks to see, in layers that move by their distance; what cannot be drawn is set in type. */
export class SceneShot implements Shot {
  readonly #plan: ShotPlan;
  readonly #layers: readonly Canvas[];
  readonly #size: { readonly width: number; readonly height: number };
  readonly #isWater: boolean;
  readonly #isPlate: boolean;
  readonly #move: CameraMove;
  readonly #canvas: Canvas;
  readonly #converter: RgbaConverter;
  #index = 0;

  constructor(prompt: string, plan: ShotPlan) {
    const { width, height, seed } = plan;
    this.#plan = plan;
    this.#move = chooseMove(plan.motionPrompt, seed);
    this.#size = { width: Math.ceil(width * overscan), height: Math.ceil(height * overscan) };
    // Rain and snow move as particles of the clip.
    const picture = drawPrompt(prompt, { ...this.#size, seed, isOverscanned: true }, { hasWeather: false });
    this.#layers = picture.layers;
    this.#isPlate = picture.isPlate;
    this.#isWater = picture.isWater;
    this.#canvas = createCanvas(width, height);
    this.#converter = new RgbaConverter(plan, false);
  }

  drawNext(target: YuvPicture): void {
    const { durationFrames } = this.#plan;
    const seconds = this.#index / framesPerSecond;
    const share = this.#index / Math.max(1, durationFrames - 1);
    const timing = { seconds: durationFrames / framesPerSecond, startsWhole: false };
    // A page of type is shown whole and only comes nearer.
    const pose = this.#isPlate
      ? { x: 0, y: 0, roll: 0, zoom: (1 + 0.04 * share) / overscan }
      : poseAt(this.#move, share, timing);
    this.#index += 1;
    const ctx = this.#canvas.getContext('2d');
    this.#layers.forEach((layer, index) => {
      this.#place(pose, this.#layers.length > 1 ? index / (this.#layers.length - 1) : 0.3, seconds);
      ctx.drawImage(layer, 0, 0);
    });
    this.#converter.convert(this.#canvas.data()).copy(target.data);
  }

  /** Transforms the canvas for a layer. @param near from 0, farthest, to 1, nearest */
  #place(pose: CameraPose, near: number, seconds: number): void {
    const { width, height } = this.#plan;
    const weight = 0.25 + parallax * near;
    const zoom = this.#isPlate ? pose.zoom : 1 + (pose.zoom - 1) * (0.45 + 0.75 * near);
    // Things on water rise and fall.
    const swell = this.#isWater && near > 0 ? Math.sin(seconds * 1.25 + near * 7) * 0.0065 * near : 0;
    const ctx = this.#canvas.getContext('2d');
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.imageSmoothingQuality = 'low';
    ctx.translate(width / 2 - pose.x * weight * width, height / 2 + (swell - pose.y * weight) * height);
    ctx.rotate(-pose.roll);
    ctx.scale(zoom, zoom);
    ctx.translate(-this.#size.width / 2, -this.#size.height / 2);
  }

  [Symbol.dispose](): void {
    this.#converter[Symbol.dispose]();
  }
}
