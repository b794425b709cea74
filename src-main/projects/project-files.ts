import { dirname, parse } from 'node:path';
import type { FileInfo } from '../../src-shared/api/files.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { Files } from '../api/files.ts';
import type { Projects } from '../api/projects.ts';
import { requireFreeSpace } from '../foundation/files/free-space.ts';
import { portableName } from '../foundation/files/portable-name.ts';
import type { Downloader } from '../transfers/download.ts';
import {
  downloadWithin,
  type TransferContext,
  type TransferOutcome,
} from '../transfers/queue/transfer-order.ts';
import { usableCheckpoint, wholeFileOf } from '../transfers/resumable-file.ts';
import type { ProjectCuts, SignedLink } from './project-cuts.ts';
import { linkOf } from './project-jobs.ts';
import { type ProjectFile, sceneOf } from './saved-file-key.ts';

export interface ProjectFilesDeps {
  readonly projects: Pick<Projects, 'get' | 'getExport'>;
  readonly files: Pick<Files, 'hydrate'>;
  readonly cuts: Pick<ProjectCuts, 'cutOf' | 'getOrFetch' | 'known' | 'linkOf' | 'scenesOf'>;
  readonly downloader: Pick<Downloader, 'download'>;
  /** Makes the movie of your cut. */
  readonly renderCut: (
    file: ProjectFile,
    context: TransferContext,
    targetPath: string,
  ) => Promise<TransferOutcome>;
}

export interface NamedFile extends ProjectFile {
  /** Proposed name. */
  readonly name: string;
}

/** A newly signed address to download from. */
interface Source {
  readonly url: string;
  /** Null if the service does not report it. */
  readonly sizeBytes: number | null;
}

/** The movies of exports, those of your cuts, the media of scenes and files of the library, as files to be saved. */
export class ProjectFiles {
  readonly #deps: ProjectFilesDeps;

  constructor(deps: ProjectFilesDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `not_found`. */
  async movie(projectId: string, exportId: string, signal: AbortSignal): Promise<NamedFile> {
    const { title } = await this.#deps.projects.get(projectId, signal);
    return { kind: 'movie', projectId, part: exportId, name: `${portableName(title)}.mp4` };
  }

  /** @throws AppError `not_found` without a cut. */
  cutMovie(projectId: string, hasCaptions: boolean): NamedFile {
    const cut = this.#deps.cuts.cutOf(projectId);
    if (!cut) throw new AppError('not_found', 'The project has no cut yet.');
    const part = hasCaptions ? 'captions' : 'plain';
    return { kind: 'cut', projectId, part, name: `${portableName(cut.name)}.mp4` };
  }

  /** @throws AppError `not_found` when the scene has no media, `conflict` while the scenes are not known. */
  async sceneMedia(projectId: string, sceneIndex: number, signal: AbortSignal): Promise<NamedFile> {
    const { projects, cuts } = this.#deps;
    const cut = cuts.getOrFetch(await projects.get(projectId, signal));
    if (!cut) throw scenesChanged();
    const mediaName = cuts.scenesOf(projectId)[sceneIndex]?.mediaName;
    if (!mediaName) throw noMedia();
    const { name } = parse(mediaName);
    const part = `${String(sceneIndex)}-${String(cut.updatedAt)}`;
    return { kind: 'scene', projectId, part, name: portableName(name) + extensionOf(mediaName) };
  }

  /** @throws AppError `not_found`, `conflict` while the service has no bytes. */
  async libraryFile(fileId: string, signal: AbortSignal): Promise<NamedFile> {
    const file = await this.#deps.files.hydrate(fileId, signal);
    const { displayName = fileId } = file;
    const [ofName, ofLink] = [displayName, new URL(bytesOf(file).url).pathname].map(extensionOf);
    const name = portableName(ofName ? displayName.slice(0, -ofName.length) : displayName);
    return { kind: 'file', projectId: fileId, part: '', name: name + (ofName || (ofLink ?? '')) };
  }

  /**
   * @param isRenewed true after the last known address was refused.
   * @throws AppError `not_found`, `conflict` while there is no movie or the scenes are not known.
   */
  async source(
    { kind, projectId, part }: ProjectFile,
    signal: AbortSignal,
    isRenewed = false,
  ): Promise<Source> {
    const { files, projects } = this.#deps;
    if (kind === 'file') return bytesOf(await files.hydrate(projectId, signal));
    if (kind === 'movie') {
      const movie = await projects.getExport(projectId, part, signal, 'user');
      return { url: linkOf(movie), sizeBytes: movie.file?.downloadSource?.fileBytes ?? null };
    }
    const link = this.#pictureLinkOf(projectId, part, signal);
    const url = (isRenewed ? null : link.url) ?? (await link.renew());
    if (url === null) throw noMedia();
    return { url, sizeBytes: null };
  }

  #pictureLinkOf(projectId: string, part: string, signal: AbortSignal): SignedLink {
    const { cuts } = this.#deps;
    const [index, updatedAt] = sceneOf(part);
    if (cuts.known(projectId)?.updatedAt !== updatedAt) throw scenesChanged();
    const picture = cuts.scenesOf(projectId)[index]?.picture;
    const link = picture && cuts.linkOf(projectId, picture.mediaId, signal);
    if (!link) throw noMedia();
    return link;
  }

  /** Downloads the file, or what an earlier attempt left of it; makes the movie of your cut. @throws AppError as `source`, `disk_full`, and as `Downloader`. */
  async download(
    wanted: ProjectFile,
    context: TransferContext,
    targetPath: string,
  ): Promise<TransferOutcome> {
    if (wanted.kind === 'cut') {
      const made = await wholeFileOf(context.record, { targetPath, sizeBytes: null });
      return made ?? this.#deps.renderCut(wanted, context, targetPath);
    }
    const { url, sizeBytes } = await this.source(wanted, context.signal);
    const expected = { targetPath, sizeBytes };
    const whole = await wholeFileOf(context.record, expected);
    if (whole) return whole;
    const resume = await usableCheckpoint(context.record, expected);
    await requireFreeSpace(dirname(targetPath), Math.max(0, (sizeBytes ?? 0) - (resume?.receivedBytes ?? 0)));
    const file = await this.#deps.downloader.download({
      url,
      targetPath,
      expectedBytes: sizeBytes,
      wantsHash: true,
      resume,
      renewUrl: async (signal) => (await this.source(wanted, signal, true)).url,
      ...downloadWithin(context),
    });
    const { sizeBytes: receivedBytes, sha256 } = file;
    const checkpoint = { receivedBytes, totalBytes: receivedBytes, validator: null };
    context.checkpoint({ checkpoint, sha256 });
    return { sizeBytes: receivedBytes, sha256, fileId: null };
  }
}

/** Returns the extension of a file name; empty if it has none that looks like one. */
function extensionOf(name: string): string {
  const { ext } = parse(name);
  return /^\.\w{1,5}$/.test(ext) ? ext : '';
}

/** Returns where the bytes of a file are, the whole ones if possible. @throws AppError `conflict`. */
function bytesOf({ downloadSource, previewSource, staticPublicPreviewSource }: FileInfo): Source {
  for (const source of [downloadSource, previewSource, staticPublicPreviewSource])
    if (source?.url) return { url: source.url, sizeBytes: source.fileBytes ?? null };
  throw new AppError('conflict', 'The service has no bytes of the file yet.');
}

function scenesChanged(): AppError {
  return new AppError('conflict', 'The scenes changed meanwhile and are being read.');
}

function noMedia(): AppError {
  return new AppError('not_found', 'The scene has no media.');
}
