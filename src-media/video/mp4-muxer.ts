import {
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PKT_FLAG_KEY,
  AVFMT_FLAG_BITEXACT,
} from 'node-av/constants';
import { type CodecContext, FormatContext, Packet, Rational, type Stream } from 'node-av/lib';
import type { AudioEncoder } from '../audio/audio-encoder.ts';
import { framesPerSecond, samplesPerSecond } from '../project-content.ts';
import type { EncodedPacket } from './encoded-packet.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';
import type { VideoEncoder } from './video-encoder.ts';

export interface Mp4MuxerOptions {
  /** Tells what the pictures are encoded with; packets may come from another encoder with the same settings. */
  readonly video: VideoEncoder;
  /** The same for sound; null for a silent file. */
  readonly audio: AudioEncoder | null;
  readonly outputPath: string;
}

/** An MP4 file with one H.264 and at most one AAC stream, its index in front, without dates or program names. */
export class Mp4Muxer implements Disposable {
  readonly #format = new FormatContext();
  readonly #packet = new Packet();
  readonly #picture: Stream;
  readonly #sound: Stream | null;
  readonly #reorderDelay: number;
  #pictureCount = 0;

  constructor({ video, audio, outputPath }: Mp4MuxerOptions) {
    this.#packet.alloc();
    throwUnlessDone(this.#format.allocOutputContext2(null, 'mp4', outputPath), 'movie file');
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
    this.#picture = this.#addStream(video.context, new Rational(1, framesPerSecond));
    this.#picture.avgFrameRate = new Rational(framesPerSecond, 1);
    this.#picture.rFrameRate = new Rational(framesPerSecond, 1);
    this.#reorderDelay = video.reorderDelay;
    this.#sound = audio ? this.#addStream(audio.context, new Rational(1, samplesPerSecond)) : null;
    throwUnlessDone(this.#format.openOutputSync(), 'movie file');
    const flags = this.#format.setOption(
      'movflags',
      '+faststart',
      AV_OPT_TYPE_STRING,
      AV_OPT_SEARCH_CHILDREN,
    );
    throwUnlessDone(flags, 'movie file');
    throwUnlessDone(this.#format.writeHeaderSync(null), 'movie file');
  }

  #addStream(context: CodecContext, timeBase: Rational): Stream {
    const stream = this.#format.newStream(null);
    throwUnlessDone(stream.codecpar.fromContext(context), 'movie file');
    stream.timeBase = timeBase;
    return stream;
  }

  /** Adds the next picture in coding order. Its `pts` counts from the first frame of the file. */
  writePicture(packet: EncodedPacket): void {
    // At a constant rate the decoding times are simply consecutive, over the seams of joined parts too.
    const dts = this.#pictureCount - this.#reorderDelay;
    this.#pictureCount += 1;
    this.#write(this.#picture, packet, dts, { num: 1, den: framesPerSecond });
  }

  writeSound(packet: EncodedPacket): void {
    if (this.#sound) this.#write(this.#sound, packet, packet.pts, { num: 1, den: samplesPerSecond });
  }

  /** Completes the file. Without this it is not playable. */
  finish(): void {
    throwUnlessDone(this.#format.writeTrailerSync(), 'movie file');
  }

  #write(
    stream: Stream,
    encoded: EncodedPacket,
    dts: number,
    timeBase: { readonly num: number; readonly den: number },
  ): void {
    const packet = this.#packet;
    packet.data = encoded.data;
    packet.pts = BigInt(encoded.pts);
    packet.dts = BigInt(dts);
    packet.duration = BigInt(encoded.duration);
    packet.streamIndex = stream.index;
    packet.rescaleTs(timeBase, stream.timeBase);
    packet.clearFlags(AV_PKT_FLAG_KEY);
    if (encoded.isKey) packet.setFlags(AV_PKT_FLAG_KEY);
    throwUnlessDone(this.#format.interleavedWriteFrameSync(packet), 'movie file');
    packet.unref();
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}
