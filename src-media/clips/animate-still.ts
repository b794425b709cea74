import { framesPerSecond } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import type { AnimateStillRequest, MadeClip } from './clip-tools.ts';
import { ParticleField } from './particles/particle-field.ts';
import { chooseParticles } from './particles/particle-styles.ts';
import { StillShot } from './shots/still-shot.ts';
import { writeClip } from './write-clip.ts';

/**
 * Animates a still: it starts unchanged, then a camera moves and near parts shift against far ones. Particles that the
 * prompt names fade in with the move.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function animateStill(request: AnimateStillRequest, control: TaskControl): Promise<MadeClip> {
  const { width, height, durationFrames, motionPrompt, seed } = request;
  const plan = { width, height, durationFrames, motionPrompt, seed, startsWhole: true };
  using shot = await StillShot.open(request.stillPath, plan, { scratchPath: `${request.outputPath}.still` });
  // Adds only particles the prompt names, because this is the user's own picture.
  const kind = chooseParticles(motionPrompt);
  const air = kind === null ? null : new ParticleField(kind, seed);
  return await writeClip({ ...request, sound: null }, control, (picture, index) => {
    shot.drawNext(picture);
    air?.draw(picture, index / framesPerSecond, Math.min(1, index / (1.5 * framesPerSecond)));
    return picture.data;
  });
}
