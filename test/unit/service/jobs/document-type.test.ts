import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAnimation } from '../../../../src-media/documents/description/describe-document.ts';
import { readDocumentType } from '../../../../src-service/jobs/document-type.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

async function typeOf(bytes: string | Buffer, announced: 'LOTTIE' | null = null): Promise<string | null> {
  const file = path.join(await makeTemporaryFolder(), 'file');
  await writeFile(file, bytes);
  return (await readDocumentType(file, announced, isAnimation))?.type ?? null;
}

test('documents are recognized by their bytes', async () => {
  expect(await typeOf('%PDF-1.7\n%âãÏÓ')).toBe('PDF');
  expect(await typeOf('PK\u0003\u0004 [Content_Types].xml ppt/slides/slide1.xml')).toBe('SLIDESHOW');
  const withPicture = Buffer.concat([
    Buffer.from('PK\u0003\u0004'),
    Buffer.alloc(90_000),
    Buffer.from('ppt/slides/'),
  ]);
  expect(await typeOf(withPicture)).toBe('SLIDESHOW');
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(70_000)]);
  expect(await typeOf(Buffer.concat([old, Buffer.from('PowerPoint Document', 'utf16le')]))).toBe('SLIDESHOW');
  expect(await typeOf('Harbour lights – Häfen')).toBe('TEXT');
  expect(await typeOf('<script>alert(1)</script>')).toBe('TEXT');
});

test('an animation must have been announced, and be JSON', async () => {
  expect(await typeOf('{"v":"5.7.0","layers":[]}', 'LOTTIE')).toBe('LOTTIE');
  expect(await typeOf('{"v":"5.7.0","layers":[]}')).toBe('TEXT');
  expect(await typeOf('{"v":', 'LOTTIE')).toBeNull();
});

test('programs, archives and other office files are of no known type', async () => {
  expect(await typeOf(Buffer.from('4d5a90000300000004000000ffff0000', 'hex'))).toBeNull();
  expect(await typeOf(Buffer.from('7f454c4602010100', 'hex'))).toBeNull();
  expect(await typeOf(Buffer.from('PK\u0003\u0004\0\0word/document.xml', 'latin1'))).toBeNull();
  expect(await typeOf(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))).toBeNull();
});

test('a letter cut in two by the end of what is read is no reason to doubt a text', async () => {
  expect(await typeOf('ä'.repeat(40_000))).toBe('TEXT');
  expect(await typeOf(`x${'ä'.repeat(40_000)}`)).toBe('TEXT');
});
