import { unixSeconds } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { mediaLinkExpiry, renewalMarginSeconds } from '../link-lifetimes.ts';
import type { FileRepository } from '../store/file-repository.ts';
import { renditions } from '../store/stored-file.ts';
import type { Rendition, StoredFile, StoredSource } from '../store/stored-file.ts';
import type { SignedUrls } from './signed-urls.ts';

/** Links to the bytes of files. */
export class MediaLinks {
  readonly #files: FileRepository;
  readonly #urls: SignedUrls;
  readonly #clock: Clock;

  constructor(deps: { files: FileRepository; urls: SignedUrls; clock: Clock }) {
    this.#files = deps.files;
    this.#urls = deps.urls;
    this.#clock = deps.clock;
  }

  /** The link of a rendition as signed last, which may be over; null while there are no bytes. */
  linkOf(file: StoredFile, rendition: Rendition): string | null {
    const source = file.sources[rendition];
    if (source.fileName === null || source.expiresAt === null) return null;
    return this.linkTo(file.fileId, rendition, source.fileName, source.expiresAt);
  }

  /** A link that ends in a file name of the caller's choice, by which editors tell media apart. */
  linkTo(fileId: string, rendition: Rendition, fileName: string, expiresAt: number): string {
    return this.#urls.urlOf(`/media/${fileId}/${rendition}/${encodeURIComponent(fileName)}`, expiresAt);
  }

  /** The file with links that hold for another hour at least (specification §2.5). */
  renewed(file: StoredFile): StoredFile {
    const limit = unixSeconds(this.#clock) + renewalMarginSeconds;
    const isNearEnd = (source: StoredSource) => source.expiresAt !== null && source.expiresAt <= limit;
    if (!renditions.some((rendition) => isNearEnd(file.sources[rendition]))) return file;
    const expiresAt = mediaLinkExpiry(this.#clock);
    const renew = (source: StoredSource) => (isNearEnd(source) ? { ...source, expiresAt } : source);
    const sources = {
      download: renew(file.sources.download),
      preview: renew(file.sources.preview),
      thumbnail: renew(file.sources.thumbnail),
    };
    this.#files.renewLinks(file.fileId, sources);
    return { ...file, sources };
  }
}
