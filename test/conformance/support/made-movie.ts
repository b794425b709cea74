import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type ClipFacts, readFcpxmlFacts } from '../../roundtrip/document-facts.ts';
import type { Caller, Json } from './caller.ts';
import { differenceOf, probeMedia, readRgba } from './media-meters.ts';

const jobTimeoutMs = 100_000;
const small = { width: 192, height: 108 };

/** Movie of a project and its unpacked media bundle, both on the disk. */
export interface MadeMovie {
  readonly run: Json;
  readonly movie: string;
  readonly durationFrames: number;
  readonly captions: readonly string[];
  /** Visible pictures, in order. */
  readonly pictures: readonly (ClipFacts & { readonly file: string })[];
  /** Texts of the bundle's FCPXML documents, by FCPXML version. */
  readonly documents: ReadonlyMap<string, string>;
}

export async function download(url: string, file: string): Promise<string> {
  await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return file;
}

/** Returns the movie of a run, or of an export of its project if the run has none. */
async function movieUrl(caller: Caller, run: Json): Promise<string> {
  if (run.downloadUrl) return run.downloadUrl;
  const { body } = await caller.post(`/v1/projects/${run.projectId}/export`, { quality: 'STANDARD' });
  const made = await caller.untilTerminal(
    `/v1/projects/${run.projectId}/exports/${body.exportId}`,
    jobTimeoutMs,
  );
  return made.downloadUrl;
}

async function unpackBundle(caller: Caller, run: Json, folder: string): Promise<void> {
  const { body } = await caller.post(`/v1/projects/${run.projectId}/timeline-interchange`, {
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
  });
  const job = await caller.untilTerminal(`/v1/timeline-interchange/${body.interchangeJobId}`, jobTimeoutMs);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  await download(job.downloadUrl, path.join(folder, 'bundle.zip'));
  execFileSync('bsdtar', ['-xf', 'bundle.zip'], { cwd: folder });
}

/** Runs a workflow that ends in a small movie, and downloads the movie and the project's bundle. */
export async function makeMovie(
  caller: Caller,
  parent: string,
  workflow: string,
  body: object,
): Promise<MadeMovie> {
  const exportOptions = { quality: 'STANDARD' };
  const start = { autoExport: true, exportOptions, ...body };
  const { body: started } = await caller.post(`/v1/workflows/${workflow}`, start);
  const run = await caller.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`, jobTimeoutMs);
  expect(run).toMatchObject({ status: 'succeeded', progressPercentage: 100, error: null });
  const folder = await mkdtemp(path.join(parent, `${workflow}-`));
  const movie = await download(await movieUrl(caller, run), path.join(folder, 'movie.mp4'));
  await unpackBundle(caller, run, folder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.fcpxml')).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  const documents = new Map(texts.map((text) => [/<fcpxml version="([\d.]+)"/.exec(text)?.[1] ?? '', text]));
  const { clips, durationFrames, captions } = await readFcpxmlFacts(path.join(folder, names[0] ?? ''));
  const pictures = clips
    .filter(({ kind }) => kind !== 'sound')
    .map((clip) => ({ ...clip, file: fileURLToPath(new URL(clip.location, `file://${folder}/`)) }))
    .toSorted((a, b) => a.startFrame - b.startFrame);
  return { run, movie, durationFrames, captions, pictures, documents };
}

/** Expects that a movie shows the project: the right length, pictures in their places, and no black between them. */
export function expectMovieOfProject({ movie, durationFrames, pictures }: MadeMovie): void {
  const seen = probeMedia(movie);
  expect(seen).toMatchObject({ codecs: ['h264', 'aac'], width: 854, height: 480, frames: durationFrames });
  expect(Math.abs(seen.seconds - durationFrames / 30)).toBeLessThan(0.05);
  expect(pictures.reduce((sum, picture) => sum + picture.durationFrames, 0)).toBe(durationFrames);
  for (const picture of pictures) {
    const half = Math.floor(picture.durationFrames / 2);
    const source = readRgba(
      picture.file,
      small,
      picture.kind === 'movie' ? picture.sourceStartFrame + half : 0,
    );
    const shown = readRgba(movie, small, picture.startFrame + half);
    // Compares only the upper part, because captions stand in the lower one.
    expect(differenceOf(shown, source, 0.7), `middle of ${picture.location}`).toBeLessThan(5);
  }
  const script = `ffmpeg -hide_banner -i "${movie}" -vf blackdetect=d=0.03:pix_th=0.02 -an -f null - 2>&1`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).not.toContain('black_start');
}
