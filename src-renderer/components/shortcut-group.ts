/** Shortcuts that belong together, as they are written down. */
export interface ShortcutGroup {
  readonly title: string;
  readonly entries: readonly {
    readonly name: string;
    /** One array of keys for each way to press it. */
    readonly shortcuts: readonly (readonly string[])[];
  }[];
}
