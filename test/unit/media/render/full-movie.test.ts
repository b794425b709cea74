import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encodeWav } from '../../../../src-media/av/wav.ts';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import type { MediaEngine, RenderMovieRequest, RenderScene } from '../../../../src-media/media-engine.ts';
import { colorAt, readFrame, readSound } from '../../../fakes/media-engine/read-movie.ts';
import {
  blue,
  type Color,
  green,
  plain,
  red,
  white,
  writeClip,
  writeTone,
} from '../../../fakes/sample-media.ts';

vi.setConfig({ testTimeout: 120_000 });
const { signal } = new AbortController();
const project = { width: 640, height: 360 };
const movieFrame = { width: 854, height: 480 };
let engine: MediaEngine;
let folder: string;
let request: RenderMovieRequest;
let moviePath: string;

/** Writes a quiet tone, −16 LUFS in two channels, like composed music. */
async function writeMusic(path: string, seconds: number): Promise<void> {
  const samples = Float32Array.from({ length: seconds * 48_000 }, (_, at) => 0.16 * Math.sin(at * 0.06));
  await writeFile(path, encodeWav({ samples, sampleRate: 48_000 }));
}

/**
 * Renders six seconds: a zoomed red still with a white quarter (2 s, spoken), a green one that fades in (1 s, silent),
 * a blue clip that wipes in with its own sound (1 s), and a white still that slides in from below (2 s, silent) with a
 * narrator.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-full-movie-'));
  engine = await createMediaEngine({ temporaryFolder: folder });
  const at = (name: string): string => join(folder, name);
  const { width, height } = project;
  await plain(width, height, red)
    .composite([
      {
        input: await plain(width / 2, height / 2, white)
          .png()
          .toBuffer(),
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toFile(at('zoomed.png'));
  await plain(width, height, green).png().toFile(at('green.png'));
  await plain(width, height, white).png().toFile(at('white.png'));
  await writeClip(
    at('clip.mp4'),
    Array.from({ length: 34 }, () => blue),
    project,
    true,
  );
  await writeClip(
    at('presenter.mp4'),
    Array.from({ length: 60 }, () => blue),
    { width: 200, height: 300 },
  );
  await writeMusic(at('music.wav'), 2);
  await sharp({
    create: { width: 100, height: 50, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0.5 } },
  })
    .png()
    .toFile(at('logo.png'));
  const scenes: RenderScene[] = [
    {
      pictureKind: 'still',
      picturePath: at('zoomed.png'),
      speechPath: await writeTone(folder, 'speech.wav', 60, 300),
      durationFrames: 60,
      zoom: { fromScale: 1, toScale: 1.5, centerX: 0, centerY: 0 },
    },
    {
      pictureKind: 'still',
      picturePath: at('green.png'),
      speechPath: null,
      durationFrames: 30,
      transition: { style: 'FADE', durationFrames: 9 },
    },
    {
      pictureKind: 'clip',
      picturePath: at('clip.mp4'),
      speechPath: null,
      durationFrames: 30,
      isAudible: true,
      transition: { style: 'WIPE', durationFrames: 9 },
    },
    {
      pictureKind: 'still',
      picturePath: at('white.png'),
      speechPath: null,
      durationFrames: 60,
      presenterPath: at('presenter.mp4'),
      transition: { style: 'RISE', durationFrames: 9 },
    },
  ];
  moviePath = at('movie.mp4');
  request = {
    scenes,
    captions: [],
    captionStyle: null,
    languageCode: 'en',
    ...project,
    quality: 'STANDARD',
    music: { path: at('music.wav'), volume: 0.5 },
    logo: { path: at('logo.png'), position: 'TOP_LEFT', sizePercent: 20 },
    hasWatermark: false,
    hasEndScreen: false,
    outputPath: moviePath,
  };
  await engine.renderMovie(request, { signal });
}, 120_000);
afterAll(async () => {
  await engine.dispose();
  await rm(folder, { recursive: true, force: true });
});

function colorsAt(index: number, ...places: { x: number; y: number }[]): Color[] {
  const frame = readFrame(moviePath, movieFrame, index);
  return places.map((place) => colorAt(frame, movieFrame, place));
}

function mix(first: Color, second: Color, share: number): Color {
  const part = (index: 0 | 1 | 2): number => first[index] + (second[index] - first[index]) * share;
  return [part(0), part(1), part(2)];
}

function expectNear(found: Color | undefined, wanted: Color, most = 16): void {
  wanted.forEach((value, index) =>
    expect(Math.abs((found?.[index] ?? -999) - value)).toBeLessThanOrEqual(most),
  );
}

describe('a movie with everything in it', () => {
  test('shows the move over a still', () => {
    // The edge of the white quarter starts in the middle and passes 0.68 before the transition.
    const [before, beyond] = colorsAt(0, { x: 0.47, y: 0.4 }, { x: 0.53, y: 0.4 });
    expectNear(before, white);
    expectNear(beyond, red);
    const [later, outside] = colorsAt(59, { x: 0.66, y: 0.4 }, { x: 0.76, y: 0.4 });
    expectNear(later, white);
    expectNear(outside, red);
  });

  test('fades evenly, as editors do, from one picture alone to the other alone', () => {
    const place = { x: 0.9, y: 0.6 };
    // Nine frames from 60 on. Their shares equal those of MLT's luma transition, from 0 / 9 to 8 / 9.
    expectNear(colorsAt(60, place)[0], red);
    for (const part of [1, 4, 8]) expectNear(colorsAt(60 + part, place)[0], mix(red, green, part / 9));
    expectNear(colorsAt(69, place)[0], green);
  });

  test('wipes from the left and lets the next picture rise from below', () => {
    const [left, right] = colorsAt(94, { x: 0.3, y: 0.6 }, { x: 0.8, y: 0.6 });
    expectNear(left, blue);
    expectNear(right, green);
    const [top, bottom] = colorsAt(121, { x: 0.6, y: 0.1 }, { x: 0.6, y: 0.9 });
    expectNear(top, blue, 24);
    expectNear(bottom, white);
  });

  test('has the logo in its corner inside the margin, half transparent as it is', () => {
    const [logo, margin, beside] = colorsAt(75, { x: 0.1, y: 0.1 }, { x: 0.01, y: 0.02 }, { x: 0.3, y: 0.1 });
    expectNear(logo, mix(green, [0, 0, 255], 0.5), 20);
    expectNear(margin, green);
    expectNear(beside, green);
  });

  test('shows the narrator on a card with round corners at the bottom right', () => {
    const [card, beside] = colorsAt(150, { x: 0.85, y: 0.7 }, { x: 0.6, y: 0.7 });
    expectNear(card, blue, 24);
    expectNear(beside, white);
    // The area has 160 × 240 pixels, 24 from the edges. Its outermost corner is cut off.
    expectNear(colorsAt(150, { x: (854 - 25) / 854, y: (480 - 25) / 480 })[0], white, 24);
  });

  test('has music 9 dB lower while somebody speaks, and repeated to the end', () => {
    const sound = readSound(moviePath);
    /** Measures the level at the pitch of the music, which the speech does not contain. */
    const level = (from: number, to: number): number => {
      const part = sound.subarray(from * 1_600, to * 1_600);
      const cos = part.reduce((sum, sample, at) => sum + sample * Math.cos(at * 0.06), 0);
      const sin = part.reduce((sum, sample, at) => sum + sample * Math.sin(at * 0.06), 0);
      return 20 * Math.log10(Math.hypot(cos, sin) / part.length);
    };
    // The music repeats at frames 45 and 90, and fades out from 120 on.
    expect(level(106, 119) - level(25, 41)).toBeCloseTo(9, 0);
    expect(level(176, 179) - level(106, 119)).toBeLessThan(-30);
  });

  test('in which one still is changed costs only the scenes that show it', async () => {
    const reported: number[] = [];
    await plain(project.width, project.height, [20, 200, 200]).png().toFile(join(folder, 'white.png'));
    const outputPath = join(folder, 'changed.mp4');
    await engine.renderMovie(
      { ...request, outputPath },
      { signal, onProgress: (share) => reported.push(share) },
    );
    // Two thirds of the frames come from the cache at once.
    expect(reported[3]).toBeGreaterThan(0.5);
    expectNear(
      colorAt(readFrame(outputPath, movieFrame, 170), movieFrame, { x: 0.5, y: 0.5 }),
      [20, 200, 200],
    );
  });
});
