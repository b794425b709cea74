import type { Attachment } from 'svelte/attachments';

export interface GridWindowOptions {
  readonly count: () => number;
  /** Items that are always rendered, without duplicates: one of them may have the focus. */
  readonly pinned: () => readonly number[];
}

/**
 * Decides which items of a long grid are in the page: the visible ones, half a screen beyond each edge, and pinned
 * ones. All items have the same height; style sheets decide the number of columns.
 */
export class GridWindow {
  readonly #options: GridWindowOptions;
  #columns = $state(1);
  /** In CSS pixels, like the following fields. */
  #itemHeight = $state(0);
  #rowGap = $state(0);
  #viewHeight = $state(0);
  #scrolled = $state(0);
  readonly #pitch = $derived.by(() => this.#itemHeight + this.#rowGap);
  readonly #rowsInSight = $derived.by(() => Math.ceil(this.#viewHeight / this.#pitch) + 1);
  readonly #topRow = $derived.by(() => Math.floor(this.#scrolled / this.#pitch));
  /** Indexes of the items to render, in ascending order. */
  readonly indexes: readonly number[] = $derived.by(() => this.#layOut());

  /** Must be created during component initialisation. */
  constructor(options: GridWindowOptions) {
    this.#options = options;
  }

  /** Number of items side by side. */
  get columns(): number {
    return this.#columns;
  }

  get rows(): number {
    return Math.ceil(this.#options.count() / this.#columns);
  }

  /** Height of all rows in CSS pixels. */
  get height(): number {
    return Math.max(0, this.rows * this.#pitch - this.#rowGap);
  }

  /**
   * Column of an item, counted from one, and its distance from the first row in CSS pixels. Rows of the grid itself
   * would be laid out anew with each frame of scrolling, all of them.
   */
  placeOf(index: number): { readonly column: number; readonly top: number } {
    return { column: (index % this.#columns) + 1, top: Math.floor(index / this.#columns) * this.#pitch };
  }

  /** Attach to the scrolling element. */
  readonly watchScroller: Attachment<HTMLElement> = (element) => {
    const onScroll = (): void => {
      this.#scrolled = element.scrollTop;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const unwatch = watchSize(element, () => {
      this.#viewHeight = element.clientHeight;
    });
    return () => {
      element.removeEventListener('scroll', onScroll);
      unwatch();
    };
  };

  /** Attach to an empty grid of the same style and width: a real item beyond the last column would add a column. */
  readonly measureColumns: Attachment<HTMLElement> = (element) =>
    watchSize(element, () => {
      const style = getComputedStyle(element);
      this.#columns = style.gridTemplateColumns.split(' ').length;
      this.#rowGap = Number.parseFloat(style.rowGap) || 0;
    });

  /** Attach to a pinned item. */
  readonly measureItem: Attachment<HTMLElement> = (element) =>
    watchSize(element, () => {
      this.#itemHeight = element.offsetHeight;
    });

  #layOut(): number[] {
    const count = this.#options.count();
    const pinned = this.#options.pinned().toSorted((a, b) => a - b);
    if (count === 0) return [];
    if (this.#itemHeight === 0) return pinned;
    const spare = Math.ceil(this.#rowsInSight / 2);
    const firstRow = Math.max(0, Math.min(this.#topRow, this.rows - this.#rowsInSight) - spare);
    const first = firstRow * this.#columns;
    const end = Math.min(count, (this.#topRow + this.#rowsInSight + spare) * this.#columns);
    const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
    const before = pinned.filter((each) => each < first);
    const after = pinned.filter((each) => each >= end);
    return [...before, ...indexes, ...after];
  }
}

/** Ignores an element that is not shown, for example on another screen, because its size is meaningless. */
function watchSize(element: HTMLElement, onSize: () => void): () => void {
  const observer = new ResizeObserver(() => {
    if (element.checkVisibility()) onSize();
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}
