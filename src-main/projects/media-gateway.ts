import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-shared/app-error.ts';
import type { Catalogue } from '../api/catalogue.ts';
import type { StorageAnswer, StorageClient } from '../api/storage/storage-client.ts';
import { openRegularFile } from '../foundation/files/read-foreign-file.ts';
import { isMediaFile } from '../intake/inspect-file.ts';
import type { Log } from '../platform.ts';
import { parseRange } from '../transfers/byte-range.ts';
import type { KeptMedia } from './kept-media.ts';
import type { LibraryFiles } from './library-files.ts';
import type { SignedLink } from './project-cuts.ts';
import type { AskedPart, ProjectLinks } from './project-links.ts';

export interface MediaGatewayDeps {
  readonly connectionId: string;
  readonly projectLinks: ProjectLinks;
  readonly catalogue: Catalogue;
  readonly library: LibraryFiles;
  readonly files: MediaFiles;
  readonly kept: KeptMedia;
  readonly storage: StorageClient;
  readonly log: Log;
}

/** Finds files of this computer that the page may play. */
export interface MediaFiles {
  /** Returns the file of a material, a return's movie or a picture of its conflicts; null without one. @throws AppError `not_found`. */
  readonly fileOf: (kind: string, id: string, pictureId: string | undefined) => MediaFile | null;
  /**
   * Returns a media file of a cut, or the link to it.
   * @param of the cut, as in a media path.
   * @throws as the cut's reader.
   */
  readonly ofCut: (
    projectId: string,
    of: string,
    mediaId: string,
    signal: AbortSignal,
  ) => Promise<MediaFile | SignedLink | null>;
}

/** A media file of this computer. */
export interface MediaFile {
  readonly path: string;
  /** By its extension if absent. */
  readonly mimeType?: string;
  /** True for a file that a document of others names. */
  readonly isNamedByOthers: boolean;
  /** As of `openRegularFile`. */
  readonly within?: string;
}

/** An HTTP answer for the host to pass on. */
export interface MediaAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
}

const expiredStatuses = new Set([401, 403, 404, 410]);
const passedHeaders = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const;
const shownTypes =
  /^(?:image\/(?:png|jpeg|webp|gif|avif|bmp)|video\/(?:mp4|webm|quicktime)|audio\/[\w.+-]+)$/;
const statusOfError: Readonly<Record<string, number>> = {
  not_found: 404,
  file_unreadable: 404,
  cancelled: 499,
};

/** Serves pictures and movies to the page, under paths that contain no link of the service. */
export class MediaGateway {
  readonly #deps: MediaGatewayDeps;

  constructor(deps: MediaGatewayDeps) {
    this.#deps = deps;
  }

  /**
   * Opens media for the page.
   * @param mediaPath as in the contract: `projects/<connectionId>/<projectId>/movie` and so on, of this connection.
   * Anything after a picture's own path only makes the page request it again.
   * @param rangeHeader of the page's request, passed on.
   */
  async open(mediaPath: string, rangeHeader: string | null, signal: AbortSignal): Promise<MediaAnswer> {
    try {
      const [kind, owner, id, part, index, state] = mediaPath.split('/');
      if (kind !== 'projects' && owner && part === undefined)
        return await this.#openFile(this.#deps.files.fileOf(kind ?? '', owner, id), rangeHeader);
      if (owner !== this.#deps.connectionId || !id) return emptyAnswer(404);
      const found = await this.#find(kind, id, { part: part ?? '', index, state }, signal);
      const isFile = found === null || 'path' in found;
      return await (isFile ? this.#openFile(found, rangeHeader) : this.#openKept(found, rangeHeader, signal));
    } catch (error) {
      const status = (error instanceof AppError ? statusOfError[error.code] : undefined) ?? 502;
      if (status === 502) this.#deps.log.error('Media could not be served.', error, { mediaPath });
      return emptyAnswer(status);
    }
  }

  /**
   * Writes the file of a link, or what is kept of it, to a path.
   * @throws AppError `not_found`, `download_failed`, and as the storage; the system's error.
   */
  async save(link: SignedLink, path: string, signal: AbortSignal): Promise<void> {
    const { fileName = '' } = link;
    const { status, body } = await this.#openKept(link, null, signal);
    if (status === 404)
      throw new AppError('not_found', `The service does not have ${fileName} any more.`, {
        details: { path: fileName },
      });
    if (status !== 200 || !body)
      throw new AppError('download_failed', `${fileName} was not served: ${String(status)}.`);
    await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal });
  }

  async #find(
    kind: string | undefined,
    id: string,
    asked: AskedPart,
    signal: AbortSignal,
  ): Promise<MediaFile | SignedLink | null> {
    const { part, index = '' } = asked;
    if (kind === 'cuts') return this.#deps.files.ofCut(id, part, index, signal);
    if (kind === 'projects') return this.#deps.projectLinks.linkOf(id, asked, signal);
    if (kind === 'files') return this.#deps.library.linkOf(id, part, signal);
    return kind === 'voices' && part === 'sample' ? this.#deps.catalogue.sampleOf(id) : null;
  }

  /** Opens the kept file of a link; without one, the link. */
  async #openKept(link: SignedLink, rangeHeader: string | null, signal: AbortSignal): Promise<MediaAnswer> {
    const { element, fileName = '' } = link;
    const path = element === undefined ? null : await this.#deps.kept.pathOf(element);
    if (path === null) return this.#openLink(link, rangeHeader, signal);
    return this.#openFile({ path, mimeType: mimeTypeOf(fileName), isNamedByOthers: false }, rangeHeader);
  }

  async #openLink(link: SignedLink, rangeHeader: string | null, signal: AbortSignal): Promise<MediaAnswer> {
    // Players ask for the whole file in this way first.
    const isWhole = rangeHeader === null || rangeHeader === 'bytes=0-';
    const range: Record<string, string> = rangeHeader === null ? {} : { range: rangeHeader };
    const open = async (url: string | null): Promise<StorageAnswer | null> =>
      url === null ? null : this.#deps.storage.open(url, range, signal);
    let answer = await open(link.url);
    if (!answer || expiredStatuses.has(answer.status)) {
      answer?.body.destroy();
      answer = await open(await link.renew());
    }
    if (!answer) return emptyAnswer(404);
    const { status, headers, body } = answer;
    if (status === 200 || status === 206)
      return { status, headers: passed(headers), body: isWhole ? this.#keep(link, headers, body) : body };
    body.destroy();
    this.#deps.log.warn('Storage did not serve media.', { status });
    return emptyAnswer(status === 416 || status === 404 ? status : 502);
  }

  /** Keeps a copy of what the page reads of a whole file. */
  #keep({ element }: SignedLink, headers: IncomingHttpHeaders, body: Readable): Readable {
    const sizeBytes = Number(headers['content-length']);
    const isKept = Number.isSafeInteger(sizeBytes) && isShown(headers['content-type']);
    return isKept && element !== undefined ? this.#deps.kept.keep(element, body, sizeBytes) : body;
  }

  async #openFile(file: MediaFile | null, rangeHeader: string | null): Promise<MediaAnswer> {
    if (file === null) return emptyAnswer(404);
    const { path, mimeType = mimeTypeOf(path), isNamedByOthers, within } = file;
    if (isNamedByOthers && !(await isMediaFile(path))) return emptyAnswer(404);
    const handle = await openRegularFile(path, { within });
    const { size } = await handle.stat();
    const range = parseRange(rangeHeader, size);
    if (range.kind === 'unsatisfiable') {
      await handle.close();
      return emptyAnswer(416);
    }
    const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, size - 1];
    const headers = {
      ...safeHeaders(mimeType),
      'accept-ranges': 'bytes',
      'content-length': String(end - start + 1),
      ...(range.kind === 'part'
        ? { 'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}` }
        : {}),
    };
    return {
      status: range.kind === 'part' ? 206 : 200,
      headers,
      body: handle.createReadStream({ start, end, highWaterMark: 256 * 1024 }),
    };
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.bmp': 'image/bmp',
  '.avif': 'image/avif',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
};

function mimeTypeOf(path: string): string {
  return mimeTypes[extname(path).toLowerCase()] ?? 'video/mp4';
}

function emptyAnswer(status: number): MediaAnswer {
  return { status, headers: { 'cache-control': 'no-store', 'content-length': '0' }, body: null };
}

function passed(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = passedHeaders.map((name) => [name, headers[name]] as const);
  const present = entries.filter(
    (entry): entry is [(typeof entry)[0], string] => typeof entry[1] === 'string',
  );
  return { ...safeHeaders(headers['content-type'] ?? ''), ...Object.fromEntries(present) };
}

const plainTypeOf = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? '';

const isShown = (contentType = ''): boolean => shownTypes.test(plainTypeOf(contentType));

/** Headers for a type that the page shows, or for bytes that it will not interpret. */
function safeHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': isShown(contentType) ? plainTypeOf(contentType) : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
  };
}
