import type { Clip, Timeline, TransitionStyle } from '../../../src-timeline/model/timeline.ts';
import {
  clip,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../unit/timeline/formats/sample-timelines.ts';
import { numberedClip, plainStill } from '../support/cut/cut-media.ts';
import { colorsAt, expect, openCut, seek, servedMedia, shownNumber, test } from '../support/cut/cut-test.ts';

const size = { width: 640, height: 360 };
const red = stillMedia('red', size);
const blue = stillMedia('blue', size);
const tall = stillMedia('tall', { width: 180, height: 360 });
const counted = videoMedia('counted', 300, { size });
const others = videoMedia('others', 200, { size });

test.beforeAll(async ({ host }) => {
  test.setTimeout(240_000);
  const [ofRed, ofBlue, ofTall, ofCounted, ofOthers] = await Promise.all([
    plainStill('red'),
    plainStill('blue'),
    plainStill('white', '180x360'),
    numberedClip(300, 'gray'),
    numberedClip(200, 'green'),
  ]);
  host.media.set('red.png', { type: 'image/png', body: ofRed });
  host.media.set('blue.png', { type: 'image/png', body: ofBlue });
  host.media.set('tall.png', { type: 'image/png', body: ofTall });
  host.media.set('counted.mp4', { type: 'video/mp4', body: ofCounted });
  host.media.set('others.mp4', { type: 'video/mp4', body: ofOthers });
});

function cutOf(...items: readonly Clip[]): Timeline {
  return timelineOf({
    ...size,
    media: [red, blue, tall, counted, others],
    tracks: [videoTrack('V1', ...items)],
  });
}

/** A clip at its own speed, one at twice the speed from its middle, one backwards, one held. */
const clips = cutOf(
  clip(counted, 90),
  clip(others, 60, { sourceStartFrame: 40, speed: 2 }),
  clip(counted, 100, { sourceStartFrame: 150, isReversed: true }),
  clip(others, 50, { sourceStartFrame: 7, speed: 1 / 50 }),
);

/** Number that the clip shows at a frame of the cut above. */
function numberAt(frame: number): number {
  if (frame < 90) return frame;
  if (frame < 150) return 40 + (frame - 90) * 2;
  return frame < 250 ? 249 - (frame - 150) : 7;
}

test('forty random seeks show the very frame of clips that are sped up, reversed and held', async ({
  page,
  host,
}) => {
  await openCut(page, host.address, clips);
  let state = 20_261_129;
  for (let count = 0; count < 40; count += 1) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const frame = Math.floor((state / 2 ** 32) * 300);
    await seek(page, frame);
    expect([frame, await shownNumber(page)]).toEqual([frame, numberAt(frame)]);
  }
});

test('steps over a cut show the last frame of one clip and the first of the next', async ({ page, host }) => {
  await openCut(page, host.address, clips);
  await seek(page, 88);
  for (const frame of [89, 90, 91]) {
    await page.evaluate(() => {
      window.cutPage.playback.step(1);
    });
    await expect.poll(() => shownNumber(page)).toBe(numberAt(frame));
    expect(await page.evaluate(() => window.cutPage.playback.frame)).toBe(frame);
  }
});

test('a playing cut shows its clips in step with its position and stops at its end', async ({
  page,
  host,
}) => {
  await openCut(page, host.address, clips);
  await seek(page, 60);
  const late = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const { movie, playback } = window.cutPage;
        const frames: number[] = [];
        movie.addEventListener('ended', () => resolve(frames));
        movie.requestVideoFrameCallback(function note() {
          frames.push(playback.frame);
          movie.requestVideoFrameCallback(note);
        });
        playback.toggle();
      }),
  );
  expect(late.toSorted((a, b) => a - b)).toEqual(late);
  expect(new Set(late).size).toBeGreaterThan(60);
  await expect.poll(() => page.evaluate(() => window.cutPage.playback.frame)).toBe(299);
  await expect.poll(() => shownNumber(page)).toBe(7);
});

test('a paused cut shows the exact frame of its position', async ({ page, host }) => {
  await openCut(page, host.address, clips);
  await page.evaluate(() => {
    window.cutPage.playback.toggle();
  });
  await expect.poll(() => page.evaluate(() => window.cutPage.playback.frame)).toBeGreaterThan(20);
  const frame = await page.evaluate(() => {
    window.cutPage.playback.pause();
    return window.cutPage.playback.frame;
  });
  await expect.poll(() => shownNumber(page)).toBe(numberAt(frame));
  expect(await page.evaluate(() => window.cutPage.playback.frame)).toBe(frame);
});

test('at eight times normal speed, the position keeps to the clock and clips follow', async ({
  page,
  host,
}) => {
  await openCut(page, host.address, cutOf(clip(counted, 300)));
  const run = await page.evaluate(
    () =>
      new Promise<{ seconds: number; ms: number }>((resolve) => {
        const { movie, playback } = window.cutPage;
        for (let press = 0; press < 4; press += 1) playback.shuttle(1);
        let begun: { seconds: number; ms: number } | null = null;
        const look = (): void => {
          const now = { seconds: movie.currentTime, ms: performance.now() };
          if (begun === null && now.seconds > 0.5) begun = now;
          if (begun === null || now.ms - begun.ms < 500) return void requestAnimationFrame(look);
          playback.pause();
          resolve({ seconds: now.seconds - begun.seconds, ms: now.ms - begun.ms });
        };
        look();
      }),
  );
  expect(run.seconds / (run.ms / 1000)).toBeGreaterThan(7);
  expect(run.seconds / (run.ms / 1000)).toBeLessThan(9);
  const frame = await page.evaluate(() => window.cutPage.playback.frame);
  await expect.poll(() => shownNumber(page)).toBe(frame);
});

test('a cut plays backwards', async ({ page, host }) => {
  await openCut(page, host.address, clips);
  await seek(page, 80);
  await page.evaluate(() => {
    window.cutPage.playback.shuttle(-1);
  });
  await expect.poll(() => page.evaluate(() => window.cutPage.playback.frame), { timeout: 30_000 }).toBe(0);
  await expect.poll(() => shownNumber(page)).toBe(0);
});

/** Expects colours, up to what encoding and rounding change. */
function expectColors(shown: readonly (readonly number[])[], wanted: readonly (readonly number[])[]): void {
  const off = shown.flatMap((color, place) =>
    color.map((part, channel) => Math.abs(part - (wanted[place]?.[channel] ?? 0))),
  );
  expect(Math.max(...off), JSON.stringify({ shown, wanted })).toBeLessThan(8);
}

const reds = [255, 0, 0];
const blues = [0, 0, 255];
const black = [0, 0, 0];

/** Colours in the middle of the left and the right edge, the middle, and near the lower edge, half-way. */
const halfway: Readonly<Record<TransitionStyle, readonly (readonly number[])[]>> = {
  FADE: [
    [128, 0, 128],
    [128, 0, 128],
    [128, 0, 128],
    [128, 0, 128],
  ],
  WIPE: [
    [0, 0, 255],
    [255, 0, 0],
    [128, 0, 128],
    [128, 0, 128],
  ],
  PAN: [
    [255, 0, 0],
    [0, 0, 255],
    [0, 0, 255],
    [0, 0, 255],
  ],
  // At its half, 7/8 of the way is done.
  RISE: [
    [0, 0, 255],
    [0, 0, 255],
    [0, 0, 255],
    [0, 0, 255],
  ],
  // Opaque, and 94 % of its size.
  POP: [
    [255, 0, 0],
    [255, 0, 0],
    [0, 0, 255],
    [255, 0, 0],
  ],
};

for (const [style, expected] of Object.entries(halfway) as [TransitionStyle, number[][]][]) {
  test(`a ${style} is half-way in its middle, begins with the first picture and ends with the second`, async ({
    page,
    host,
  }) => {
    const transition = { style, durationFrames: 20, framesBeforeCut: 5 };
    await openCut(page, host.address, cutOf(clip(red, 60), clip(blue, 60, { transition })));
    const places = [
      [0.01, 0.5],
      [0.99, 0.5],
      [0.5, 0.5],
      [0.5, 0.99],
    ] as const;
    await seek(page, 55);
    expectColors(await colorsAt(page, ...places), [reds, reds, reds, reds]);
    await seek(page, 65);
    expectColors(await colorsAt(page, ...places), expected);
    await seek(page, 75);
    expectColors(await colorsAt(page, ...places), [blues, blues, blues, blues]);
  });
}

test('a picture stands where its motion puts it, and fades from black', async ({ page, host }) => {
  const motion = [
    { frame: 0, scale: 0.5, x: -0.25, y: 0 },
    { frame: 10, scale: 0.5, x: 0.25, y: 0 },
  ];
  const fades = { inFrames: 10, outFrames: 0 };
  await openCut(page, host.address, cutOf(clip(red, 30, { motion }), clip(tall, 30, { fades })));
  const quarters = [
    [0.25, 0.5],
    [0.75, 0.5],
    [0.25, 0.2],
  ] as const;
  expectColors(await colorsAt(page, ...quarters), [reds, black, black]);
  await seek(page, 20);
  expectColors(await colorsAt(page, ...quarters), [black, reds, black]);
  await seek(page, 35);
  expectColors(await colorsAt(page, [0.5, 0.5], [0.2, 0.5]), [[128, 128, 128], black]);
});

test('a missing picture is a plate until the cut has it, and other media are not loaded again', async ({
  page,
  host,
}) => {
  const cut = cutOf(clip(red, 30), clip(blue, 30));
  await openCut(page, host.address, cut);
  await page.evaluate(
    ([timeline, media]) => {
      window.cutPage.change(timeline, { ...media, blue: { url: null, state: 'making', label: 'blue.png' } });
    },
    [cut, servedMedia(cut)] as const,
  );
  await seek(page, 45);
  expect(await colorsAt(page, [0.1, 0.1])).toEqual([[38, 38, 38]]);
  const before = host.requested.length;
  await page.evaluate(
    ([timeline, media]) => {
      window.cutPage.change(timeline, media);
    },
    [cut, servedMedia(cut)] as const,
  );
  await expect.poll(async () => (await colorsAt(page, [0.1, 0.1]))[0]?.[2]).toBeGreaterThan(250);
  expect(await page.evaluate(() => window.cutPage.playback.frame)).toBe(45);
  expect(host.requested.slice(before)).toEqual([]);
});
