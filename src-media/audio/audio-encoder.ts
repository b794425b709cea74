import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';
import { samplesPerSecond } from '../project-content.ts';
import { encodeFrame } from '../video/encode-frame.ts';
import type { EncodedPacket } from '../video/encoded-packet.ts';
import { throwUnlessDone } from '../video/ffmpeg-result.ts';

const stereo = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n } as const;
const bitRate = 192_000n;

/** AAC-LC, 48 kHz, two channels. */
export class AudioEncoder implements Disposable {
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  #sentSamples = 0;

  constructor() {
    this.#packet.alloc();
    const codec = Codec.findEncoder(AV_CODEC_ID_AAC);
    this.#context = new CodecContext();
    this.#context.allocContext3(codec);
    this.#context.sampleRate = samplesPerSecond;
    this.#context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    this.#context.channelLayout = stereo;
    this.#context.timeBase = new Rational(1, samplesPerSecond);
    this.#context.bitRate = bitRate;
    this.#context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    // Twice as fast as the default and, at this rate, nearer to the original: 47 dB instead of 37 on speech.
    const coder = this.#context.setOption('aac_coder', 'fast', AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN);
    throwUnlessDone(coder, 'sound encoder');
    throwUnlessDone(this.#context.open2Sync(codec, null), 'sound encoder');
  }

  get context(): CodecContext {
    return this.#context;
  }

  /** Samples that each call of `encode` but the last must have. */
  get blockSamples(): number {
    return this.#context.frameSize;
  }

  /** Encodes one block; mono sound goes to both channels. */
  encode(left: Float32Array, right: Float32Array = left): EncodedPacket[] {
    const planes = [left, right].map((samples) =>
      Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
    );
    using frame = Frame.fromAudioBuffer(Buffer.concat(planes), {
      nbSamples: left.length,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: samplesPerSecond,
      channelLayout: stereo,
      timeBase: { num: 1, den: samplesPerSecond },
      pts: BigInt(this.#sentSamples),
    });
    this.#sentSamples += left.length;
    return encodeFrame(this.#context, this.#packet, frame);
  }

  finish(): EncodedPacket[] {
    return encodeFrame(this.#context, this.#packet, null);
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#context.freeContext();
  }
}
