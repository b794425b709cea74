/** One item of a menu. */
export interface MenuAction {
  readonly label: string;
  /** Faint text at the end of the item. */
  readonly detail?: string;
  readonly run: () => void;
}
