import { samplesPerSecond } from '../project-content.ts';
import type { EncodedPacket } from './encoded-packet.ts';
import { PacketWriter } from './packet-writer.ts';
import type { PictureEncoder } from './picture-encoder.ts';
import type { SoundEncoder } from './sound-encoder.ts';

export interface MovieFileOptions {
  readonly container: 'mp4' | 'webm' | 'mov';
  /** Encoder whose parameters the file uses. Packets may come from another encoder with the same settings. */
  readonly pictures: PictureEncoder;
  /** Encoder of the sound, in the same role; null for a silent file. */
  readonly sound: SoundEncoder | null;
  readonly outputPath: string;
}

/** Writes pictures at a constant rate and at most one sound stream. Puts the index of MP4 and MOV files first. */
export class MovieFile implements Disposable {
  readonly #writer: PacketWriter;
  readonly #reorderDelay: number;
  readonly #pictureStream: number;
  readonly #soundStream: number | null;
  #pictureCount = 0;

  constructor({ container, pictures, sound, outputPath }: MovieFileOptions) {
    const settings = container === 'webm' ? {} : { movflags: '+faststart' };
    this.#writer = new PacketWriter({ format: container, outputPath, settings });
    this.#reorderDelay = pictures.reorderDelay;
    this.#pictureStream = this.#writer.addPictures(pictures.context, pictures.rate);
    this.#soundStream = sound && this.#writer.addEncoded(sound.context, { num: 1, den: samplesPerSecond });
    this.#writer.begin();
  }

  /** Adds the next pictures in coding order. Their `pts` counts frames from the beginning of the file. */
  writePictures(packets: readonly EncodedPacket[]): void {
    for (const packet of packets) {
      // At a constant rate the decoding times are consecutive, even across joined parts.
      this.#writer.writeEncoded(this.#pictureStream, packet, this.#pictureCount - this.#reorderDelay);
      this.#pictureCount += 1;
    }
  }

  writeSound(packets: readonly EncodedPacket[]): void {
    if (this.#soundStream === null) return;
    for (const packet of packets) this.#writer.writeEncoded(this.#soundStream, packet, packet.pts);
  }

  /** Completes the file, which is not playable before. */
  finish(): void {
    this.#writer.finish();
  }

  [Symbol.dispose](): void {
    this.#writer[Symbol.dispose]();
  }
}
