import { expect, test } from 'vitest';
import { readOtio, writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { clipsOfTracks } from '../../../../../src-timeline/model/placement.ts';
import type { Timeline, TimelineMarker } from '../../../../../src-timeline/model/timeline.ts';
import * as sample from '../sample-timelines.ts';
import { clip, document, file, gap, type Json, range, stack, track } from './otio-nodes.ts';

const marker = (frame: number, more: Json = {}): Json => ({
  OTIO_SCHEMA: 'Marker.2',
  name: 'note',
  marked_range: range(frame, 1),
  ...more,
});

const markersOf = (timeline: Timeline): unknown =>
  (timeline.markers ?? []).map(({ frame, name }) => `${name}@${String(frame)}`);

const named = (frame: number, name: string): Json => marker(frame, { name });

const shot = (...markers: Json[]): Json =>
  clip(file('a.mov', range(86_400, 500)), range(86_410, 50), { markers });

test('Markers of tracks, gaps, titles and compositions are at their places in the sequence', () => {
  const title = clip({ OTIO_SCHEMA: 'GeneratorReference.1', generator_kind: 'Text' }, range(100, 20), {
    markers: [named(105, 'title')],
  });
  const nest = stack(
    range(10, 30),
    [
      { ...track('Video', gap(60)), markers: [named(15, 'inside'), named(5, 'cropped')] },
      track('Audio', { ...gap(60), markers: [named(20, 'sound')] }),
    ],
    { markers: [named(12, 'nest')] },
  );
  const hole = { ...gap(10), markers: [named(3, 'gap')] };
  const tracks = [{ ...track('Video', hole, title, nest, shot()), markers: [named(7, 'track')] }];
  const read = readOtio(document(tracks, { markers: [named(1, 'timeline')] }));
  expect(markersOf(read)).toEqual([
    'timeline@1',
    'gap@3',
    'track@7',
    'title@15',
    'nest@32',
    'inside@35',
    'sound@40',
  ]);
});

test('Markers of a clip count in the time of its media, and in a document of Kdenlive from its beginning', () => {
  const ofKdenlive = marker(7, { comment: 'guide', metadata: { kdenlive: { type: 3 } } });
  const [read] = clipsOfTracks(readOtio(document([track('Video', shot(marker(86_415), ofKdenlive))])).tracks);
  expect(read?.markers).toEqual([
    { frame: 5, name: 'note', note: '' },
    { frame: 7, name: 'note', note: 'guide' },
  ]);
});

test('Markers of a clip that counts from the beginning of its media are right', () => {
  const early = clip(file('a.mov', range(86_400, 500)), range(10, 50), { markers: [marker(15)] });
  const [read] = clipsOfTracks(readOtio(document([track('Video', early)])).tracks);
  expect(read).toMatchObject({ sourceStartFrame: 10, markers: [{ frame: 5 }] });
});

test('Notes, colours and lengths of other programs and of all versions of the schema are read', () => {
  const markers = [
    marker(0, { color: 'RED', marked_range: range(0, 12), metadata: { Resolve_OTIO: { Note: 'a' } } }),
    marker(1, { color: { OTIO_SCHEMA: 'Color.1', name: 'GREEN' }, metadata: { fcp_xml: { comment: 'b' } } }),
    { OTIO_SCHEMA: 'Marker.1', name: 'old', range: range(2, 0), color: 'PURPLE' },
    marker(3, { marked_range: null, comment: 'without a place' }),
    { ...marker(4), name: 5, color: 7, metadata: 8 },
  ];
  const text = document([track('Video', shot())]).replace(
    '"name":"tracks"',
    `"name":"tracks","markers":${JSON.stringify(markers)}`,
  );
  expect(readOtio(text).markers).toEqual([
    { frame: 0, name: 'note', note: 'a', colour: 'Red', durationFrames: 12 },
    { frame: 1, name: 'note', note: 'b', colour: 'Green' },
    { frame: 2, name: 'old', note: '' },
    { frame: 0, name: 'note', note: 'without a place' },
    { frame: 4, name: '', note: '' },
  ]);
});

test('Kind, length and colour of a marker come back as they were written', () => {
  const markers: readonly TimelineMarker[] = [
    { frame: 3, name: 'a', note: 'b', kind: 'chapter', durationFrames: 20, colour: 'Red' },
    { frame: 4, name: 'c', note: '', kind: 'to-do', colour: 'Purple' },
    { frame: 5, name: 'd', note: '', kind: 'completed', colour: 'rouge foncé' },
    { frame: 6, name: 'e', note: '' },
  ];
  const film = sample.videoMedia('film', 100);
  const tracks = [sample.videoTrack('V', sample.clip(film, 50, { sourceStartFrame: 9, markers }))];
  const read = readOtio(writeOtio(sample.timelineOf({ media: [film], tracks, markers }), 'url'));
  expect(read.markers).toEqual(markers);
  expect(clipsOfTracks(read.tracks)[0]?.markers).toEqual(markers);
});
