import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import {
  describeDocument,
  isAnimation,
} from '../../../../src-media/documents/description/describe-document.ts';
import type { DocumentDescription } from '../../../../src-media/documents/document-tools.ts';
import type { FileType } from '../../../../src-shared/api/files.ts';
import { rawCrowdedZip } from '../../../fakes/bundles/raw-zip.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

async function write(name: string, bytes: string | Buffer): Promise<string> {
  const filePath = path.join(await makeTemporaryFolder(), name);
  await writeFile(filePath, bytes);
  return filePath;
}

/** Describes a document of these bytes. */
async function describe(bytes: string | Buffer, type: FileType): Promise<DocumentDescription> {
  return describeDocument({ path: await write('document', bytes), type, mimeType: null });
}

test('a text is described by how much it is and how it begins, and all of it can be searched', async () => {
  const words = 'Harbour lights at dusk. '.repeat(20);
  const found = await describe(words, 'TEXT');
  expect(found.description).toBe(`A text of 80 words: “${'Harbour lights at dusk. '.repeat(5).trim()}…”.`);
  expect(found.searchText).toBe(words);
});

test('a slideshow is described by its slides, in their order', async () => {
  const slide = (...lines: string[]) =>
    Buffer.from(lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join(''));
  const zip = new ZipFile();
  for (const number of [10, 2, 1]) {
    zip.addBuffer(slide(`Slide ${number}`, 'Fish &amp; chips'), `ppt/slides/slide${number}.xml`);
  }
  zip.end();
  const deck = await buffer(zip.outputStream);
  const found = await describe(deck, 'SLIDESHOW');
  expect(found.description).toMatch(/^A slideshow of 3 slides: “Slide 1 Fish & chips Slide 2/u);
  expect(found.searchText.split('\n').filter((line) => line.startsWith('Slide'))).toEqual([
    'Slide 1',
    'Slide 2',
    'Slide 10',
  ]);
});

test('an animation is described by its length, its size and its layers', async () => {
  const animation = JSON.stringify({ w: 512, h: 256, fr: 30, ip: 0, op: 90, nm: 'Wave', layers: [{}, {}] });
  const found = await describe(animation, 'LOTTIE');
  expect(found).toEqual({
    description: 'An animated drawing, 3 seconds long, 512 × 256 pixels, 2 layers: “Wave”.',
    searchText: 'Wave',
  });
});

test('a damaged slideshow cannot be described', async () => {
  await expect(describe('PK\u0003\u0004ppt/', 'SLIDESHOW')).rejects.toMatchObject({
    code: 'unreadable_media',
  });
});

test('a slideshow of more parts than any deck has is refused, and one of many is read', async () => {
  await expect(describe(rawCrowdedZip(60_000), 'SLIDESHOW')).rejects.toMatchObject({
    code: 'media_too_large',
  });
  expect((await describe(rawCrowdedZip(15_000), 'SLIDESHOW')).description).toBe('A slideshow of 0 slides.');
});

test('slides that unpack to more than a deck holds are left out', async () => {
  const zip = new ZipFile();
  const words = Buffer.from('<a:p><a:r><a:t>Boats</a:t></a:r></a:p>');
  const slide = Buffer.concat([words, Buffer.alloc(4 * 1024 * 1024 - words.byteLength, ' ')]);
  for (let number = 1; number <= 40; number += 1) zip.addBuffer(slide, `ppt/slides/slide${number}.xml`);
  zip.end();
  const deck = await buffer(zip.outputStream);
  expect((await describe(deck, 'SLIDESHOW')).searchText.split('\n')).toHaveLength(16);
});

test('a file is an animation if it is a JSON object', async () => {
  const found = async (bytes: string) => isAnimation(await write('animation', bytes));
  expect(await found('{"v":"5.7.0","layers":[]}')).toBe(true);
  expect(await found('{"v":')).toBe(false);
  expect(await found('7')).toBe(false);
  expect(await found('['.repeat(1_000_000))).toBe(false);
});
