import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { readCutRecord, writeCutRecord } from '../../src-timeline/model/cut-record.ts';
import { picturesBetween } from '../../src-timeline/model/playing/pictures-at.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import type { Engine } from '../engine/engine.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { unreadable } from '../foundation/files/unreadable.ts';
import { isMediaFile } from '../intake/inspect-file.ts';
import type { MediaGateway } from '../projects/media-gateway.ts';
import type { ProjectFile } from '../projects/saved-file-key.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import type { TransferContext, TransferOutcome } from '../transfers/queue/transfer-order.ts';
import { cutMediaSource } from './cut-media.ts';
import type { Cuts } from './cuts.ts';
import type { CutScope } from './project-cut-states.ts';

/** The parts of a connection that serve the media of a cut. */
export interface CutMovieScope extends CutScope {
  readonly media: Pick<MediaGateway, 'save'>;
}

export interface CutMoviesDeps {
  readonly cuts: Pick<Cuts, 'yourCut'>;
  readonly engine: Pick<Engine, 'run'>;
  readonly transferEngine: Pick<TransferEngine, 'hashFile'>;
}

/** Share of the movie from which its size can be told by what is written. */
const leastShare = 0.05;
/** Of a drawn frame, in pixels. */
const longestFrameSide = 320;

/** Makes movies of your cuts. */
export class CutMovies {
  readonly #deps: CutMoviesDeps;

  constructor(deps: CutMoviesDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the movie of your cut as it is when the work begins first, also after a restart.
   * @param targetPath in a folder of the work's own, where the cut and media of the service lie meanwhile.
   * @throws AppError as `Engine.run`, `file_unreadable` for missing media, `not_found`, and as the media gateway.
   */
  readonly render = async (
    scope: CutMovieScope,
    { projectId, part }: ProjectFile,
    context: TransferContext,
    targetPath: string,
  ): Promise<TransferOutcome> => {
    const { engine, transferEngine } = this.#deps;
    const { signal } = context;
    const folder = dirname(targetPath);
    const timeline = await this.#cutIn(folder, projectId);
    const paths = await localPaths(scope, { projectId, timeline, folder }, signal);
    const onProgress = (share: number): void => {
      void tellSize(context, targetPath, share);
    };
    const request = { timeline, paths, hasCaptions: part === 'captions', outputPath: targetPath };
    await engine.run('render', request, { signal, onProgress });
    const { size: sizeBytes } = await stat(targetPath);
    const sha256 = await transferEngine.hashFile(targetPath, signal);
    const checkpoint = { receivedBytes: sizeBytes, totalBytes: sizeBytes, validator: null };
    context.checkpoint({ checkpoint, sha256 });
    return { sizeBytes, sha256, fileId: null };
  };

  /**
   * Draws frames of your cut, as JPEGs in base64, in their order.
   * @param frames from the first of the cut.
   * @throws AppError as `render`.
   */
  async frames(
    scope: CutMovieScope,
    { projectId, frames }: { readonly projectId: string; readonly frames: readonly number[] },
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { timeline } = this.#deps.cuts.yourCut(projectId);
    const uses = frames.flatMap((frame) => picturesBetween(timeline, frame, frame + 1));
    const shown = new Set(uses.map(({ media }) => media.mediaId));
    const used = { ...timeline, media: timeline.media.filter(({ mediaId }) => shown.has(mediaId)) };
    const folder = await mkdtemp(join(tmpdir(), 'dailies-frames-'));
    try {
      const paths = await localPaths(scope, { projectId, timeline: used, folder }, signal);
      const request = { timeline, paths, frames, longestSide: longestFrameSide };
      return await this.#deps.engine.run('frames', request, { signal });
    } finally {
      await removeTree(folder).catch(() => undefined);
    }
  }

  async #cutIn(folder: string, projectId: string): Promise<Timeline> {
    const path = join(folder, 'cut.json');
    const begun = await readFile(path, 'utf8').then(readCutRecord, () => null);
    if (begun) return begun;
    const text = writeCutRecord(this.#deps.cuts.yourCut(projectId).timeline);
    await writeFile(path, text, { mode: 0o600 });
    const cut = readCutRecord(text);
    if (!cut) throw new Error('A cut cannot be read back.');
    return cut;
  }
}

/** Returns where the media of a cut lie; fetches those of the service. */
async function localPaths(
  scope: CutMovieScope,
  { projectId, timeline, folder }: { projectId: string; timeline: Timeline; folder: string },
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  const fetched = join(folder, 'media');
  await mkdir(fetched, { recursive: true, mode: 0o700 });
  for (const [index, media] of timeline.media.entries()) {
    const source = cutMediaSource(scope, projectId, media, null, signal);
    const isLocal = source !== null && 'path' in source;
    if (source === null || (isLocal && !(await isMediaFile(source.path))))
      throw unreadable(media.fileName, 'missing');
    // Not named by the media's id, which a document of others may have made a path.
    const path = isLocal ? source.path : join(fetched, String(index) + extname(media.fileName));
    if (!isLocal) await scope.media.save(source, path, signal);
    paths[media.mediaId] = path;
  }
  return paths;
}

/** Tells the bytes that are written, and the size that the movie will have. */
async function tellSize(context: TransferContext, path: string, share: number): Promise<void> {
  const written = await stat(path).catch(() => null);
  if (!written) return;
  const totalBytes = share < leastShare ? null : Math.round(written.size / share);
  context.progress(written.size, totalBytes);
}
