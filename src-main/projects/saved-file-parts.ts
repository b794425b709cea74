import { basename, dirname } from 'node:path';
import type { Clock, Log } from '../platform.ts';
import type { ActivityRepository } from '../state/activity-repository.ts';
import { keepUnusedMs } from '../state/settings/delivery-folder.ts';
import type { TransferRecord, TransferRepository } from '../state/transfer-repository.ts';
import { isSavedFile, keyStartOf, savedFileKinds } from './saved-file-key.ts';
import { removePart } from './saved-file-place.ts';

export interface SavedFilePartsDeps {
  readonly transfers: Pick<TransferRepository, 'get' | 'listUnfinished' | 'listFailedByKey'>;
  readonly activity: Pick<ActivityRepository, 'isListed'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Time after which a part is given up that could never be removed, so that its drive is not asked for ever. */
const givenUpMs = 60 * 24 * 3_600_000;

/** The folders that receive files to be saved, of all connections. */
export class SavedFileParts {
  readonly #deps: SavedFilePartsDeps;
  #removing: Promise<void> | null = null;

  constructor(deps: SavedFilePartsDeps) {
    this.#deps = deps;
  }

  /** True for the name of a folder that an unfinished save uses, or a failed one when it is tried again. */
  isInUse(folderName: string): boolean {
    const unfinished = this.#deps.transfers.listUnfinished().filter(isSavedFile);
    return [...unfinished, ...this.#listFailed()].some(
      ({ targetPath }) => targetPath !== null && basename(dirname(targetPath)) === folderName,
    );
  }

  /**
   * Removes the folders of cancelled saves, and those of failed ones a week later or if their row is cleared. One after
   * another, as many threads could wait for the same drive. A call during a removal joins it.
   */
  removeUnused(signal: AbortSignal): Promise<void> {
    this.#removing ??= this.#removeAll(signal).finally(() => {
      this.#removing = null;
    });
    return this.#removing;
  }

  async #removeAll(signal: AbortSignal): Promise<void> {
    for (const { transferId } of this.#listFailed()) {
      if (signal.aborted) return;
      // It may have been tried again meanwhile.
      const record = this.#deps.transfers.get(transferId);
      if (record && this.#isUnused(record)) await removePart(record, this.#deps);
    }
  }

  #listFailed(): TransferRecord[] {
    return savedFileKinds.flatMap((kind) => this.#deps.transfers.listFailedByKey(keyStartOf(kind)));
  }

  #isUnused({ transferId, state, finishedAt }: TransferRecord): boolean {
    const { activity, clock } = this.#deps;
    const ageMs = clock.now() - (finishedAt ?? 0) * 1000;
    if (ageMs > givenUpMs) return false;
    if (state !== 'failed') return state === 'cancelled';
    return ageMs > keepUnusedMs || !activity.isListed({ kind: 'transfer', id: transferId });
  }
}
