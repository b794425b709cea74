import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import semver from 'semver';
import { endFrameOf, type Placement, placementsOfTrack } from '../../src-shared/timeline/placement.ts';
import { primaryTrackIndex, type Timeline } from '../../src-shared/timeline/timeline.ts';
import { decodeFrames, pictureDifference } from '../roundtrip/movie-probe.ts';
import { editorPrograms } from './programs.ts';
import { renderFrames } from './rendered-frames.ts';

const run = promisify(execFile);

/** Mean, in levels of 256. */
const mostDifference = 4;
/** The first that dissolves transparent pictures without letting what is below shine through what both cover. */
const firstExactMlt = '7.30.0';

interface DissolveFrames {
  /** Two before a cut and two after it; for a dissolve before its start and after its end. */
  readonly around: readonly number[];
  /** The first, the middle and the last of a dissolve. */
  readonly within: readonly number[];
  /** Whether a picture that does not fill the frame takes part. */
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

/** What MLT renders of a document beside the reference movie of its delivery. */
interface MovieComparison {
  readonly comparedFrames: number;
  readonly worstDifference: number;
  /** Frames that differ by more than a mean of 4 levels of 256. */
  readonly far: readonly { readonly frame: number; readonly difference: number }[];
  /** Frames within dissolves that this MLT is known to render otherwise. */
  readonly leftOut: readonly number[];
}

/** Compares the frames beside each cut of the pictures and those of each dissolve, captions off. */
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
    const [here, there] = [rendered.get(frame), movie.get(frame)];
    return { frame, difference: here && there ? pictureDifference(here, there) : Number.POSITIVE_INFINITY };
  });
  return {
    comparedFrames: frames.length,
    worstDifference: Math.max(0, ...differences.map(({ difference }) => difference)),
    far: differences.filter(({ difference }) => difference > mostDifference),
    leftOut: cuts.filter(isLeftOut).flatMap(({ within }) => within),
  };
}
