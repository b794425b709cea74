import { closeSync, openSync, readSync } from 'node:fs';
import { FormatContext } from 'node-av/lib';
import { MediaError } from '../media-error.ts';

/**
 * Demuxers for files that people shoot, export and record. Excludes all that follow references to other files or
 * addresses, such as play lists, so that a hostile file cannot make the service read anything else.
 */
const readableFormats =
  'mov,matroska,avi,mpegts,mpeg,flv,ogg,asf,mxf,gxf,dv,wav,w64,mp3,aac,flac,aiff,caf,amr,ac3,eac3,wv,ape,tta,au';

/** Brands of still pictures in a movie container. FFmpeg would read such a file as a movie of one small frame. */
const stillBrands = /^ftyp(?:heic|heix|heim|heis|mif1|avif)/u;

/**
 * Opens a movie or sound file for reading; the caller closes it.
 *
 * @throws MediaError `unreadable_media`
 */
export function openMedia(path: string): FormatContext {
  if (stillBrands.test(readBrand(path))) throw unreadable();
  const format = new FormatContext();
  format.allocContext();
  format.setOption('format_whitelist', readableFormats);
  format.setOption('protocol_whitelist', 'file');
  // FFmpeg itself frees a context that failed to open.
  if (format.openInputSync(`file:${path}`) < 0) throw unreadable();
  if (format.findStreamInfoSync(null) < 0) {
    format.closeInputSync();
    throw unreadable();
  }
  return format;
}

/** Reads the brand of a movie file; empty if the file has none or is unreadable. */
function readBrand(path: string): string {
  const head = Buffer.alloc(12);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, head, 0, head.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
  return head.toString('latin1', 4);
}

function unreadable(): MediaError {
  return new MediaError(
    'unreadable_media',
    'The file is no movie or sound that can be read, or it is damaged.',
  );
}
