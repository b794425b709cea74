import type { Stream } from 'node-av/lib';
import type { EncodedPacket } from '../../av/encoded-packet.ts';
import { MovieFile } from '../../av/movie-file.ts';
import { openMedia } from '../../av/open-media.ts';
import { PacketWriter } from '../../av/packet-writer.ts';
import { PictureEncoder } from '../../av/picture-encoder.ts';
import { SoundEncoder } from '../../av/sound-encoder.ts';
import { SoundReader, type SoundShape } from '../../av/sound-reader.ts';
import { startOfFile, startOfStream } from '../../av/start-time.ts';
import { MediaError } from '../../media-error.ts';
import { samplesPerSecond } from '../../project-content.ts';
import type { TaskControl } from '../../task-options.ts';
import { ClipSampler } from '../../video/clip-sampler.ts';
import { sizeInside } from '../../video/picture-fit.ts';
import { findPicture } from './can-copy.ts';
import type { PreviewRequest } from './file-tools.ts';

const usualRate = { num: 30, den: 1 } as const;
const soundBitRate = 160_000;
/** Input format of the encoder. */
const soundShape: SoundShape = { sampleRate: samplesPerSecond, channels: 'stereo', blockSamples: 1024 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Limits of a copy that plays anywhere. */
interface MovieLimits {
  readonly frame: { readonly long: number; readonly short: number };
  /** A higher rate is divided by the smallest integer that makes it at most this. */
  readonly maxRate: number;
  readonly rateFactor: number;
  readonly maxBitsPerSecond: number;
  readonly keyFrameSeconds: number;
}

const previewLimits: MovieLimits = {
  frame: { long: 1280, short: 720 },
  maxRate: 31,
  rateFactor: 23,
  maxBitsPerSecond: 4_000_000,
  keyFrameSeconds: 2,
};

/** The sound track of a preview during encoding. */
class SoundTrack {
  readonly #reader: SoundReader;
  readonly #encoder: SoundEncoder;
  readonly #write: (packets: readonly EncodedPacket[]) => void;
  #hasEnded = false;

  constructor(
    reader: SoundReader,
    encoder: SoundEncoder,
    write: (packets: readonly EncodedPacket[]) => void,
  ) {
    this.#reader = reader;
    this.#encoder = encoder;
    this.#write = write;
  }

  get seconds(): number {
    return this.#encoder.sentSamples / samplesPerSecond;
  }

  /** Encodes up to a time. False after the sound has ended. */
  advance(seconds: number): boolean {
    while (!this.#hasEnded && this.seconds < seconds) {
      const frame = this.#reader.next();
      this.#hasEnded = frame === null;
      this.#write(frame ? this.#encoder.encodeFrame(frame) : this.#encoder.finish());
    }
    return !this.#hasEnded;
  }
}

/** Encodes a recording as M4A. */
export function encodeSound(request: PreviewRequest, durationSeconds: number, control: TaskControl): void {
  using writer = new PacketWriter({
    format: 'ipod',
    outputPath: request.outputPath,
    settings: { movflags: '+faststart' },
  });
  using reader = SoundReader.open(request.inputPath, soundShape);
  if (!reader) throw new MediaError('unreadable_media', 'The file has no sound that can be decoded.');
  using encoder = new SoundEncoder('aac', soundBitRate);
  const stream = writer.addEncoded(encoder.context, { num: 1, den: samplesPerSecond });
  const track = new SoundTrack(reader, encoder, (packets) => {
    for (const packet of packets) writer.writeEncoded(stream, packet, packet.pts);
  });
  writer.begin();
  for (let second = 1; track.advance(second); second += 1) {
    control.checkpoint();
    control.progress(Math.min(1, track.seconds / Math.max(0.1, durationSeconds)));
  }
  if (track.seconds === 0) throw new MediaError('unreadable_media', 'No sound of the file could be decoded.');
  writer.finish();
}

/** Returns a movie's rate within the limit; 30 if its rate is implausible. */
function rateWithin(maxRate: number, stream: Stream | null): { num: number; den: number } {
  const { num, den } = stream?.avgFrameRate ?? usualRate;
  const isPlausible = num > 0 && den > 0 && num / den >= 1 && num / den <= 1_000;
  let factor = 1;
  while (isPlausible && num / (den * factor) > maxRate) factor += 1;
  return isPlausible ? { num, den: den * factor } : usualRate;
}

/** Returns the copy's rate, and the seconds by which the pictures begin later than the file. */
function pictureTimes(
  path: string,
  maxRate: number,
): { frameRate: { num: number; den: number }; leadSeconds: number } {
  const format = openMedia(path);
  try {
    const stream = findPicture(format);
    const leadSeconds = stream ? startOfStream(stream) - startOfFile(format) : 0;
    return { frameRate: rateWithin(maxRate, stream), leadSeconds: Math.max(0, leadSeconds) };
  } finally {
    format.closeInputSync();
  }
}

function sizeWithin({ long, short }: MovieLimits['frame'], size: Size): Size {
  const isWide = size.width >= size.height;
  const frame = isWide ? { width: long, height: short } : { width: short, height: long };
  return sizeInside(size, {
    width: Math.min(frame.width, Math.max(2, size.width)),
    height: Math.min(frame.height, Math.max(2, size.height)),
  });
}

/** Encodes the pictures and sound of a movie as MP4. @returns the size of its pictures */
export function encodeMovie(
  { inputPath, outputPath }: PreviewRequest,
  facts: { readonly size: Size; readonly durationSeconds: number },
  control: TaskControl,
  limits = previewLimits,
): Size {
  const { keyFrameSeconds, rateFactor, maxBitsPerSecond } = limits;
  const size = sizeWithin(limits.frame, facts.size);
  const { frameRate, leadSeconds } = pictureTimes(inputPath, limits.maxRate);
  const rate = frameRate.num / frameRate.den;
  using sampler = new ClipSampler(inputPath, size.width, size.height, rate);
  const keyFrameInterval = Math.max(1, Math.round(rate * keyFrameSeconds));
  using pictures = new PictureEncoder({
    kind: 'h264',
    ...size,
    rate: frameRate,
    rateFactor,
    keyFrameInterval,
    maxBitsPerSecond,
  });
  using reader = SoundReader.open(inputPath, soundShape);
  using sound = reader && new SoundEncoder('aac', soundBitRate);
  using movie = new MovieFile({ container: 'mp4', pictures, sound, outputPath });
  const track =
    reader &&
    sound &&
    new SoundTrack(reader, sound, (packets) => {
      movie.writeSound(packets);
    });
  let index = 0;
  let picture = sampler.next();
  // Shows the first picture under the sound that precedes it.
  for (let leadFrames = Math.round(leadSeconds * rate); picture; leadFrames -= 1) {
    control.checkpoint();
    movie.writePictures(pictures.encode(picture.data, index));
    index += 1;
    track?.advance(index / rate);
    control.progress(Math.min(1, index / rate / Math.max(0.1, facts.durationSeconds)));
    if (leadFrames <= 0) picture = sampler.next();
  }
  if (index === 0) throw new MediaError('unreadable_media', 'No picture of the movie could be decoded.');
  movie.writePictures(pictures.finish());
  finishSound(track, index / rate, control);
  movie.finish();
  return size;
}

/** Encodes up to a minute of sound after the last picture. More indicates a broken file. */
function finishSound(track: SoundTrack | null, pictureSeconds: number, control: TaskControl): void {
  const maxSeconds = pictureSeconds + 60;
  for (let second = pictureSeconds; second < maxSeconds && track?.advance(second); second += 1) {
    control.checkpoint();
  }
}
