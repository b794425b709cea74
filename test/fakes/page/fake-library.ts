import type { FileInfo } from '../../../src-shared/api/files.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import { materialKindOf } from '../../../src-shared/contract/library.ts';
import type { Material } from '../../../src-shared/contract/material.ts';
import type { CallName, Handlers } from '../../../src-shared/ipc/define.ts';

function fileOf(index: number): FileInfo {
  const number = String(index + 1).padStart(2, '0');
  const [type, name] = (
    [
      ['IMAGE', `Harbour still ${number}.png`],
      ['VIDEO', `Ferry at dawn ${number}.mp4`],
      ['AUDIO', `Narration take ${number}.wav`],
      ['PDF', `Pitch ${number}.pdf`],
    ] as const
  )[index % 4] ?? ['IMAGE', ''];
  const source = {
    status: 'ready',
    url: 'https://files.invalid/',
    fileBytes: 240_000 * (index + 1),
  } as const;
  return {
    fileId: `file_${number}`,
    type,
    scope: 'GLOBAL',
    displayName: name,
    durationSeconds: type === 'VIDEO' || type === 'AUDIO' ? 7 + index : null,
    downloadSource: source,
    thumbnailSource: type === 'AUDIO' ? { status: 'skipped' } : source,
  };
}

/** Files that the service keeps, in memory. */
export class FakeLibrary {
  files: FileInfo[] = Array.from({ length: 60 }, (_, index) => fileOf(index));
  /** Length of a page, if it is to be shorter than asked for. */
  pageLength = 24;
  readonly #materials: Map<string, Material>;

  constructor(materials: Map<string, Material>) {
    this.#materials = materials;
  }

  /** Replaces the files by many. */
  fill(count: number): void {
    this.files = Array.from({ length: count }, (_, index) => fileOf(index));
    this.pageLength = 100;
  }

  /** Answers the operations that show files; null for any other. */
  answer(
    operation: string,
    path: Record<string, string>,
    query: Record<string, unknown>,
    body: unknown,
  ): unknown {
    if (operation === 'hydrateFile')
      return this.files.find(({ fileId }) => fileId === path['fileId']) ?? null;
    if (operation === 'listFiles') {
      const from = Number(query['cursor'] ?? 0);
      const next = from + this.pageLength;
      const hasMore = next < this.files.length;
      return { files: this.files.slice(from, next), hasMore, nextCursor: hasMore ? String(next) : null };
    }
    if (operation !== 'searchFiles') return null;
    const wanted = (body as { query: string }).query.toLowerCase();
    const found = this.files.filter(({ displayName = '' }) => displayName.toLowerCase().includes(wanted));
    return { results: found.map((file) => ({ similarity: 0.5, file })) };
  }

  handlers(): Pick<Handlers<typeof appContract>, Extract<CallName<typeof appContract>, `library.${string}`>> {
    return {
      'library.save': () => ({ transfer: null }),
      'library.use': ({ fileId }) => {
        const file = this.files.find((each) => each.fileId === fileId);
        const kind = materialKindOf(file?.type ?? null);
        if (!file || kind === null) throw new AppError('not_found', 'There is no such file.');
        const material: Material = {
          materialId: `mat-${fileId}`,
          displayName: file.displayName ?? fileId,
          kind,
          mediaPath: `files/local/${fileId}/content`,
          sizeBytes: file.downloadSource?.fileBytes ?? 0,
        };
        this.#materials.set(material.materialId, material);
        return material;
      },
    };
  }
}
