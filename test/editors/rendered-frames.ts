import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { decodeFrames } from '../roundtrip/movie-probe.ts';
import { editorPrograms } from './programs.ts';

const run = promisify(execFile);
const captionFilter =
  /<filter\b[^>]*>(?:(?!<\/filter>)[^])*?"mlt_service">(?:avfilter\.subtitles|subtitle\w*)<[^]*?<\/filter>/g;

/** MLT draws stills with Qt, which it does not start without a named display. Nothing appears on this one. */
const withoutDisplay = { QT_QPA_PLATFORM: 'offscreen', DISPLAY: ':0', ...process.env };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Renders frames of a Kdenlive or Shotcut document with MLT, small and without captions. */
export async function renderFrames(
  documentPath: string,
  frames: readonly number[],
): Promise<ReadonlyMap<number, Buffer>> {
  const document = await readFile(documentPath, 'utf8');
  const folder = dirname(documentPath);
  // Hidden files, because the app would treat visible ones as returns.
  const [bare, list, movie] = ['bare', 'frames', 'mkv'].map((end) =>
    join(folder, `.${basename(documentPath)}.${end}`),
  ) as [string, string, string];
  const entries = frames.map(
    (frame) => `<entry producer="cut" in="${String(frame)}" out="${String(frame)}"/>`,
  );
  await writeFile(bare, document.replaceAll(captionFilter, ''));
  await writeFile(
    list,
    `<mlt>${/<profile\b[^>]*>/.exec(document)?.[0] ?? ''}<producer id="cut">` +
      `<property name="mlt_service">xml</property><property name="resource">${escaped(bare)}</property>` +
      `</producer><playlist>${entries.join('')}</playlist></mlt>`,
  );
  try {
    const words = [
      '-consumer',
      `avformat:${movie}`,
      'vcodec=ffv1',
      'an=1',
      'real_time=-1',
      'terminate_on_pause=1',
    ];
    await run(editorPrograms.melt ?? 'melt', ['-quiet', `xml:${list}`, ...words], {
      maxBuffer: 2 ** 26,
      env: withoutDisplay,
    });
    const pictures = await decodeFrames(movie, [...frames.keys()]);
    return new Map([...pictures].map(([index, picture]) => [frames[index] ?? -1, picture]));
  } finally {
    for (const path of [bare, list, movie]) await rm(path, { force: true });
  }
}
