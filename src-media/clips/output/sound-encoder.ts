import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  type FFAudioEncoder,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Rational } from 'node-av/lib';
import { samplesPerSecond } from '../../project-content.ts';
import { throwUnlessDone } from '../../video/ffmpeg-result.ts';
import type { StereoBlock } from '../sound/stereo.ts';

export type SoundKind = 'aac' | 'opus';

const stereo = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n } as const;
const bitRates: Readonly<Record<SoundKind, bigint>> = { aac: 192_000n, opus: 160_000n };

/** Opens an encoder for two channels at 48 kHz; to be freed by the caller. @throws MediaError `encoding_failed` */
export function openSoundEncoder(kind: SoundKind): CodecContext {
  const codec =
    kind === 'aac'
      ? Codec.findEncoder(AV_CODEC_ID_AAC)
      : Codec.findEncoderByName('libopus' as FFAudioEncoder);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = samplesPerSecond;
  context.sampleFormat = kind === 'aac' ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT;
  context.channelLayout = stereo;
  context.timeBase = new Rational(1, samplesPerSecond);
  context.bitRate = bitRates[kind];
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  throwUnlessDone(context.open2Sync(codec, null), 'sound encoder');
  return context;
}

/** A block of sound as the encoder takes it; to be freed by the caller. @param startSample when it is heard */
export function soundFrame(kind: SoundKind, { left, right }: StereoBlock, startSample: number): Frame {
  return Frame.fromAudioBuffer(kind === 'aac' ? planar(left, right) : interleaved(left, right), {
    nbSamples: left.length,
    format: kind === 'aac' ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT,
    sampleRate: samplesPerSecond,
    channelLayout: stereo,
    timeBase: { num: 1, den: samplesPerSecond },
    pts: BigInt(startSample),
  });
}

function planar(left: Float32Array, right: Float32Array): Buffer {
  const both = new Float32Array(2 * left.length);
  both.set(left);
  both.set(right, left.length);
  return Buffer.from(both.buffer);
}

function interleaved(left: Float32Array, right: Float32Array): Buffer {
  const both = new Float32Array(2 * left.length);
  for (let index = 0; index < left.length; index += 1) {
    both[2 * index] = left[index] ?? 0;
    both[2 * index + 1] = right[index] ?? 0;
  }
  return Buffer.from(both.buffer);
}
