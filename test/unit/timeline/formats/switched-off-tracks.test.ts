import { expect, test } from 'vitest';
import { readKdenlive, writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { clipsOfTracks } from '../../../../src-timeline/model/placement.ts';
import { timingOf } from '../../../../src-timeline/model/sequence-timing.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { sampleTimeline } from '../../../fakes/sample-project.ts';

const cut = sampleTimeline((fileName) => `media/${fileName}`);

/** Returns the kinds of tracks whose clips are all disabled. */
function offOf({ tracks }: Timeline): string[] {
  const isOff = (track: Timeline['tracks'][number]): boolean =>
    [...clipsOfTracks([track])].every(({ isDisabled }) => isDisabled === true);
  return tracks.filter(isOff).map(({ kind }) => kind);
}

test('the clips of a track that an editor mutes or hides are switched off', () => {
  const xmeml = writeXmeml(cut);
  const end =
    /<enabled>TRUE<\/enabled>(\s*<locked>FALSE<\/locked>\s*<outputchannelindex>|\s*<locked>FALSE<\/locked>\s*<\/track>\s*<\/audio>)/;
  expect(
    [xmeml, xmeml.replace(end, '<enabled>FALSE</enabled>$1')].map((text) => offOf(readXmeml(text))),
  ).toEqual([[], ['audio']]);
  const otio = JSON.parse(writeOtio(cut, 'url')) as {
    tracks: { children: { kind: string; enabled: boolean }[] };
  };
  for (const track of otio.tracks.children) track.enabled = track.kind === 'Audio';
  expect(offOf(readOtio(JSON.stringify(otio)))).toEqual(['video']);
  const kdenlive = writeKdenlive(cut, { fileName: 'H.kdenlive' }).text;
  expect(offOf(readKdenlive(kdenlive.replaceAll('hide="video"', 'hide="both"')))).toEqual(['audio']);
  const shotcut = writeShotcut(cut);
  expect(offOf(readShotcut(shotcut.replaceAll('hide="video"', 'hide="both"')))).toEqual(['audio']);
});

test('a picture track that Shotcut hides stays one of pictures', () => {
  const text = writeShotcut(cut).replace(/(<track producer="playlist4")/, '$1 hide="video"');
  const { tracks } = readShotcut(text);
  expect(tracks.map(({ kind }) => kind)).toEqual(cut.tracks.map(({ kind }) => kind));
  expect(offOf(readShotcut(text))).toEqual(['video']);
});

test('a start that drop-frame timecode has no label for moves to the next one', () => {
  const rate = { numerator: 25, denominator: 1 };
  const startOf = (minutes: number) =>
    timingOf(
      { rate: '29.97 DF', start: null },
      { frameRate: rate, isDropFrame: false, startFrame: minutes * 60 * 25 },
    ).startFrame;
  expect(startOf(61)).toBe(61 * 60 * 30 - 2 * (61 - 6) + 2);
  expect(startOf(60)).toBe(107_892);
});
