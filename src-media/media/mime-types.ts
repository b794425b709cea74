const imageTypes: Readonly<Record<string, string>> = { jp2: 'image/jp2', heif: 'image/avif' };

/** Returns the media type of an image by the name of its decoder. */
export function imageMimeType(format: string): string {
  return imageTypes[format] ?? `image/${format}`;
}

/** Media types by the demuxer's first name, with and without moving pictures. */
const containerTypes: Readonly<Record<string, { readonly VIDEO: string; readonly AUDIO: string }>> = {
  mov: { VIDEO: 'video/mp4', AUDIO: 'audio/mp4' },
  matroska: { VIDEO: 'video/x-matroska', AUDIO: 'audio/x-matroska' },
  avi: { VIDEO: 'video/x-msvideo', AUDIO: 'video/x-msvideo' },
  mpegts: { VIDEO: 'video/mp2t', AUDIO: 'video/mp2t' },
  mpeg: { VIDEO: 'video/mpeg', AUDIO: 'audio/mpeg' },
  mpegvideo: { VIDEO: 'video/mpeg', AUDIO: 'audio/mpeg' },
  flv: { VIDEO: 'video/x-flv', AUDIO: 'video/x-flv' },
  ogg: { VIDEO: 'video/ogg', AUDIO: 'audio/ogg' },
  asf: { VIDEO: 'video/x-ms-wmv', AUDIO: 'audio/x-ms-wma' },
  mxf: { VIDEO: 'application/mxf', AUDIO: 'application/mxf' },
  wav: { VIDEO: 'audio/wav', AUDIO: 'audio/wav' },
  mp3: { VIDEO: 'audio/mpeg', AUDIO: 'audio/mpeg' },
  aac: { VIDEO: 'audio/aac', AUDIO: 'audio/aac' },
  flac: { VIDEO: 'audio/flac', AUDIO: 'audio/flac' },
  aiff: { VIDEO: 'audio/aiff', AUDIO: 'audio/aiff' },
  caf: { VIDEO: 'audio/x-caf', AUDIO: 'audio/x-caf' },
  amr: { VIDEO: 'audio/amr', AUDIO: 'audio/amr' },
  ac3: { VIDEO: 'audio/ac3', AUDIO: 'audio/ac3' },
};

/**
 * Returns the media type of a movie or sound file.
 *
 * @param demuxer FFmpeg's name of the format; some cover several formats that only the file's first bytes distinguish
 * @param head the first bytes of the file
 */
export function mediaMimeType(demuxer: string, head: Buffer, type: 'VIDEO' | 'AUDIO'): string {
  const name = demuxer.split(',')[0] ?? '';
  const isQuickTime = head.toString('latin1', 4, 12) === 'ftypqt  ' || !head.includes('ftyp');
  if (name === 'mov' && type === 'VIDEO' && isQuickTime) return 'video/quicktime';
  if (name === 'matroska' && head.includes('webm')) return type === 'VIDEO' ? 'video/webm' : 'audio/webm';
  return containerTypes[name]?.[type] ?? 'application/octet-stream';
}

/** File extensions by media type. Uploads are stored without one, but editors and file systems rely on it. */
const extensions: Readonly<Record<string, string>> = {
  'image/avif': '.avif',
  'image/gif': '.gif',
  'image/jp2': '.jp2',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/tiff': '.tif',
  'image/webp': '.webp',
  'video/mp2t': '.ts',
  'video/mp4': '.mp4',
  'video/mpeg': '.mpg',
  'video/ogg': '.ogv',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'video/x-flv': '.flv',
  'video/x-matroska': '.mkv',
  'video/x-ms-wmv': '.wmv',
  'video/x-msvideo': '.avi',
  'audio/aac': '.aac',
  'audio/ac3': '.ac3',
  'audio/aiff': '.aif',
  'audio/amr': '.amr',
  'audio/flac': '.flac',
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'audio/webm': '.webm',
  'audio/x-caf': '.caf',
  'audio/x-matroska': '.mka',
  'audio/x-ms-wma': '.wma',
  'application/mxf': '.mxf',
};

/** Returns the file extension of a media type, with its dot; empty for unknown types. */
export function extensionOfMimeType(mimeType: string): string {
  return extensions[mimeType] ?? '';
}
