import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fakeMovieFrames } from '../../fakes/page/fake-main-data.ts';
import { drawScene } from './draw-scene.ts';

const run = promisify(execFile);

/** Side of one square of the frame number in the picture, in pixels. */
export const frameBitSize = 8;

/** Number of squares in the row, lowest bit first. White is one. */
export const frameBits = 10;

const sceneCount = 6;

/** Draws the frame number as a row of squares at the lower left edge, so that a test can read it. */
export function numberFilters(): string {
  return Array.from({ length: frameBits }, (_, bit) => {
    const box = `x=${String(bit * frameBitSize)}:y=ih-${String(frameBitSize)}:w=${String(frameBitSize)}:h=${String(frameBitSize)}:t=fill`;
    const isOn = `gte(mod(floor(n/${String(2 ** bit)})\\,2)\\,1)`;
    return `drawbox=${box}:color=black,drawbox=${box}:color=white:enable='${isOn}'`;
  }).join(',');
}

/** Draws a scene and keeps it on disk, because the drawing takes longer than most tests. */
export async function fakeStill(
  folder: string,
  seed: number,
  width: number,
  height: number,
): Promise<Buffer> {
  const path = join(folder, `still-${String(width)}x${String(height)}-${String(seed)}.jpg`);
  try {
    return await readFile(path);
  } catch {
    const still = await drawScene(seed, width, height);
    await mkdir(folder, { recursive: true });
    const partial = `${path}.${randomUUID()}.part`;
    await writeFile(partial, still);
    await rename(partial, path);
    return still;
  }
}

/** Makes the movie of an aspect ratio once and returns its path. 30 numbered frames a second, with a low tone. */
export async function fakeMovie(folder: string, width: number, height: number): Promise<string> {
  const name = `movie-${String(width)}x${String(height)}.mp4`;
  const path = join(folder, name);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return path;
  const stills = await Promise.all(
    Array.from({ length: sceneCount }, async (_, index) => {
      await fakeStill(folder, index, width, height);
      return join(folder, `still-${String(width)}x${String(height)}-${String(index)}.jpg`);
    }),
  );
  const seconds = fakeMovieFrames / 30 / sceneCount;
  const inputs = stills.flatMap((still) => [
    '-loop',
    '1',
    '-framerate',
    '30',
    '-t',
    String(seconds),
    '-i',
    still,
  ]);
  const joined = stills.map((_, index) => `[${String(index)}:v]`).join('');
  const filter = `${joined}concat=n=${String(sceneCount)}:v=1:a=0,format=yuv420p,${numberFilters()}[v]`;
  const partial = `${path}.${randomUUID()}.part.mp4`;
  await run('ffmpeg', [
    '-y',
    '-v',
    'error',
    ...inputs,
    '-f',
    'lavfi',
    '-t',
    String(fakeMovieFrames / 30),
    '-i',
    'sine=frequency=220:sample_rate=48000',
    '-filter_complex',
    filter,
    '-map',
    '[v]',
    '-map',
    `${String(sceneCount)}:a`,
    '-r',
    '30',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-g',
    '15',
    '-c:a',
    'aac',
    '-b:a',
    '64k',
    '-movflags',
    '+faststart',
    partial,
  ]);
  await rename(partial, path);
  return path;
}
