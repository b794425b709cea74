import type { FileInfo, FileSource } from '../../src-shared/api/files.ts';
import { unixSeconds } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { FileRepository } from '../store/file-repository.ts';
import { emptySources } from '../store/stored-file.ts';
import type { Rendition, StoredFile } from '../store/stored-file.ts';
import type { MediaLinks } from './media-links.ts';

/** The four link fields of runs, exports and results. */
export interface LinkFields {
  readonly downloadUrl: string | null;
  readonly downloadUrlExpiresAt: number | null;
  readonly thumbnailUrl: string | null;
  readonly thumbnailUrlExpiresAt: number | null;
}

const analysisProgress = { UNATTEMPTED: 0, LOADING: 0, FULFILLED: 100, REJECTED: 0 } as const;

/** File records as the wire shows them (contract supplement §4.6). */
export class FileInfoView {
  readonly #files: FileRepository;
  readonly #links: MediaLinks;
  readonly #clock: Clock;

  constructor(deps: { files: FileRepository; links: MediaLinks; clock: Clock }) {
    this.#files = deps.files;
    this.#links = deps.links;
    this.#clock = deps.clock;
  }

  #sourceOf(file: StoredFile, rendition: Rendition): FileSource {
    const { status, width, height, sizeBytes, expiresAt } = file.sources[rendition];
    return {
      status,
      url: this.#links.linkOf(file, rendition),
      expiresAt,
      width,
      height,
      fileBytes: sizeBytes,
    };
  }

  /** An upload whose address ran out without bytes has failed. */
  #settled(file: StoredFile): StoredFile {
    const isOver = file.uploadExpiresAt !== null && file.uploadExpiresAt <= unixSeconds(this.#clock);
    return file.uploadState === 'awaiting' && isOver ? { ...file, sources: emptySources('failed') } : file;
  }

  /** With links as signed last: lists never renew them. */
  show(stored: StoredFile): FileInfo {
    const file = this.#settled(stored);
    const isPlayable = file.type === 'VIDEO' || file.type === 'AUDIO';
    return {
      fileId: file.fileId,
      type: file.type,
      scope: file.scope,
      displayName: file.displayName,
      description: null,
      durationSeconds: file.durationSeconds,
      transcript: file.transcript,
      transcriptText: file.transcript?.words.map((word) => word.word).join(' ') ?? null,
      ...this.linkFieldsOf(file),
      thumbnailSource: this.#sourceOf(file, 'thumbnail'),
      previewSource: this.#sourceOf(file, 'preview'),
      downloadSource: this.#sourceOf(file, 'download'),
      hlsSource: isPlayable ? { status: 'skipped' } : null,
      isPublicPreviewEnabled: false,
      staticPublicPreviewSource: null,
      publicHlsUrl: null,
      publicPlaybackId: null,
      fileAnalysisMetadata: {
        analysisLoadingState: file.analysisState,
        analysisProgressPercentage: analysisProgress[file.analysisState],
        ...(file.analysisState === 'LOADING' && { analysisAttemptIndex: 0 }),
      },
    };
  }

  /** With links renewed where they are near their end, as single reads do. */
  showFresh(file: StoredFile): FileInfo {
    return this.show(this.#links.renewed(file));
  }

  linkFieldsOf(file: StoredFile): LinkFields {
    return {
      downloadUrl: this.#links.linkOf(file, 'download'),
      downloadUrlExpiresAt: file.sources.download.expiresAt,
      thumbnailUrl: this.#links.linkOf(file, 'thumbnail'),
      thumbnailUrlExpiresAt: file.sources.thumbnail.expiresAt,
    };
  }

  /** The result of a job that made a file, as shown once it succeeded. */
  resultOf(
    fileId: string | null,
    options: { isFresh: boolean },
  ): LinkFields & { readonly file: FileInfo | null } {
    const stored = fileId === null ? null : this.#files.find(fileId);
    if (!stored) {
      const none = { downloadUrl: null, downloadUrlExpiresAt: null };
      return { ...none, thumbnailUrl: null, thumbnailUrlExpiresAt: null, file: null };
    }
    const file = options.isFresh ? this.#links.renewed(stored) : stored;
    return { ...this.linkFieldsOf(file), file: this.show(file) };
  }
}
