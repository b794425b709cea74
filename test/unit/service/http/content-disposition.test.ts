import { expect, test } from 'vitest';
import { attachmentDisposition } from '../../../../src-service/http/content-disposition.ts';

test('line ends, path separators, direction marks and half characters cannot get into a header', () => {
  const header = attachmentDisposition('a\r\nSet-Cookie: x/..\\b\u202Egpj.exe\ud800');
  expect(header).not.toMatch(/[\r\n/\\\u202e]/);
  expect(header).toContain("filename*=UTF-8''a__Set-Cookie%3A%20x_.._b_gpj.exe_");
});
