import type { Attachment } from 'svelte/attachments';

export interface GridWindowOptions {
  readonly count: () => number;
  /** The items that are laid out wherever they are, each once: one of them may have the focus. */
  readonly pinned: () => readonly number[];
}

/**
 * Which items of a long grid are in the page: those in sight, half a screen beyond each edge, and pinned ones. All items
 * are equally tall; style sheets decide how many stand side by side.
 */
export class GridWindow {
  readonly #options: GridWindowOptions;
  #columns = $state(1);
  /** In CSS pixels, as all that follows. */
  #itemHeight = $state(0);
  #rowGap = $state(0);
  #viewHeight = $state(0);
  #scrolled = $state(0);
  readonly #pitch = $derived.by(() => this.#itemHeight + this.#rowGap);
  readonly #rowsInSight = $derived.by(() => Math.ceil(this.#viewHeight / this.#pitch) + 1);
  readonly #topRow = $derived.by(() => Math.floor(this.#scrolled / this.#pitch));
  /** The items to lay out, first to last. */
  readonly indexes: readonly number[] = $derived.by(() => this.#layOut());

  /** To be made while a component is set up. */
  constructor(options: GridWindowOptions) {
    this.#options = options;
  }

  /** Items side by side. */
  get columns(): number {
    return this.#columns;
  }

  get rows(): number {
    return Math.ceil(this.#options.count() / this.#columns);
  }

  /** 0 until a pinned item was measured. */
  get itemHeight(): number {
    return this.#itemHeight;
  }

  /** Row and column of an item as `grid-area` has them. */
  areaOf(index: number): string {
    return `${String(Math.floor(index / this.#columns) + 1)} / ${String((index % this.#columns) + 1)}`;
  }

  /** For the part of the page that scrolls. */
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

  /** For an empty grid of the same style and width: an item beyond its last column would make it one more. */
  readonly measureColumns: Attachment<HTMLElement> = (element) =>
    watchSize(element, () => {
      const style = getComputedStyle(element);
      this.#columns = style.gridTemplateColumns.split(' ').length;
      this.#rowGap = Number.parseFloat(style.rowGap) || 0;
    });

  /** For a pinned item. */
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
    const [before, after] = [pinned.filter((each) => each < first), pinned.filter((each) => each >= end)];
    return [...before, ...indexes, ...after];
  }
}

/** An element that is not shown, as on another screen, has no size that counts. */
function watchSize(element: HTMLElement, onSize: () => void): () => void {
  const observer = new ResizeObserver(() => {
    if (element.checkVisibility()) onSize();
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}
