import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { Codec, CodecContext, type Frame, Packet, Rational } from 'node-av/lib';
import { samplesPerSecond } from '../../project-content.ts';
import { encodeFrame } from '../../video/encode-frame.ts';
import type { EncodedPacket } from '../../video/encoded-packet.ts';
import { throwUnlessDone } from '../../video/ffmpeg-result.ts';
import type { SoundShape } from './sound-reader.ts';

const stereo = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n } as const;
const bitRate = 160_000n;

/** What a preview's encoder takes. */
export const previewSoundShape: SoundShape = {
  sampleRate: samplesPerSecond,
  channels: 'stereo',
  blockSamples: 1024,
};

/** AAC-LC at 48 kHz in stereo, for previews. */
export class SoundEncoder implements Disposable {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  #sentSamples = 0;

  constructor() {
    this.#packet.alloc();
    const codec = Codec.findEncoder(AV_CODEC_ID_AAC);
    this.#context.allocContext3(codec);
    this.#context.sampleRate = samplesPerSecond;
    this.#context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    this.#context.channelLayout = stereo;
    this.#context.timeBase = new Rational(1, samplesPerSecond);
    this.#context.bitRate = bitRate;
    this.#context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    throwUnlessDone(this.#context.open2Sync(codec, null), 'sound encoder');
  }

  get context(): CodecContext {
    return this.#context;
  }

  /** Seconds of sound that went in so far. */
  get seconds(): number {
    return this.#sentSamples / samplesPerSecond;
  }

  /** Encodes a frame of `previewSoundShape`. */
  encode(frame: Frame): EncodedPacket[] {
    frame.pts = BigInt(this.#sentSamples);
    this.#sentSamples += frame.nbSamples;
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
