import type { Frame } from 'node-av/lib';
import { samplesPerSecond } from '../project-content.ts';
import type { EncodedPacket } from './encoded-packet.ts';
import { MovieFile } from './movie-file.ts';
import { PictureEncoder, type PictureSettings } from './picture-encoder.ts';
import { SoundEncoder } from './sound-encoder.ts';
import type { SoundSource } from './stereo.ts';
import { finishSound, type MovieSound, writeSound } from './write-sound.ts';

export interface MovieWriterOptions {
  readonly pictures: PictureSettings;
  /** Sound of the movie, written up to the end of the pictures; null for a silent file. The caller disposes it. */
  readonly sound: SoundSource | null;
  readonly outputPath: string;
}

const containers = { h264: 'mp4', 'vp9-alpha': 'webm', 'prores-4444': 'mov' } as const;

/** Writes frames and their sound into an MP4, WebM or MOV file. The file is incomplete until `finish`. */
export class MovieWriter implements Disposable {
  readonly #pictures: PictureEncoder;
  readonly #sound: MovieSound | null;
  readonly #file: MovieFile;
  #pictureCount = 0;

  /** @throws MediaError `encoding_failed` */
  constructor({ pictures, sound, outputPath }: MovieWriterOptions) {
    const container = containers[pictures.kind];
    this.#pictures = new PictureEncoder({ ...pictures, isQuick: true });
    const encoder = sound && new SoundEncoder(container === 'webm' ? 'opus' : 'aac');
    this.#sound = sound && encoder && { source: sound, encoder };
    this.#file = new MovieFile({ container, pictures: this.#pictures, sound: encoder, outputPath });
  }

  /**
   * Adds the next picture and the sound that belongs to it.
   *
   * @param planes tightly packed in the encoder's pixel format; null for the picture before once more
   */
  write(planes: Buffer | null): void {
    this.#add(this.#pictures.encode(planes, this.#pictureCount));
  }

  /** As `write`, with a frame in the encoder's pixel format, which the caller owns. */
  writeFrame(frame: Frame): void {
    this.#add(this.#pictures.encodeFrame(frame, this.#pictureCount));
  }

  #add(packets: readonly EncodedPacket[]): void {
    this.#file.writePictures(packets);
    this.#pictureCount += 1;
    if (this.#sound) writeSound(this.#file, this.#sound, this.#reachedSample);
  }

  /** Writes the remaining packets and completes the file. */
  finish(): void {
    this.#file.writePictures(this.#pictures.finish());
    if (this.#sound) finishSound(this.#file, this.#sound, this.#reachedSample);
    this.#file.finish();
  }

  /** Index of the sample at which the pictures written so far end. */
  get #reachedSample(): number {
    const { num, den } = this.#pictures.rate;
    return Math.round((this.#pictureCount * samplesPerSecond * den) / num);
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
    this.#pictures[Symbol.dispose]();
    this.#sound?.encoder[Symbol.dispose]();
  }
}
