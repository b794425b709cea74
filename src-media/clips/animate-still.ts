import { MovieWriter } from '../av/movie-writer.ts';
import { framesPerSecond } from '../project-content.ts';
import type { TaskControl } from '../worker/task-control.ts';
import { blankPicture, clipRate, clipFrame } from './clip-frames.ts';
import type { AnimateStillRequest, MadeClip } from './clip-tools.ts';
import { ParticleField } from './particles/particle-field.ts';
import { chooseParticles } from './particles/particle-styles.ts';
import { StillShot } from './shots/still-shot.ts';

/**
 * Brings a still to life: it begins as it is, then a camera moves and its near parts move against its far ones.
 * What the words say is in the air comes up with the move.
 *
 * @throws MediaError `unreadable_media`, `media_too_large`
 */
export async function animateStill(request: AnimateStillRequest, control: TaskControl): Promise<MadeClip> {
  const { width, height, durationFrames, motionPrompt, seed } = request;
  const plan = { width, height, durationFrames, motionPrompt, seed, startsWhole: true };
  using shot = await StillShot.open(request.stillPath, plan, { scratchPath: `${request.outputPath}.still` });
  using movie = new MovieWriter({
    pictures: { kind: 'h264', width, height, rate: clipRate },
    sound: null,
    outputPath: request.outputPath,
  });
  // Only what was asked for: an own picture is not to be snowed in.
  const kind = chooseParticles(motionPrompt);
  const air = kind === 'dust' ? null : new ParticleField(kind, seed);
  const picture = blankPicture(request);
  for (let index = 0; index < durationFrames; index += 1) {
    control.checkpoint();
    shot.drawNext(picture);
    air?.draw(picture, index / framesPerSecond, Math.min(1, index / (1.5 * framesPerSecond)));
    using frame = clipFrame(picture.data, request, false);
    movie.write(frame);
    control.progress((index + 1) / durationFrames);
  }
  movie.finish();
  return {
    width,
    height,
    durationSeconds: durationFrames / framesPerSecond,
    hasSound: false,
    thumbnail: null,
  };
}
