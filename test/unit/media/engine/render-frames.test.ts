import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { renderFrames } from '../../../../src-media/engine/render-frames.ts';
import { blue, green, plain, red, writeClip } from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';
import {
  clip,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../timeline/formats/sample-timelines.ts';

const control = { checkpoint: () => undefined, progress: () => undefined };

test('Frames of a cut are drawn small, in the order in which they are asked for', async () => {
  const size = { width: 160, height: 90 };
  const folder = await makeTemporaryFolder();
  const paths = { still: join(folder, 'still.png'), movie: join(folder, 'movie.mp4') };
  await plain(size.width, size.height, red).png().toFile(paths.still);
  const colors = Array.from({ length: 20 }, (_, index) => (index < 10 ? green : blue));
  await writeClip(paths.movie, colors, size);
  const still = stillMedia('still', size);
  const movie = videoMedia('movie', 20, { size });
  const tracks = [videoTrack('V1', clip(still, 10), clip(movie, 20))];
  const timeline = timelineOf({ ...size, media: [still, movie], tracks });
  const request = { timeline, paths, frames: [25, 4, 14], longestSide: 80 };
  const drawn = await renderFrames(request, control);
  const seen = await Promise.all(
    drawn.map(async (text) => {
      const picture = sharp(Buffer.from(text, 'base64'));
      const { format, width, height } = await picture.metadata();
      const { dominant } = await picture.stats();
      const strongest = (['r', 'g', 'b'] as const).toSorted((a, b) => dominant[b] - dominant[a])[0];
      return `${format} ${String(width)}x${String(height)} ${String(strongest)}`;
    }),
  );
  expect(seen).toEqual(['jpeg 80x45 b', 'jpeg 80x45 r', 'jpeg 80x45 g']);
});
