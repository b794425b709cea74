import type { FileInfo, FileSource } from '../../src-shared/api/files.ts';
import { materialKindOf } from '../../src-shared/contract/library.ts';
import type { Material } from '../../src-shared/contract/material.ts';
import type { Files } from '../api/files.ts';
import { unsupported } from '../intake/inspect-file.ts';
import type { MaterialService } from '../intake/material-service.ts';
import { isReady } from '../transfers/upload/file-readiness.ts';

export interface LibraryFilesDeps {
  readonly connectionId: string;
  readonly files: Pick<Files, 'hydrate'>;
  readonly materials: Pick<MaterialService, 'addOfLibrary'>;
}

/** Number of files whose links are kept. */
const maxLinks = 2_000;

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

  /**
   * Adds the file as a material, so that requests can name it. @throws AppError `not_found`, `file_type_unsupported`.
   */
  async use(fileId: string): Promise<Material> {
    const { files, materials, connectionId } = this.#deps;
    const file = await files.hydrate(fileId, this.#stopper.signal);
    const { displayName = fileId, downloadSource } = file;
    const kind = materialKindOf(file.type);
    if (kind === null || !isReady(file)) throw unsupported(displayName);
    this.#keep(file);
    return materials.addOfLibrary(connectionId, fileId, {
      displayName,
      kind,
      mediaPath: `files/${connectionId}/${fileId}/content`,
      sizeBytes: downloadSource?.fileBytes ?? 0,
    });
  }

  /** Returns a signed link and how to renew it. @param part `thumbnail` or `content`, which the page shows or plays. */
  linkOf(fileId: string, part: string, signal: AbortSignal) {
    if (part !== 'thumbnail' && part !== 'content') return null;
    const urlIn = (file: FileInfo | undefined): string | null => {
      if (!file) return null;
      if (part === 'thumbnail') return urlOf(file.thumbnailSource) ?? file.thumbnailUrl ?? null;
      const isShown = file.type === 'IMAGE' || file.type === 'VIDEO' || file.type === 'AUDIO';
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

  #keep(file: FileInfo): void {
    this.#links.delete(file.fileId);
    this.#links.set(file.fileId, file);
    const [oldest] = this.#links.keys();
    if (this.#links.size > maxLinks && oldest !== undefined) this.#links.delete(oldest);
  }
}
