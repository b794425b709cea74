import {
  audioMedia,
  audioTrack,
  clip,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../../unit/timeline/formats/sample-timelines.ts';
import { clicks, lateness } from '../support/cut/cut-lateness.ts';
import { plainStill } from '../support/cut/cut-media.ts';
import { expect, openCut, seek, test } from '../support/cut/cut-test.ts';

const size = { width: 640, height: 360 };
const red = stillMedia('red', size);
/** Decoded whole. */
const short = audioMedia('short', 20 * 30, 1);
/** Longer than what is decoded whole, so it is streamed. */
const long = audioMedia('long', 600 * 30, 1);

test.beforeAll(async ({ host }) => {
  host.media.set('red.png', { type: 'image/png', body: await plainStill('red') });
  host.media.set('short.wav', { type: 'audio/wav', body: clicks(20) });
  host.media.set('long.wav', { type: 'audio/wav', body: clicks(600) });
});

const pictures = videoTrack('V1', clip(red, 600 * 30));
const ofScenes = timelineOf({
  ...size,
  media: [red, short],
  tracks: [pictures, audioTrack('A1', 'dialogue', ...Array.from({ length: 30 }, () => clip(short, 20 * 30)))],
});
const ofOneFile = timelineOf({
  ...size,
  media: [red, long],
  tracks: [pictures, audioTrack('A1', 'dialogue', clip(long, 600 * 30))],
});

for (const [named, cut] of [
  ['many short files', ofScenes],
  ['one long file', ofOneFile],
] as const) {
  test(`after a seek to 9:50, the sound of ${named} is at most 20 ms from the picture`, async ({
    page,
    host,
  }) => {
    await openCut(page, host.address, cut);
    await page.locator('canvas').click();
    await seek(page, 590 * 30);
    const late = await lateness(page, 4);
    const middle = late.toSorted((a, b) => a - b)[2] ?? Infinity;
    console.log(`${named}: ${late.map((each) => each.toFixed(1)).join(', ')} ms`);
    expect(Math.abs(middle)).toBeLessThanOrEqual(20);
  });
}

test('levels and fades are heard as the cut has them', async ({ page, host }) => {
  const levels = [{ frame: 0, levelDb: -20 }];
  const quiet = timelineOf({
    ...size,
    media: [red, short],
    tracks: [videoTrack('V1', clip(red, 600)), audioTrack('A1', 'dialogue', clip(short, 600, { levels }))],
  });
  await openCut(page, host.address, quiet);
  await page.locator('canvas').click();
  await seek(page, 15);
  const loudest = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { heard, playback } = window.cutPage;
        playback.toggle();
        const look = (): void => {
          const most = Math.max(...(heard()?.samples ?? [0]));
          if (most > 0.01 && playback.frame > 45) resolve(most);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  // 24,000 of 32,768, a tenth of it, and 3 dB less for mono.
  expect(loudest).toBeGreaterThan(0.04);
  expect(loudest).toBeLessThan(0.06);
});

test('a long file is silent after its clip', async ({ page, host }) => {
  const tracks = [pictures, audioTrack('A1', 'dialogue', clip(long, 4 * 30))];
  await openCut(page, host.address, timelineOf({ ...size, media: [red, long], tracks }));
  await page.locator('canvas').click();
  await seek(page, 15);
  const heardIn = await page.evaluate(
    () =>
      new Promise<{ clip: boolean; rest: boolean }>((resolve) => {
        const { heard, playback } = window.cutPage;
        const found = { clip: false, rest: false };
        playback.toggle();
        const look = (): void => {
          const { frame } = playback;
          // The samples are those of the last 0.7 seconds.
          const isLoud = Math.max(...(heard()?.samples ?? [0])) > 0.1;
          if (isLoud && frame < 115) found.clip = true;
          if (isLoud && frame > 150) found.rest = true;
          if (frame > 215) resolve(found);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  expect(heardIn).toEqual({ clip: true, rest: false });
});

test('sounds that have ended are freed while others play', async ({ page, host }) => {
  const scenes = Array.from({ length: 10 }, () => clip(short, 30));
  const tracks = [pictures, audioTrack('A1', 'dialogue', ...scenes)];
  await openCut(page, host.address, timelineOf({ ...size, media: [red, short], tracks }));
  await page.locator('canvas').click();
  await seek(page, 15);
  const freed = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { playback } = window.cutPage;
        // oxlint-disable-next-line typescript/unbound-method
        const { disconnect } = GainNode.prototype;
        let count = 0;
        GainNode.prototype.disconnect = function (this: GainNode) {
          count += 1;
          Reflect.apply(disconnect, this, []);
        };
        playback.toggle();
        const look = (): void => {
          if (playback.frame > 120) resolve(count);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  expect(freed).toBeGreaterThanOrEqual(2);
});

test('a sound that could not be read is read again when the cut is played again', async ({ page, host }) => {
  const late = audioMedia('late', 20 * 30, 1);
  const tracks = [pictures, audioTrack('A1', 'dialogue', clip(late, 600))];
  await openCut(page, host.address, timelineOf({ ...size, media: [red, late], tracks }));
  await page.locator('canvas').click();
  /** Plays for two seconds, and returns true if a click was heard. */
  const isHeard = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const { heard, playback } = window.cutPage;
          const end = playback.frame + 60;
          let isLoud = false;
          playback.toggle();
          const look = (): void => {
            isLoud ||= Math.max(...(heard()?.samples ?? [0])) > 0.1;
            if (playback.frame < end) return void requestAnimationFrame(look);
            playback.pause();
            resolve(isLoud);
          };
          requestAnimationFrame(look);
        }),
    );
  expect(await isHeard()).toBe(false);
  host.media.set('late.wav', { type: 'audio/wav', body: clicks(20) });
  expect(await isHeard()).toBe(true);
});
