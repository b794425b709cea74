import { expect, test } from 'vitest';
import { extensionOfMimeType, mediaMimeType } from '../../../../src-media/media/mime-types.ts';

test.each([
  ['caf', 'AUDIO', 'audio/x-caf', '.caf'],
  ['amr', 'AUDIO', 'audio/amr', '.amr'],
  ['ac3', 'AUDIO', 'audio/ac3', '.ac3'],
  ['mpegvideo', 'VIDEO', 'video/mpeg', '.mpg'],
] as const)('a file that FFmpeg reads as %s has the media type and extension of its format', (...row) => {
  const [demuxer, type, mimeType, extension] = row;
  expect(mediaMimeType(demuxer, Buffer.alloc(64), type)).toBe(mimeType);
  expect(extensionOfMimeType(mimeType)).toBe(extension);
});
