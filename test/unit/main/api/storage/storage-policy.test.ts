import { expect, test } from 'vitest';
import { isTrustedTarget, nextHop, parseLink } from '../../../../../src-main/api/storage/storage-policy.ts';

const storage = new URL('https://storage.example/a?signature=1');
const local = 'http://127.0.0.1:4000';

test('only the exact origin of the service may be plain or private', () => {
  expect(isTrustedTarget(new URL(`${local}/x`), local)).toBe(true);
  expect(isTrustedTarget(storage, local)).toBe(false);
  for (const link of ['http://127.0.0.1:4001/x', 'http://localhost:4000/x'])
    expect(() => isTrustedTarget(new URL(link), local)).toThrow('not encrypted');
  expect(() => isTrustedTarget(new URL('https://127.0.0.1:4000/x'), local)).toThrow('private address');
});

test('a redirect is resolved where it stands, and nothing but a redirect is one', () => {
  expect(nextHop(302, '/b', storage, 0)?.href).toBe('https://storage.example/b');
  expect(nextHop(307, '//other.example/c', storage, 2)?.href).toBe('https://other.example/c');
  for (const status of [200, 206, 304, 400]) expect(nextHop(status, '/b', storage, 0)).toBeNull();
  expect(nextHop(302, undefined, storage, 0)).toBeNull();
  expect(() => nextHop(302, '/b', storage, 3)).toThrow('more than three times');
});

test('no redirect leaves encryption, not even for the service itself', () => {
  expect(() => nextHop(302, `${local}/x`, storage, 0)).toThrow('from https');
  expect(() => nextHop(302, 'file:///etc/passwd', storage, 0)).toThrow('not a web address');
  expect(() => parseLink('https://user:secret@storage.example/')).toThrow('not a web address');
});
