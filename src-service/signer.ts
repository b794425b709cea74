import { createHmac, timingSafeEqual } from 'node:crypto';

/** Makes and checks signatures that need this data folder's key. */
export class Signer {
  readonly #key: Buffer;

  /** @param purpose makes signatures for one purpose invalid for another. */
  constructor(dataFolderKey: Buffer, purpose: string) {
    this.#key = createHmac('sha256', dataFolderKey).update(purpose).digest();
  }

  sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }

  /** Checks a signature. The comparison time reveals nothing about the right one. */
  isValid(text: string, code: Buffer): boolean {
    const expected = this.sign(text);
    return code.byteLength === expected.byteLength && timingSafeEqual(code, expected);
  }
}
