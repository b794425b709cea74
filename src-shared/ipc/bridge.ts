/**
 * The whole interface between the page and main, supplied by the preload script (Electron) or by the browser host's
 * client. It carries plain data only. `FileHandle` is the DOM's `File` in the page.
 */
export interface Bridge<FileHandle = unknown> {
  /** Sends `{ name, input }`; resolves to `{ ok: true, value }` or `{ ok: false, error }`, also for errors in main. */
  invoke(request: unknown): Promise<unknown>;
  /** Calls the listener with `{ name, payload }` for every event. Returns a function that unsubscribes. */
  subscribe(listener: (message: unknown) => void): () => void;
  /**
   * Passes a dropped or chosen file to main. Resolves like `invoke`; the value is the id of the grant to read it. The
   * page neither learns nor sends the file's path: main refuses a file that a script made up, because it has none.
   */
  grantFile(file: FileHandle): Promise<unknown>;
}
