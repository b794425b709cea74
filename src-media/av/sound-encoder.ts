import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  type FFAudioEncoder,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Rational } from 'node-av/lib';
import { samplesPerSecond } from '../project-content.ts';
import type { EncodedPacket } from './encoded-packet.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';
import { FrameEncoder } from './frame-encoder.ts';

export type SoundKind = 'aac' | 'opus';

const stereo = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n } as const;
const bitRates: Readonly<Record<SoundKind, number>> = { aac: 192_000, opus: 160_000 };
const opusBlockSamples = 960;

/** Encodes AAC-LC or Opus at 48 kHz in two channels. @throws MediaError `encoding_failed` */
export class SoundEncoder extends FrameEncoder {
  readonly #kind: SoundKind;
  #sentSamples = 0;

  /** @param bitRate bits per second */
  constructor(kind: SoundKind = 'aac', bitRate: number = bitRates[kind]) {
    super(openContext(kind, bitRate));
    this.#kind = kind;
  }

  /** Number of samples that each call of `encode` except the last must pass. */
  get blockSamples(): number {
    return this.context.frameSize || opusBlockSamples;
  }

  /** Number of samples encoded so far. */
  get sentSamples(): number {
    return this.#sentSamples;
  }

  /** Encodes one block. Mono sound goes to both channels. */
  encode(left: Float32Array, right: Float32Array = left): EncodedPacket[] {
    const isAac = this.#kind === 'aac';
    using frame = Frame.fromAudioBuffer(isAac ? planar(left, right) : interleaved(left, right), {
      nbSamples: left.length,
      format: isAac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT,
      sampleRate: samplesPerSecond,
      channelLayout: stereo,
      timeBase: { num: 1, den: samplesPerSecond },
      pts: BigInt(this.#sentSamples),
    });
    return this.encodeFrame(frame);
  }

  /** Encodes a frame that already has the encoder's format. */
  encodeFrame(frame: Frame): EncodedPacket[] {
    frame.pts = BigInt(this.#sentSamples);
    this.#sentSamples += frame.nbSamples;
    return this.encodeNext(frame);
  }
}

function openContext(kind: SoundKind, bitRate: number): CodecContext {
  const isAac = kind === 'aac';
  const codec = isAac
    ? Codec.findEncoder(AV_CODEC_ID_AAC)
    : Codec.findEncoderByName('libopus' as FFAudioEncoder);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = samplesPerSecond;
  context.sampleFormat = isAac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT;
  context.channelLayout = stereo;
  context.timeBase = new Rational(1, samplesPerSecond);
  context.bitRate = BigInt(bitRate);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  if (isAac) {
    // Twice as fast as the default and more accurate at these rates: 47 dB instead of 37 dB on speech.
    const coder = context.setOption('aac_coder', 'fast', AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN);
    throwUnlessDone(coder, 'sound encoder');
  }
  throwUnlessDone(context.open2Sync(codec, null), 'sound encoder');
  return context;
}

function planar(left: Float32Array, right: Float32Array): Buffer {
  const planes = [left, right].map((samples) =>
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  );
  return Buffer.concat(planes);
}

function interleaved(left: Float32Array, right: Float32Array): Buffer {
  const both = new Float32Array(2 * left.length);
  for (let index = 0; index < left.length; index += 1) {
    both[2 * index] = left[index] ?? 0;
    both[2 * index + 1] = right[index] ?? 0;
  }
  return Buffer.from(both.buffer);
}
