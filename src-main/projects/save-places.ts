import { join, parse } from 'node:path';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { foldName } from '../../src-timeline/model/fold-name.ts';
import { isThere } from '../foundation/files/is-there.ts';
import type { Dialogs } from '../platform.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import type { TransferRepository } from '../state/transfer-repository.ts';
import { isSavedFile, type SavedFile } from './saved-file-key.ts';
import { finalPathOf } from './saved-file-place.ts';

export interface SavePlacesDeps {
  /** Null on a host without dialogs. */
  readonly dialogs: Dialogs | null;
  readonly settings: Pick<SettingsService, 'requireDeliveryFolder'>;
  readonly text: TextOf;
  readonly transfers: Pick<TransferRepository, 'listUnfinished'>;
}

interface ChosenPlace extends Pick<SavedFile, 'mayReplace'> {
  readonly path: string;
}

const titles = {
  movie: 'dialog.movie',
  cut: 'dialog.movie',
  scene: 'dialog.media',
  file: 'dialog.media',
} as const;

/** Finds places for files to be saved. */
export class SavePlaces {
  readonly #deps: SavePlacesDeps;

  constructor(deps: SavePlacesDeps) {
    this.#deps = deps;
  }

  /** Returns where the user wants the file, and whether in place of an existing one; null when the user cancelled. */
  async choose(kind: SavedFile['kind'], name: string): Promise<ChosenPlace | null> {
    const { dialogs, settings, text } = this.#deps;
    if (!dialogs) return this.#free(join(await settings.requireDeliveryFolder(), name));
    const path = await dialogs.saveFile(text(titles[kind]), name);
    if (path === null) return null;
    return (await isThere(path)) ? { path, mayReplace: true } : this.#free(path);
  }

  /** Returns the path, with a number where a file has it or an unfinished save will put one there. */
  async #free(wanted: string): Promise<ChosenPlace> {
    const { dir, name, ext } = parse(wanted);
    for (let number = 1; ; number += 1) {
      const path = number === 1 ? wanted : join(dir, `${name} ${String(number)}${ext}`);
      if (await isThere(path)) continue;
      // Read last: nothing may begin between this and the begin of the save.
      const unfinished = this.#deps.transfers.listUnfinished().filter(isSavedFile).map(finalPathOf);
      if (!unfinished.some((each) => foldName(each) === foldName(path))) return { path, mayReplace: false };
    }
  }
}
