import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { RenderMovieRequest } from '../../src-media/media-engine.ts';
import { writeSrt } from '../../src-timeline/formats/captions/srt.ts';

const run = promisify(execFile);
const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p', '-threads', '2'];
const plain = ['-v', 'info', '-hide_banner', '-nostats', '-benchmark', '-y'];

/** Runs ffmpeg. @returns seconds of processor time, from ffmpeg's own count */
async function ffmpeg(args: readonly string[]): Promise<number> {
  const { stderr } = await run('ffmpeg', [...plain, ...args]);
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? [];
  return Number(user) + Number(system);
}

/** Zooms a still with the usual fix for the jitter of `zoompan`: twice the size, decoded again for every frame. */
function zoomChain(index: number, frames: number, scale: number, size: string): string {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const step = (scale - 1) / Math.max(1, frames - 1);
  return (
    `[${String(index)}:v]scale=${String(width * 2)}:${String(height * 2)},zoompan=z='1+${String(step)}*on':` +
    `x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=1:s=${size}:fps=30,setsar=1[v${String(index)}]`
  );
}

/**
 * Renders the same movie with one command line: every still looped and zoomed, subtitles drawn by a filter, music
 * ducked by a side chain, all in one graph.
 *
 * @returns seconds of processor time
 */
export async function renderNaively(request: RenderMovieRequest, folder: string): Promise<number> {
  const { scenes, music, captions, languageCode, outputPath } = request;
  const subtitlesPath = `${folder}/naive.srt`;
  await writeFile(subtitlesPath, writeSrt({ languageCode, captions }, { numerator: 30, denominator: 1 }));
  const stills = scenes.flatMap(({ picturePath, durationFrames }) => [
    '-loop',
    '1',
    '-framerate',
    '30',
    '-t',
    String(durationFrames / 30),
    '-i',
    picturePath,
  ]);
  const sounds = scenes.flatMap(({ speechPath }) => ['-i', speechPath ?? '']);
  const count = scenes.length;
  const size = `${String(request.width)}x${String(request.height)}`;
  const seconds = scenes.reduce((sum, scene) => sum + scene.durationFrames, 0) / 30;
  const graph = [
    ...scenes.map(({ durationFrames, zoom }, index) =>
      zoomChain(index, durationFrames, zoom?.toScale ?? 1, size),
    ),
    `${scenes.map((_, index) => `[v${String(index)}]`).join('')}concat=n=${String(count)}:v=1:a=0[pictures]`,
    `[pictures]subtitles=${subtitlesPath}[v]`,
    `${scenes.map((_, index) => `[${String(count + index)}:a]`).join('')}concat=n=${String(count)}:v=0:a=1,asplit[speech][key]`,
    `[${String(2 * count)}:a]volume=${String(music?.volume ?? 1)}[bed]`,
    `[bed][key]sidechaincompress=threshold=0.02:ratio=8:attack=200:release=700[low]`,
    `[speech][low]amix=inputs=2:duration=first:normalize=0[a]`,
  ].join(';');
  const inputs = [...stills, ...sounds, '-stream_loop', '-1', '-i', music?.path ?? ''];
  const output = [
    '-map',
    '[v]',
    '-map',
    '[a]',
    ...x264,
    '-c:a',
    'aac',
    '-b:a',
    '192k',
    '-t',
    String(seconds),
  ];
  return ffmpeg([...inputs, '-filter_complex', graph, ...output, outputPath]);
}

/**
 * Encodes the frames of a finished movie again, as the lower bound. Includes decoding them. @returns seconds of
 * processor time
 */
export async function encodeAgain(moviePath: string, outputPath: string): Promise<number> {
  return ffmpeg(['-i', moviePath, '-an', ...x264, outputPath]);
}
