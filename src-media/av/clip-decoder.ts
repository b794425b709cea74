import {
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_DISPOSITION_ATTACHED_PIC,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  FF_DECODER_LIBVPX_VP8,
  FF_DECODER_LIBVPX_VP9,
} from 'node-av/constants';
import { Codec, CodecContext, type FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { maxPixels } from '../media/media-limits.ts';
import { MediaError } from '../media-error.ts';
import { type Orientation, orientationOfFrame } from '../video/read-orientation.ts';
import { openMedia } from './open-media.ts';

/** A decoded frame; valid until the next call of `next`. */
export interface DecodedFrame {
  readonly frame: Frame;
  /** Presentation time, counted from the first frame of the clip. */
  readonly seconds: number;
  readonly orientation: Orientation;
}

/** Number of consecutive broken packets after which the decoder gives up the rest of a clip. */
const maxFailuresInRow = 300;

/** Decodes the pictures of a movie file in order. Skips broken parts. */
export class ClipDecoder implements Disposable {
  readonly #format: FormatContext;
  readonly #stream: Stream;
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #isDraining = false;
  #failuresInRow = 0;
  #firstTimestamp: bigint | null = null;
  #lastSeconds = -Infinity;

  /** @throws MediaError `unreadable_media` when the file has no pictures we can decode */
  constructor(path: string) {
    this.#format = openMedia(path);
    try {
      const { stream, codec } = findPictures(this.#format);
      this.#stream = stream;
      this.#context = openDecoder(stream, transparentDecoder(stream) ?? codec);
    } catch (error) {
      this.#format.closeInputSync();
      throw error;
    }
    this.#packet.alloc();
    this.#frame.alloc();
  }

  /** Returns the next frame with a later time than the previous one; null at the end. */
  next(): DecodedFrame | null {
    while (this.#failuresInRow <= maxFailuresInRow) {
      this.#frame.unref();
      const result = this.#context.receiveFrameSync(this.#frame);
      if (result === AVERROR_EOF || (result === AVERROR_EAGAIN && this.#isDraining)) return null;
      if (result === AVERROR_EAGAIN) this.#feed();
      else if (result < 0) this.#failuresInRow += 1;
      else if (this.#isNewer()) return this.#decoded();
    }
    return null;
  }

  /** Jumps to the last key frame before a time; `next` continues from there. */
  seek(seconds: number): void {
    const { num, den } = this.#stream.timeBase;
    const timestamp = BigInt(Math.round((seconds * den) / num));
    if (this.#format.seekFrameSync(this.#stream.index, timestamp, AVSEEK_FLAG_BACKWARD) >= 0)
      this.#context.flushBuffers();
  }

  /** Sends the next packet to the decoder; at the end of the file, starts draining it. */
  #feed(): void {
    this.#packet.unref();
    this.#isDraining = this.#format.readFrameSync(this.#packet) < 0;
    if (this.#isDraining) this.#context.sendPacketSync(null);
    else if (this.#packet.streamIndex !== this.#stream.index) return;
    else if (this.#context.sendPacketSync(this.#packet) < 0) this.#failuresInRow += 1;
  }

  /** Records the time of the decoded frame. False if it is not later: damaged files repeat times or go back. */
  #isNewer(): boolean {
    this.#failuresInRow = 0;
    const { num, den } = this.#stream.timeBase;
    const timestamp = this.#frame.bestEffortTimestamp;
    this.#firstTimestamp ??= timestamp;
    const seconds = (Number(timestamp - this.#firstTimestamp) * num) / den;
    if (seconds <= this.#lastSeconds) return false;
    this.#lastSeconds = seconds;
    return true;
  }

  #decoded(): DecodedFrame {
    const orientation = orientationOfFrame(this.#frame, this.#stream.codecpar);
    return { frame: this.#frame, seconds: this.#lastSeconds, orientation };
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#frame.free();
    this.#context.freeContext();
    this.#format.closeInputSync();
  }
}

/** Finds the stream with moving pictures. Ignores cover art of sound files. */
export function findPictures(format: FormatContext): { stream: Stream; codec: Codec } {
  const found = format.findBestStream(AVMEDIA_TYPE_VIDEO, -1, -1, true);
  const stream = format.streams[found.streamIndex];
  if (
    found.streamIndex < 0 ||
    !stream ||
    !found.decoder ||
    stream.disposition & AV_DISPOSITION_ATTACHED_PIC
  ) {
    throw new MediaError('unreadable_media', 'The file has no moving pictures that can be decoded.');
  }
  return { stream, codec: found.decoder };
}

/** Returns the decoder for VP8 or VP9 with alpha. WebM stores alpha as side data that only libvpx reads. */
function transparentDecoder({ codecpar, metadata }: Stream): Codec | null {
  if (metadata?.get('alpha_mode') !== '1') return null;
  if (codecpar.codecId === AV_CODEC_ID_VP8) return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP8);
  return codecpar.codecId === AV_CODEC_ID_VP9 ? Codec.findDecoderByName(FF_DECODER_LIBVPX_VP9) : null;
}

function openDecoder(stream: Stream, codec: Codec): CodecContext {
  const { width, height } = stream.codecpar;
  if (width * height > maxPixels) {
    throw new MediaError('media_too_large', `Pictures of ${width} × ${height} are too large to decode.`);
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(stream.codecpar);
  context.pktTimebase = stream.timeBase;
  context.threadCount = 2;
  context.setOption('max_pixels', maxPixels);
  if (context.open2Sync(codec, null) < 0) {
    context.freeContext();
    throw new MediaError('unreadable_media', 'The pictures of the file cannot be decoded.');
  }
  return context;
}
