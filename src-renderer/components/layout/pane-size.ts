/** The size of a pane in CSS pixels, with its setter. */
export interface PaneSize {
  readonly label: string;
  readonly size: number;
  readonly initial: number;
  readonly onchange: (size: number) => void;
}
