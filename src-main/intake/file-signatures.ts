/** Texts by their offsets, all of which must match; bytes are read as Latin-1. */
type Marks = Readonly<Record<number, string>>;
type Signature = readonly [mimeType: string, marks: Marks];

function brands(mimeType: string, names: readonly string[]): Signature[] {
  return names.map((name) => [mimeType, { 4: `ftyp${name}` }]);
}

function starts(mimeType: string, texts: readonly string[]): Signature[] {
  return texts.map((text) => [mimeType, { 0: text }]);
}

/** The first match wins. */
const signatures: readonly Signature[] = [
  ['image/png', { 0: '\x89PNG\r\n\x1a\n' }],
  ['image/jpeg', { 0: '\xff\xd8\xff' }],
  ...starts('image/gif', ['GIF87a', 'GIF89a']),
  ['image/webp', { 0: 'RIFF', 8: 'WEBP' }],
  ['image/bmp', { 0: 'BM', 6: '\0\0\0\0' }],
  ...starts('image/tiff', ['II*\0', 'MM\0*']),
  ...brands('image/avif', ['avif', 'avis']),
  ...brands('image/heic', ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']),
  ...brands('audio/mp4', ['M4A ', 'M4B ', 'M4P ']),
  ...brands('video/quicktime', ['qt  ']),
  ...['moov', 'mdat', 'wide', 'free', 'skip'].map((name): Signature => ['video/quicktime', { 4: name }]),
  ...brands('video/mp4', ['isom', 'iso', 'mp4', 'avc1', 'M4V', 'dash', 'MSNV', '3g', 'f4v', 'XAVC']),
  ['video/x-matroska', { 0: '\x1a\x45\xdf\xa3' }],
  ['video/x-msvideo', { 0: 'RIFF', 8: 'AVI ' }],
  ...starts('video/mpeg', ['\0\0\x01\xba', '\0\0\x01\xb3']),
  ['video/mp2t', { 0: 'G', 188: 'G', 376: 'G' }],
  // Camcorders put a time stamp of four bytes before each packet.
  ['video/mp2t', { 4: 'G', 196: 'G', 388: 'G' }],
  ['application/mxf', { 0: '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02' }],
  ['video/x-ms-asf', { 0: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' }],
  ['video/x-flv', { 0: 'FLV\x01' }],
  ...['RIFF', 'RF64', 'BW64'].map((name): Signature => ['audio/wav', { 0: name, 8: 'WAVE' }]),
  ...['AIFF', 'AIFC'].map((name): Signature => ['audio/aiff', { 0: 'FORM', 8: name }]),
  ['audio/flac', { 0: 'fLaC' }],
  ['audio/ogg', { 0: 'OggS' }],
  ...starts('audio/mpeg', ['ID3', '\xff\xfb', '\xff\xfa', '\xff\xf3', '\xff\xf2']),
  ...starts('audio/aac', ['\xff\xf1', '\xff\xf9']),
  ['audio/amr', { 0: '#!AMR' }],
  ['audio/x-caf', { 0: 'caff' }],
  ['audio/ac3', { 0: '\x0b\x77' }],
];

/** Detects the media type of pictures, movies and sounds by their first 512 bytes; null for anything else. */
export function mediaTypeOf(head: Buffer): string | null {
  const start = head.toString('latin1', 0, 512);
  const found = signatures.find(([, marks]) =>
    Object.entries(marks).every(([offset, mark]) => start.startsWith(mark, Number(offset))),
  );
  const mimeType = found?.[0] ?? null;
  // Some programs write AVIF under the brand of all such stills, and name its own among the compatible ones.
  if (mimeType === 'image/heic' && /ftypm[is]f1.{0,40}avif/s.test(start)) return 'image/avif';
  if (mimeType === 'video/x-matroska' && start.slice(0, 64).includes('webm')) return 'video/webm';
  if (mimeType === 'audio/ogg' && start.includes('theora')) return 'video/ogg';
  return mimeType;
}

/**
 * Extensions of the pictures, movies and sounds that `mediaTypeOf` detects. Some name other files too, such as scripts
 * (`.ts`), so check the content as well.
 */
export const mediaExtensions = {
  pictures: new Set('.png .jpg .jpeg .jfif .webp .tif .tiff .gif .bmp .avif .heic .heif'.split(' ')),
  moviesAndSounds: new Set(
    (
      '.mp4 .mov .m4v .3gp .3g2 .f4v .webm .mkv .avi .mpg .mpeg .m2v .vob .ts .mts .m2ts .m2t .mxf ' +
      '.ogv .wmv .asf .flv .wav .aif .aiff .mp3 .m4a .m4b .aac .flac .ogg .oga .opus .wma .mka .caf .amr .ac3'
    ).split(' '),
  ),
};
