import {
  AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PKT_FLAG_KEY,
  AVFMT_FLAG_BITEXACT,
  AVFMT_NOFILE,
} from 'node-av/constants';
import {
  type CodecContext,
  type CodecParameters,
  FormatContext,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import type { EncodedPacket } from './encoded-packet.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';

interface Ratio {
  readonly num: number;
  readonly den: number;
}

export interface PacketWriterOptions {
  /** FFmpeg's name of the format. */
  readonly format: 'mp4' | 'mov' | 'webm' | 'ipod' | 'hls';
  readonly outputPath: string;
  /** Options of the format. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Writes a file of compressed streams, without dates or program names. Add all streams first, then packets. */
export class PacketWriter implements Disposable {
  readonly #format = new FormatContext();
  readonly #packet = new Packet();
  readonly #settings: Readonly<Record<string, string>>;
  readonly #timeBases: Ratio[] = [];

  constructor({ format, outputPath, settings }: PacketWriterOptions) {
    this.#settings = settings;
    this.#packet.alloc();
    throwUnlessDone(this.#format.allocOutputContext2(null, format, outputPath), 'media file');
    this.#format.setFlags(AVFMT_FLAG_BITEXACT);
  }

  /** Adds a stream from an encoder. @returns its number */
  addEncoded(context: CodecContext, timeBase: Ratio): number {
    return this.#add((parameters) => parameters.fromContext(context), timeBase);
  }

  /** Adds a picture stream at a constant rate, with times in frames. @returns its number */
  addPictures(context: CodecContext, { num, den }: Ratio): number {
    const index = this.addEncoded(context, { num: den, den: num });
    const stream = this.#format.streams[index];
    if (stream) {
      stream.avgFrameRate = new Rational(num, den);
      stream.rFrameRate = new Rational(num, den);
    }
    return index;
  }

  /** Adds a stream that is copied without encoding. @returns its number */
  addCopy(source: Stream): number {
    return this.#add((parameters) => {
      const result = source.codecpar.copy(parameters);
      // Codec tags differ between containers, so the muxer chooses its own.
      parameters.codecTag = 0;
      return result;
    }, source.timeBase);
  }

  #add(fill: (parameters: CodecParameters) => number, timeBase: Ratio): number {
    const stream = this.#format.newStream(null);
    throwUnlessDone(fill(stream.codecpar), 'media file');
    stream.timeBase = new Rational(timeBase.num, timeBase.den);
    this.#timeBases.push(timeBase);
    return stream.index;
  }

  /** Writes the header. Call it after all streams were added. */
  begin(): void {
    const isOwnFile = ((this.#format.oformat?.flags ?? 0) & AVFMT_NOFILE) === 0;
    if (isOwnFile) throwUnlessDone(this.#format.openOutputSync(), 'media file');
    for (const [name, value] of Object.entries(this.#settings)) {
      const result = this.#format.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN);
      throwUnlessDone(result, 'media file');
    }
    throwUnlessDone(this.#format.writeHeaderSync(null), 'media file');
  }

  /** Writes an encoded packet with times in the time base of its stream. */
  writeEncoded(streamIndex: number, encoded: EncodedPacket, dts: number): void {
    const packet = this.#packet;
    packet.data = encoded.data;
    packet.pts = BigInt(encoded.pts);
    packet.dts = BigInt(dts);
    packet.duration = BigInt(encoded.duration);
    packet.clearFlags(AV_PKT_FLAG_KEY);
    if (encoded.isKey) packet.setFlags(AV_PKT_FLAG_KEY);
    if (encoded.blockAddition) {
      const added = packet.addSideData(AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, encoded.blockAddition);
      throwUnlessDone(added, 'media file');
    }
    this.write(streamIndex, packet);
  }

  /** Writes a packet with times in the time base of its stream. Takes its content. */
  write(streamIndex: number, packet: Packet): void {
    const stream = this.#format.streams[streamIndex];
    const timeBase = this.#timeBases[streamIndex];
    if (!stream || !timeBase) throw new Error('There is no such stream.');
    packet.streamIndex = streamIndex;
    packet.rescaleTs(timeBase, stream.timeBase);
    throwUnlessDone(this.#format.interleavedWriteFrameSync(packet), 'media file');
    packet.unref();
  }

  /** Completes the file, which is not playable before. */
  finish(): void {
    throwUnlessDone(this.#format.writeTrailerSync(), 'media file');
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.#format.closeOutputSync();
    this.#format.freeContext();
  }
}
