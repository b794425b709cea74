/**
 * The whole surface between the page and main, supplied by the preload script (Electron) or by the browser
 * host's client. Everything that crosses it is plain data. `FileHandle` is the DOM's `File` in the page.
 */
export interface Bridge<FileHandle = unknown> {
  /** Sends `{ name, input }`; answers `{ ok: true, value }` or `{ ok: false, error }`. An error of main's does not reject. */
  invoke(request: unknown): Promise<unknown>;
  /** Calls back with `{ name, payload }` for every event. Returns the function that ends the subscription. */
  subscribe(listener: (message: unknown) => void): () => void;
  /**
   * Hands a dropped or chosen file to main. Answers like `invoke`; the value is the id of the grant to read it. The
   * page never learns or sends a path: a file made up by a script has none and is refused.
   */
  grantFile(file: FileHandle): Promise<unknown>;
}
