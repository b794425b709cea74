import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { SignedUrls } from '../../../../src-service/http/signed-urls.ts';
import { ServiceAddress } from '../../../../src-service/service-address.ts';
import { Signer } from '../../../../src-service/signer.ts';

const refusal = expect.objectContaining({ status: 403, code: 'not_authorized' });
let urls: SignedUrls;

beforeEach(() => {
  const address = new ServiceAddress();
  address.set('http://127.0.0.1:4010');
  urls = new SignedUrls({ signer: new Signer(randomBytes(32), 'signed urls'), address });
});

function targetOf(url: string): string {
  return url.slice('http://127.0.0.1:4010'.length);
}

test('a link holds until its second and not in it', () => {
  const url = urls.urlOf('/media/a/download/b.png', 1_000);
  expect(url.startsWith('http://127.0.0.1:4010/media/a/download/b.png?')).toBe(true);
  expect(() => urls.check(targetOf(url), 999)).not.toThrow();
  expect(() => urls.check(targetOf(url), 1_000)).toThrow(refusal);
});

test('the same file and time give the same link', () => {
  expect(urls.urlOf('/media/a', 5)).toBe(urls.urlOf('/media/a', 5));
});

test('a link is refused when its path, its time or its signature is changed', () => {
  const target = targetOf(urls.urlOf('/media/a/download/b.png', 1_000));
  const forgeries = [
    target.replace('/media/a/', '/media/c/'),
    target.replace('expires=1000', 'expires=9000'),
    target.replace('expires=1000', 'expires=1000&expires=9000').replace('expires=1000&', ''),
    target.replace(/signature=.*/, 'signature='),
    target.replace(/&signature=.*/, ''),
    '/media/a/download/b.png',
  ];
  for (const forgery of forgeries) expect(() => urls.check(forgery, 1)).toThrow(refusal);
});

test('a link of another data folder is refused', () => {
  const address = new ServiceAddress();
  address.set('http://127.0.0.1:4010');
  const foreign = new SignedUrls({ signer: new Signer(randomBytes(32), 'signed urls'), address });
  expect(() => urls.check(targetOf(foreign.urlOf('/media/a', 1_000)), 1)).toThrow(refusal);
});
