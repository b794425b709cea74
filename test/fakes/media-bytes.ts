import { extname } from 'node:path';

/** First bytes of pictures, movies and sounds, in Latin-1. */
const starts: Readonly<Record<string, string>> = {
  '.png': '\x89PNG\r\n\x1a\n',
  '.jpg': '\xff\xd8\xff',
  '.wav': 'RIFF\0\0\0\0WAVE',
  '.mp3': 'ID3',
  '.mp4': '\0\0\0\x18ftypmp42',
  '.mov': '\0\0\0\x14ftypqt  ',
};

/** Returns a text as the content of a media file: with the first bytes of its kind, by the suffix of its name. */
export function mediaBytes(fileName: string, text: string): Buffer {
  return Buffer.concat([Buffer.from(starts[extname(fileName)] ?? '', 'latin1'), Buffer.from(text)]);
}
