import { describe, expect, it } from 'vitest';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { clipsOfTracks } from '../../../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { fcpxmlOf } from './fcpxml-documents.ts';

const read = (spine: string): Timeline => readFcpxml(fcpxmlOf({ spine }));
const outline = (timeline: Timeline): string[] => outlineTracks(timeline, ({ kind }) => kind);

/** Final Cut itself wraps clips in clips; DAWFileKit has such exports among its samples. */
describe('A clip in FCPXML that wraps others', () => {
  it('Shows all items of its storyline, trimmed', () => {
    const timeline = read(`<sync-clip start="1s" duration="3s"><spine>
      <asset-clip ref="film" duration="2s"/><video ref="still" duration="1s"/><asset-clip ref="voiced" duration="9s"/>
    </spine></sync-clip>`);
    expect(outline(timeline)).toEqual([
      'video: film.mov@25+25 still.png@0+25 voiced.mov@0+25',
      'audio: 50 voiced.mov@0+25',
    ]);
  });

  it('Shows a clip that is wrapped itself, with sound connected within', () => {
    const timeline = read(`<sync-clip start="10s" duration="2s"><adjust-volume amount="-9dB"/>
      <clip offset="5s" start="15s" duration="20s"><video ref="film" offset="15s" start="3s" duration="20s"/>
        <clip lane="-1" offset="15s" start="0s" duration="9s"><audio ref="voiced" duration="9s" role="effects"/></clip>
      </clip></sync-clip>`);
    expect(outline(timeline)).toEqual(['video: film.mov@200+50', 'audio: voiced.mov@125+50']);
    expect(clipsOfTracks(timeline.tracks)[1]).toMatchObject({ unread: [{ name: 'Volume' }] });
  });

  it('Is heard if only a hole holds its sound', () => {
    const timeline = read(`<sync-clip start="4s" duration="2s"><gap offset="0s" start="0s" duration="9s">
      <clip lane="-1" offset="1s" duration="8s"><audio ref="voiced" duration="9s"/></clip></gap></sync-clip>`);
    expect(outline(timeline)).toEqual(['audio: voiced.mov@75+50']);
  });

  it('Retimes all that it shows', () => {
    const map = '<timeMap><timept time="0s" value="0s"/><timept time="2s" value="4s"/></timeMap>';
    const timeline = read(
      `<clip duration="2s">${map}<spine><asset-clip ref="film" duration="2s"/><title ref="basic" duration="2s" name="t"/></spine></clip>`,
    );
    expect(outline(timeline)).toEqual(['video: film.mov@0+25 25']);
    expect(clipsOfTracks(timeline.tracks)[0]).toHaveProperty('speed', 2);
    expect(timeline.itemsWithoutMedia).toMatchObject([{ name: 't', startFrame: 25, durationFrames: 25 }]);
  });

  it('Keeps a speed beyond that of any clip as unread', () => {
    const map = '<timeMap><timept time="0s" value="0s"/><timept time="1/100s" value="40s"/></timeMap>';
    const timeline = read(`<asset-clip ref="film" duration="1s">${map}</asset-clip>`);
    expect(outline(timeline)).toEqual(['video: film.mov@0+25']);
    expect(clipsOfTracks(timeline.tracks)[0]).toMatchObject({ unread: [{ name: 'Retiming' }] });
  });
});
