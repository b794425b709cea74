import { z } from 'zod';
import { invalidParameter } from '../api-error.ts';
import type { Signer } from '../signer.ts';

const codeBytes = 12;
const positionSchema = z.union([z.number(), z.string()]);
const cursorSchema = z.tuple([z.string(), positionSchema]);

/** Position at which a list continues. */
export type CursorPosition = z.output<typeof positionSchema>;

/** Opaque cursors bound to the list that issued them (specification §4.10). */
export class Cursors {
  readonly #signer: Signer;

  constructor(deps: { signer: Signer }) {
    this.#signer = deps.signer;
  }

  encode(list: string, position: CursorPosition): string {
    const text = JSON.stringify([list, position]);
    const code = this.#signer.sign(text).subarray(0, codeBytes);
    return Buffer.concat([code, Buffer.from(text)]).toString('base64url');
  }

  /** @throws ApiError 400 for a cursor of another list or an invalid cursor. */
  decode(list: string, cursor: string): CursorPosition {
    const bytes = Buffer.from(cursor, 'base64url');
    const text = bytes.subarray(codeBytes).toString();
    const expected = this.#signer.sign(text).subarray(0, codeBytes);
    const isOurs = expected.equals(bytes.subarray(0, codeBytes)) && bytes.toString('base64url') === cursor;
    if (!isOurs) throw invalidParameter('cursor', 'is not a cursor of this list');
    const [issuer, position] = cursorSchema.parse(JSON.parse(text));
    if (issuer !== list) throw invalidParameter('cursor', 'belongs to another list');
    return position;
  }
}
