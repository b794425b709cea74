import { expect, test } from 'vitest';
import { readEdl, writeEdl } from '../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import {
  fileUrlOfPath,
  type PathPlatform,
  pathOfFileUrl,
} from '../../../../src-timeline/formats/file-url.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { clip, rates, stillMedia, timelineOf, videoMedia, videoTrack } from './sample-timelines.ts';

const fallback = { frameRate: rates[30], size: { width: 1920, height: 1080 } };

const roundTrips: Readonly<Record<string, (timeline: Timeline) => Timeline>> = {
  FCPXML: (timeline) => readFcpxml(writeFcpxml(timeline, '1.13')),
  xmeml: (timeline) => readXmeml(writeXmeml(timeline)),
  'OTIO with URLs': (timeline) => readOtio(writeOtio(timeline, 'url')),
  'OTIO with paths': (timeline) => readOtio(writeOtio(timeline, 'path')),
  Kdenlive: (timeline) => readKdenlive(writeKdenlive(timeline, { fileName: 'cut.kdenlive' }).text),
  Shotcut: (timeline) => readShotcut(writeShotcut(timeline)),
  EDL: (timeline) => {
    const { text, sideFiles } = writeEdl(timeline, { fileName: 'cut.edl' });
    return readEdl(text, fallback, sideFiles[0]?.text ?? null);
  },
};

const decomposed = 'Été – Köln'.normalize('NFD');
const long = (length: number, head: string): string => `${head}${'x'.repeat(length - head.length - 4)}.png`;

/** Folders of each system with problematic characters in their names. Two names differ only in case. */
const places: readonly (readonly [platform: PathPlatform, folder: string, separator: string])[] = [
  ['win32', 'C:\\Users\\Ed & Co\\100% #1', '\\'],
  ['win32', '\\\\nas-01\\Share $\\Été', '\\'],
  ['darwin', `/Volumes/${decomposed}/a'b`, '/'],
  ['darwin', '/Volumes/Disk #2/50%25 off', '/'],
  ['linux', '/home/ed/Ünï %41;=?&+', '/'],
  ['linux', '/mnt/back\\slash/[1] {2}', '/'],
];

const cases = Object.keys(roundTrips).flatMap((format) => places.map((place) => [format, ...place] as const));

test.for(cases)('%s finds media on %s in %s', ([format, platform, folder, separator]) => {
  const path = (name: string): string => folder + separator + name;
  const paths = [...['a b.mov', 'A B.mov', '#%20.mp4', `${decomposed}.mov`].map(path), long(240, path(''))];
  const media = paths.map((one, index) => ({
    ...(index === 4 ? stillMedia(`m${String(index)}`) : videoMedia(`m${String(index)}`, 50)),
    location: fileUrlOfPath(one, platform),
  }));
  const read = roundTrips[format]?.(
    timelineOf({ media, tracks: [videoTrack('V', ...media.map((one) => clip(one, 10)))] }),
  );
  expect(read?.media.map(({ location }) => pathOfFileUrl(location, platform))).toEqual(paths);
});

test.for(Object.keys(roundTrips))('%s keeps places beside the document as they are', (format) => {
  const names = ['média & co/a b.mov', 'média & co/A b.mov', '../v001/50% #1.mov', 'deep/%41?.mov'];
  const media = names.map((location, index) => ({ ...videoMedia(`m${String(index)}`, 50), location }));
  const read = roundTrips[format]?.(
    timelineOf({ media, tracks: [videoTrack('V', ...media.map((one) => clip(one, 10)))] }),
  );
  expect(read?.media.map(({ location }) => location)).toEqual(names);
});
