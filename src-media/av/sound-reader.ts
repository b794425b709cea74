import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import {
  type CodecContext,
  type FilterContext,
  FilterGraph,
  type FormatContext,
  Frame,
  Packet,
  type Stream,
} from 'node-av/lib';
import { MediaError } from '../media-error.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';
import { openMedia } from './open-media.ts';
import { openSound, type OpenSound } from './open-sound.ts';
import { startOfFile } from './start-time.ts';

/** Requested format of the sound. */
export interface SoundShape {
  readonly sampleRate: number;
  readonly channels: 'mono' | 'stereo';
  /** Number of samples in each frame except the last. */
  readonly blockSamples: number;
}

/** Number of consecutive broken packets after which the reader gives up the rest of a recording. */
const maxFailuresInRow = 300;

/**
 * Reads the sound of a movie or recording in blocks of 32-bit floats, one plane per channel, whatever its encoding.
 * Starts at the beginning of the file and fills gaps with silence.
 */
export class SoundReader implements Disposable {
  readonly #format: FormatContext;
  readonly #stream: Stream;
  readonly #context: CodecContext;
  readonly #shape: SoundShape;
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  readonly #output = new Frame();
  readonly #startSeconds: number;
  #graph: FilterGraph | null = null;
  #inputKey = '';
  #failuresInRow = 0;
  #hasEnded = false;

  /** Opens the sound of a file; null if it has none. @throws MediaError `unreadable_media` */
  static open(path: string, shape: SoundShape): SoundReader | null {
    const format = openMedia(path);
    try {
      const sound = openSound(format);
      if (sound) return new SoundReader(format, sound, shape);
    } catch (error) {
      format.closeInputSync();
      throw error;
    }
    format.closeInputSync();
    return null;
  }

  private constructor(format: FormatContext, { stream, context }: OpenSound, shape: SoundShape) {
    this.#format = format;
    this.#stream = stream;
    this.#context = context;
    this.#shape = shape;
    this.#startSeconds = startOfFile(format);
    this.#packet.alloc();
    this.#frame.alloc();
    this.#output.alloc();
  }

  get channelCount(): number {
    return this.#stream.codecpar.channelLayout.nbChannels;
  }

  /** Returns the next block, valid until the next call; null at the end. */
  next(): Frame | null {
    while (true) {
      const sink = this.#graph?.getFilter('abuffersink@out');
      this.#output.unref();
      const result = sink?.buffersinkGetFrameSync(this.#output) ?? AVERROR_EAGAIN;
      if (result >= 0) return this.#output;
      if (result === AVERROR_EOF || (this.#hasEnded && result === AVERROR_EAGAIN)) return null;
      if (result !== AVERROR_EAGAIN) throw unreadable();
      this.#decodeOne();
    }
  }

  /** Sends the next decoded frame to the graph; at the end of the file, flushes the graph. */
  #decodeOne(): void {
    this.#frame.unref();
    const result = this.#context.receiveFrameSync(this.#frame);
    if (result >= 0) this.#filter();
    else if (result === AVERROR_EAGAIN) this.#feed();
    else if (result === AVERROR_EOF || this.#failuresInRow > maxFailuresInRow) this.#finish();
    else this.#failuresInRow += 1;
  }

  #feed(): void {
    this.#packet.unref();
    if (this.#failuresInRow > maxFailuresInRow) return this.#finish();
    if (this.#format.readFrameSync(this.#packet) < 0) {
      this.#context.sendPacketSync(null);
    } else if (this.#packet.streamIndex === this.#stream.index) {
      const isBroken = this.#context.sendPacketSync(this.#packet) < 0;
      this.#failuresInRow = isBroken ? this.#failuresInRow + 1 : 0;
    }
  }

  #finish(): void {
    this.#hasEnded = true;
    this.#graph?.getFilter('abuffer@in')?.buffersrcAddFrameSync(null);
  }

  #filter(): void {
    const source = this.#sourceFor(this.#frame);
    const { num, den } = this.#stream.timeBase;
    const seconds = (Number(this.#frame.bestEffortTimestamp) * num) / den - this.#startSeconds;
    this.#frame.pts = BigInt(Math.round(seconds * this.#frame.sampleRate));
    if (source.buffersrcAddFrameSync(this.#frame) < 0) throw unreadable();
  }

  /** Returns the input of the filter graph. Builds a new graph if the stream changes its format. */
  #sourceFor(frame: Frame): FilterContext {
    const layout = layoutOf(frame);
    const key = `${frame.sampleRate}:${frame.format}:${layout}`;
    if (key !== this.#inputKey) {
      this.#graph?.free();
      this.#graph = new FilterGraph();
      this.#graph.alloc();
      this.#graph.nbThreads = 1;
      const { sampleRate, channels, blockSamples } = this.#shape;
      const isFirst = this.#inputKey === '';
      const description =
        `abuffer@in=time_base=1/${frame.sampleRate}:sample_rate=${frame.sampleRate}:` +
        `sample_fmt=${frame.format}:channel_layout=${layout},` +
        `aresample=${sampleRate}:async=1${isFirst ? ':first_pts=0' : ''},` +
        `aformat=sample_fmts=fltp:channel_layouts=${channels},` +
        `asetnsamples=n=${blockSamples}:p=0,abuffersink@out`;
      throwUnlessDone(this.#graph.parse2(description), 'sound graph');
      throwUnlessDone(this.#graph.configSync(), 'sound graph');
      this.#inputKey = key;
    }
    const source = this.#graph?.getFilter('abuffer@in');
    if (!source) throw unreadable();
    return source;
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#frame.free();
    this.#output.free();
    this.#graph?.free();
    this.#context.freeContext();
    this.#format.closeInputSync();
  }
}

function layoutOf(frame: Frame): string {
  const { mask, nbChannels } = frame.channelLayout;
  return mask > 0n ? `0x${mask.toString(16)}` : `${nbChannels}c`;
}

function unreadable(): MediaError {
  return new MediaError('unreadable_media', 'The sound of the file cannot be converted.');
}
