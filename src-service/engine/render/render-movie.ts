import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderMovieRequest, RenderedMovie, TaskOptions } from '../media-engine.ts';
import type { MediaPool } from '../worker/media-pool.ts';
import type { EncodeSceneRequest } from './encode-scene.ts';
import { endScreenFrames } from './end-screen.ts';
import { movieSize } from './movie-size.ts';
import type { HeldPart, PartCache, PartIdentity } from './part-cache.ts';
import { planParts } from './plan-parts.ts';
import { shareProgress } from './share-progress.ts';

export interface RenderMovieDeps {
  readonly pool: MediaPool;
  readonly parts: PartCache;
  readonly temporaryFolder: string;
}

/** Sound and joining, as a share of the whole work. */
const soundShare = 0.02;
const joinShare = 0.04;

/**
 * Renders a movie: its scenes are encoded side by side, each by itself, and joined without encoding them again.
 * Scenes that were encoded before are taken as they are.
 *
 * @param outputPath where nothing is yet
 * @throws MediaError; the signal's reason when aborted, with nothing of the parts left
 */
export async function renderMovie(
  request: RenderMovieRequest,
  options: TaskOptions,
  deps: RenderMovieDeps,
): Promise<RenderedMovie> {
  const folder = await mkdtemp(join(deps.temporaryFolder, 'render-'));
  const size = movieSize(request, request.quality);
  const jobs = [narrationJob(request, folder), ...planParts(request, size, folder).map(sceneJob)];
  const shares = [soundShare, ...sceneShares(jobs.slice(1)), joinShare];
  const progress = shareProgress(options.onProgress, shares);
  const held: HeldPart[] = [];
  try {
    for (const job of jobs) held.push(await deps.parts.hold(job.identity));
    await encodeMissing(jobs, held, { progress, signal: options.signal, ...deps });
    const parts = jobs.slice(1).map((job, index) => ({
      path: held[index + 1]?.path ?? '',
      durationFrames: job.durationFrames,
    }));
    const joining = { ...size, parts, narrationPath: held[0]?.path ?? null, outputPath: request.outputPath };
    await deps.pool.run('joinMovie', joining, { signal: options.signal, onProgress: progress(jobs.length) });
    const durationFrames = parts.reduce((sum, part) => sum + part.durationFrames, 0);
    return { ...size, durationFrames, sizeBytes: (await stat(request.outputPath)).size };
  } finally {
    await deps.parts.letGo(held.map(({ path }) => path));
    await rm(folder, { recursive: true, force: true });
  }
}

/** A part of the movie that is encoded by itself. */
interface EncodingJob {
  readonly identity: PartIdentity;
  readonly durationFrames: number;
  /** Where it is encoded to before the cache takes it in. */
  readonly outputPath: string;
  run(pool: MediaPool, options: TaskOptions): Promise<unknown>;
}

function narrationJob(request: RenderMovieRequest, folder: string): EncodingJob {
  const input = {
    scenes: request.scenes.map(({ speechPath, durationFrames }) => ({ speechPath, durationFrames })),
    silentFrames: request.hasEndScreen ? endScreenFrames : 0,
    outputPath: join(folder, 'narration'),
  };
  const lengths = input.scenes.map((scene) => scene.durationFrames);
  return {
    identity: {
      facts: { kind: 'narration', lengths, silentFrames: input.silentFrames },
      filePaths: input.scenes.map((scene) => scene.speechPath),
    },
    durationFrames: lengths.reduce((sum, length) => sum + length, input.silentFrames),
    outputPath: input.outputPath,
    run: (pool, options) => pool.run('encodeNarration', input, options),
  };
}

function sceneJob(input: EncodeSceneRequest): EncodingJob {
  const { picture, durationFrames, outputPath } = input;
  return {
    identity: {
      facts: { ...input, picture: picture.kind, outputPath: '' },
      filePaths: picture.kind === 'endScreen' ? [] : [picture.path],
    },
    durationFrames,
    outputPath,
    run: (pool, options) => pool.run('encodeScene', input, options),
  };
}

interface EncodeMissingOptions extends RenderMovieDeps {
  readonly progress: (index: number) => (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** Encodes what is not there yet; the first failure ends all. */
async function encodeMissing(
  jobs: readonly EncodingJob[],
  held: readonly HeldPart[],
  { pool, parts, progress, signal: outer }: EncodeMissingOptions,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  const encode = async (job: EncodingJob, index: number): Promise<void> => {
    const onProgress = progress(index);
    const place = held[index];
    if (place && !place.isThere) {
      await job.run(pool, { signal, onProgress });
      await parts.add(job.outputPath, place.path);
    }
    onProgress(1);
  };
  await allOrNone(stop, jobs.map(encode));
}

function sceneShares(jobs: readonly EncodingJob[]): number[] {
  const frames = jobs.reduce((sum, job) => sum + job.durationFrames, 0);
  return jobs.map((job) => ((1 - soundShare - joinShare) * job.durationFrames) / frames);
}

/** Waits for all tasks; the first that fails ends the others, and its error is thrown once all have ended. */
async function allOrNone(stop: AbortController, tasks: readonly Promise<unknown>[]): Promise<void> {
  let failure: { readonly error: unknown } | null = null;
  await Promise.all(
    tasks.map((task) =>
      task.catch((error: unknown) => {
        failure ??= { error };
        stop.abort(error);
      }),
    ),
  );
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}
