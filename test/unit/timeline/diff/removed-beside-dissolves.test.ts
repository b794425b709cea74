import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { Clip, Timeline, Track } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  gap,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';

const numbers = [1, 2, 3, 4];
const voices = numbers.map((number) => audioMedia(`voice-${String(number)}`, 300, 1));

for (const [kind, pictures] of [
  ['still', numbers.map((number) => stillMedia(`picture-${String(number)}`))],
  ['moving picture', numbers.map((number) => videoMedia(`picture-${String(number)}`, 300))],
] as const) {
  const picture = (number: number, frames: number, more: Partial<Clip> = {}): Clip =>
    clip(pictures[number - 1] ?? stillMedia('none'), frames, { linkId: `s${String(number)}`, ...more });
  const voice = (number: number): Clip =>
    clip(voices[number - 1] ?? stillMedia('none'), 100, { linkId: `s${String(number)}` });
  const cutOf = (...tracks: readonly Track[]): Timeline =>
    timelineOf({ media: [...pictures, ...voices], tracks });
  const sounds = (...items: Track['items']): Track => audioTrack('Speech', 'dialogue', ...items);
  const dissolve = (framesBeforeCut: number): Partial<Clip> => ({
    transition: { style: 'FADE', durationFrames: 16, ...(framesBeforeCut > 0 && { framesBeforeCut }) },
  });
  const delivered = cutOf(
    videoTrack('Pictures', picture(1, 100), ...[2, 3, 4].map((number) => picture(number, 100, dissolve(0)))),
    sounds(voice(1), voice(2), voice(3), voice(4)),
  );
  const told = (returned: Timeline): readonly string[] =>
    diffCuts(delivered, returned, { formats: ['KDENLIVE'] }).edits.map(({ message }) => sentenceOf(message));

  test(`tells of a removed ${kind} only that, although the one before keeps half of the dissolve`, () => {
    const returned = cutOf(
      videoTrack('Pictures', picture(1, 108), gap(92), picture(3, 100), picture(4, 100, dissolve(0))),
      sounds(voice(1), gap(100), voice(3), voice(4)),
    );
    expect(told(returned)).toEqual(['Scene 2 removed']);
  });

  test(`tells how a ${kind} was lengthened by more than the dissolve of the removed one after it`, () => {
    const returned = cutOf(
      videoTrack('Pictures', picture(1, 120), gap(80), picture(3, 100), picture(4, 100, dissolve(0))),
      sounds(voice(1), gap(100), voice(3), voice(4)),
    );
    expect(told(returned)).toContainEqual(
      expect.stringMatching(/^Scene 1: .* lengthened by 0.67 s at its end$/),
    );
  });

  test(`tells of the removed last ${kind} only that, and of one removed with its time closed`, () => {
    const last = cutOf(
      videoTrack('Pictures', picture(1, 100), picture(2, 100, dissolve(0)), picture(3, 108, dissolve(0))),
      sounds(voice(1), voice(2), voice(3)),
    );
    expect(told(last)).toEqual(['Scene 4 removed']);
    const closed = cutOf(
      videoTrack('Pictures', picture(1, 108), picture(3, 100), picture(4, 100, dissolve(0))),
      sounds(voice(1), gap(8), voice(3), voice(4)),
    );
    expect(told(closed)).toEqual(['Scene 2 removed']);
  });
}
