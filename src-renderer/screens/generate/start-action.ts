/** The start of the present draft, as buttons offer it. */
export interface StartAction {
  /** The keys of a draft that was not started yet, as they are shown. */
  readonly keys: string;
  readonly isStarting: boolean;
  /** Why it cannot be started; null when it can. */
  readonly reason: string | null;
  readonly start: () => void;
}
