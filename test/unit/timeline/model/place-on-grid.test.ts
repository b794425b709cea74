import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { mediaListName, readEdl, writeEdl } from '../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { placedCuts, placeOnGrid } from '../../../../src-timeline/model/place-on-grid.ts';
import {
  halfFrameMs,
  projectTiming,
  sequenceRateSchema,
  startTimecodeSchema,
  timingOf,
  type TimingWish,
} from '../../../../src-timeline/model/sequence-timing.ts';
import type { Timeline, TimelineFormat } from '../../../../src-timeline/model/timeline.ts';
import { editedCuts } from '../diff/random-edits.ts';
import { roundTripRuns } from '../formats/round-trip-runs.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  itemWithoutMedia,
  rates,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';
import { timelineArbitrary } from '../formats/timeline-arbitrary.ts';

const wishes: fc.Arbitrary<TimingWish> = fc.record({
  rate: fc.constantFrom(...sequenceRateSchema.options),
  start: fc.constantFrom(null, ...startTimecodeSchema.options),
});

const placed = (cut: Timeline, wish: TimingWish): Timeline => placeOnGrid(cut, timingOf(wish, cut));

/** Returns a cut as each editor returns it without edits. */
const returnedAs: Readonly<Record<TimelineFormat, (cut: Timeline) => Timeline>> = {
  FCPXML: (cut) => readFcpxml(writeFcpxml(cut, '1.13')),
  PREMIERE_XML: (cut) => readXmeml(writeXmeml(cut)),
  OTIO: (cut) => readOtio(writeOtio(cut, 'url')),
  KDENLIVE: (cut) => {
    const { text, sideFiles } = writeKdenlive(cut, { fileName: 'cut.kdenlive', notes: '' });
    return readKdenlive(text, new Map(sideFiles.map((side) => [side.name, side.text])));
  },
  SHOTCUT: (cut) => readShotcut(writeShotcut(cut, { notes: '' })),
  EDL: (cut) => {
    const { text, sideFiles } = writeEdl(cut, { fileName: 'cut.edl' });
    const list = sideFiles.find(({ name }) => name === mediaListName('cut.edl'))?.text ?? null;
    return readEdl(text, { frameRate: cut.frameRate, size: cut }, list);
  },
};

test('keeps every cut within half a frame of its time, however long the timeline is, and every timeline whole', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        timelineArbitrary,
        editedCuts.map(({ after }) => after),
      ),
      wishes,
      (cut, wish) => {
        const now = placed(cut, wish);
        checkTimeline(now);
        const count = ({ tracks, captionTracks, markers }: Timeline): number[] => [
          ...tracks.map(({ items }) => items.length),
          ...captionTracks.map(({ captions }) => captions.length),
          markers?.length ?? 0,
        ];
        expect(count(now)).toEqual(count(cut));
      },
    ),
    roundTripRuns,
  );
  fc.assert(
    fc.property(editedCuts, wishes, ({ after }, wish) => {
      const half = halfFrameMs(wish.rate ?? '24') + 0.001;
      for (const { shiftMs } of placedCuts(after, placed(after, wish)))
        expect(Math.abs(shiftMs)).toBeLessThanOrEqual(half);
    }),
    roundTripRuns,
  );
});

test.each(Object.entries(returnedAs))(
  'finds nothing edited in %s of another rate that comes back as it was',
  (name, back) => {
    const format = name as TimelineFormat;
    fc.assert(
      fc.property(editedCuts, wishes, ({ before, sceneStarts }, wish) => {
        const delivered = placed(before, wish);
        const returned = back(delivered);
        expect(returned.frameRate).toEqual(delivered.frameRate);
        const { edits } = diffCuts(delivered, returned, { formats: [format], sceneStarts });
        expect(edits.filter(({ kind }) => kind !== 'format-loss')).toEqual([]);
      }),
      { ...roundTripRuns, numRuns: Math.ceil(roundTripRuns.numRuns / 2) },
    );
  },
);

const movie = videoMedia('movie', 101, { audioChannels: 2 });
const voice = audioMedia('voice', 5000, 1);
const short = timelineOf({
  media: [movie, voice],
  tracks: [
    videoTrack('Pictures', clip(movie, 101), clip(movie, 7, { sourceStartFrame: 94 })),
    audioTrack('Speech', 'dialogue', clip(voice, 3)),
  ],
});

test.for(['24', '60'] as const)('a frame that is held stays the only one at %s frames a second', (rate) => {
  const film = videoMedia('film', 400);
  const held = clip(film, 101, { sourceStartFrame: 30, speed: 1 / 101 });
  const cut = timelineOf({ media: [film], tracks: [videoTrack('Pictures', held)] });
  const now = placed(cut, { rate, start: null });
  const durationFrames = rate === '24' ? 81 : 202;
  expect(now.tracks[0]?.items).toMatchObject([
    { sourceStartFrame: Number(rate), durationFrames, speed: 1 / durationFrames },
  ]);
});

test('a file that runs at another rate keeps it in documents that have a place for it', () => {
  const now = placed(short, { rate: '24', start: '01:00:00:00' });
  expect(now).toMatchObject({ frameRate: rates[24], startFrame: 86_400, isDropFrame: false });
  expect(placedCuts(short, now)).toEqual([
    { oldFrame: 101, frame: 81, shiftMs: 8.333 },
    { oldFrame: 108, frame: 86, shiftMs: -16.667 },
  ]);
  expect(writeFcpxml(now, '1.13')).toMatch(/<format id="format-2"[^>]* frameDuration="100\/3000s"/);
  expect(writeFcpxml(now, '1.13')).toMatch(/tcStart="8640000\/2400s" tcFormat="NDF"/);
  expect(writeXmeml(now)).toMatch(
    /<file id="file-movie">[\s\S]*?<timebase>30<\/timebase>[\s\S]*?<duration>101</,
  );
  expect(placeOnGrid(short, timingOf(projectTiming, short))).toEqual(short);
});

test('titles and markers keep their times and lengths', () => {
  const title = itemWithoutMedia({ kind: 'title', words: 'The end', startFrame: 30, durationFrames: 61 });
  const flash = itemWithoutMedia({ kind: 'colour', startFrame: 33, durationFrames: 1 });
  const note = { frame: 30, name: 'Note', note: '', durationFrames: 60 };
  const pier = videoMedia('pier', 300);
  const now = placed(
    timelineOf({
      media: [pier],
      tracks: [videoTrack('Pictures', clip(pier, 150, { markers: [note] }))],
      itemsWithoutMedia: [title, flash],
      markers: [note],
    }),
    { rate: '25', start: null },
  );
  expect(now.itemsWithoutMedia).toEqual([
    { ...title, startFrame: 25, durationFrames: 51 },
    { ...flash, startFrame: 28, durationFrames: 1 },
  ]);
  const moved = { ...note, frame: 25, durationFrames: 50 };
  expect(now.markers).toEqual([moved]);
  expect(now.tracks[0]?.items).toMatchObject([{ markers: [moved] }]);
});

test('a cut keeps its first frame where its own rate is chosen', () => {
  for (const rate of ['24', '25', '30', '50', '60'] as const)
    for (let startFrame = 0; startFrame < Number(rate); startFrame += 1) {
      const cut = { frameRate: rates[rate], startFrame, isDropFrame: false };
      expect(timingOf({ rate, start: null }, cut)).toEqual(cut);
    }
});

test('drop-frame begins at the frame that its label names, and its documents say so', () => {
  const now = placed(short, { rate: '29.97 DF', start: '01:00:00:00' });
  expect(now).toMatchObject({ frameRate: rates[29.97], startFrame: 107_892, isDropFrame: true });
  expect(writeFcpxml(now, '1.13')).toContain('tcFormat="DF"');
  expect(writeXmeml(now)).toContain('<displayformat>DF</displayformat>');
  expect(writeEdl(now, { fileName: 'cut.edl' }).text).toContain('FCM: DROP FRAME');
  const slow = placed(short, { rate: '23.976', start: '01:00:00:00' });
  expect(writeEdl(slow, { fileName: 'cut.edl' }).text).toContain('FCM: NON-DROP FRAME');
  expect(writeKdenlive(slow, { fileName: 'cut.kdenlive', notes: '' }).text).toMatch(
    /frame_rate_num="24000" frame_rate_den="1001"/,
  );
});
