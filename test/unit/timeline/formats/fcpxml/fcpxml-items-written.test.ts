import { describe, expect, it } from 'vitest';
import {
  type FcpxmlVersion,
  readFcpxml,
  writeFcpxml,
} from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { clip, gap, stillMedia, timelineOf, videoTrack } from '../sample-timelines.ts';
import { complaintsOfXmllint, reasonNotToValidate } from '../validate-with-dtd.ts';
import { fcpxmlOf } from './fcpxml-documents.ts';

const again = (timeline: Timeline): Timeline => readFcpxml(writeFcpxml(timeline, '1.13'));

/** Cut with every kind of item that Final Cut itself writes. */
const everyItem = readFcpxml(
  fcpxmlOf({
    spine: `<asset-clip ref="film" offset="0s" duration="4s">
        <title ref="basic" lane="1" offset="1s" start="3600s" duration="2s" name="Lower third" enabled="0" role="titles.t">
          <param name="Position" key="9999/10003/1/100/101" value="0 -450"><keyframeAnimation><keyframe time="3601s" value="1"/></keyframeAnimation></param>
          <text><text-style ref="ts1">Mina &amp; Jo
second line</text-style></text>
          <text-style-def id="ts1"><text-style font="Helvetica" fontSize="63"/></text-style-def>
          <object-tracker><tracking-shape id="t1" name="Face"/></object-tracker>
          <adjust-transform position="1 2" tracking="t1"/>
          <adjust-colorConform peakNitsOfPQSource="1000" peakNitsOfSDRToPQSource="203"/>
          <filter-video ref="vivid" name="Glow"/><filter-video ref="nowhere" name="Missing"/>
        </title>
        <title ref="basic" lane="2" offset="1s" start="10s" duration="1s"><text-style-def id="ts2"><text-style font="Arial"/></text-style-def></title>
        <title ref="basic" lane="3" offset="3/2s" duration="1s" name="over it"/>
        <live-drawing lane="4" offset="0s" duration="1s" name="Arrow"/>
      </asset-clip>
      <video ref="vivid" offset="4s" start="3600s" duration="1s"><asset-clip ref="still" lane="1" offset="3600s" duration="1s"/></video>
      <title ref="layer" offset="5s" start="1/3s" duration="1s"/>
      <asset-clip ref="frames" offset="6s" duration="1s" name="Render" unknown="1"/>
      <gap offset="7s" start="0s" duration="1s"/>`,
  }),
);

describe('Items without media written to FCPXML', () => {
  it('Come back at their places as they were', () => {
    expect(everyItem.itemsWithoutMedia).toHaveLength(7);
    expect(everyItem.itemsWithoutMedia?.every(({ source }) => source !== null)).toBe(true);
    const read = again(everyItem);
    expect(read.itemsWithoutMedia).toEqual(everyItem.itemsWithoutMedia);
    expect(outlineTracks(read, ({ kind }) => kind)).toEqual([
      'video: film.mov@0+100 75',
      'video: 100 still.png@0+25',
    ]);
  });

  it('Begin on a frame if something is connected to them', () => {
    const spine = `<asset-clip ref="film" duration="1s"/><title ref="basic" start="1/3s" duration="4s">
      <video ref="still" lane="1" offset="4/3s" duration="1s"/></title>`;
    const timeline = again(readFcpxml(fcpxmlOf({ spine })));
    expect(outlineTracks(timeline, ({ kind }) => kind)).toEqual([
      'video: film.mov@0+25 100',
      'video: 50 still.png@0+25',
    ]);
    expect(timeline.itemsWithoutMedia?.[0]?.source?.text).toContain('start="800/2500s"');
  });

  it.for(['1.13', '1.10'] as const)('Are valid in version %s', (version: FcpxmlVersion, context) => {
    skipFor(reasonNotToValidate(), context);
    expect(complaintsOfXmllint(`FCPXML ${version}`, [writeFcpxml(everyItem, version)])).toBe('');
  });

  it('Leave a drawing out of version 1.10, which has none', () => {
    const kinds = readFcpxml(writeFcpxml(everyItem, '1.10')).itemsWithoutMedia?.map(({ kind }) => kind);
    expect(kinds).not.toContain('graphic');
    expect(kinds).toHaveLength(6);
  });

  const still = stillMedia('still');
  const foreign = (more: Partial<ItemWithoutMedia>): ItemWithoutMedia => ({
    kind: 'title',
    name: 'Text',
    words: 'Harbour\nlights',
    trackKind: 'video',
    trackIndex: 0,
    startFrame: 10,
    durationFrames: 20,
    source: { format: 'KDENLIVE', text: '<x/>' },
    ...more,
  });
  const cut = (...itemsWithoutMedia: ItemWithoutMedia[]): Timeline =>
    timelineOf({
      media: [still],
      tracks: [videoTrack('V', clip(still, 10), gap(20), clip(still, 10))],
      itemsWithoutMedia,
    });

  it('Are basic titles if they are titles of other formats', (context) => {
    const timeline = cut(
      foreign({}),
      foreign({ kind: 'colour', words: null, startFrame: 12, durationFrames: 3 }),
    );
    expect(again(timeline).itemsWithoutMedia).toMatchObject([
      {
        kind: 'title',
        name: 'Text',
        words: 'Harbour\nlights',
        trackIndex: 0,
        startFrame: 10,
        durationFrames: 20,
      },
    ]);
    skipFor(reasonNotToValidate(), context);
    expect(complaintsOfXmllint('FCPXML 1.13', [writeFcpxml(timeline, '1.13')])).toBe('');
  });

  it('Lie above all others where a clip or another item has their place', () => {
    const own = { startFrame: 5, durationFrames: 10 };
    const read = again(
      cut(foreign({}), foreign({ ...own, name: 'over a clip' }), foreign({ name: 'twice' })),
    );
    expect(read.itemsWithoutMedia?.map(({ name, trackIndex }) => [name, trackIndex])).toEqual([
      ['over a clip', null],
      ['Text', 0],
      ['twice', null],
    ]);
  });

  it('Make the document as long as they last', () => {
    const timeline = cut(foreign({ startFrame: 40, durationFrames: 60 }));
    expect(outlineTracks(again(timeline), ({ kind }) => kind)).toEqual([
      'video: still.png@0+10 20 still.png@0+10 60',
    ]);
  });

  it('Hold the markers of the sequence at their place, as gaps do', (context) => {
    const markers = [
      { frame: 5, name: 'over a clip', note: '' },
      { frame: 12, name: 'title', note: 'why', kind: 'to-do' },
      { frame: 35, name: 'connected title', note: '' },
      { frame: 45, name: 'gap', note: '', kind: 'chapter' },
    ] as const;
    const connected = foreign({ trackIndex: null, startFrame: 30, durationFrames: 20, name: 'connected' });
    const timeline = { ...cut(foreign({}), connected), markers };
    expect(again(timeline).markers).toEqual(markers.slice(1));
    skipFor(reasonNotToValidate(), context);
    expect(complaintsOfXmllint('FCPXML 1.13', [writeFcpxml(timeline, '1.13')])).toBe('');
  });
});
