import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWav } from '../../src-media/av/wav.ts';
import { createMediaEngine } from '../../src-media/create-media-engine.ts';
import type { MediaEngine, RenderMovieRequest, RenderScene } from '../../src-media/media-engine.ts';
import { ClipSampler } from '../../src-media/video/clip-sampler.ts';
import { planesOf } from '../../src-media/video/yuv-picture.ts';
import { dotDeviations, writeDot } from '../fakes/media-engine/moving-dot.ts';
import { type BenchRow, median } from './bench-row.ts';
import { encodeAgain, renderNaively } from './naive-render.ts';
import { processorSeconds } from './processor-time.ts';

const frame = { width: 1920, height: 1080 };
/** Length of the movies. For a trial, use shorter movies and fewer rounds. */
const movieSeconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const sceneFrames = 150;
const zoom = { fromScale: 1, toScale: 1.12, centerX: 0.5, centerY: 0.5 };
const { signal } = new AbortController();

const sentences = [
  'Harbour lights at dusk.',
  'A storm rises over the hills.',
  'Forests breathe in autumn.',
  'The city never sleeps.',
  'Snow falls on the mountain.',
  'The sea at dawn.',
];

/** Seconds on the clock, and seconds of all processors together, which vary less on a busy machine. */
interface Cost {
  readonly clock: number;
  readonly processor: number;
}

/** @param work returns the processor time if its program has ended; otherwise the living processes are measured */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const startedMs = performance.now();
  const before = processorSeconds();
  const elsewhere = await work();
  return {
    clock: (performance.now() - startedMs) / 1000,
    processor: typeof elsewhere === 'number' ? elsewhere : processorSeconds() - before,
  };
}

async function writeTone(path: string, seconds: number, pitch: number): Promise<void> {
  const samples = Float32Array.from({ length: seconds * 48_000 }, (_, at) => {
    const isSounding = at % 24_000 < 18_000;
    return isSounding ? 0.2 * Math.sin((at * pitch * 2 * Math.PI) / 48_000) : 0;
  });
  await writeFile(path, encodeWav({ samples, sampleRate: 48_000 }));
}

/** Draws another variant of the scene's still at each call. */
async function drawStill(engine: MediaEngine, path: string, index: number, styleText: string): Promise<void> {
  const text = sentences[index % sentences.length] ?? '';
  await engine.drawPicture(
    {
      scene: { text, isHeading: false, startsParagraph: true },
      sceneIndex: index,
      projectTitle: 'Bench',
      styleText,
      languageCode: 'en',
      ...frame,
      outputPath: path,
    },
    { signal },
  );
}

/** Returns the request for a slide show with zoom, captions and music. */
async function slideShow(engine: MediaEngine, folder: string): Promise<RenderMovieRequest> {
  const count = Math.max(2, Math.round((movieSeconds * 30) / sceneFrames));
  const scenes: RenderScene[] = [];
  for (let index = 0; index < count; index += 1) {
    const picturePath = join(folder, `still-${String(index)}.png`);
    const speechPath = join(folder, `speech-${String(index)}.wav`);
    await drawStill(engine, picturePath, index, '');
    await writeTone(speechPath, sceneFrames / 30, 200 + index * 10);
    scenes.push({ pictureKind: 'still', picturePath, speechPath, durationFrames: sceneFrames, zoom });
  }
  const musicPath = join(folder, 'music.wav');
  await writeTone(musicPath, 20, 440);
  return {
    scenes,
    captions: scenes.map((_, index) => ({
      startFrame: index * sceneFrames,
      durationFrames: sceneFrames - 15,
      lines: [sentences[index % sentences.length] ?? ''],
    })),
    captionStyle: {},
    languageCode: 'en',
    ...frame,
    quality: 'FULL_HIGH',
    music: { path: musicPath, volume: 0.5 },
    hasWatermark: false,
    hasEndScreen: false,
    outputPath: '',
  };
}

interface Round {
  readonly first: Cost;
  readonly again: Cost;
  readonly naive: Cost;
  readonly floor: Cost;
}

/** Measures all four in turn. Each round has a new engine, so that no cache survives from the previous round. */
async function measure(round: number, folder: string): Promise<Round> {
  const engine = await createMediaEngine({ temporaryFolder: folder });
  try {
    const request = await slideShow(engine, folder);
    const output = (name: string): string => join(folder, `${name}-${String(round)}.mp4`);
    const render = (name: string) => engine.renderMovie({ ...request, outputPath: output(name) }, { signal });
    const first = await costOf(() => render('first'));
    await drawStill(engine, request.scenes[1]?.picturePath ?? '', 1, 'watercolour');
    const again = await costOf(() => render('again'));
    const naive = await costOf(() => renderNaively({ ...request, outputPath: output('naive') }, folder));
    const floor = await costOf(() => encodeAgain(output('first'), output('floor')));
    return { first, again, naive, floor };
  } finally {
    await engine.dispose();
  }
}

/** Returns the path of a dot in an exported and decoded movie. */
async function measureDot(folder: string): Promise<ReturnType<typeof dotDeviations>> {
  const engine = await createMediaEngine({ temporaryFolder: folder });
  try {
    const picturePath = join(folder, 'dot.png');
    const outputPath = join(folder, 'dot.mp4');
    const dot = { x: 400, y: 250 };
    const moveFrames = 150;
    await writeDot(picturePath, frame, dot);
    const still = {
      pictureKind: 'still',
      picturePath,
      speechPath: null,
      durationFrames: moveFrames,
      zoom,
    } as const;
    const plain = { captions: [], captionStyle: null, languageCode: 'en', hasWatermark: false } as const;
    await engine.renderMovie(
      { scenes: [still], ...plain, ...frame, quality: 'FULL_HIGH', hasEndScreen: false, outputPath },
      { signal },
    );
    using clip = new ClipSampler(outputPath, frame.width, frame.height);
    const lumas: Uint8Array[] = [];
    for (let picture = clip.next(); picture; picture = clip.next()) lumas.push(planesOf(picture).luma);
    return dotDeviations(lumas, { frame, dot, zoom, moveFrames });
  } finally {
    await engine.dispose();
  }
}

function rowsOf(measured: readonly Round[], dot: ReturnType<typeof dotDeviations>): BenchRow[] {
  const seconds = Math.max(2, Math.round((movieSeconds * 30) / sceneFrames)) * (sceneFrames / 30);
  const ratio = (over: keyof Round, under: keyof Round, of: keyof Cost = 'clock'): number =>
    median(measured.map((round) => round[over][of] / round[under][of]));
  const naivePeer = 'one ffmpeg graph: -loop 1, zoompan at 2x, subtitles';
  const floorPeer = 'encoding the same frames alone (ffmpeg, decoded from the export)';
  return [
    {
      name: `export of ${String(seconds)} s at 1080p30`,
      value: median(measured.map(({ first }) => first.clock / seconds)),
      unit: 'x',
      peer: 'playing it',
    },
    {
      name: 'export, zoom + captions + music',
      value: ratio('first', 'naive'),
      unit: 'x',
      peer: naivePeer,
    },
    {
      name: 'export, zoom + captions + music',
      value: ratio('first', 'floor'),
      unit: 'x',
      peer: floorPeer,
      goal: 1.08,
    },
    {
      name: 'the same in processor time',
      value: ratio('first', 'naive', 'processor'),
      unit: 'x',
      peer: naivePeer,
    },
    {
      name: 'the same in processor time',
      value: ratio('first', 'floor', 'processor'),
      unit: 'x',
      peer: floorPeer,
    },
    {
      name: 're-export after one changed scene',
      value: ratio('again', 'first'),
      unit: 'x',
      peer: 'the first export',
      goal: 0.22,
    },
    {
      name: 'zoom: a dot in the export, most off its path',
      value: dot.deviation,
      unit: 'px',
      peer: 'the ideal path',
      goal: 0.25,
    },
    {
      name: 'zoom: unevenness of the dot (rms 2nd difference)',
      value: dot.roughness,
      unit: 'px/frame2',
      peer: 'the ideal path',
      goal: 0.05,
    },
  ];
}

/** Measures the cost of an export beside its peers, and the smoothness of its zooms and pans. */
export async function benchRender(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-bench-render-'));
  try {
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(round, folder));
    const rows = rowsOf(measured, await measureDot(folder));
    // Processor time is known on Linux only.
    return rows.filter(({ value }) => !Number.isNaN(value));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
