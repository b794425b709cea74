/** One row of a searchable list. */
export interface SearchItem {
  readonly id: string;
  readonly label: string;
  /** Shown after the label in a softer colour. */
  readonly detail?: string | undefined;
  /** Found by, but not shown. */
  readonly keywords?: string | undefined;
  /** A shortcut as it is shown. */
  readonly keys?: string | undefined;
  /** Rows of one group are listed together under its name. */
  readonly group?: string | undefined;
  /** What plays as a sample of it; null where it has none, left out where nothing in the list has one. */
  readonly sampleUrl?: string | null | undefined;
  /** The list can be narrowed to the items of one facet. */
  readonly facet?: { readonly id: string; readonly label: string } | undefined;
  readonly isOff?: boolean | undefined;
}
