import { basename, dirname } from 'node:path';
import type { TransferRepository } from '../state/transfer-repository.ts';
import { isSavedFile, keyStartOf, savedFileKinds } from './saved-file-key.ts';

export interface SavedFilePartsDeps {
  readonly transfers: Pick<TransferRepository, 'listUnfinished' | 'listFailedByKey'>;
}

/** The folders that receive files to be saved, of all connections. */
export class SavedFileParts {
  readonly #deps: SavedFilePartsDeps;

  constructor(deps: SavedFilePartsDeps) {
    this.#deps = deps;
  }

  /** True for the name of a folder that an unfinished save uses, or a failed one when it is tried again. */
  isInUse(folderName: string): boolean {
    const { transfers } = this.#deps;
    const failed = savedFileKinds.flatMap((kind) => transfers.listFailedByKey(keyStartOf(kind)));
    return [...transfers.listUnfinished().filter(isSavedFile), ...failed].some(
      ({ targetPath }) => targetPath !== null && basename(dirname(targetPath)) === folderName,
    );
  }
}
