/** One row of a searchable list. */
export interface SearchItem {
  readonly id: string;
  readonly label: string;
  /** Shown after the label in a softer colour. */
  readonly detail?: string | undefined;
  /** Searched, but not shown. */
  readonly keywords?: string | undefined;
  /** Shortcut in display form. */
  readonly keys?: string | undefined;
  /** Rows of one group are listed together under its name. */
  readonly group?: string | undefined;
  /** Address of a sample; null if the item has none, absent if no item of the list has one. */
  readonly sampleUrl?: string | null | undefined;
  /** Address of a small picture; null if the item has none, absent if no item of the list has one. */
  readonly pictureUrl?: string | null | undefined;
  /** Facet that the list can be narrowed to. */
  readonly facet?: { readonly id: string; readonly label: string } | undefined;
  readonly isOff?: boolean | undefined;
}
