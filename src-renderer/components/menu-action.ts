/** A line of a menu. */
export interface MenuAction {
  readonly label: string;
  /** Faint, at the end of the line. */
  readonly detail?: string;
  readonly run: () => void;
}
