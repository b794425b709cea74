import { keyframesOfLevels, silenceDb, valuesAtFrames } from '../keyframes.ts';
import { placementsOfTrack } from '../placement.ts';
import type { Clip, MediaReference, Timeline } from '../timeline.ts';

/** A sound clip, or the part of it between two frames. */
export interface SoundPart {
  readonly trackIndex: number;
  /** Frame of the sequence at which the whole clip begins. */
  readonly clipStartFrame: number;
  readonly clip: Clip;
  readonly media: MediaReference;
  /** Frames of the sequence; the end is excluded. */
  readonly startFrame: number;
  readonly endFrame: number;
  /** Frame of the media heard at `startFrame`; fractional at a speed. */
  readonly sourceFrame: number;
  /** From `startFrame` to `endFrame`. */
  readonly gains: readonly GainPoint[];
}

/** Factor of each channel of a stereo sound at a frame of the sequence, interpolated linearly. */
export interface GainPoint {
  readonly frame: number;
  readonly gain: number;
}

/** Mono sound is as loud in two channels as the recording, as in the service's movie. */
const dualMonoGain = Math.SQRT1_2;

/** Returns the sounds between two frames, the second excluded, in order of the tracks. Reversed clips are silent. */
export function soundsBetween(timeline: Timeline, fromFrame: number, toFrame: number): readonly SoundPart[] {
  const { tracks, media } = timeline;
  return tracks.flatMap((track, trackIndex) => {
    if (track.kind !== 'audio') return [];
    return placementsOfTrack(track).flatMap(({ startFrame: clipStartFrame, clip }): SoundPart[] => {
      const startFrame = Math.max(fromFrame, clipStartFrame);
      const endFrame = Math.min(toFrame, clipStartFrame + clip.durationFrames);
      if (startFrame >= endFrame || clip.isDisabled === true || clip.isReversed === true) return [];
      const heard = media.find(({ mediaId }) => mediaId === clip.mediaId);
      if (!heard) return [];
      const sourceFrame = clip.sourceStartFrame + (startFrame - clipStartFrame) * (clip.speed ?? 1);
      const loudness = heard.audioChannels === 1 ? dualMonoGain : 1;
      const gains = gainsOf(clip, startFrame - clipStartFrame, endFrame - clipStartFrame).map(
        ({ frame, gain }) => ({ frame: frame + clipStartFrame, gain: gain * loudness }),
      );
      return [{ trackIndex, clipStartFrame, clip, media: heard, startFrame, endFrame, sourceFrame, gains }];
    });
  });
}

/** Returns the gain at both ends and at every frame at which its course changes. Frames count from the clip's first. */
function gainsOf(clip: Clip, fromFrame: number, toFrame: number): readonly GainPoint[] {
  const frames = Array.from({ length: toFrame - fromFrame + 1 }, (_, index) => fromFrame + index);
  const levels = clip.levels ? valuesAtFrames(keyframesOfLevels(clip.levels), frames) : [];
  const gains = frames.map((frame, index) => ({
    frame,
    gain: factorOf(levels[index]?.[0] ?? 0) * fadeAt(clip, frame),
  }));
  return gains.filter(
    ({ gain }, index) => gain !== gains[index - 1]?.gain || gain !== gains[index + 1]?.gain,
  );
}

function factorOf(levelDb: number): number {
  return levelDb <= silenceDb ? 0 : 10 ** (levelDb / 20);
}

function fadeAt({ fades, durationFrames }: Clip, frame: number): number {
  if (!fades) return 1;
  const opened = fades.inFrames > 0 ? frame / fades.inFrames : 1;
  const left = fades.outFrames > 0 ? (durationFrames - frame) / fades.outFrames : 1;
  return Math.max(0, Math.min(1, opened, left));
}
