import { expect, test } from 'vitest';
import { attachmentDisposition } from '../../../../src-service/http/content-disposition.ts';

test('a plain name stands in both forms', () => {
  expect(attachmentDisposition('Harbour lights.mp4')).toBe(
    `attachment; filename="Harbour lights.mp4"; filename*=UTF-8''Harbour%20lights.mp4`,
  );
});

test('a name no header may carry is carried encoded', () => {
  const header = attachmentDisposition(`Häfen "bei Nacht" 100% (1).mp4`);
  expect(header).toContain('filename="H_fen _bei Nacht_ 100_ (1).mp4"');
  expect(header).toContain(`filename*=UTF-8''H%C3%A4fen%20%22bei%20Nacht%22%20100%25%20%281%29.mp4`);
});

test('line ends, path separators, direction marks and half characters cannot get into a header', () => {
  const header = attachmentDisposition('a\r\nSet-Cookie: x/..\\b\u202Egpj.exe\ud800');
  expect(header).not.toMatch(/[\r\n/\\\u202e]/);
  expect(header).toContain("filename*=UTF-8''a__Set-Cookie%3A%20x_.._b_gpj.exe_");
});
