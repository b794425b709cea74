import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { clipsOfTracks } from '../../../../../src-timeline/model/placement.ts';
import type { Timeline, TimelineMarker } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { clip, timelineOf, videoMedia, videoTrack } from '../sample-timelines.ts';
import { complaintsOfXmllint, reasonNotToValidate } from '../validate-with-dtd.ts';
import { fcpxmlOf } from './fcpxml-documents.ts';

const read = (spine: string, resources = ''): Timeline => readFcpxml(fcpxmlOf({ spine, resources }));

const ofClips = ({ tracks }: Timeline): (readonly TimelineMarker[])[] =>
  clipsOfTracks(tracks).map(({ markers = [] }) => markers);

const namesOf = (markers: readonly TimelineMarker[] = []): string[] =>
  markers.map(({ frame, name }) => `${name}@${String(frame)}`);

/** Report `clip-markers-not-told`: clients' notes in Final Cut are markers of clips. */
const oracle = 'reports/clip-markers-not-told/client-note-on-boat.fcpxml';

const kinds = [
  { frame: 0, name: 'plain', note: '' },
  { frame: 1, name: 'chapter', note: 'why', kind: 'chapter' },
  { frame: 2, name: 'open', note: '', kind: 'to-do', durationFrames: 5 },
  { frame: 3, name: 'done', note: 'as told', kind: 'completed' },
] as const;

describe('Markers in FCPXML', () => {
  it('Reads a client’s note at its frame of a trimmed clip', (context) => {
    skipFor(reasonWithoutOracle(oracle), context);
    const timeline = readFcpxml(readFileSync(oraclePath(oracle), 'utf8'));
    expect(ofClips(timeline)).toEqual([[], [{ frame: 25, name: 'client: brighter', note: 'warm it up' }]]);
  });

  it('Reads chapters, to-dos and completed ones, with their lengths', () => {
    const timeline = read(`<asset-clip ref="timed" start="12s" duration="4s">
      <marker start="12s" duration="1/25s" value="plain"/>
      <chapter-marker start="301/25s" duration="1/25s" value="chapter" note="why" posterOffset="11/30s"/>
      <marker start="302/25s" duration="5/25s" value="open" completed="0"/>
      <marker start="303/25s" value="done" completed="1" note="as told"/>
      <analysis-marker start="12s" duration="1s"><shot-type value="closeUp"/></analysis-marker>
    </asset-clip>`);
    expect(ofClips(timeline)).toEqual([kinds]);
  });

  it('Writes each kind of marker back, in a valid document', (context) => {
    const film = videoMedia('film', 100, { startFrame: 1000 });
    const timeline = timelineOf({
      media: [film],
      tracks: [videoTrack('V', clip(film, 20, { sourceStartFrame: 7, markers: kinds }))],
    });
    const document = writeFcpxml(timeline, '1.13');
    expect(ofClips(readFcpxml(document))).toEqual([kinds]);
    skipFor(reasonNotToValidate(), context);
    expect(complaintsOfXmllint('FCPXML 1.13', [document])).toBe('');
    expect(complaintsOfXmllint('FCPXML 1.10', [writeFcpxml(timeline, '1.10')])).toBe('');
  });

  it('Counts markers of a retimed clip in its own time', () => {
    const timeline = read(`<asset-clip ref="film" start="2s" duration="4s">
      <timeMap><timept time="0s" value="0s"/><timept time="20s" value="40s"/></timeMap>
      <marker start="3s" value="a"/></asset-clip>`);
    expect(ofClips(timeline).map(namesOf)).toEqual([['a@25']]);
    expect(clipsOfTracks(timeline.tracks)[0]).toMatchObject({ sourceStartFrame: 100, speed: 2 });
  });

  it('Leaves out markers beyond the visible part of a clip', () => {
    const markers = ['1s', '2s', '149/25s', '6s'].map(
      (start) => `<marker start="${start}" value="${start}"/>`,
    );
    const timeline = read(`<asset-clip ref="film" start="2s" duration="4s">${markers.join('')}</asset-clip>`);
    expect(ofClips(timeline).map(namesOf)).toEqual([['2s@0', '149/25s@99']]);
  });

  it('Reads markers of wrapped media, within compound clips and on them', () => {
    const timeline = read(
      `<clip offset="0s" start="11s" duration="2s"><video ref="timed" offset="10s" start="20s" duration="9s">
        <marker start="22s" value="inner"/></video><marker start="11s" value="outer"/></clip>
      <ref-clip ref="c" offset="2s" start="1s" duration="2s"><marker start="2s" value="on it"/></ref-clip>`,
      `<media id="c"><sequence format="f"><spine><asset-clip ref="film" start="5s" duration="9s">
        <marker start="5s" value="cropped"/><marker start="6s" value="within"/></asset-clip></spine></sequence></media>`,
    );
    expect(ofClips(timeline).map(namesOf)).toEqual([
      ['outer@0', 'inner@25'],
      ['within@0', 'on it@25'],
    ]);
  });

  it('Makes markers of gaps, titles and other items without media those of the sequence', () => {
    const timeline = read(
      `<gap offset="0s" start="3600s" duration="2s"><marker start="3601s" value="in gap"/>
        <title ref="basic" lane="1" offset="3600s" start="100s" duration="2s"><marker start="100s" value="in title" completed="0"/></title></gap>
      <ref-clip ref="c" offset="2s" start="1s" duration="2s"><marker start="2s" value="on it"/></ref-clip>`,
      `<media id="c"><sequence format="f"><spine><title ref="basic" start="3600s" duration="9s">
        <marker start="3601s" value="nested"/></title></spine></sequence></media>`,
    );
    expect(namesOf(timeline.markers)).toEqual(['in title@0', 'in gap@25', 'nested@50', 'on it@75']);
    expect(timeline.markers?.[0]).toHaveProperty('kind', 'to-do');
  });
});
