import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  type AVSampleFormat,
} from 'node-av/constants';
import {
  type CodecContext,
  type FormatContext,
  Frame,
  Packet,
  SoftwareResampleContext,
  type Stream,
} from 'node-av/lib';
import { MediaError } from '../media-error.ts';
import { samplesPerSecond } from '../project-content.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';
import { joinSamples } from './join-samples.ts';
import { openMedia } from './open-media.ts';
import { openSound } from './open-sound.ts';
import { startOfFile, startOfStream } from './start-time.ts';

const layouts = {
  1: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: 4n },
  2: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n },
} as const;
/** Buffer size that holds one decoded frame of any codec at any rate. */
const blockSamples = 1 << 18;
/** Number of consecutive broken packets after which the decoder gives up the rest of the sound. */
const maxFailuresInRow = 300;

/**
 * Resamples decoded frames to 48 kHz and the requested channels. Creates a new resampler if the format changes within
 * the file.
 */
class FrameConverter implements Disposable {
  readonly #channelCount: 1 | 2;
  readonly #planes: readonly Buffer[];
  #context: SoftwareResampleContext | null = null;
  #format = '';
  #madeCount: 1 | 2 = 1;

  constructor(channelCount: 1 | 2) {
    this.#channelCount = channelCount;
    this.#planes = Array.from({ length: channelCount }, () => Buffer.alloc(blockSamples * 4));
  }

  /** @returns one array for each channel, valid until the next call */
  convert(frame: Frame): Float32Array[] {
    const { nbChannels, mask } = frame.channelLayout;
    const format = [frame.format, frame.sampleRate, nbChannels, mask].join(' ');
    if (format === this.#format) return this.#convert(frame.extendedData, frame.nbSamples);
    const rest = this.finish().map((samples) => samples.slice());
    this.#begin(frame, format);
    const next = this.#convert(frame.extendedData, frame.nbSamples);
    return next.map((samples, index) => joinSamples(rest[index] ?? new Float32Array(), samples));
  }

  /** Returns the samples that the resampler still holds. */
  finish(): Float32Array[] {
    return this.#context ? this.#convert(null, 0) : [];
  }

  #begin(frame: Frame, format: string): void {
    this.#context?.free();
    this.#context = new SoftwareResampleContext();
    this.#format = format;
    // Mixing one channel to two would make it quieter.
    this.#madeCount = frame.channelLayout.nbChannels === 1 ? 1 : this.#channelCount;
    const result = this.#context.allocSetOpts2(
      layouts[this.#madeCount],
      AV_SAMPLE_FMT_FLTP,
      samplesPerSecond,
      frame.channelLayout,
      frame.format as AVSampleFormat,
      frame.sampleRate,
    );
    throwUnlessDone(result, 'resampler');
    throwUnlessDone(this.#context.init(), 'resampler');
  }

  #convert(input: Buffer[] | null, count: number): Float32Array[] {
    const made =
      this.#context?.convertSync(this.#planes.slice(0, this.#madeCount), blockSamples, input, count) ?? 0;
    throwUnlessDone(made, 'resampler');
    return this.#planes.map((_, index) => {
      const plane = this.#planes[Math.min(index, this.#madeCount - 1)];
      return plane ? new Float32Array(plane.buffer, plane.byteOffset, made) : new Float32Array();
    });
  }

  [Symbol.dispose](): void {
    this.#context?.free();
  }
}

/**
 * Decodes the sound of a recording or a movie to 48 kHz, block by block from its first sample on. Mixes other layouts
 * down, copies a mono channel to both, skips broken parts.
 */
export class SoundDecoder implements Disposable {
  readonly #format: FormatContext;
  readonly #stream: Stream;
  readonly #context: CodecContext;
  readonly #converter: FrameConverter;
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #failuresInRow = 0;
  #isDraining = false;
  #hasEnded = false;

  /** @throws MediaError `unreadable_media` when the file has no sound that can be decoded */
  constructor(path: string, channelCount: 1 | 2) {
    this.#format = openMedia(path);
    try {
      const sound = openSound(this.#format);
      if (!sound) throw new MediaError('unreadable_media', 'The file has no sound that can be decoded.');
      this.#stream = sound.stream;
      this.#context = sound.context;
    } catch (error) {
      this.#format.closeInputSync();
      throw error;
    }
    this.#converter = new FrameConverter(channelCount);
    this.#packet.alloc();
    this.#frame.alloc();
  }

  /** Seconds by which the sound begins later than the pictures; negative if earlier, 0 without pictures. */
  get leadSeconds(): number {
    const pictures = this.#format.streams.find(({ codecpar }) => codecpar.width > 0);
    return pictures ? startOfStream(this.#stream) - startOfStream(pictures) : 0;
  }

  /** End of the sound in seconds from the first picture, as the stream states it; else the end of the file, or 0. */
  get endSeconds(): number {
    const { duration, timeBase } = this.#stream;
    if (duration !== AV_NOPTS_VALUE)
      return this.leadSeconds + (Number(duration) * timeBase.num) / timeBase.den;
    if (this.#format.duration === AV_NOPTS_VALUE) return 0;
    const aheadSeconds = startOfStream(this.#stream) - startOfFile(this.#format);
    return this.leadSeconds - aheadSeconds + Number(this.#format.duration) / 1_000_000;
  }

  /** Returns the next samples of each channel, valid until the next call; null at the end. */
  next(): Float32Array[] | null {
    while (!this.#hasEnded) {
      const result = this.#context.receiveFrameSync(this.#frame);
      if (result >= 0) {
        this.#failuresInRow = 0;
        const block = this.#converter.convert(this.#frame);
        this.#frame.unref();
        return block;
      }
      if (result === AVERROR_EAGAIN && !this.#isDraining) this.#feed();
      else if (result === AVERROR_EOF || result === AVERROR_EAGAIN) this.#hasEnded = true;
      else this.#failuresInRow += 1;
      if (this.#failuresInRow > maxFailuresInRow) this.#hasEnded = true;
      if (this.#hasEnded) return this.#converter.finish();
    }
    return null;
  }

  #feed(): void {
    this.#packet.unref();
    this.#isDraining = this.#format.readFrameSync(this.#packet) < 0;
    if (this.#isDraining) this.#context.sendPacketSync(null);
    else if (
      this.#packet.streamIndex === this.#stream.index &&
      this.#context.sendPacketSync(this.#packet) < 0
    )
      this.#failuresInRow += 1;
  }

  [Symbol.dispose](): void {
    this.#converter[Symbol.dispose]();
    this.#packet.free();
    this.#frame.free();
    this.#context.freeContext();
    this.#format.closeInputSync();
  }
}
