import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import semver from 'semver';
import { endFrameOf, type Placement, placementsOfTrack } from '../../src-timeline/model/placement.ts';
import { primaryTrackIndex, type Timeline } from '../../src-timeline/model/timeline.ts';
import { decodeFrames, pictureDifference } from '../roundtrip/movie-probe.ts';
import { editorPrograms } from './programs.ts';
import { renderFrames } from './rendered-frames.ts';

const run = promisify(execFile);

/** Limit for the mean difference of two pictures, in levels of 256. */
export const maxDifference = 4;
/** First MLT version whose dissolves of transparent pictures do not let what lies below both shine through. */
const firstExactMlt = '7.30.0';

interface DissolveFrames {
  /** Two frames before a cut and two after it; for a dissolve, before its start and after its end. */
  readonly around: readonly number[];
  /** First, middle and last frame of a dissolve. */
  readonly within: readonly number[];
  /** True if a picture that does not fill the frame takes part. */
  readonly hasBackground: boolean;
}

function framesOf({ clip, startFrame }: Placement, backgrounds: readonly Placement[]): DissolveFrames {
  const { durationFrames = 0, framesBeforeCut = 0 } = clip.transition ?? {};
  const first = startFrame - framesBeforeCut;
  const end = first + durationFrames;
  return {
    around: [first - 2, first - 1, end, end + 1],
    within: durationFrames === 0 ? [] : [first, first + Math.floor(durationFrames / 2), end - 1],
    hasBackground: backgrounds.some((one) => one.startFrame < end && endFrameOf(one) > first),
  };
}

function cutsOf({ tracks }: Timeline): readonly DissolveFrames[] {
  const pictures = tracks[primaryTrackIndex(tracks)];
  const backgrounds = tracks.filter(({ role }) => role === 'background').flatMap(placementsOfTrack);
  return pictures === undefined
    ? []
    : placementsOfTrack(pictures)
        .slice(1)
        .map((placement) => framesOf(placement, backgrounds));
}

async function isExactMlt(): Promise<boolean> {
  const { stdout, stderr } = await run(editorPrograms.melt ?? 'melt', ['--version']);
  const version = /melt (\d+\.\d+\.\d+)/.exec(stdout + stderr)?.[1];
  return version !== undefined && semver.gte(version, firstExactMlt);
}

/** Result of comparing MLT's rendering of a document with the reference movie of its delivery. */
interface MovieComparison {
  readonly comparedFrames: number;
  readonly worstDifference: number;
  /** Frames that differ by more than a mean of 4 levels of 256. */
  readonly far: readonly { readonly frame: number; readonly difference: number }[];
  /** Frames within dissolves that this MLT version is known to render differently. */
  readonly leftOut: readonly number[];
}

/** Compares the frames on both sides of each cut, and those of each dissolve, with captions off. */
export async function compareWithMovie(
  documentPath: string,
  cut: Timeline,
  moviePath: string,
): Promise<MovieComparison> {
  const isExact = await isExactMlt();
  const cuts = cutsOf(cut);
  const isLeftOut = ({ hasBackground }: DissolveFrames): boolean => hasBackground && !isExact;
  const frames = cuts.flatMap((one) => [...one.around, ...(isLeftOut(one) ? [] : one.within)]);
  const movie = await decodeFrames(moviePath, frames);
  const rendered = await renderFrames(documentPath, frames);
  const differences = frames.map((frame) => {
    const here = rendered.get(frame);
    const there = movie.get(frame);
    return { frame, difference: here && there ? pictureDifference(here, there) : Number.POSITIVE_INFINITY };
  });
  return {
    comparedFrames: frames.length,
    worstDifference: Math.max(0, ...differences.map(({ difference }) => difference)),
    far: differences.filter(({ difference }) => difference > maxDifference),
    leftOut: cuts.filter(isLeftOut).flatMap(({ within }) => within),
  };
}
