import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { Clip, Timeline, TimelineFormat } from '../../../../src-timeline/model/timeline.ts';
import { clip, timelineOf, videoMedia, videoTrack } from '../formats/sample-timelines.ts';

const media = ['pier', 'boat'].map((id) => videoMedia(id, 300));

function cutWith(pier: Partial<Clip> = {}, boat: Partial<Clip> = {}): Timeline {
  const more = [pier, boat];
  const clips = media.map((one, index) => clip(one, 100, { sourceStartFrame: 50, ...more[index] }));
  return timelineOf({ media, tracks: [videoTrack('Pictures', ...clips)] });
}

const sentencesBetween = (before: Timeline, after: Timeline, formats: readonly TimelineFormat[]) =>
  diffCuts(before, after, { formats })
    .edits.filter(({ kind }) => kind !== 'format-loss')
    .map(({ message }) => sentenceOf(message));

const fadeOut = { fades: { inFrames: 0, outFrames: 25 } };
const dissolve = { transition: { style: 'FADE', durationFrames: 8 } } as const;

// As edl-fade-to-black and edl-event-not-understood of the reports.
test('a fade and a dissolve that the editor added are told, although the format sent has none of them', () => {
  expect(sentencesBetween(cutWith(), cutWith(fadeOut), ['EDL'])).toEqual([
    'Scene 1: picture “pier.mp4” has a transition (FADE) now',
  ]);
  expect(sentencesBetween(cutWith(), cutWith({}, dissolve), ['FCPXML', 'EDL'])).toEqual([
    'Scene 2: picture “boat.mp4” has a transition (FADE) now',
  ]);
});

test('a delivered fade and a delivered place of a cut count as kept, whether the program returns them or not', () => {
  const delivered = cutWith(fadeOut, dissolve);
  const centred = { ...dissolve.transition, framesBeforeCut: 4 };
  const moved = { transition: centred, sourceStartFrame: 54, durationFrames: 96 };
  for (const returned of [delivered, cutWith({}, dissolve), cutWith({ durationFrames: 104 }, moved)])
    expect(sentencesBetween(delivered, returned, ['FCPXML', 'EDL'])).toEqual([]);
});
