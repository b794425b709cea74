import { expect, test } from 'vitest';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { skipFor } from '../../../fakes/oracle-files.ts';
import { richTimeline, rates } from './sample-timelines.ts';
import { complaintsOfXmllint, reasonNotToValidate } from './validate-with-dtd.ts';

const markers = [
  { frame: 0, name: 'Scene 1', note: 'The harbour & its <lights>' },
  { frame: 107, name: 'Scene 2', note: '' },
];
const timeline = { ...richTimeline(rates[29.97]), markers };

test.for([
  ['xmeml', (written: Timeline) => readXmeml(writeXmeml(written))],
  ['OTIO', (written: Timeline) => readOtio(writeOtio(written, 'path'))],
] as const)('%s carries the markers of a sequence there and back', ([, roundTrip]) => {
  expect(roundTrip(timeline)).toHaveProperty('markers', markers);
  expect(roundTrip({ ...timeline, markers: [] })).not.toHaveProperty('markers');
});

test('a marker stands in xmeml as Premiere writes one, and the document is valid', (context) => {
  const document = writeXmeml(timeline);
  expect(document.replaceAll(/>\s+</g, '><')).toContain(
    '<marker><comment>The harbour &amp; its &lt;lights&gt;</comment><name>Scene 1</name><in>0</in><out>-1</out></marker>',
  );
  skipFor(reasonNotToValidate(), context);
  expect(complaintsOfXmllint('xmeml 4', [document])).toBe('');
});

test('a marker stands in OTIO on the stack, with its note where the format and Resolve have it', () => {
  const document = JSON.parse(writeOtio(timeline, 'url')) as { tracks: { markers: unknown[] } };
  expect(document.tracks.markers[0]).toMatchObject({
    OTIO_SCHEMA: 'Marker.2',
    name: 'Scene 1',
    comment: markers[0]?.note,
    marked_range: { start_time: { value: 0 }, duration: { value: 1 } },
    metadata: { Resolve_OTIO: { Note: markers[0]?.note } },
  });
});

test('markers of other programs are read as far as they are any', () => {
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value });
  const range = (start: number) => ({ start_time: time(start), duration: time(0) });
  const read = readOtio(
    JSON.stringify({
      OTIO_SCHEMA: 'Timeline.1',
      global_start_time: time(0),
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        children: [],
        markers: [
          { OTIO_SCHEMA: 'Marker.1', name: 'old', marked_range: range(3) },
          { name: null, metadata: { Resolve_OTIO: { Note: 'of Resolve' } }, marked_range: range(5) },
          { name: 'before the sequence', marked_range: range(-5) },
          'no marker',
        ],
      },
    }),
  );
  expect(read.markers).toEqual([
    { frame: 3, name: 'old', note: '' },
    { frame: 5, name: '', note: 'of Resolve' },
  ]);
});

test('a marker between two frames is not written', () => {
  const between = { ...timeline, markers: [{ frame: 1.5, name: 'x', note: '' }] };
  expect(() => checkTimeline(between)).toThrow(RangeError);
});
