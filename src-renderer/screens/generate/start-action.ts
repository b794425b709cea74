/** The start action of the present draft, as buttons offer it. */
export interface StartAction {
  /** Shortcut in display form, for a draft that was not started yet. */
  readonly keys: string;
  readonly isStarting: boolean;
  /** Reason why the draft cannot be started; null if it can. */
  readonly reason: string | null;
  readonly start: () => void;
}
