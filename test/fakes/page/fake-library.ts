import { AppError } from '../../../src-shared/app-error.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { LibraryFile } from '../../../src-shared/contract/library.ts';
import type { Material } from '../../../src-shared/contract/material.ts';
import type { CallName, Handlers } from '../../../src-shared/ipc/define.ts';

const pageLength = 12;

function fileOf(index: number): LibraryFile {
  const number = String(index + 1).padStart(2, '0');
  const [kind, name] = (
    [
      ['image', `Harbour still ${number}.png`],
      ['video', `Ferry at dawn ${number}.mp4`],
      ['audio', `Narration take ${number}.wav`],
      ['slides', `Pitch ${number}.pdf`],
    ] as const
  )[index % 4] ?? ['image', ''];
  return {
    fileId: `file_${number}`,
    displayName: name,
    kind,
    sizeBytes: 240_000 * (index + 1),
    durationSeconds: kind === 'video' || kind === 'audio' ? 7 + index : null,
    thumbnailPath: kind === 'audio' ? null : `files/local/file_${number}/thumbnail`,
  };
}

/** Files that the service keeps, in memory. */
export class FakeLibrary {
  files: LibraryFile[] = Array.from({ length: 60 }, (_, index) => fileOf(index));
  readonly #materials: Map<string, Material>;

  constructor(materials: Map<string, Material>) {
    this.#materials = materials;
  }

  handlers(): Pick<Handlers<typeof appContract>, Extract<CallName<typeof appContract>, `library.${string}`>> {
    return {
      'library.list': ({ kinds, cursor }) => {
        const all = this.files.filter(({ kind }) => kinds.includes(kind));
        const from = Number(cursor ?? 0);
        const next = from + pageLength;
        return { files: all.slice(from, next), nextCursor: next < all.length ? String(next) : null };
      },
      'library.search': ({ kinds, query }) => ({
        files: this.files.filter(
          ({ kind, displayName }) =>
            kinds.includes(kind) && displayName.toLowerCase().includes(query.toLowerCase()),
        ),
      }),
      'library.use': ({ fileId }) => {
        const file = this.files.find((each) => each.fileId === fileId);
        if (!file) throw new AppError('not_found', 'There is no such file.');
        const { displayName, kind, sizeBytes } = file;
        const mediaPath = `files/local/${fileId}/content`;
        const material: Material = {
          materialId: `mat-${fileId}`,
          displayName,
          kind,
          mediaPath,
          sizeBytes: sizeBytes ?? 0,
        };
        this.#materials.set(material.materialId, material);
        return material;
      },
    };
  }
}
