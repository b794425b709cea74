import { MovieFile } from '../av/movie-file.ts';
import { readPacketFile } from '../av/packet-file.ts';
import { PictureEncoder } from '../av/picture-encoder.ts';
import { SoundEncoder } from '../av/sound-encoder.ts';
import { MediaError } from '../media-error.ts';
import { samplesPerFrame } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import { movieEncoding } from './movie-encoding.ts';

export interface JoinMovieRequest {
  readonly width: number;
  readonly height: number;
  /** Packet files of the parts in order, each with its length. */
  readonly parts: readonly { readonly path: string; readonly durationFrames: number }[];
  /** Packet file of the sound; null for a silent movie. */
  readonly narrationPath: string | null;
  readonly outputPath: string;
}

/** Joins the encoded parts of a movie and its sound into one MP4 file, without re-encoding. */
export function joinMovie(request: JoinMovieRequest, control: TaskControl): null {
  using pictures = new PictureEncoder(movieEncoding(request));
  using sound = request.narrationPath === null ? null : new SoundEncoder();
  using movie = new MovieFile({ container: 'mp4', pictures, sound, outputPath: request.outputPath });
  const totalFrames = request.parts.reduce((sum, part) => sum + part.durationFrames, 0);
  const narration = request.narrationPath === null ? [] : readPacketFile(request.narrationPath);
  let soundIndex = 0;
  let startFrame = 0;
  for (const part of request.parts) {
    const packets = readPacketFile(part.path);
    if (packets.length !== part.durationFrames) {
      throw new MediaError('encoding_failed', 'A part of the movie is incomplete.');
    }
    for (const [index, packet] of packets.entries()) {
      control.checkpoint();
      movie.writePictures([{ ...packet, pts: startFrame + packet.pts }]);
      const soundUntil = (startFrame + index + 1) * samplesPerFrame;
      for (let next = narration[soundIndex]; next && next.pts < soundUntil; next = narration[soundIndex]) {
        movie.writeSound([next]);
        soundIndex += 1;
      }
    }
    startFrame += part.durationFrames;
    control.progress(startFrame / totalFrames);
  }
  movie.writeSound(narration.slice(soundIndex));
  movie.finish();
  return null;
}
