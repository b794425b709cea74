import { expect, test } from 'vitest';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { TimelineMarker } from '../../../../../src-timeline/model/timeline.ts';
import { clip, stillMedia, timelineOf, videoTrack } from '../sample-timelines.ts';
import { documentOf, item, rate, track } from './xmeml-documents.ts';

const marker = (start: number, end: number, more = ''): string =>
  `<marker><comment>note</comment><name>At ${String(start)}</name><in>${String(start)}</in><out>${String(end)}</out>${more}</marker>`;

const colour = (red: number, green: number, blue: number): string =>
  `<color><alpha>0</alpha><red>${String(red)}</red><green>${String(green)}</green><blue>${String(blue)}</blue></color>`;

function sequenceMarkers(video: string, ...markers: readonly string[]): readonly TimelineMarker[] {
  const text = documentOf({ video }).replace(
    /<\/media><\/sequence>\n/,
    `</media>${markers.join('')}</sequence>`,
  );
  return readXmeml(text).markers ?? [];
}

test('A marker of a sequence has its length, its note and its colour', () => {
  expect(
    sequenceMarkers(
      '',
      marker(5, -1),
      marker(10, 35, '<pproColor>4281740498</pproColor>'),
      marker(20, 21, colour(66, 141, 252)),
      marker(30, -1, colour(0, 65_535, 65_535)),
      marker(-1, -1),
    ),
  ).toEqual([
    { frame: 5, name: 'At 5', note: 'note' },
    { frame: 10, name: 'At 10', note: 'note', durationFrames: 25, colour: 'Red' },
    { frame: 20, name: 'At 20', note: 'note', colour: 'Blue' },
    { frame: 30, name: 'At 30', note: 'note', colour: 'Cyan' },
  ]);
});

test('A marker of a clip counts in the media, and those beyond its ends are not shown', () => {
  const more = marker(95, -1) + marker(100, -1) + marker(109, 112) + marker(110, -1);
  const read = readXmeml(documentOf({ video: track(item({ range: [50, 60, 100, 110], more })) }));
  expect(read.tracks[0]?.items[1]).toMatchObject({
    markers: [
      { frame: 0, name: 'At 100' },
      { frame: 9, name: 'At 109', durationFrames: 3 },
    ],
  });
});

test('Markers of nested sequences and of titles become markers of the sequence', () => {
  const inner = `<sequence id="n"><name>Nest</name>${rate}<media><video>${track(item({ range: [0, 30, 0, 30] }))}</video></media></sequence>`;
  const title = `<generatoritem><name>Title</name><start>60</start><end>80</end><in>5</in><out>25</out>${marker(10, -1)}</generatoritem>`;
  const video = track(item({ file: inner, range: [20, 40, 5, 25], more: marker(15, -1) }), title);
  expect(sequenceMarkers(video, marker(1, -1))).toMatchObject([
    { frame: 1 },
    { frame: 30, name: 'At 15' },
    { frame: 65, name: 'At 10' },
  ]);
});

test('Markers come back with their lengths and the colours that Premiere offers', () => {
  const still = stillMedia('still');
  const markers = ['Red', 'Yellow', 'Purple', 'Orange', 'White', 'Blue', 'Cyan', 'Green'].map(
    (name, index) => ({ frame: index, name, note: '', durationFrames: index + 2, colour: name }),
  );
  const read = readXmeml(
    writeXmeml(
      timelineOf({
        media: [still],
        tracks: [videoTrack('V', clip(still, 20, { markers }))],
        markers,
      }),
    ),
  );
  expect(read.markers).toEqual(markers);
  expect(read.tracks[0]?.items[0]).toMatchObject({ markers });
});
