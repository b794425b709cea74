import type { MovieFile } from './movie-file.ts';
import type { SoundEncoder } from './sound-encoder.ts';
import type { SoundSource } from './stereo.ts';

/** The sound of a movie and its encoder. */
export interface MovieSound {
  readonly source: SoundSource;
  readonly encoder: SoundEncoder;
}

/** Writes whole blocks up to the sample that the pictures have reached. */
export function writeSound(movie: MovieFile, sound: MovieSound, untilSample: number): void {
  writeBlocks(movie, sound, untilSample, sound.encoder.blockSamples);
}

/** Writes the remaining sound up to the last sample, including a shorter block. */
export function finishSound(movie: MovieFile, sound: MovieSound, untilSample: number): void {
  writeBlocks(movie, sound, untilSample, 1);
  movie.writeSound(sound.encoder.finish());
}

/** @param smallest minimum number of samples in a block */
function writeBlocks(
  movie: MovieFile,
  { source, encoder }: MovieSound,
  untilSample: number,
  smallest: number,
): void {
  while (encoder.sentSamples + smallest <= untilSample) {
    const { left, right } = source.read(Math.min(encoder.blockSamples, untilSample - encoder.sentSamples));
    movie.writeSound(encoder.encode(left, right));
  }
}
