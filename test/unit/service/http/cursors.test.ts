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

test('a cursor gives back the place it was made for', () => {
  expect(cursors.decode('files', cursors.encode('files', 41))).toBe(41);
  expect(cursors.decode('voices', cursors.encode('voices', 'vg_voic_é'))).toBe('vg_voic_é');
});

test('a cursor of one list is refused by another', () => {
  expect(caught(() => cursors.decode('projects', cursors.encode('files', 41)))).toEqual(refusal);
});

test('text that is no cursor, an altered one and one of another data folder are refused', () => {
  const cursor = cursors.encode('files', 41);
  const foreign = new Cursors({ signer: new Signer(randomBytes(32), 'cursors') }).encode('files', 41);
  const otherPurpose = new Cursors({ signer: new Signer(key, 'signed urls') }).encode('files', 41);
  const altered = `${cursor.slice(0, -4)}AAAA`;
  for (const text of ['', 'x', 'bm90IGEgY3Vyc29y', altered, foreign, otherPurpose, cursor.slice(8)]) {
    expect(caught(() => cursors.decode('files', text))).toEqual(refusal);
  }
});
