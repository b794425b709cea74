import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { picturesAt } from '../../../src-timeline/model/playing/pictures-at.ts';
import { type Timeline, timelineDurationFrames } from '../../../src-timeline/model/timeline.ts';
import { startRealService } from '../../conformance/support/real-service.ts';
import { copyRenderedProject } from '../../support/rendered-project.ts';
import type { CutHost } from '../support/cut/cut-host.ts';
import { madeByFfmpeg } from '../support/cut/cut-media.ts';
import { expect, openCut, seek, test } from '../support/cut/cut-test.ts';
import { type ServiceCut, ServiceCuts } from '../support/cut/service-cut.ts';

/*
 * Compares frames of the cut player with the service's movie of the same cut, without captions: ten of one project, or
 * with `DAILIES_CUT_FRAMES=50` fifty of it and of two more, with the user's own clips and stills, music and 9:16.
 */
const run = promisify(execFile);
const framesOfGate = 10;
const frameCount = Number(process.env['DAILIES_CUT_FRAMES'] ?? framesOfGate);
/** Mean differences of 255. */
const limits = { plain: 6, transition: 12 };
/** Longest time for a picture to arrive. */
const patienceMs = 10_000;

const ofGate = {
  script:
    'Harbour lights.\n\nThe boats come in. Gulls own the quay.\n\nLamps go out. The tide turns.\n\nMen mend nets.',
  visualStyle: { type: 'STOCK' },
  voiceSpeed: 1.3,
  autoExport: true,
  exportOptions: { quality: 'HIGH' },
  remixActions: [
    { type: 'DISABLE_CAPTIONS' },
    { type: 'ADD_ZOOM' },
    { type: 'ADD_TRANSITIONS', sectionTransition: 'DYNAMIC', assetTransition: 'DYNAMIC' },
  ],
};

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.wav': 'audio/wav',
  '.m4a': 'audio/mp4',
};

/** Decodes frames of a movie, red, green and blue, eight bits each. */
async function framesOfMovie(movie: Buffer, frames: readonly number[]): Promise<readonly Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-like-'));
  try {
    const path = join(folder, 'movie.mp4');
    await writeFile(path, movie);
    const wanted = frames.map((frame) => `eq(n\\,${String(frame)})`).join('+');
    const args = ['-v', 'error', '-i', path, '-vf', `select=${wanted}`, '-fps_mode', 'passthrough'];
    const raw = [...args, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
    const { stdout } = await run('ffmpeg', raw, { encoding: 'buffer', maxBuffer: 1 << 30 });
    const bytes = stdout.length / frames.length;
    return frames.map((_, index) => stdout.subarray(index * bytes, (index + 1) * bytes));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the mean difference between the canvas, scaled to the movie's size, and a frame of the movie. */
async function differenceTo(page: Page, movieFrame: Buffer, width: number): Promise<number> {
  return page.evaluate(
    ({ encoded, shownWidth }) => {
      const movie = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const height = movie.length / 3 / shownWidth;
      const small = new OffscreenCanvas(shownWidth, height).getContext('2d');
      if (!small) return 255;
      small.imageSmoothingQuality = 'high';
      small.drawImage(window.cutPage.canvas, 0, 0, shownWidth, height);
      const { data } = small.getImageData(0, 0, shownWidth, height);
      let sum = 0;
      for (let at = 0; at < movie.length; at += 1)
        sum += Math.abs((movie[at] ?? 0) - (data[Math.floor(at / 3) * 4 + (at % 3)] ?? 0));
      return sum / movie.length;
    },
    { encoded: movieFrame.toString('base64'), shownWidth: width },
  );
}

async function widthOf(movie: Buffer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-like-'));
  try {
    const path = join(folder, 'movie.mp4');
    await writeFile(path, movie);
    const args = [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=width',
      '-of',
      'csv=p=0',
      path,
    ];
    return Number((await run('ffprobe', args)).stdout.trim());
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the style of the transition that a frame is in; null for none. */
function styleAt(timeline: Timeline, frame: number): string | null {
  return picturesAt(timeline, frame).find((layer) => layer.transition)?.transition?.style ?? null;
}

/** Returns random frames of a cut, every third one in a transition as long as there are any, of all styles in turn. */
function chosenFrames({ timeline }: ServiceCut): readonly number[] {
  const length = timelineDurationFrames(timeline);
  let state = 20_261_129;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const all = Array.from({ length }, (_, frame) => frame);
  const styles = new Map(all.map((frame) => [frame, styleAt(timeline, frame)]));
  const kinds = [...new Set(styles.values())].filter((style) => style !== null);
  const chosen = new Set<number>();
  while (chosen.size < Math.min(frameCount, length)) {
    const left = all.filter((frame) => !chosen.has(frame));
    const wanted = kinds[Math.floor(chosen.size / 3) % kinds.length];
    const mixed = chosen.size % 3 === 2 ? left.filter((frame) => styles.get(frame) === wanted) : [];
    const from = mixed.length > 0 ? mixed : left;
    chosen.add(from[Math.floor(random() * from.length)] ?? 0);
  }
  return [...chosen].toSorted((a, b) => a - b);
}

/** Compares a project's cut with its movie; returns the styles of the compared transitions. */
async function compare(
  name: string,
  cut: ServiceCut,
  page: Page,
  host: CutHost & { readonly address: string },
): Promise<readonly string[]> {
  const media = await Promise.all(
    cut.timeline.media.map(async (one) => {
      const link = cut.links.get(one.mediaId) ?? '';
      const body = Buffer.from(await (await fetch(link)).arrayBuffer());
      const fileName = `${name}-${one.fileName}`;
      host.media.set(fileName, { type: types[extname(one.fileName)] ?? 'application/octet-stream', body });
      return { ...one, fileName };
    }),
  );
  const timeline = { ...cut.timeline, media };
  const frames = chosenFrames({ ...cut, timeline });
  const ofMovie = await framesOfMovie(cut.movie, frames);
  const width = await widthOf(cut.movie);
  await openCut(page, host.address, timeline);
  const found: { readonly frame: number; readonly style: string | null; readonly difference: number }[] = [];
  for (const [index, frame] of frames.entries()) {
    await seek(page, frame);
    const style = styleAt(timeline, frame);
    const limit = style ? limits.transition : limits.plain;
    const untilMs = performance.now() + patienceMs;
    let difference: number;
    // A seek on a busy computer shows plates first.
    do difference = await differenceTo(page, ofMovie[index] ?? Buffer.alloc(0), width);
    while (difference > limit && performance.now() < untilMs);
    found.push({ frame, style, difference });
  }
  const plain = found.filter(({ style }) => style === null).map(({ difference }) => difference);
  const mixed = found.filter(({ style }) => style !== null).map(({ difference }) => difference);
  const styles = [...new Set(found.flatMap(({ style }) => style ?? []))];
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  console.log(
    `${name}: ${String(plain.length)} frames, mean ${mean(plain).toFixed(2)}, most ${Math.max(...plain).toFixed(2)}; ` +
      `${String(mixed.length)} in ${styles.join(' ')}, mean ${mean(mixed).toFixed(2)}, most ${Math.max(...mixed).toFixed(2)}`,
  );
  expect(
    found.filter(({ difference, style }) => difference > (style ? limits.transition : limits.plain)),
  ).toEqual([]);
  expect(mixed.length).toBeGreaterThan(0);
  return styles;
}

test.describe.configure({ timeout: frameCount > framesOfGate ? 3_600_000 : 600_000 });

test('frames of the cut player are those of the service’s movie', async ({ page, host }) => {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-cut-service-'));
  const data = join(folder, 'data');
  const isWhole = frameCount > framesOfGate;
  if (!isWhole) await copyRenderedProject(ofGate, data);
  const service = await startRealService(data, ['--plan', 'unlimited']);
  try {
    const cuts = new ServiceCuts(service);
    const drawn = await (isWhole ? cuts.make(ofGate) : cuts.read());
    const found = [...(await compare('drawn', drawn, page, host))];
    if (!isWhole) return;
    const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
    const clip = await madeByFfmpeg('mp4', [
      ...lavfi('testsrc2=s=1280x720:r=30:d=6'),
      ...lavfi('sine=frequency=300:duration=6'),
      '-pix_fmt',
      'yuv420p',
    ]);
    const tall = await madeByFfmpeg('png', [...lavfi('mandelbrot=s=540x960'), '-frames:v', '1']);
    const own = [await cuts.upload('waves.mp4', clip), await cuts.upload('tower.png', tall)];
    const wide = { ...ofGate, featuredBRollFileIds: own };
    found.push(...(await compare('own', await cuts.make(wide), page, host)));
    const upright = {
      ...wide,
      // Long enough for several scenes in a section.
      script:
        'Harbour lights.\n\nThe boats come in with the tide before the sun is up and the harbour wakes. ' +
        'Gulls own the quay until the first nets are hauled ashore by hand. Lamps go out one by one along the wall.',
      aspectRatio: { width: 9, height: 16 },
      remixActions: [
        ...ofGate.remixActions.slice(0, 2),
        { type: 'ADD_TRANSITIONS', sectionTransition: 'PAN', assetTransition: 'POP' },
      ],
    };
    found.push(...(await compare('upright', await cuts.make(upright), page, host)));
    expect([...new Set(found)].toSorted()).toEqual(['FADE', 'PAN', 'POP', 'RISE', 'WIPE']);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
});
