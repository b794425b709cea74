import { SvelteSet } from 'svelte/reactivity';
import type { ItemPick, ListSelection } from '../components/lists/item-selection.svelte.ts';
import type { ShelfFile } from '../state/files/shelf-file.ts';

/** Files that the user takes from the library, in the order taken. They stay taken while the list shows others. */
export class TakenFiles implements ListSelection {
  readonly #most: number;
  readonly #offered: () => readonly ShelfFile[];
  files = $state.raw<readonly ShelfFile[]>([]);
  readonly ids: ReadonlySet<string> = $derived(new SvelteSet(this.files.map(({ fileId }) => fileId)));

  constructor(most: number, offered: () => readonly ShelfFile[]) {
    this.#most = most;
    this.#offered = offered;
  }

  isSelected(fileId: string): boolean {
    return this.ids.has(fileId);
  }

  /** Takes a file or puts it back. Files beyond the limit are ignored. */
  toggle(fileId: string): void {
    if (this.ids.has(fileId)) this.files = this.files.filter((file) => file.fileId !== fileId);
    else this.pickAll([fileId]);
  }

  /** Takes files of a range and a file pressed with a modifier; a plain step only moves on. */
  pick(list: readonly string[], fileId: string, mode: ItemPick, shownId: string | null): string {
    if (mode === 'toggle') this.toggle(fileId);
    if (mode === 'range') {
      const ends = [list.indexOf(shownId ?? fileId), list.indexOf(fileId)];
      this.pickAll(list.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1));
    }
    return fileId;
  }

  pickAll(fileIds: readonly string[]): void {
    const more = this.#offered().filter(({ fileId }) => fileIds.includes(fileId) && !this.ids.has(fileId));
    this.files = [...this.files, ...more].slice(0, this.#most);
  }
}
