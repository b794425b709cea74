import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { numberFilters } from '../fake-movie.ts';

const run = promisify(execFile);

/** Runs FFmpeg with `args` before the output's path; returns the file. */
export async function madeByFfmpeg(extension: string, args: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-cut-'));
  const path = join(folder, `made.${extension}`);
  try {
    await run('ffmpeg', ['-y', '-v', 'error', ...args, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes a picture of one colour. */
export function plainStill(color: string, size = '640x360'): Promise<Buffer> {
  return madeByFfmpeg('png', ['-f', 'lavfi', '-i', `color=c=${color}:s=${size}`, '-frames:v', '1']);
}

/** Makes a clip of 640 × 360 pixels whose frames show their numbers, with frames that refer to later ones. */
export function numberedClip(frames: number, color: string): Promise<Buffer> {
  return madeByFfmpeg('mp4', [
    '-f',
    'lavfi',
    '-i',
    `color=c=${color}:s=640x360:r=30`,
    '-vf',
    `${numberFilters()},format=yuv420p`,
    '-frames:v',
    String(frames),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-bf',
    '3',
    '-g',
    '48',
  ]);
}
