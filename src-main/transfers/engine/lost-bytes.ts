/** A sync failed: written bytes may be lost although the system considers them written. */
export class LostBytes extends Error {
  /** @param cause the system's error, with its `code`. */
  constructor(cause: unknown) {
    super('The disk has lost written bytes.', { cause });
  }
}
