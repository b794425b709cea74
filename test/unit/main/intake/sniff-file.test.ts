import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileTypeOf, sniffFile } from '../../../../src-main/intake/sniff-file.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { writeSampleDeck } from '../../../fakes/sample-deck.ts';
import { stillBytes, writeZip } from '../../../fakes/sample-project.ts';

async function sniff(bytes: Uint8Array | string): Promise<string | null> {
  const path = join(await makeFolder('sniff'), 'misleading.xyz');
  await writeFile(path, bytes);
  const handle = await open(path, 'r');
  try {
    return await sniffFile(handle, Buffer.from(bytes).length);
  } finally {
    await handle.close();
  }
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
/** Returns a box of an MP4 or QuickTime file. */
function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
const brandOf = (name: string): Buffer => box('ftyp', latin(`${name}\0\0\0\0`));
const trackOf = (handler: string): Buffer =>
  box('trak', box('mdia', box('hdlr', latin(`${'\0'.repeat(8)}${handler}`))));
const indexOf = (...handlers: readonly string[]): Buffer => box('moov', ...handlers.map(trackOf));
const mediaBox = box('mdat', Buffer.alloc(100_000, 7));

/** Returns the start of a transport stream whose packets each begin with so many bytes before their sync byte. */
const transportStream = (bytesBefore: number): Buffer =>
  Buffer.concat(
    Array.from({ length: 4 }, () =>
      Buffer.concat([Buffer.alloc(bytesBefore, 0x2a), latin('G'), Buffer.alloc(187)]),
    ),
  );

const oldSlides = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(200_000),
  Buffer.from('PowerPoint Document', 'utf16le'),
]);

test.each([
  ['a PNG', 'IMAGE', 'image/png', stillBytes],
  ['a HEIC', 'IMAGE', 'image/heic', latin('\0\0\0\x18ftypheic\0\0\0\0')],
  [
    'a drawing',
    'IMAGE',
    'image/svg+xml',
    '<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg>\n<svg xmlns="x"/>',
  ],
  ['an MP4', 'VIDEO', 'video/mp4', latin('\0\0\0\x20ftypisom\0\0\x02\0')],
  ['an Ogg movie', 'VIDEO', 'video/ogg', latin('OggS\0\x02' + '\0'.repeat(22) + '\x80theora')],
  ['a transport stream', 'VIDEO', 'video/mp2t', transportStream(0)],
  ['a clip of an AVCHD camcorder', 'VIDEO', 'video/mp2t', transportStream(4)],
  ['an MXF', 'VIDEO', 'application/mxf', latin('\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02')],
  ['a WAV', 'AUDIO', 'audio/wav', latin('RIFF....WAVEfmt ')],
  ['a WAV of more than 4 GiB', 'AUDIO', 'audio/wav', latin('RF64....WAVEds64')],
  ['an MP3 with a tag', 'AUDIO', 'audio/mpeg', latin('ID3\x04\0')],
  ['an MP3 without one', 'AUDIO', 'audio/mpeg', latin('\xff\xfb\x90\x64')],
  ['an M4A', 'AUDIO', 'audio/mp4', latin('\0\0\0\x20ftypM4A \0\0\0\0')],
  ['a FLAC', 'AUDIO', 'audio/flac', latin('fLaC\0\0\0\x22')],
  ['an Ogg sound', 'AUDIO', 'audio/ogg', latin('OggS\0\x02' + '\0'.repeat(22) + 'OpusHead')],
  ['a PDF', 'PDF', 'application/pdf', '%PDF-1.7\n'],
  ['old slides', 'SLIDESHOW', 'application/vnd.ms-powerpoint', oldSlides],
  ['an animation', 'LOTTIE', 'application/json', '{"v":"5.7","ip":0,"op":60,"fr":30,"layers":[]}'],
  ['other JSON', 'TEXT', 'text/plain', '{"layers":"no","ip":0,"op":1}'],
  ['broken JSON', 'TEXT', 'text/plain', '{"layers":[],"ip":0,"op":1'],
  ['a web page', 'TEXT', 'text/plain', '<!doctype html><p>Hello <svg></svg>'],
  ['a text', 'TEXT', 'text/plain', 'Grüße, a script.\r\n\tSpoken.'],
] as const)('%s is known by its bytes', async (_name, type, mimeType, bytes) => {
  expect(await sniff(bytes)).toBe(mimeType);
  expect(fileTypeOf(mimeType)).toBe(type);
});

test.each(['mp42', 'isom', 'dash', '3gp4', 'M4V ', 'qt  '])(
  'a file of the brand %s without pictures is a sound, wherever its index is',
  async (name) => {
    expect(await sniff(Buffer.concat([brandOf(name), indexOf('soun'), mediaBox]))).toBe('audio/mp4');
    expect(await sniff(Buffer.concat([brandOf(name), mediaBox, indexOf('soun', 'text')]))).toBe('audio/mp4');
  },
);

test.each([
  ['with pictures', [mediaBox, indexOf('soun', 'vide')]],
  ['without sound', [mediaBox, indexOf('tmcd')]],
  ['without an index', [mediaBox]],
  ['cut off within its index', [mediaBox, indexOf('soun').subarray(0, -1)]],
  ['with a broken track', [mediaBox, box('moov', trackOf('soun'), trackOf(''))]],
] as const)('a file of a movie brand %s is a movie', async (_name, boxes) => {
  expect(await sniff(Buffer.concat([brandOf('mp42'), ...boxes]))).toBe('video/mp4');
});

test('a character cut in two by the end of the sample is still text', async () => {
  expect(await sniff(`${'a'.repeat(64 * 1024 - 1)}ü and more`)).toBe('text/plain');
});

test('slides are distinguished from other archives', async () => {
  const folder = await makeFolder('slides');
  const deck = join(folder, 'deck.zip');
  await writeSampleDeck(deck, []);
  expect(await sniff(await readFile(deck))).toBe(
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  );
  const other = join(folder, 'slides.pptx');
  await writeZip(other, new Map([['readme.txt', Buffer.from('no slides')]]));
  expect(await sniff(await readFile(other))).toBeNull();
});

test.each([
  ['a program', latin('MZ\x90\0')],
  ['rich text', '{\\rtf1\\ansi Hello.}'],
  ['text in UTF-16', Buffer.from('\ufeffHello.', 'utf16le')],
  ['text with a NUL', 'a\0b'],
  ['bytes of nothing', latin('\xe9\xe8\xff\x01')],
  [
    'old office files without slides',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
  ],
])('%s is nothing the library takes', async (_name, bytes) => {
  expect(await sniff(bytes)).toBeNull();
});

test('a drawing behind endless comments is looked for only once', async () => {
  const started = performance.now();
  expect(await sniff('<!---->'.repeat(9_000) + '<p>')).toBe('text/plain');
  expect(performance.now() - started).toBeLessThan(1_000);
});
