import { expect, test } from 'vitest';
import { withDeliveredSound } from '../../../../src-timeline/diff/delivered-sound.ts';
import { writeEdl, readEdl } from '../../../../src-timeline/formats/edl/edl.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { placementsOfTrack } from '../../../../src-timeline/model/placement.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
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

const lamp = stillMedia('lamp');
const quay = stillMedia('quay');
const boat = videoMedia('boat', 400, { audioChannels: 2 });
const voices = [1, 2, 3].map((number) => audioMedia(`voice-${String(number)}`, 200, 1));
const music = audioMedia('music', 2000, 2);
const voice = (number: number, frames: number): Clip =>
  clip(voices[number - 1] ?? music, frames, { linkId: `s${String(number)}` });
const boatPart = { linkId: 's2', sourceStartFrame: 30 };

const delivered = timelineOf({
  media: [lamp, quay, boat, ...voices, music],
  tracks: [
    videoTrack(
      'Pictures',
      clip(lamp, 90, { linkId: 's1' }),
      clip(boat, 120, boatPart),
      clip(quay, 60, { linkId: 's3' }),
    ),
    audioTrack('Speech', 'dialogue', voice(1, 90), voice(2, 120), voice(3, 60)),
    audioTrack('Boat', 'effects', gap(90), clip(boat, 120, boatPart)),
    audioTrack('Music', 'music', clip(music, 270)),
  ],
});

/** Returns the cut of pictures with the delivered sound. */
function heard(
  ...pictures: Parameters<typeof videoTrack> extends [string, ...infer Items] ? Items : never
): Timeline {
  const returned = { ...delivered, media: [lamp, quay, boat], tracks: [videoTrack('Pictures', ...pictures)] };
  const cut = withDeliveredSound(delivered, returned, {});
  checkTimeline(cut);
  return cut;
}

function soundsOn(
  { tracks }: Timeline,
  name: string,
): readonly (readonly [string, number, number, number])[] {
  const track = tracks.find((one) => one.name === name);
  return (track ? placementsOfTrack(track) : []).map(
    ({ startFrame, clip: { mediaId, durationFrames, sourceStartFrame } }) =>
      [mediaId, startFrame, durationFrames, sourceStartFrame] as const,
  );
}

test('Words follow their pictures to another place, and go with a removed one', () => {
  const cut = heard(clip(quay, 60), clip(lamp, 90));
  expect(soundsOn(cut, 'Speech')).toEqual([
    ['voice-3', 0, 60, 0],
    ['voice-1', 60, 90, 0],
  ]);
  expect(soundsOn(cut, 'Boat')).toEqual([]);
  expect(soundsOn(cut, 'Music')).toEqual([['music', 0, 150, 0]]);
});

test('Words end where the next ones begin after a shorter picture', () => {
  const cut = heard(clip(lamp, 40), clip(boat, 120, { sourceStartFrame: 30 }), clip(quay, 60));
  expect(soundsOn(cut, 'Speech')).toEqual([
    ['voice-1', 0, 40, 0],
    ['voice-2', 40, 120, 0],
    ['voice-3', 160, 60, 0],
  ]);
});

test('The sound of a clip shows the part of its picture', () => {
  const cut = heard(clip(lamp, 90), clip(boat, 50, { sourceStartFrame: 60 }), clip(quay, 60));
  expect(soundsOn(cut, 'Boat')).toEqual([['boat', 90, 50, 60]]);
});

test('A list of pictures as programs export it gets the sound as delivered (reports/edl-picture-only)', () => {
  const list = writeEdl(delivered, { fileName: 'cut.edl' }).text.replace(/^\d+ +\S+ +A.*$/gm, '');
  const read = readEdl(list, { ...delivered, size: delivered });
  const cut = withDeliveredSound(delivered, read, { formats: ['EDL'] });
  checkTimeline(cut);
  expect(['Speech', 'Boat', 'Music'].map((name) => soundsOn(cut, name).length)).toEqual([3, 1, 1]);
});

test('A cut with any sound keeps its own', () => {
  const returned = { ...delivered, tracks: delivered.tracks.slice(0, 2) };
  expect(withDeliveredSound(delivered, returned, {})).toBe(returned);
});
