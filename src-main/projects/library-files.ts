import type { FileInfo, FileSource } from '../../src-shared/api/files.ts';
import type { LibraryFile } from '../../src-shared/contract/library.ts';
import type { Material, MaterialKind } from '../../src-shared/contract/material.ts';
import type { Files } from '../api/files.ts';
import { unsupported } from '../intake/inspect-file.ts';
import type { MaterialService } from '../intake/material-service.ts';
import { isReady } from '../transfers/upload/file-readiness.ts';

export interface LibraryFilesDeps {
  readonly connectionId: string;
  readonly files: Pick<Files, 'list' | 'search' | 'hydrate'>;
  readonly materials: Pick<MaterialService, 'addOfLibrary'>;
}

interface Found {
  readonly files: LibraryFile[];
  readonly nextCursor: string | null;
}

const pageLimit = 100;
/** Limit of pages to read for one answer: the API lists all kinds together. */
const maxPages = 5;
const enough = 24;
/** Number of files whose links are kept. */
const maxLinks = 2_000;

const kindOfType: Readonly<Record<string, MaterialKind>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  AUDIO: 'audio',
  PDF: 'slides',
  SLIDESHOW: 'slides',
};

function urlOf(source: FileSource | null | undefined): string | null {
  return source?.status === 'ready' ? (source.url ?? null) : null;
}

/** Files that one connection's service keeps for the user. */
export class LibraryFiles {
  readonly #deps: LibraryFilesDeps;
  readonly #stopper = new AbortController();
  readonly #links = new Map<string, FileInfo>();

  constructor(deps: LibraryFilesDeps) {
    this.#deps = deps;
  }

  /** Lists files of some kinds, the latest first. */
  async list(kinds: readonly MaterialKind[], cursor: string | null): Promise<Found> {
    const found: LibraryFile[] = [];
    let next = cursor;
    for (let page = 0; page < maxPages; page += 1) {
      const { files, nextCursor } = await this.#deps.files.list(next, pageLimit, this.#stopper.signal);
      found.push(...this.#shown(files, kinds));
      next = nextCursor;
      if (next === null || found.length >= enough) break;
    }
    return { files: found, nextCursor: next };
  }

  /** Searches files of some kinds, the best matches first. */
  async search(kinds: readonly MaterialKind[], query: string): Promise<LibraryFile[]> {
    const { results } = await this.#deps.files.search(query, pageLimit, this.#stopper.signal);
    return this.#shown(
      results.map(({ file }) => file),
      kinds,
    );
  }

  /**
   * Adds the file as a material, so that requests can name it. @throws AppError `not_found`, `file_type_unsupported`.
   */
  async use(fileId: string): Promise<Material> {
    const { files, materials, connectionId } = this.#deps;
    const file = await files.hydrate(fileId, this.#stopper.signal);
    const [shown] = this.#shown([file], ['image', 'video', 'audio', 'slides']);
    if (!shown || !isReady(file)) throw unsupported(file.displayName ?? fileId);
    const { displayName, kind, sizeBytes } = shown;
    const mediaPath = `files/${connectionId}/${fileId}/content`;
    return materials.addOfLibrary(connectionId, fileId, {
      displayName,
      kind,
      mediaPath,
      sizeBytes: sizeBytes ?? 0,
    });
  }

  /** Returns a signed link and how to renew it. @param part `thumbnail` or `content`, which the page shows or plays. */
  linkOf(fileId: string, part: string, signal: AbortSignal) {
    if (part !== 'thumbnail' && part !== 'content') return null;
    const urlIn = (file: FileInfo | undefined): string | null => {
      if (!file) return null;
      if (part === 'thumbnail') return urlOf(file.thumbnailSource) ?? file.thumbnailUrl ?? null;
      const isShown = file.type === 'IMAGE' || file.type === 'VIDEO';
      return (
        (isShown ? urlOf(file.previewSource) : null) ?? urlOf(file.downloadSource) ?? file.downloadUrl ?? null
      );
    };
    return {
      url: urlIn(this.#links.get(fileId)),
      renew: async () => {
        const file = await this.#deps.files.hydrate(fileId, signal);
        this.#keep(file);
        return urlIn(file);
      },
    };
  }

  /** Keeps the links of files, so that the page can show them without another request. */
  keep(files: readonly FileInfo[]): void {
    for (const file of files) this.#keep(file);
  }

  dispose(): void {
    this.#stopper.abort();
  }

  #shown(files: readonly FileInfo[], kinds: readonly MaterialKind[]): LibraryFile[] {
    return files.flatMap((file) => {
      const kind = kindOfType[file.type ?? ''];
      if (kind === undefined || !kinds.includes(kind)) return [];
      this.#keep(file);
      const { fileId, displayName = fileId, durationSeconds = null, thumbnailSource, downloadSource } = file;
      const hasPicture = urlOf(thumbnailSource) !== null || Boolean(file.thumbnailUrl);
      const thumbnailPath = hasPicture ? `files/${this.#deps.connectionId}/${fileId}/thumbnail` : null;
      const sizeBytes = downloadSource?.fileBytes ?? null;
      return [{ fileId, displayName, kind, durationSeconds, sizeBytes, thumbnailPath }];
    });
  }

  #keep(file: FileInfo): void {
    this.#links.delete(file.fileId);
    this.#links.set(file.fileId, file);
    const [oldest] = this.#links.keys();
    if (this.#links.size > maxLinks && oldest !== undefined) this.#links.delete(oldest);
  }
}
