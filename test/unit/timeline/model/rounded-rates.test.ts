import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { frameRateOfNumber } from '../../../../src-timeline/model/frame-rate.ts';
import type { FrameRate } from '../../../../src-timeline/model/rational-time.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../fakes/oracle-files.ts';
import { outlineTracks } from '../formats/outline-timeline.ts';
import { clip, timelineOf, videoMedia, videoTrack } from '../formats/sample-timelines.ts';

const exact = (nominal: number): FrameRate => ({ numerator: nominal * 1000, denominator: 1001 });

test.for([
  [24, [23.98, 23.97, 23.976, 23.976_023_9, 23.976_023_976_023_978]],
  [30, [29.97, 29.970_03]],
  [48, [47.95, 47.952]],
  [60, [59.94, 59.940_06]],
  [120, [119.88, 119.880_12]],
] as const)('A rounded rate near %i means the exact one', ([nominal, numbers]) => {
  expect(numbers.map(frameRateOfNumber)).toEqual(numbers.map(() => exact(nominal)));
});

test('A whole rate with an error of floating-point arithmetic is whole', () => {
  expect([24.999_999_9, 25.000_000_004].map(frameRateOfNumber)).toEqual([
    { numerator: 25, denominator: 1 },
    { numerator: 25, denominator: 1 },
  ]);
});

/** Two half hours from one hour on, so long that a rounded rate moves the cut. */
function longTimeline(nominal: number): Timeline {
  const half = 1800 * nominal;
  const film = videoMedia('film', 2 * half);
  return timelineOf({
    frameRate: exact(nominal),
    startFrame: 3600 * nominal,
    media: [film],
    tracks: [videoTrack('V', clip(film, half), clip(film, half, { sourceStartFrame: half }))],
  });
}

/** Rounded forms of the rate in the documents of each format, with the reader. */
const roundings: Readonly<
  Record<string, (timeline: Timeline, nominal: number, rounded: string) => Timeline>
> = {
  otio: (timeline, nominal, rounded) =>
    readOtio(writeOtio(timeline, 'url').replaceAll(String((nominal * 1000) / 1001), rounded)),
  fcpxml: (timeline, nominal, rounded) => {
    const timescale = rounded.replace('.', '');
    const scale = 10 ** (rounded.split('.')[1]?.length ?? 0);
    return readFcpxml(
      writeFcpxml(timeline, '1.13').replaceAll(
        new RegExp(String.raw`"(\d+)/${String(nominal * 1000)}s"`, 'g'),
        (_, units: string) => `"${String((Number(units) / 1001) * scale)}/${timescale}s"`,
      ),
    );
  },
  xmeml: (timeline, nominal, rounded) =>
    readXmeml(
      writeXmeml(timeline).replaceAll(
        `<timebase>${String(nominal)}</timebase>`,
        `<timebase>${rounded}</timebase>`,
      ),
    ),
  kdenlive: (timeline, nominal, rounded) =>
    readKdenlive(withProfileRate(writeKdenlive(timeline, { fileName: 'a' }).text, nominal, rounded)),
  shotcut: (timeline, nominal, rounded) =>
    readShotcut(withProfileRate(writeShotcut(timeline), nominal, rounded)),
};

function withProfileRate(text: string, nominal: number, rounded: string): string {
  const scale = 10 ** (rounded.split('.')[1]?.length ?? 0);
  const changed = text
    .replace(`frame_rate_num="${String(nominal * 1000)}"`, `frame_rate_num="${rounded.replace('.', '')}"`)
    .replace('frame_rate_den="1001"', `frame_rate_den="${String(scale)}"`);
  expect(changed).not.toBe(text);
  return changed;
}

const forms = [
  [24, '23.98'],
  [24, '23.976'],
  [30, '29.97'],
  [48, '47.95'],
  [60, '59.94'],
  [120, '119.88'],
] as const;

test.for(Object.keys(roundings).flatMap((format) => forms.map((form) => [format, ...form] as const)))(
  'Frames of %s at a rate near %i written as %s keep their numbers',
  ([format, nominal, rounded]) => {
    const timeline = longTimeline(nominal);
    const read = roundings[format]?.(timeline, nominal, rounded);
    expect(read?.frameRate).toEqual(exact(nominal));
    const half = String(1800 * nominal);
    expect(read && outlineTracks(read, () => '')).toEqual([`: film.mp4@0+${half} film.mp4@${half}+${half}`]);
    // Kdenlive and Shotcut have no start timecode of their own.
    expect([timeline.startFrame, 0]).toContain(read?.startFrame);
  },
);

test('Two half hours of a document at 23.98 keep their frames', (context) => {
  const sample = 'reports/otio-rate-23.98/two-half-hours.otio';
  skipFor(reasonWithoutOracle(sample), context);
  const timeline = readOtio(readFileSync(oraclePath(sample), 'utf8'));
  expect([timeline.startFrame, timeline.frameRate]).toEqual([86_400, exact(24)]);
  expect(outlineTracks(timeline, () => '')).toHaveLength(1);
  const [first, second] = timeline.tracks[0]?.items ?? [];
  expect(first).toMatchObject({ sourceStartFrame: 0, durationFrames: 43_200 });
  expect(second).toMatchObject({ sourceStartFrame: 43_200, durationFrames: 43_200 });
});
