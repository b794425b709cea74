import { MediaError } from '../../media-error.ts';
import { samplesPerSecond } from '../../project-content.ts';
import { ClipSampler } from '../../video/clip-sampler.ts';
import type { EncodedPacket } from '../../video/encoded-packet.ts';
import { openMedia } from '../../video/open-media.ts';
import { sizeInside } from '../../video/picture-fit.ts';
import { VideoEncoder } from '../../video/video-encoder.ts';
import { frameOf } from '../../video/yuv-picture.ts';
import type { TaskControl } from '../../worker/task-control.ts';
import { findPicture } from './can-copy.ts';
import type { PreviewRequest } from './file-tools.ts';
import { PacketWriter } from './packet-writer.ts';
import { SoundEncoder, previewSoundShape } from './sound-encoder.ts';
import { SoundReader } from './sound-reader.ts';

const previewFrame = { long: 1280, short: 720 } as const;
const soundTimeBase = { num: 1, den: samplesPerSecond } as const;
const usualRate = { num: 30, den: 1 } as const;
const keyFrameSeconds = 2;
const rateFactor = 23;
const maxBitsPerSecond = 4_000_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sound track of a preview that is being made. */
class SoundTrack implements Disposable {
  readonly #reader: SoundReader;
  readonly #writer: PacketWriter;
  readonly #encoder = new SoundEncoder();
  readonly #streamIndex: number;
  #hasEnded = false;

  constructor(reader: SoundReader, writer: PacketWriter) {
    this.#reader = reader;
    this.#writer = writer;
    this.#streamIndex = writer.addEncoded(this.#encoder.context, soundTimeBase);
  }

  get seconds(): number {
    return this.#encoder.seconds;
  }

  /** Encodes up to a time. False once the sound is over. */
  advance(seconds: number): boolean {
    while (!this.#hasEnded && this.#encoder.seconds < seconds) {
      const frame = this.#reader.next();
      this.#hasEnded = frame === null;
      this.#write(frame ? this.#encoder.encode(frame) : this.#encoder.finish());
    }
    return !this.#hasEnded;
  }

  #write(packets: readonly EncodedPacket[]): void {
    for (const packet of packets) this.#writer.writeEncoded(this.#streamIndex, packet, packet.pts);
  }

  [Symbol.dispose](): void {
    this.#encoder[Symbol.dispose]();
    this.#reader[Symbol.dispose]();
  }
}

/** An M4A of a recording. */
export function encodeSound(request: PreviewRequest, durationSeconds: number, control: TaskControl): void {
  using writer = new PacketWriter({
    format: 'ipod',
    outputPath: request.outputPath,
    settings: { movflags: '+faststart' },
  });
  const reader = SoundReader.open(request.inputPath, previewSoundShape);
  if (!reader) throw new MediaError('unreadable_media', 'The file has no sound that can be decoded.');
  using track = new SoundTrack(reader, writer);
  writer.begin();
  for (let second = 1; track.advance(second); second += 1) {
    control.checkpoint();
    control.progress(Math.min(1, track.seconds / Math.max(0.1, durationSeconds)));
  }
  if (track.seconds === 0) throw new MediaError('unreadable_media', 'No sound of the file could be decoded.');
  writer.finish();
}

/** A movie's own rate, halved while it is above 31 pictures a second; 30 when it does not say. */
function previewRate(path: string): { num: number; den: number } {
  const format = openMedia(path);
  try {
    const { num, den } = findPicture(format)?.avgFrameRate ?? usualRate;
    const isPlausible = num > 0 && den > 0 && num / den >= 1 && num / den <= 1_000;
    let factor = 1;
    while (isPlausible && num / (den * factor) > 31) factor += 1;
    return isPlausible ? { num, den: den * factor } : usualRate;
  } finally {
    format.closeInputSync();
  }
}

function previewSize(size: Size): Size {
  const isWide = size.width >= size.height;
  const frame = isWide
    ? { width: previewFrame.long, height: previewFrame.short }
    : { width: previewFrame.short, height: previewFrame.long };
  return sizeInside(size, {
    width: Math.min(frame.width, Math.max(2, size.width)),
    height: Math.min(frame.height, Math.max(2, size.height)),
  });
}

/** An MP4 of a movie: its pictures and its sound. @returns the size of its pictures */
export function encodeMovie(
  { inputPath, outputPath }: PreviewRequest,
  movie: { readonly size: Size; readonly durationSeconds: number },
  control: TaskControl,
): Size {
  const size = previewSize(movie.size);
  const frameRate = previewRate(inputPath);
  const rate = frameRate.num / frameRate.den;
  using writer = new PacketWriter({ format: 'mp4', outputPath, settings: { movflags: '+faststart' } });
  using sampler = new ClipSampler(inputPath, size.width, size.height, rate);
  const keyFrameInterval = Math.max(1, Math.round(rate * keyFrameSeconds));
  using encoder = new VideoEncoder({ ...size, rateFactor, keyFrameInterval, frameRate, maxBitsPerSecond });
  const pictureIndex = writer.addEncoded(encoder.context, { num: frameRate.den, den: frameRate.num });
  const reader = SoundReader.open(inputPath, previewSoundShape);
  using track = reader && new SoundTrack(reader, writer);
  writer.begin();
  let written = 0;
  const write = (packets: readonly EncodedPacket[]): void => {
    for (const packet of packets) {
      writer.writeEncoded(pictureIndex, packet, written - encoder.reorderDelay);
      written += 1;
    }
  };
  let index = 0;
  for (let picture = sampler.next(); picture; picture = sampler.next()) {
    control.checkpoint();
    using frame = frameOf(picture);
    write(encoder.encode(frame, index));
    index += 1;
    track?.advance(index / rate);
    control.progress(Math.min(1, index / rate / Math.max(0.1, movie.durationSeconds)));
  }
  if (index === 0) throw new MediaError('unreadable_media', 'No picture of the movie could be decoded.');
  write(encoder.finish());
  finishSound(track, index / rate, control);
  writer.finish();
  return size;
}

/** A little sound after the last picture belongs to the movie; much is a broken file's. */
function finishSound(track: SoundTrack | null, pictureSeconds: number, control: TaskControl): void {
  const maxSeconds = pictureSeconds + 60;
  for (let second = pictureSeconds; second < maxSeconds && track?.advance(second); second += 1) {
    control.checkpoint();
  }
}
