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
  readonly isOff?: boolean | undefined;
}
