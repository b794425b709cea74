import { type Clock, unixSeconds } from '../clock.ts';
import type { SignedUrls } from '../http/signed-urls.ts';
import { mediaLinkExpiry, renewalMarginSeconds } from '../link-lifetimes.ts';
import type { ServiceAddress } from '../service-address.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import {
  publicSourceOf,
  type Rendition,
  renditions,
  type StoredFile,
  type StoredSource,
} from '../store/records/stored-file.ts';

/** Links to the bytes of files. */
export class MediaLinks {
  readonly #files: FileRepository;
  readonly #urls: SignedUrls;
  readonly #address: ServiceAddress;
  readonly #clock: Clock;

  constructor(deps: { files: FileRepository; urls: SignedUrls; address: ServiceAddress; clock: Clock }) {
    this.#files = deps.files;
    this.#urls = deps.urls;
    this.#address = deps.address;
    this.#clock = deps.clock;
  }

  /** Returns the last signed link of a rendition, which may have expired; null while there are no bytes. */
  linkOf(file: StoredFile, rendition: Rendition): string | null {
    const source = file.sources[rendition];
    if (source.fileName === null || source.expiresAt === null) return null;
    const { fileName, expiresAt } = source;
    if (rendition !== 'hls') return this.#urls.mediaUrlOf(file.fileId, rendition, fileName, expiresAt);
    return `${this.#urls.folderUrlOf(`/streams/${file.fileId}`, expiresAt)}/${fileName}`;
  }

  /** Returns the permanent address of an enabled public preview; null while there are no bytes. */
  publicLinkOf(file: StoredFile): string | null {
    const { fileName } = publicSourceOf(file);
    return fileName === null ? null : this.#publicUrl(file, encodeURIComponent(fileName));
  }

  /** Returns the permanent address of an enabled public preview's stream; null while there is none. */
  publicStreamOf(file: StoredFile): string | null {
    const { fileName } = file.sources.hls;
    return fileName === null ? null : this.#publicUrl(file, `hls/${fileName}`);
  }

  #publicUrl(file: StoredFile, name: string): string | null {
    const { publicPlaybackId, isPublicPreviewEnabled } = file;
    if (publicPlaybackId === null || !isPublicPreviewEnabled) return null;
    return this.#address.urlOf(`/public/previews/${publicPlaybackId}/${name}`);
  }

  /** Renews links that expire within `marginSeconds`, by default an hour (specification §2.5). */
  renewed(file: StoredFile, marginSeconds = renewalMarginSeconds): StoredFile {
    const limit = unixSeconds(this.#clock) + marginSeconds;
    const isNearEnd = (source: StoredSource) => source.expiresAt !== null && source.expiresAt <= limit;
    if (!renditions.some((rendition) => isNearEnd(file.sources[rendition]))) return file;
    const expiresAt = mediaLinkExpiry(this.#clock);
    const renew = (source: StoredSource) => (isNearEnd(source) ? { ...source, expiresAt } : source);
    const sources = {
      download: renew(file.sources.download),
      preview: renew(file.sources.preview),
      thumbnail: renew(file.sources.thumbnail),
      hls: renew(file.sources.hls),
    };
    this.#files.renewLinks(file.fileId, sources);
    return { ...file, sources };
  }
}
