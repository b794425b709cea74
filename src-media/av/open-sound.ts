import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { CodecContext, type FormatContext, type Stream } from 'node-av/lib';
import { MediaError } from '../media-error.ts';

/** The sound stream of an opened file and its decoder. The caller frees the context. */
export interface OpenSound {
  readonly stream: Stream;
  readonly context: CodecContext;
}

/** Opens the sound of a file; null if it has none. @throws MediaError `unreadable_media` for sound without a decoder */
export function openSound(format: FormatContext): OpenSound | null {
  const found = format.findBestStream(AVMEDIA_TYPE_AUDIO, -1, -1, true);
  const stream = format.streams[found.streamIndex];
  if (found.streamIndex < 0 || !stream || !found.decoder) return null;
  const context = new CodecContext();
  context.allocContext3(found.decoder);
  context.parametersToContext(stream.codecpar);
  context.pktTimebase = stream.timeBase;
  if (context.open2Sync(found.decoder, null) >= 0) return { stream, context };
  context.freeContext();
  throw new MediaError('unreadable_media', 'The sound of the file cannot be decoded.');
}
