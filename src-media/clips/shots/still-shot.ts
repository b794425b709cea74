import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { conformStill } from '../../media/conform-still.ts';
import { framesPerSecond } from '../../project-content.ts';
import { rgbToYuv } from '../../video/rgb-to-yuv.ts';
import type { YuvPicture } from '../../video/yuv-picture.ts';
import { type CameraMove, type CameraPose, chooseMove, poseAt } from '../warp/camera.ts';
import { type DepthMap, estimateDepth } from '../warp/depth-map.ts';
import { createMesh, type Mesh, meshStep } from '../warp/mesh.ts';
import { warpPicture } from '../warp/warp-picture.ts';
import type { Shot, ShotPlan } from './shot.ts';

/** Scale of stills relative to the frame, which keeps them sharp between pixels and when zoomed in. */
const sourceScale = 1.3;
/** Depth that stays in place during a sideways move. */
const restDepth = 0.35;

/** Moves a camera in front of a still, with parallax between its near and far parts. */
export class StillShot implements Shot {
  readonly #plan: ShotPlan;
  readonly #source: YuvPicture;
  readonly #depth: DepthMap;
  readonly #mesh: Mesh;
  readonly #move: CameraMove;
  #index = 0;

  private constructor(plan: ShotPlan, source: YuvPicture, move: CameraMove) {
    this.#plan = plan;
    this.#source = source;
    this.#move = move;
    this.#depth = estimateDepth(source, plan);
    this.#mesh = createMesh(plan.width, plan.height);
  }

  /**
   * @param scratchPath a path without extension that may be written to
   * @throws MediaError `unreadable_media`, `media_too_large`
   */
  static async open(
    stillPath: string,
    plan: ShotPlan,
    { scratchPath, move }: { readonly scratchPath: string; readonly move?: CameraMove },
  ): Promise<StillShot> {
    const width = Math.round((plan.width * sourceScale) / 2) * 2;
    const height = Math.round((plan.height * sourceScale) / 2) * 2;
    const outputPath = `${scratchPath}.jpg`;
    try {
      await conformStill({ inputPath: stillPath, width, height, outputPath });
      const rgb = await sharp(outputPath).resize(width, height, { fit: 'fill' }).raw().toBuffer();
      const source = rgbToYuv(rgb, width, height);
      return new StillShot(plan, source, move ?? chooseMove(plan.motionPrompt, plan.seed));
    } finally {
      await rm(outputPath, { force: true });
    }
  }

  drawNext(target: YuvPicture): void {
    const { durationFrames, startsWhole } = this.#plan;
    const share = this.#index / Math.max(1, durationFrames - 1);
    const pose = poseAt(this.#move, share, { seconds: durationFrames / framesPerSecond, startsWhole });
    this.#index += 1;
    bendMesh(this.#mesh, this.#depth, pose, this.#plan);
    warpPicture(this.#source, target, this.#mesh);
  }

  [Symbol.dispose](): void {
    // Holds memory only.
  }
}

/** Updates the mesh to the camera's view of the still. */
function bendMesh(
  mesh: Mesh,
  depth: DepthMap,
  pose: CameraPose,
  frame: { readonly width: number; readonly height: number },
): void {
  const aspect = frame.width / frame.height;
  const cosine = Math.cos(pose.roll);
  const sine = Math.sin(pose.roll);
  for (let row = 0; row < mesh.rows; row += 1) {
    for (let column = 0; column < mesh.columns; column += 1) {
      const at = row * mesh.columns + column;
      const x = ((column * meshStep) / frame.width - 0.5) * aspect;
      const y = (row * meshStep) / frame.height - 0.5;
      const near = (depth.values[at] ?? 0) - restDepth;
      const zoom = pose.zoom * (1 + (pose.zoom - 1) * 0.35 * near);
      const turnedX = (x * cosine + y * sine) / zoom / aspect;
      const turnedY = (y * cosine - x * sine) / zoom;
      mesh.xs[at] = 0.5 + turnedX + pose.x * (0.3 + near);
      mesh.ys[at] = 0.5 + turnedY + pose.y * (0.3 + near);
    }
  }
}
