import { ClipSampler } from '../../video/clip-sampler.ts';
import type { YuvPicture } from '../../video/yuv-picture.ts';
import { createMesh, type Mesh, meshStep } from '../warp/mesh.ts';
import { warpPicture } from '../warp/warp-picture.ts';
import type { Shot, ShotPlan } from './shot.ts';

/** Shows a clip unchanged. If it ends too early, holds its last picture and zooms in slowly to avoid a freeze. */
export class ClipShot implements Shot {
  readonly #sampler: ClipSampler;
  readonly #plan: ShotPlan;
  #last: YuvPicture | null = null;
  #mesh: Mesh | null = null;
  #heldFrames = 0;

  /** @throws MediaError `unreadable_media` */
  constructor(path: string, plan: ShotPlan) {
    this.#plan = plan;
    this.#sampler = new ClipSampler(path, plan.width, plan.height);
  }

  drawNext(target: YuvPicture): void {
    const next = this.#sampler.next();
    if (next) {
      this.#last = next;
      next.data.copy(target.data);
    } else if (this.#last) this.#drawHeld(this.#last, target);
  }

  #drawHeld(last: YuvPicture, target: YuvPicture): void {
    this.#heldFrames += 1;
    const { width, height } = this.#plan;
    const mesh = (this.#mesh ??= createMesh(width, height));
    // Accelerates over a second, then zooms by 2 % per second.
    const frames = this.#heldFrames < 30 ? this.#heldFrames ** 2 / 60 : this.#heldFrames - 15;
    const zoom = 1 + 0.0007 * frames;
    for (let at = 0; at < mesh.xs.length; at += 1) {
      mesh.xs[at] = 0.5 + (((at % mesh.columns) * meshStep) / width - 0.5) / zoom;
      mesh.ys[at] = 0.5 + ((Math.floor(at / mesh.columns) * meshStep) / height - 0.5) / zoom;
    }
    warpPicture(last, target, mesh);
  }

  [Symbol.dispose](): void {
    this.#sampler[Symbol.dispose]();
  }
}
