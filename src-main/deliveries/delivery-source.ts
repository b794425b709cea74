import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { DeliveryFormat } from '../../src-shared/contract/delivery.ts';
import { portableName } from '../foundation/files/portable-name.ts';
import { type PristineDocument, suffixOfFormat } from '../projects/documents.ts';
import type { InterchangeResult, InterchangeRunner } from '../projects/interchange-runner.ts';
import type { ProjectMovies } from '../projects/project-movies.ts';
import { defaultBundleLimits } from '../transfers/bundle/bundle-limits.ts';
import type { UnpackedFile } from '../transfers/bundle/bundle-listing.ts';
import { unpackBundle } from '../transfers/bundle/unpack/unpack-bundle.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import { type BundleAtHand, findBundleAtHand, takeBundleAtHand } from './bundle-at-hand.ts';
import { adoptMovie, contentOfBundle, contentOfDocument } from './collect-content.ts';
import {
  downloadAll,
  type DownloadParts,
  type DeliveryTask,
  type FileToDownload,
  fileOfMovie,
  fileOfResult,
  receivedBytes,
} from './delivery-downloads.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import type { SentCuts } from './sent-cuts.ts';
import { documentsOfCut } from './version/documents-of-cut.ts';
import type { VersionContent } from './version/version-builder.ts';
import { contentOfYourCut } from './your-cut-content.ts';

/** Dependencies that get the content of any delivery. */
export interface DeliverySourceParts extends DownloadParts {
  readonly ledger: DeliveryLedger;
  readonly interchange: Pick<InterchangeRunner, 'run'>;
  readonly movies: Pick<ProjectMovies, 'ofPresentCut' | 'renewed'>;
  readonly engine: Pick<TransferEngine, 'hashFile'>;
  readonly sentCuts: SentCuts;
}
type DeliverySourceDeps = DeliverySourceParts & DeliveryTask;

/** Gets the content of one delivery into its workspace: `prepare`, then `download`, then `unpack`. */
export class DeliverySource {
  readonly #deps: DeliverySourceDeps;
  #files: FileToDownload[] = [];
  #movie: FileToDownload | null = null;
  #movieSha256: string | null = null;
  #bundleBytes = 0;
  /** Taken instead of a download. */
  #atHand: BundleAtHand | null = null;

  constructor(deps: DeliverySourceDeps) {
    this.#deps = deps;
  }

  /** Has the service make the documents, and looks for the finished movie. */
  async prepare(): Promise<void> {
    const { record, sentCuts, transfers, signal } = this.#deps;
    if (record.mediaDelivery === 'REMOTE_URLS') {
      if (record.yourCutId !== null) return;
      this.#files = await this.#prepareDocuments();
      return;
    }
    const isBegun = receivedBytes(transfers, record.deliveryId) > 0;
    if (record.yourCutId !== null && !isBegun) {
      this.#atHand = await findBundleAtHand(record, this.#deps);
      if (this.#atHand) return sentCuts.requireUnchanged(record, signal);
    }
    const bundle = await this.#interchange(formatOf(record), 'interchangeJobId');
    // The media of your cut are known by those of the project as it was when the cut was sent.
    if (record.yourCutId !== null && !isBegun) await sentCuts.requireUnchanged(record, signal);
    this.#bundleBytes = bundle.sizeBytes ?? 0;
    const facts = {
      part: 'bundle',
      displayName: this.#nameOf('.zip'),
      targetPath: this.#bundlePath,
    } as const;
    this.#files = [fileOfResult(bundle, facts)];
    this.#movie = await this.#findMovie();
  }

  async download(): Promise<void> {
    const { ledger, record } = this.#deps;
    if (this.#atHand) return;
    const files = this.#movie ? [...this.#files, this.#movie] : this.#files;
    const outcomes = await downloadAll(this.#deps, files, {
      extraBytes: this.#bundleBytes,
      onProgress: (progress) => {
        ledger.note(record.deliveryId, progress);
      },
      onWait: (wait) => {
        ledger.note(record.deliveryId, wait);
      },
    });
    if (this.#movie) this.#movieSha256 = outcomes.at(-1)?.sha256 ?? null;
  }

  /** Unpacks the content; leaves the downloads in place for another try. */
  async unpack(): Promise<VersionContent> {
    const { record, workspace, engine, signal } = this.#deps;
    const content =
      record.mediaDelivery === 'BUNDLE' ? await this.#unpackBundle() : await this.#takeDocuments();
    const movie =
      this.#movie &&
      (await adoptMovie(this.#movie.targetPath, workspace.folder, {
        sha256: this.#movieSha256,
        engine,
        signal,
      }));
    return { ...content, movie };
  }

  /** Finds the movie of the cut that the documents have; null without one. */
  async #findMovie(): Promise<FileToDownload | null> {
    const { record, movies, sentCuts, workspace, signal } = this.#deps;
    // The service renders the project's cut only.
    if (record.yourCutId !== null) return null;
    // Documents that were made before a pause or a restart may be of an earlier cut than the newest movie.
    if (record.interchangeJobId !== null && !(await sentCuts.isUnchanged(record, signal))) return null;
    const movie = await movies.ofPresentCut(record.projectId, signal);
    const place = { displayName: this.#nameOf('_reference.mp4'), folder: workspace.downloads };
    return movie && fileOfMovie(movie, movies, place);
  }

  #nameOf(suffix: string): string {
    return portableName(this.#deps.record.projectTitle) + suffix;
  }

  get #bundlePath(): string {
    return join(this.#deps.workspace.downloads, 'bundle.zip');
  }

  /** Requests a document that links to the service, and its captions as a second file. */
  async #prepareDocuments(): Promise<FileToDownload[]> {
    const { record, workspace } = this.#deps;
    const factsOf = (format: DeliveryFormat) => ({
      displayName: this.#nameOf(suffixOfFormat[format]),
      targetPath: join(workspace.downloads, `timeline${suffixOfFormat[format]}`),
    });
    const main = await this.#interchange(record.format, 'interchangeJobId');
    const files = [fileOfResult(main, { part: 'document', ...factsOf(record.format) })];
    if (record.format === 'SRT') return files;
    const captions = await this.#interchange('SRT', 'captionsJobId');
    return [...files, fileOfResult(captions, { part: 'captions', ...factsOf('SRT') })];
  }

  #interchange(
    format: DeliveryFormat,
    field: 'interchangeJobId' | 'captionsJobId',
  ): Promise<InterchangeResult> {
    const { interchange, ledger, record, signal } = this.#deps;
    const { deliveryId, projectId, mediaDelivery } = record;
    return interchange.run({
      projectId,
      format,
      mediaDelivery,
      jobId: record[field],
      askedJobId: record.askedJobs[field] ?? null,
      isAskedByUser: true,
      onAsked: (askedJobId) => {
        const { askedJobs } = ledger.get(deliveryId);
        if (askedJobs[field] === askedJobId) return;
        ledger.update(deliveryId, { askedJobs: { ...askedJobs, [field]: askedJobId } });
      },
      onStarted: (jobId) => {
        ledger.update(deliveryId, { [field]: jobId });
      },
      onProgress: (progress) => {
        ledger.note(deliveryId, { progress });
      },
      signal,
    });
  }

  async #unpackBundle(): Promise<Omit<VersionContent, 'movie'>> {
    const { ledger, record, workspace, signal } = this.#deps;
    // Passes no app clock: the wait for threads needs system time, whatever speed that clock runs at.
    const unpack = (): Promise<UnpackedFile[]> =>
      unpackBundle(this.#bundlePath, workspace.folder, {
        limits: defaultBundleLimits,
        signal,
        onProgress: (doneBytes, totalBytes) => {
          ledger.note(record.deliveryId, { progress: totalBytes === 0 ? 1 : doneBytes / totalBytes });
        },
      });
    const content = this.#atHand
      ? await takeBundleAtHand(this.#atHand, workspace.folder)
      : await contentOfBundle(workspace.folder, await this.#withBundle(unpack));
    if (record.yourCutId === null) return content;
    return contentOfYourCut(await this.#deps.sentCuts.read(workspace), content, this.#deps);
  }

  /** Downloads the bundle again, once, if someone removed it after the download. */
  async #withBundle<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'file_unreadable';
      if (!isGone || error.details['reason'] !== 'ENOENT') throw error;
      await this.#deps.requireRoot();
      await this.download();
      return work();
    }
  }

  async #takeDocuments(): Promise<Pick<VersionContent, 'documents' | 'media'>> {
    const { record, sentCuts, workspace } = this.#deps;
    if (record.yourCutId !== null) {
      const { timeline } = await sentCuts.read(workspace);
      return { documents: documentsOfCut(timeline, 'your-cut').filter(isCaptions), media: [] };
    }
    const documents = [];
    for (const { targetPath } of this.#files) documents.push(await contentOfDocument(targetPath));
    return { documents, media: [] };
  }
}

function isCaptions({ kind }: PristineDocument): boolean {
  return kind.format === null;
}

/** Your cut is read from FCPXML, as the project cut is, so that both name their media in the same way. */
function formatOf({ format, yourCutId }: DeliveryTask['record']): DeliveryFormat {
  return yourCutId === null ? format : 'FCPXML';
}
