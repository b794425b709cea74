/** A group of shortcuts for display. */
export interface ShortcutGroup {
  readonly title: string;
  readonly entries: readonly {
    readonly name: string;
    /** One array of keys for each way to trigger it. */
    readonly shortcuts: readonly (readonly string[])[];
  }[];
}
