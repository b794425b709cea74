import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderMovieRequest, RenderScene, RenderedMovie } from '../media-engine.ts';
import { endScreenFrames } from '../project-content.ts';
import type { TaskOptions, TaskRunner } from '../task-options.ts';
import type { EncodeNarrationRequest, SceneSound } from './encode-narration.ts';
import type { EncodeSceneRequest } from './encode-scene.ts';
import { movieSize } from './movie-size.ts';
import type { HeldPart, PartCache, PartIdentity } from './part-cache.ts';
import { planParts } from './plan-parts.ts';
import type { renderTasks } from './render-tasks.ts';
import type { PictureSource } from './scene-pictures.ts';

/**
 * Combines the progress of several tasks.
 *
 * @param shares share of each task in the whole; their sum is 1
 * @returns a function that maps a task's index to its own progress callback, from 0 to 1
 */
function shareProgress(
  onProgress: ((fraction: number) => void) | undefined,
  shares: readonly number[],
): (index: number) => (fraction: number) => void {
  const done = shares.map(() => 0);
  return (index) => (fraction) => {
    done[index] = fraction * (shares[index] ?? 0);
    onProgress?.(
      Math.min(
        1,
        done.reduce((sum, share) => sum + share, 0),
      ),
    );
  };
}

export interface RenderMovieDeps {
  readonly pool: TaskRunner<typeof renderTasks>;
  readonly parts: PartCache;
  readonly temporaryFolder: string;
}

/** Increment this when the encoding of parts changes, so that cached parts are no longer used. */
const encodingRevision = 7;
/** Shares of sound and of joining in the whole work. */
const soundShare = 0.02;
const joinShare = 0.04;

/**
 * Renders a movie. Encodes its scenes in parallel and joins them without re-encoding. Reuses scenes that were encoded
 * before.
 *
 * @param outputPath a path without an existing file
 * @throws MediaError; the signal's reason when aborted, with no unfinished parts left
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

/** A part of the movie that is encoded independently. */
interface EncodingJob {
  readonly identity: PartIdentity;
  readonly durationFrames: number;
  /** Path of the encoded file before the cache takes it. */
  readonly outputPath: string;
  run(pool: TaskRunner<typeof renderTasks>, options: TaskOptions): Promise<unknown>;
}

function narrationJob(request: RenderMovieRequest, folder: string): EncodingJob {
  const input: EncodeNarrationRequest = {
    scenes: request.scenes.map(soundOf),
    silentFrames: request.hasEndScreen ? endScreenFrames : 0,
    music: request.music ?? null,
    outputPath: join(folder, 'narration'),
  };
  const { scenes, music, silentFrames } = input;
  const paths = scenes.flatMap(({ speechPath, clipPath }) => [speechPath, clipPath]);
  return {
    identity: identityOf({ ...input, outputPath: '' }, [...paths, music?.path ?? null]),
    durationFrames: scenes.reduce((sum, scene) => sum + scene.durationFrames, silentFrames),
    outputPath: input.outputPath,
    run: (pool, options) => pool.run('encodeNarration', input, options),
  };
}

function soundOf(scene: RenderScene): SceneSound {
  const { speechPath, durationFrames, words = [], pictureKind, picturePath, isAudible = false } = scene;
  const clipPath = pictureKind === 'clip' && isAudible ? picturePath : null;
  return { speechPath, clipPath, words, durationFrames };
}

function sceneJob(input: EncodeSceneRequest): EncodingJob {
  const { picture, transition, logo, presenterPath, durationFrames, outputPath } = input;
  const pathOf = (source: PictureSource | undefined): string | null =>
    source && source.kind !== 'endScreen' ? source.path : null;
  const paths = [pathOf(picture), pathOf(transition?.picture), logo?.path ?? null, presenterPath];
  return {
    identity: identityOf({ ...input, outputPath: '' }, paths),
    durationFrames,
    outputPath,
    run: (pool, options) => pool.run('encodeScene', input, options),
  };
}

/** Identifies a part by its parameters and by the contents of its files, independent of their paths. */
function identityOf(order: object, paths: readonly (string | null)[]): PartIdentity {
  const filePaths = paths.filter((path) => path !== null);
  const facts = JSON.stringify(order, (_key, value: unknown) => {
    const index = typeof value === 'string' ? filePaths.indexOf(value) : -1;
    return index < 0 ? value : { file: index };
  });
  return { facts: [encodingRevision, facts], filePaths };
}

interface EncodeMissingOptions extends RenderMovieDeps {
  readonly progress: (index: number) => (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** Encodes the missing parts. The first failure ends all. */
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

/** Waits for all tasks. The first failure aborts the others; its error is thrown after all have ended. */
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
