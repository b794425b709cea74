import {
  AV_CHANNEL_ORDER_NATIVE,
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
import { throwUnlessDone } from '../video/ffmpeg-result.ts';
import { openMedia } from '../video/open-media.ts';
import { openSound } from './open-sound.ts';

const layouts = {
  1: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: 4n },
  2: { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n },
} as const;
/** Enough for a whole decoded frame of any codec at any rate. */
const blockSamples = 1 << 18;
/** So many broken packets in a row, and the rest of the sound is given up. */
const maxFailuresInRow = 300;

export interface DecodeSoundOptions {
  /** Other layouts are mixed down, one channel is doubled. */
  readonly channelCount: 1 | 2;
  /** Longer recordings are cut there. */
  readonly maxSeconds?: number;
  /** Called between frames; what it throws ends the work. */
  readonly checkpoint: () => void;
}

/** Collects samples of one channel without knowing how many there will be. */
class SampleStore {
  #samples = new Float32Array(samplesPerSecond * 30);
  #count = 0;

  add(block: Float32Array): void {
    if (this.#count + block.length > this.#samples.length) {
      const larger = new Float32Array(Math.max(this.#samples.length * 2, this.#count + block.length));
      larger.set(this.#samples.subarray(0, this.#count));
      this.#samples = larger;
    }
    this.#samples.set(block, this.#count);
    this.#count += block.length;
  }

  get count(): number {
    return this.#count;
  }

  take(): Float32Array {
    return this.#samples.slice(0, this.#count);
  }
}

/** Brings decoded frames to 48 kHz and the wanted channels. A change of format in mid-file makes a new resampler. */
class FrameConverter implements Disposable {
  readonly #channelCount: 1 | 2;
  readonly #stores: SampleStore[];
  readonly #planes: Buffer[];
  #context: SoftwareResampleContext | null = null;
  #format = '';
  #madeCount: 1 | 2 = 1;

  constructor(channelCount: 1 | 2) {
    this.#channelCount = channelCount;
    this.#stores = Array.from({ length: channelCount }, () => new SampleStore());
    this.#planes = this.#stores.map(() => Buffer.alloc(blockSamples * 4));
  }

  get seconds(): number {
    return (this.#stores[0]?.count ?? 0) / samplesPerSecond;
  }

  take(): Float32Array[] {
    return this.#stores.map((store) => store.take());
  }

  add(frame: Frame): void {
    const format = `${frame.format} ${frame.sampleRate} ${frame.channelLayout.nbChannels} ${frame.channelLayout.mask}`;
    if (format !== this.#format) this.#begin(frame, format);
    this.#convert(frame.data ?? [], frame.nbSamples);
  }

  /** What the resampler still holds. */
  finish(): void {
    if (this.#context) this.#convert(null, 0);
  }

  #begin(frame: Frame, format: string): void {
    this.finish();
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

  #convert(input: Buffer[] | null, count: number): void {
    const made =
      this.#context?.convertSync(this.#planes.slice(0, this.#madeCount), blockSamples, input, count) ?? 0;
    throwUnlessDone(made, 'resampler');
    for (const [index, store] of this.#stores.entries()) {
      const plane = this.#planes[Math.min(index, this.#madeCount - 1)];
      if (plane) store.add(new Float32Array(plane.buffer, plane.byteOffset, made));
    }
  }

  [Symbol.dispose](): void {
    this.#context?.free();
  }
}

/**
 * The sound of a recording or a movie at 48 kHz, one array for each channel, from its first sample on. Broken parts
 * are skipped.
 *
 * @throws MediaError `unreadable_media` when the file has no sound we can decode
 */
export function decodeSound(path: string, options: DecodeSoundOptions): Float32Array[] {
  const format = openMedia(path);
  try {
    const sound = openSound(format);
    if (!sound) throw new MediaError('unreadable_media', 'The file has no sound that can be decoded.');
    const { stream, context } = sound;
    try {
      return decodeStream(format, stream, context, options);
    } finally {
      context.freeContext();
    }
  } finally {
    format.closeInputSync();
  }
}

function decodeStream(
  format: FormatContext,
  stream: Stream,
  context: CodecContext,
  options: DecodeSoundOptions,
): Float32Array[] {
  using packet = new Packet();
  using frame = new Frame();
  using converter = new FrameConverter(options.channelCount);
  packet.alloc();
  frame.alloc();
  let failures = 0;
  let isDraining = false;
  while (failures <= maxFailuresInRow && converter.seconds < (options.maxSeconds ?? Infinity)) {
    options.checkpoint();
    const result = context.receiveFrameSync(frame);
    if (result === AVERROR_EOF || (result === AVERROR_EAGAIN && isDraining)) break;
    if (result >= 0) {
      failures = 0;
      converter.add(frame);
      frame.unref();
    } else if (result !== AVERROR_EAGAIN) failures += 1;
    else {
      packet.unref();
      isDraining = format.readFrameSync(packet) < 0;
      if (isDraining) context.sendPacketSync(null);
      else if (packet.streamIndex === stream.index && context.sendPacketSync(packet) < 0) failures += 1;
    }
  }
  converter.finish();
  return converter.take();
}
