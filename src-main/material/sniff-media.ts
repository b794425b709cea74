import { open } from 'node:fs/promises';

export interface SniffedMedia {
  readonly kind: 'image' | 'video';
  readonly mimeType: string;
}

/** Texts at offsets, all of which must be there; bytes are read as Latin-1. */
type Marks = Readonly<Record<number, string>>;
type Signature = readonly [kind: SniffedMedia['kind'], mimeType: string, marks: Marks];

function brands(kind: SniffedMedia['kind'], mimeType: string, names: readonly string[]): Signature[] {
  return names.map((name) => [kind, mimeType, { 4: `ftyp${name}` }]);
}

function firstAtoms(names: readonly string[]): Signature[] {
  return names.map((name) => ['video', 'video/quicktime', { 4: name }]);
}

/** The first that fits is it. */
const signatures: readonly Signature[] = [
  ['image', 'image/png', { 0: '\x89PNG\r\n\x1a\n' }],
  ['image', 'image/jpeg', { 0: '\xff\xd8\xff' }],
  ['image', 'image/gif', { 0: 'GIF87a' }],
  ['image', 'image/gif', { 0: 'GIF89a' }],
  ['image', 'image/webp', { 0: 'RIFF', 8: 'WEBP' }],
  ['image', 'image/bmp', { 0: 'BM', 6: '\0\0\0\0' }],
  ['image', 'image/tiff', { 0: 'II*\0' }],
  ['image', 'image/tiff', { 0: 'MM\0*' }],
  ...brands('image', 'image/avif', ['avif', 'avis']),
  ...brands('image', 'image/heic', ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']),
  ...brands('video', 'video/quicktime', ['qt  ']),
  ...firstAtoms(['moov', 'mdat', 'wide', 'free', 'skip']),
  ...brands('video', 'video/mp4', ['isom', 'iso', 'mp4', 'avc1', 'M4V', 'dash', 'MSNV', '3g', 'f4v', 'XAVC']),
  ['video', 'video/x-matroska', { 0: '\x1a\x45\xdf\xa3' }],
  ['video', 'video/x-msvideo', { 0: 'RIFF', 8: 'AVI ' }],
  ['video', 'video/mpeg', { 0: '\0\0\x01\xba' }],
  ['video', 'video/mpeg', { 0: '\0\0\x01\xb3' }],
  ['video', 'video/mp2t', { 0: 'G', 188: 'G', 376: 'G' }],
  ['video', 'application/mxf', { 0: '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02' }],
];

/** What a file's first bytes say it is; null when it is neither a still nor a clip. Its name does not count. */
export async function sniffMedia(path: string): Promise<SniffedMedia | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    const found = signatures.find(([, , marks]) =>
      Object.entries(marks).every(([offset, mark]) => start.startsWith(mark, Number(offset))),
    );
    if (!found) return null;
    const [kind, mimeType] = found;
    const isWebm = mimeType === 'video/x-matroska' && start.slice(0, 64).includes('webm');
    return { kind, mimeType: isWebm ? 'video/webm' : mimeType };
  } finally {
    await handle.close();
  }
}
