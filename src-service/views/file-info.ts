import type { FileInfo, FileSource } from '../../src-shared/api/files.ts';
import { fileAnalysisId } from '../jobs/file-analysis.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import type { JobRepository } from '../store/records/job-repository.ts';
import {
  publicSourceOf,
  type Rendition,
  type StoredFile,
  type StoredSource,
} from '../store/records/stored-file.ts';
import type { MediaLinks } from './media-links.ts';

/** The four link fields of runs, exports and results. */
export interface LinkFields {
  readonly downloadUrl: string | null;
  readonly downloadUrlExpiresAt: number | null;
  readonly thumbnailUrl: string | null;
  readonly thumbnailUrlExpiresAt: number | null;
}

function sourceInfo(source: StoredSource, url: string | null, expiresAt: number | null): FileSource {
  const { status, width, height, sizeBytes } = source;
  return { status, url, expiresAt, width, height, fileBytes: sizeBytes };
}

/** Shows file records in the form of the API (contract supplement §4.6). */
export class FileInfoView {
  readonly #files: FileRepository;
  readonly #jobs: JobRepository;
  readonly #links: MediaLinks;

  constructor(deps: { files: FileRepository; jobs: JobRepository; links: MediaLinks }) {
    this.#files = deps.files;
    this.#jobs = deps.jobs;
    this.#links = deps.links;
  }

  #sourceOf(file: StoredFile, rendition: Rendition): FileSource {
    const source = file.sources[rendition];
    return sourceInfo(source, this.#links.linkOf(file, rendition), source.expiresAt);
  }

  #publicFieldsOf(file: StoredFile) {
    const isEnabled = file.isPublicPreviewEnabled;
    return {
      isPublicPreviewEnabled: isEnabled,
      staticPublicPreviewSource: isEnabled
        ? sourceInfo(publicSourceOf(file), this.#links.publicLinkOf(file), null)
        : null,
      publicHlsUrl: this.#links.publicStreamOf(file),
      publicPlaybackId: isEnabled ? file.publicPlaybackId : null,
    };
  }

  #analysisOf({ fileId, analysisState }: StoredFile): NonNullable<FileInfo['fileAnalysisMetadata']> {
    const job = analysisState === 'LOADING' ? this.#jobs.find(fileAnalysisId(fileId)) : null;
    return {
      analysisLoadingState: analysisState,
      analysisProgressPercentage: analysisState === 'FULFILLED' ? 100 : (job?.progressPercentage ?? 0),
      ...(analysisState === 'LOADING' && { analysisAttemptIndex: job?.attemptIndex ?? 0 }),
    };
  }

  /** Shows a file with its current links; lists never renew them. */
  show(stored: StoredFile): FileInfo {
    return { ...this.#showInline(stored), fileAnalysisMetadata: this.#analysisOf(stored) };
  }

  /** Shows a file as tool results and webhooks do, with fewer fields than `show` (contract supplement §4.6). */
  #showInline(file: StoredFile): FileInfo {
    const isPlayable = file.type === 'VIDEO' || file.type === 'AUDIO';
    const { sourceToolType, sourceToolExecutionId } = file;
    return {
      fileId: file.fileId,
      type: file.type,
      scope: file.scope,
      displayName: file.displayName,
      description: file.description,
      durationSeconds: file.durationSeconds,
      transcript: file.transcript,
      transcriptText: file.transcript?.words.map((word) => word.word).join(' ') ?? null,
      ...this.linkFieldsOf(file),
      thumbnailSource: this.#sourceOf(file, 'thumbnail'),
      previewSource: this.#sourceOf(file, 'preview'),
      downloadSource: this.#sourceOf(file, 'download'),
      hlsSource: isPlayable ? this.#sourceOf(file, 'hls') : null,
      ...this.#publicFieldsOf(file),
      ...(sourceToolType !== null && { sourceToolType }),
      ...(sourceToolExecutionId !== null && { sourceToolExecutionId }),
    };
  }

  /** Shows a file and renews links near expiry, as single reads do. */
  showFresh(file: StoredFile): FileInfo {
    return this.show(this.#links.renewed(file));
  }

  /** Shows a file with new links (specification §4.7). */
  showRenewed(file: StoredFile): FileInfo {
    return this.show(this.#links.renewed(file, Infinity));
  }

  linkFieldsOf(file: StoredFile): LinkFields {
    return {
      downloadUrl: this.#links.linkOf(file, 'download'),
      downloadUrlExpiresAt: file.sources.download.expiresAt,
      thumbnailUrl: this.#links.linkOf(file, 'thumbnail'),
      thumbnailUrlExpiresAt: file.sources.thumbnail.expiresAt,
    };
  }

  /** Returns the result fields of a job that made a file, once it succeeded. */
  resultOf(
    fileId: string | null,
    options: { readonly isFresh: boolean; readonly isInline?: boolean },
  ): LinkFields & { readonly file: FileInfo | null } {
    const stored = fileId === null ? null : this.#files.find(fileId);
    if (!stored) {
      const none = { downloadUrl: null, downloadUrlExpiresAt: null };
      return { ...none, thumbnailUrl: null, thumbnailUrlExpiresAt: null, file: null };
    }
    const file = options.isFresh ? this.#links.renewed(stored) : stored;
    return { ...this.linkFieldsOf(file), file: options.isInline ? this.#showInline(file) : this.show(file) };
  }
}
