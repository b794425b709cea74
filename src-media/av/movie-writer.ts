import type { Frame } from 'node-av/lib';
import { samplesPerSecond } from '../project-content.ts';
import { MovieFile } from './movie-file.ts';
import { PictureEncoder, type PictureSettings } from './picture-encoder.ts';
import { SoundEncoder } from './sound-encoder.ts';
import type { SoundSource } from './stereo.ts';

export interface MovieWriterOptions {
  readonly pictures: PictureSettings;
  /** As much of it is written as there are pictures; null for a silent file. The caller disposes of it. */
  readonly sound: SoundSource | null;
  readonly outputPath: string;
}

const containers = { h264: 'mp4', 'vp9-alpha': 'webm', 'prores-4444': 'mov' } as const;

/** Writes frames, and the sound that belongs to them, into an MP4, WebM or MOV file. Not complete until `finish`. */
export class MovieWriter implements Disposable {
  readonly #source: SoundSource | null;
  readonly #pictures: PictureEncoder;
  readonly #sound: SoundEncoder | null;
  readonly #file: MovieFile;
  #pictureCount = 0;

  /** @throws MediaError `encoding_failed` */
  constructor({ pictures, sound, outputPath }: MovieWriterOptions) {
    const container = containers[pictures.kind];
    this.#source = sound;
    this.#pictures = new PictureEncoder({ ...pictures, isQuick: true });
    this.#sound = sound && new SoundEncoder(container === 'webm' ? 'opus' : 'aac');
    this.#file = new MovieFile({ container, pictures: this.#pictures, sound: this.#sound, outputPath });
  }

  /** Adds the next frame and the sound under it. @param frame stays the caller's */
  write(frame: Frame): void {
    this.#file.writePictures(this.#pictures.encode(frame, this.#pictureCount));
    this.#pictureCount += 1;
    this.#writeSound(false);
  }

  /** Writes what is left and completes the file. */
  finish(): void {
    this.#file.writePictures(this.#pictures.finish());
    this.#writeSound(true);
    this.#file.writeSound(this.#sound?.finish() ?? []);
    this.#file.finish();
  }

  /** Writes whole blocks up to the last picture; at the end also a shorter one. */
  #writeSound(isLast: boolean): void {
    if (!this.#sound || !this.#source) return;
    const { num, den } = this.#pictures.rate;
    const until = Math.round((this.#pictureCount * samplesPerSecond * den) / num);
    const size = this.#sound.blockSamples;
    const smallest = isLast ? 1 : size;
    while (this.#sound.sentSamples + smallest <= until) {
      const block = this.#source.read(Math.min(size, until - this.#sound.sentSamples));
      this.#file.writeSound(this.#sound.encode(block.left, block.right));
    }
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
    this.#pictures[Symbol.dispose]();
    this.#sound?.[Symbol.dispose]();
  }
}
