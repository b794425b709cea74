import {
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PICTURE_TYPE_NONE,
  AVFMT_FLAG_BITEXACT,
} from 'node-av/constants';
import { type CodecContext, FormatContext, type Frame, Packet, Rational, type Stream } from 'node-av/lib';
import { samplesPerSecond } from '../../project-content.ts';
import { throwUnlessDone } from '../../video/ffmpeg-result.ts';
import type { SoundSource } from '../sound/stereo.ts';
import { openPictureEncoder, type PictureSettings } from './picture-encoder.ts';
import { openSoundEncoder, soundFrame, type SoundKind } from './sound-encoder.ts';

export interface MovieWriterOptions {
  readonly pictures: PictureSettings;
  /** As much of it is written as there are pictures; null for a silent file. The caller disposes of it. */
  readonly sound: SoundSource | null;
  readonly outputPath: string;
}

const fallbackBlockSamples = 960;

const containers: Readonly<Record<PictureSettings['kind'], 'mp4' | 'webm' | 'mov'>> = {
  h264: 'mp4',
  'vp9-alpha': 'webm',
  'prores-4444': 'mov',
};

/** Writes frames, and the sound that belongs to them, into an MP4, WebM or MOV file. Not complete until `finish`. */
export class MovieWriter implements Disposable {
  readonly #options: MovieWriterOptions;
  readonly #format = new FormatContext();
  readonly #packet = new Packet();
  readonly #pictures: CodecContext;
  readonly #sound: CodecContext | null;
  #pictureCount = 0;
  #sentSamples = 0;

  /** @throws MediaError `encoding_failed` */
  constructor(options: MovieWriterOptions) {
    this.#options = options;
    this.#packet.alloc();
    this.#pictures = openPictureEncoder(options.pictures);
    this.#sound = options.sound ? openSoundEncoder(this.#soundKind) : null;
    this.#open();
  }

  get #container(): 'mp4' | 'webm' | 'mov' {
    return containers[this.#options.pictures.kind];
  }

  get #soundKind(): SoundKind {
    return this.#container === 'webm' ? 'opus' : 'aac';
  }

  #open(): void {
    const { outputPath } = this.#options;
    throwUnlessDone(this.#format.allocOutputContext2(null, this.#container, outputPath), 'movie file');
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
    const { num, den } = this.#options.pictures.rate;
    const stream = this.#addStream(this.#pictures, new Rational(den, num));
    stream.avgFrameRate = new Rational(num, den);
    stream.rFrameRate = new Rational(num, den);
    if (this.#sound) this.#addStream(this.#sound, new Rational(1, samplesPerSecond));
    throwUnlessDone(this.#format.openOutputSync(), 'movie file');
    if (this.#container !== 'webm') this.#moveIndexToFront();
    throwUnlessDone(this.#format.writeHeaderSync(null), 'movie file');
  }

  #addStream(context: CodecContext, timeBase: Rational): Stream {
    const stream = this.#format.newStream(null);
    throwUnlessDone(stream.codecpar.fromContext(context), 'movie file');
    stream.timeBase = timeBase;
    return stream;
  }

  #moveIndexToFront(): void {
    const done = this.#format.setOption('movflags', '+faststart', AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN);
    throwUnlessDone(done, 'movie file');
  }

  /** Adds the next frame and the sound under it. @param frame stays the caller's */
  write(frame: Frame): void {
    frame.pts = BigInt(this.#pictureCount);
    frame.pictType = AV_PICTURE_TYPE_NONE;
    this.#pictureCount += 1;
    this.#send(this.#pictures, frame, 0);
    const { num, den } = this.#options.pictures.rate;
    this.#writeSoundUntil(Math.round((this.#pictureCount * samplesPerSecond * den) / num), false);
  }

  /** Writes what is left and completes the file. */
  finish(): void {
    this.#send(this.#pictures, null, 0);
    if (this.#sound) {
      const { num, den } = this.#options.pictures.rate;
      this.#writeSoundUntil(Math.round((this.#pictureCount * samplesPerSecond * den) / num), true);
      this.#send(this.#sound, null, 1);
    }
    throwUnlessDone(this.#format.writeTrailerSync(), 'movie file');
  }

  /** Sends whole blocks; the last one may be shorter. */
  #writeSoundUntil(sample: number, isLast: boolean): void {
    const { sound } = this.#options;
    if (!this.#sound || !sound) return;
    const size = this.#sound.frameSize || fallbackBlockSamples;
    while (this.#sentSamples + (isLast ? 1 : size) <= sample) {
      const block = sound.read(Math.min(size, sample - this.#sentSamples));
      using frame = soundFrame(this.#soundKind, block, this.#sentSamples);
      this.#sentSamples += block.left.length;
      this.#send(this.#sound, frame, 1);
    }
  }

  #send(context: CodecContext, frame: Frame | null, streamIndex: number): void {
    throwUnlessDone(context.sendFrameSync(frame), 'encoder');
    const stream = this.#format.streams[streamIndex];
    while (stream && context.receivePacketSync(this.#packet) >= 0) {
      if (streamIndex === 0 && this.#packet.duration === 0n) this.#packet.duration = 1n;
      this.#packet.streamIndex = streamIndex;
      this.#packet.rescaleTs(context.timeBase, stream.timeBase);
      throwUnlessDone(this.#format.interleavedWriteFrameSync(this.#packet), 'movie file');
    }
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#pictures.freeContext();
    this.#sound?.freeContext();
    this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}
