import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Cursors } from '../../../../src-service/http/cursors.ts';
import { Signer } from '../../../../src-service/signer.ts';

const key = randomBytes(32);
const cursors = new Cursors({ signer: new Signer(key, 'cursors') });
const refusal = expect.objectContaining({ status: 400, code: 'invalid_parameters' });

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

test('text that is no cursor, an altered one and one of another data folder are refused', () => {
  const cursor = cursors.encode('files', 41);
  const foreign = new Cursors({ signer: new Signer(randomBytes(32), 'cursors') }).encode('files', 41);
  const otherPurpose = new Cursors({ signer: new Signer(key, 'signed urls') }).encode('files', 41);
  const altered = `${cursor.slice(0, -4)}AAAA`;
  for (const text of ['', 'x', 'bm90IGEgY3Vyc29y', altered, foreign, otherPurpose, cursor.slice(8)]) {
    expect(caught(() => cursors.decode('files', text))).toEqual(refusal);
  }
});
