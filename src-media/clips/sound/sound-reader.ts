import {
  AVERROR_EAGAIN,
  AV_CHANNEL_ORDER_NATIVE,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import {
  type CodecContext,
  type FormatContext,
  Frame,
  Packet,
  SoftwareResampleContext,
  type Stream,
} from 'node-av/lib';
import { openSound } from '../../audio/open-sound.ts';
import { MediaError } from '../../media-error.ts';
import { samplesPerSecond } from '../../project-content.ts';
import { openMedia } from '../../video/open-media.ts';
import { silence, type SoundSource, type StereoBlock } from './stereo.ts';

const stereo = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n } as const;

/** Decodes the sound of any media file to stereo at 48 kHz, from the moment of its first picture if it has pictures. */
export class SoundReader implements SoundSource {
  readonly #format: FormatContext;
  readonly #stream: Stream;
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #resampler: SoftwareResampleContext | null = null;
  #shape = '';
  #ready: StereoBlock = silence(0);
  #isDraining = false;
  #hasEnded = false;

  /** @throws MediaError `unreadable_media` when the file has no sound that can be decoded */
  constructor(path: string) {
    this.#format = openMedia(path);
    try {
      const sound = openSound(this.#format);
      if (!sound) throw unreadable();
      this.#stream = sound.stream;
      this.#context = sound.context;
    } catch (error) {
      this.#format.closeInputSync();
      throw error;
    }
    this.#packet.alloc();
    this.#frame.alloc();
    this.#align();
  }

  /** Begins with silence, or later, so that sound and pictures stay together. */
  #align(): void {
    const pictures = this.#format.streams.find(({ codecpar }) => codecpar.width > 0);
    if (!pictures) return;
    const lead = Math.round((startOf(this.#stream) - startOf(pictures)) * samplesPerSecond);
    if (lead > 0) this.#ready = silence(lead);
    else if (lead < 0) this.read(-lead);
  }

  /** Whether all sound was read. */
  get isOver(): boolean {
    return this.#hasEnded && this.#ready.left.length === 0;
  }

  read(count: number): StereoBlock {
    const parts: StereoBlock[] = [this.#ready];
    let have = this.#ready.left.length;
    while (have < count && !this.#hasEnded) {
      const next = this.#decode();
      if (next) parts.push(next);
      have += next?.left.length ?? 0;
    }
    const all = joined(parts);
    const block = silence(count);
    block.left.set(all.left.subarray(0, count));
    block.right.set(all.right.subarray(0, count));
    this.#ready = { left: all.left.slice(count), right: all.right.slice(count) };
    return block;
  }

  /** The sound of the next frame; null when the decoder wants more, or all is over. */
  #decode(): StereoBlock | null {
    this.#frame.unref();
    const result = this.#context.receiveFrameSync(this.#frame);
    if (result >= 0) return this.#convert();
    if (result !== AVERROR_EAGAIN || this.#isDraining) this.#hasEnded = true;
    else this.#feed();
    return null;
  }

  #feed(): void {
    this.#packet.unref();
    this.#isDraining = this.#format.readFrameSync(this.#packet) < 0;
    if (this.#isDraining) this.#context.sendPacketSync(null);
    // Broken packets are left out.
    else if (this.#packet.streamIndex === this.#stream.index) this.#context.sendPacketSync(this.#packet);
  }

  #convert(): StereoBlock | null {
    const { nbSamples, sampleRate, extendedData } = this.#frame;
    const resampler = this.#resamplerFor(this.#frame);
    const capacity = Math.ceil((nbSamples * samplesPerSecond) / sampleRate) + 1_024;
    const [left, right] = [Buffer.alloc(capacity * 4), Buffer.alloc(capacity * 4)];
    const count = resampler.convertSync([left, right], capacity, extendedData, nbSamples);
    if (count <= 0) return null;
    const samplesOf = (plane: Buffer): Float32Array =>
      new Float32Array(plane.buffer, plane.byteOffset, count);
    return { left: samplesOf(left), right: samplesOf(right) };
  }

  #resamplerFor({ channelLayout, format, sampleRate }: Frame): SoftwareResampleContext {
    const shape = `${channelLayout.nbChannels} ${channelLayout.mask} ${format} ${sampleRate}`;
    if (this.#resampler && shape === this.#shape) return this.#resampler;
    this.#resampler?.free();
    const resampler = new SoftwareResampleContext();
    const result = resampler.allocSetOpts2(
      stereo,
      AV_SAMPLE_FMT_FLTP,
      samplesPerSecond,
      channelLayout,
      format as typeof AV_SAMPLE_FMT_FLTP,
      sampleRate,
    );
    if (result < 0 || resampler.init() < 0) throw unreadable();
    [this.#resampler, this.#shape] = [resampler, shape];
    return resampler;
  }

  [Symbol.dispose](): void {
    this.#resampler?.free();
    this.#packet.free();
    this.#frame.free();
    this.#context.freeContext();
    this.#format.closeInputSync();
  }
}

/** The whole sound of a file, up to a length. @throws MediaError `unreadable_media` */
export function readSound(path: string, maxSeconds: number): StereoBlock {
  using reader = new SoundReader(path);
  const blocks: StereoBlock[] = [];
  for (let seconds = 0; seconds < maxSeconds && !reader.isOver; seconds += 1) {
    blocks.push(reader.read(Math.min(1, maxSeconds - seconds) * samplesPerSecond));
  }
  return joined(blocks);
}

function joined(parts: readonly StereoBlock[]): StereoBlock {
  const all = silence(parts.reduce((sum, part) => sum + part.left.length, 0));
  let at = 0;
  for (const part of parts) {
    all.left.set(part.left, at);
    all.right.set(part.right, at);
    at += part.left.length;
  }
  return all;
}

function startOf({ startTime, timeBase }: Stream): number {
  return startTime === AV_NOPTS_VALUE ? 0 : (Number(startTime) * timeBase.num) / timeBase.den;
}

function unreadable(): MediaError {
  return new MediaError('unreadable_media', 'The file has no sound that can be decoded.');
}
