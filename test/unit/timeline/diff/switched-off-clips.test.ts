import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import { clipsOfTracks } from '../../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../formats/sample-timelines.ts';

const lamp = stillMedia('lamp');
const boat = stillMedia('boat');
const quay = stillMedia('quay');
const one = audioMedia('voice-1', 90, 1);
const two = audioMedia('voice-2', 60, 1);

function cutWith(picture: typeof lamp, isSecondOff = false): Timeline {
  return timelineOf({
    media: [picture, boat, one, two],
    tracks: [
      videoTrack('Pictures', clip(picture, 90, { linkId: 's1' }), clip(boat, 60, { linkId: 's2' })),
      audioTrack(
        'Speech',
        'dialogue',
        clip(one, 90, { linkId: 's1' }),
        clip(two, 60, { linkId: 's2', ...(isSecondOff && { isDisabled: true }) }),
      ),
    ],
  });
}

const delivered = cutWith(lamp);
const options = { formats: ['SHOTCUT'] } as const;

/** Returns a cut as Shotcut saves it with its sound muted. */
function muted(cut: Timeline): Timeline {
  return readShotcut(writeShotcut(cut).replaceAll('hide="video"', 'hide="both"'));
}

/** Returns the files that edits switched on or off. */
function switchesOf(before: Timeline, after: Timeline): unknown[] {
  return diffCuts(before, after, options).edits.flatMap((edit) =>
    edit.kind === 'disabled' ? [[edit.fileName, edit.isDisabled]] : [],
  );
}

test('tells that a track was muted in Shotcut, for the clips that were on', () => {
  expect(switchesOf(delivered, muted(delivered))).toEqual([
    ['voice-1.wav', true],
    ['voice-2.wav', true],
  ]);
  const partlyOff = cutWith(lamp, true);
  expect(switchesOf(partlyOff, muted(partlyOff))).toEqual([['voice-1.wav', true]]);
});

test('takes a clip that Shotcut switched on again for a loss', () => {
  const partlyOff = cutWith(lamp, true);
  const { edits } = diffCuts(partlyOff, readShotcut(writeShotcut(partlyOff)), options);
  expect(edits.map((edit) => (edit.kind === 'format-loss' ? edit.loss : edit.kind))).toEqual([
    'DISABLED_CLIPS',
  ]);
});

test('merges into a cut that Shotcut saved, and leaves its sound muted', () => {
  const isOffIn = (ours: Timeline, base = delivered): unknown[] => {
    const { cut } = mergeCuts({ base, ours, theirs: cutWith(quay, base !== delivered) }, options);
    return [...clipsOfTracks(cut.tracks)].map(({ name, isDisabled }) => [name, isDisabled === true]);
  };
  expect(isOffIn(muted(delivered))).toEqual([
    ['quay.png', false],
    ['boat.png', false],
    ['voice-1.wav', true],
    ['voice-2.wav', true],
  ]);
  const partlyOff = cutWith(lamp, true);
  expect(isOffIn(readShotcut(writeShotcut(partlyOff)), partlyOff)).toEqual([
    ['quay.png', false],
    ['boat.png', false],
    ['voice-1.wav', false],
    ['voice-2.wav', true],
  ]);
});

test('says of an added clip that it is switched off', () => {
  const logo = videoTrack('Logo', clip(quay, 30, { isDisabled: true }));
  const [pictures = logo, ...sounds] = delivered.tracks;
  const after = { ...delivered, media: [...delivered.media, quay], tracks: [pictures, logo, ...sounds] };
  expect(switchesOf(delivered, after)).toEqual([['quay.png', true]]);
});
