import { framesPerSecond, samplesPerFrame } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import type { MadeClip } from './clip-tools.ts';
import { FrameMark } from './mark-frame.ts';
import { ParticleField } from './particles/particle-field.ts';
import { chooseParticles } from './particles/particle-styles.ts';
import { ClipShot } from './shots/clip-shot.ts';
import { SceneShot } from './shots/scene-shot.ts';
import { type PlacedShot, shareFrames, ShotSequence } from './shots/shot-sequence.ts';
import type { Shot, ShotPlan } from './shots/shot.ts';
import { StillShot } from './shots/still-shot.ts';
import { type ClipSoundRequest, mixClipSound } from './sound/mix-clip-sound.ts';
import { writeClip } from './write-clip.ts';

/** A clip with its words already spoken and its length known. */
export interface MakeClipRequest {
  readonly prompt: string;
  readonly startFramePath: string | null;
  readonly imagePaths: readonly string[];
  readonly videoPaths: readonly string[];
  readonly sound: Omit<ClipSoundRequest, 'sampleCount'> | null;
  readonly durationFrames: number;
  readonly width: number;
  readonly height: number;
  readonly hasWatermark: boolean;
  readonly seed: string;
  readonly outputPath: string;
}

/** @throws MediaError `unreadable_media`, `media_too_large`, `encoding_failed` */
export async function makeClip(request: MakeClipRequest, control: TaskControl): Promise<MadeClip> {
  const { durationFrames, seed } = request;
  using sequence = new ShotSequence(placeShots(request), request);
  const mix = request.sound
    ? mixClipSound({ ...request.sound, sampleCount: durationFrames * samplesPerFrame }, control)
    : null;
  const kind = chooseParticles(request.prompt);
  const air = kind === null ? null : new ParticleField(kind, seed);
  const mark = new FrameMark(request, request.hasWatermark);
  return await writeClip({ ...request, sound: mix }, control, async (picture, index) => {
    await sequence.drawNext(picture);
    air?.draw(picture, index / framesPerSecond, airStrength(request, index));
    return mark.draw(picture.data);
  });
}

/** Fades particles in, so that an opening frame is first shown unchanged. */
function airStrength(request: MakeClipRequest, index: number): number {
  return request.startFramePath === null ? 1 : Math.min(1, index / (1.5 * framesPerSecond));
}

/** Divides the time among the opening frame, the images and the clips. Without any, draws the prompt itself. */
function placeShots(request: MakeClipRequest): PlacedShot[] {
  const { width, height, prompt, seed } = request;
  const sources: ((plan: ShotPlan) => Shot | Promise<Shot>)[] = [];
  const still = (path: string) => (plan: ShotPlan) =>
    StillShot.open(path, plan, { scratchPath: `${request.outputPath}.still` });
  if (request.startFramePath !== null) sources.push(still(request.startFramePath));
  sources.push(...request.imagePaths.map(still));
  sources.push(...request.videoPaths.map((path) => (plan: ShotPlan) => new ClipShot(path, plan)));
  if (sources.length === 0) sources.push((plan) => new SceneShot(prompt, plan));
  return shareFrames(sources.length, request.durationFrames).map(({ startFrame, durationFrames }, index) => {
    const startsWhole = index === 0 && request.startFramePath !== null;
    const plan = {
      width,
      height,
      durationFrames,
      motionPrompt: prompt,
      seed: `${seed} ${index}`,
      startsWhole,
    };
    return { startFrame, open: () => sources[index]?.(plan) ?? Promise.reject(new Error('No shot.')) };
  });
}
