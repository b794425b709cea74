import { createHmac, timingSafeEqual } from 'node:crypto';

/** Makes and checks codes that only this data folder's key can make. */
export class Signer {
  readonly #key: Buffer;

  /** @param purpose keeps the codes of one use from serving for another. */
  constructor(dataFolderKey: Buffer, purpose: string) {
    this.#key = createHmac('sha256', dataFolderKey).update(purpose).digest();
  }

  sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }

  /** Compares in a time that tells nothing of the right code. */
  isValid(text: string, code: Buffer): boolean {
    const expected = this.sign(text);
    return code.byteLength === expected.byteLength && timingSafeEqual(code, expected);
  }
}
