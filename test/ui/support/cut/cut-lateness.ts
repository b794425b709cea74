import type { Page } from '@playwright/test';
import { wavFile } from '../wav-file.ts';

const samplesPerSecond = 48_000;

/** Returns a WAV file with a click at the beginning of every second. */
export function clicks(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * samplesPerSecond * 2);
  for (let second = 0; second < seconds; second += 1)
    for (let at = 0; at < 48; at += 1) samples.writeInt16LE(24_000, (second * samplesPerSecond + at) * 2);
  return wavFile(samples, samplesPerSecond);
}

/**
 * Plays and returns by how many milliseconds each heard click is later than the position of the cut says. Clicks are
 * found in the samples that the device is given, and compared on its clock.
 */
export async function lateness(page: Page, count: number): Promise<readonly number[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<number[]>((resolve) => {
        const { heard, clock, playback } = window.cutPage;
        const positions: { time: number; position: number }[] = [];
        const found: number[] = [];
        let lastClick = 0;
        const positionAt = (time: number): number | null => {
          const after = positions.findIndex((each) => each.time >= time);
          const one = positions[after - 1];
          const other = positions[after];
          if (!one || !other) return null;
          const share = (time - one.time) / (other.time - one.time);
          return one.position + (other.position - one.position) * share;
        };
        const waiting: number[] = [];
        const look = (): void => {
          const now = clock();
          if (now && now.time > (positions.at(-1)?.time ?? 0)) positions.push(now);
          const sound = heard();
          if (sound) {
            const first = sound.endTime - sound.samples.length / sound.rate;
            sound.samples.forEach((sample, index) => {
              const time = first + index / sound.rate;
              if (Math.abs(sample) < 0.1 || time < lastClick + 0.5) return;
              lastClick = time;
              waiting.push(time);
            });
          }
          for (const time of waiting.splice(0)) {
            const position = positionAt(time);
            if (position === null && time > (positions[0]?.time ?? 0)) waiting.push(time);
            else if (position !== null) found.push((position - Math.round(position)) * 1000);
          }
          if (found.length >= wanted) {
            playback.pause();
            resolve(found);
          } else requestAnimationFrame(look);
        };
        playback.toggle();
        requestAnimationFrame(look);
      }),
    count,
  );
}
