import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../src-shared/app-error.ts';
import type { Catalogue } from '../api/catalogue.ts';
import type { StorageAnswer, StorageClient } from '../api/storage/storage-client.ts';
import { openRegularFile } from '../foundation/files/read-foreign-file.ts';
import { isMediaFile } from '../intake/inspect-file.ts';
import type { MaterialService } from '../intake/material-service.ts';
import type { Log } from '../platform.ts';
import { parseRange } from '../transfers/byte-range.ts';
import type { LibraryFiles } from './library-files.ts';
import type { AskedPart, ProjectLinks, SignedLink } from './project-links.ts';

export interface MediaGatewayDeps {
  readonly connectionId: string;
  readonly projectLinks: ProjectLinks;
  readonly materials: MaterialService;
  readonly catalogue: Catalogue;
  readonly library: LibraryFiles;
  /** Path of a return's movie, or of a picture of its conflicts; null without one. */
  readonly returnedFile: (returnId: string, pictureId: string | undefined) => string | null;
  readonly storage: StorageClient;
  readonly log: Log;
}

/** An HTTP answer for the host to pass on. */
export interface MediaAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
}

interface LocalFile {
  readonly path: string;
  readonly mimeType: string;
  /** True for a file of a return, whose document may name any file of this computer. */
  readonly isNamedByOthers: boolean;
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
        return await this.#openFile(this.#fileOf(kind, owner, id), rangeHeader);
      if (owner !== this.#deps.connectionId || !id) return emptyAnswer(404);
      const link = await this.#linkOf(kind, id, { part: part ?? '', index, state }, signal);
      return link ? await this.#openLink(link, rangeHeader, signal) : emptyAnswer(404);
    } catch (error) {
      const status = (error instanceof AppError ? statusOfError[error.code] : undefined) ?? 502;
      if (status === 502) this.#deps.log.error('Media could not be served.', error, { mediaPath });
      return emptyAnswer(status);
    }
  }

  async #linkOf(
    kind: string | undefined,
    id: string,
    asked: AskedPart,
    signal: AbortSignal,
  ): Promise<SignedLink | null> {
    const { part } = asked;
    if (kind === 'projects') return this.#deps.projectLinks.linkOf(id, asked, signal);
    if (kind === 'files') return this.#deps.library.linkOf(id, part, signal);
    return kind === 'voices' && part === 'sample' ? this.#deps.catalogue.sampleOf(id) : null;
  }

  async #openLink(link: SignedLink, rangeHeader: string | null, signal: AbortSignal): Promise<MediaAnswer> {
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
    if (status === 200 || status === 206) return { status, headers: passed(headers), body };
    body.destroy();
    this.#deps.log.warn('Storage did not serve media.', { status });
    return emptyAnswer(status === 416 || status === 404 ? status : 502);
  }

  /** Returns a file of the user; null without one. @throws AppError `not_found`. */
  #fileOf(kind: string | undefined, id: string, pictureId: string | undefined): LocalFile | null {
    if (kind === 'materials') {
      const { path, mimeType } = this.#deps.materials.get(id);
      return pictureId === undefined && path !== null ? { path, mimeType, isNamedByOthers: false } : null;
    }
    const path = kind === 'returns' ? this.#deps.returnedFile(id, pictureId) : null;
    return path === null ? null : { path, mimeType: mimeTypeOf(path), isNamedByOthers: true };
  }

  async #openFile(file: LocalFile | null, rangeHeader: string | null): Promise<MediaAnswer> {
    if (file === null) return emptyAnswer(404);
    const { path, mimeType, isNamedByOthers } = file;
    if (isNamedByOthers && !(await isMediaFile(path))) return emptyAnswer(404);
    const handle = await openRegularFile(path);
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

/** Headers for a type that the page shows, or for bytes that it will not interpret. */
function safeHeaders(contentType: string): Record<string, string> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return {
    'content-type': shownTypes.test(type) ? type : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
  };
}
