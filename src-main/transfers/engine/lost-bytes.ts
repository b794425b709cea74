/** A sync failed: what was written may be gone although the system holds it for written. */
export class LostBytes extends Error {
  /** @param cause what the system said, with its `code`. */
  constructor(cause: unknown) {
    super('The disk has lost written bytes.', { cause });
  }
}
