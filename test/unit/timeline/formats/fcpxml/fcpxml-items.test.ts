import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { fcpxmlOf } from './fcpxml-documents.ts';

const outline = (timeline: Timeline): string[] => outlineTracks(timeline, ({ kind }) => kind);

/** Names an item with its words, its track and its place. */
const shown = ({ kind, name, words, trackIndex, startFrame, durationFrames }: ItemWithoutMedia): string =>
  `${kind} ${name} “${words ?? ''}” on ${String(trackIndex)} at ${String(startFrame)}+${String(durationFrames)}`;

const itemsOf = ({ itemsWithoutMedia = [] }: Timeline): string[] => itemsWithoutMedia.map(shown);

const read = (spine: string, resources = ''): Timeline => readFcpxml(fcpxmlOf({ spine, resources }));

/** Report `items-not-told`: the return of a cut with a title said that nothing had changed. */
const oracle = 'reports/items-not-told/title-at-end.fcpxml';

describe('Items without media in FCPXML', () => {
  it('Reads a title after the last clip with its words, its place and a hole on its track', (context) => {
    skipFor(reasonWithoutOracle(oracle), context);
    const timeline = readFcpxml(readFileSync(oraclePath(oracle), 'utf8'));
    expect(outline(timeline)).toEqual(['video: pier.mov@0+100 boat.mov@0+100 100']);
    expect(itemsOf(timeline)).toEqual(['title The end “The end” on 0 at 200+100']);
  });

  it('Names connected titles, generators, colours, adjustment layers, drawings and image sequences', () => {
    const timeline = read(`
      <asset-clip ref="film" offset="0s" duration="4s">
        <title ref="basic" lane="1" offset="1s" start="3600s" duration="2s" name="Lower third" enabled="0">
          <text><text-style ref="ts1">Mina</text-style><text-style ref="ts1">, pilot</text-style></text>
          <text>Harbour</text>
          <text-style-def id="ts1"><text-style font="Helvetica"/></text-style-def>
        </title>
        <title ref="layer" lane="2" offset="0s" duration="1s"/>
        <live-drawing lane="3" offset="0s" duration="1s" name="Arrow"/>
      </asset-clip>
      <video ref="vivid" offset="4s" duration="1s"/>
      <video ref="clouds" offset="5s" duration="1s" name="Sky"/>
      <asset-clip ref="frames" offset="6s" duration="1s" name="Render"/>`);
    expect(itemsOf(timeline)).toEqual([
      'adjustment Adjustment Layer “” on null at 0+25',
      'graphic Arrow “” on null at 0+25',
      'title Lower third “Mina, pilot\nHarbour” on null at 25+50',
      'colour Vivid “” on 0 at 100+25',
      'generator Sky “” on 0 at 125+25',
      'image-sequence Render “” on 0 at 150+25',
    ]);
    expect(timeline.itemsWithoutMedia?.map(({ isDisabled }) => isDisabled === true)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(timeline.media.map(({ fileName }) => fileName)).not.toContain('frame_[0001-0250].exr');
  });

  it('Names titles connected to gaps, in storylines, auditions, compound, synchronised and multicam clips', () => {
    const title = (more: string): string => `<title ref="basic" duration="1s" ${more}/>`;
    const timeline = read(
      `<gap offset="0s" start="3600s" duration="2s">${title('name="a" lane="1" offset="3601s"')}
        <spine lane="2" offset="3600s">${title('name="b" offset="0s"')}</spine></gap>
      <audition>${title('name="c" offset="2s"')}<title ref="basic" duration="9s" name="unused"/></audition>
      <ref-clip ref="compound" offset="3s" start="1s" duration="2s"/>
      <sync-clip offset="5s" duration="1s"><spine>${title('name="e"')}</spine></sync-clip>
      <mc-clip ref="angles" offset="6s" duration="1s"><mc-source angleID="two" srcEnable="video"/></mc-clip>`,
      `<media id="compound"><sequence format="f"><spine>${title('name="cropped away"')}
        <title ref="basic" offset="1s" duration="9s" name="d"/></spine></sequence></media>
      <media id="angles"><multicam format="f"><mc-angle angleID="one">${title('name="other angle"')}</mc-angle>
        <mc-angle angleID="two">${title('name="f"')}</mc-angle></multicam></media>`,
    );
    expect(itemsOf(timeline)).toEqual([
      'title b “” on null at 0+25',
      'title a “” on null at 25+25',
      'title c “” on null at 50+25',
      'title d “” on null at 75+50',
      'title e “” on null at 125+25',
      'title f “” on null at 150+25',
    ]);
  });

  it('Names a dissolve between two titles and the fade of a title, beside their tracks', () => {
    const dissolve = (offset: string): string =>
      `<transition name="Cross Dissolve" offset="${offset}" duration="10/25s"/>`;
    const title = (name: string, offset: string): string =>
      `<title ref="basic" name="${name}" offset="${offset}" duration="2s"/>`;
    const timeline = read(`
      <asset-clip ref="film" offset="0s" duration="2s"/>${dissolve('45/25s')}
      ${title('One', '2s')}${dissolve('95/25s')}${title('Two', '4s')}${dissolve('145/25s')}
      <gap offset="6s" duration="1s"/>`);
    expect(itemsOf(timeline)).toEqual([
      'title One “” on 0 at 50+50',
      'other Cross Dissolve “” on null at 95+10',
      'title Two “” on 0 at 100+50',
      'other Cross Dissolve “” on null at 145+10',
    ]);
    expect(outline(timeline)).toEqual(['video: film.mov@0+50 100']);
  });

  it('Names clips whose media are not listed, and keeps what is connected to them', () => {
    const timeline = read(
      `<asset-clip ref="nowhere" offset="0s" duration="1s" name="Lost"><video ref="still" lane="1" duration="1s"/></asset-clip>
      <asset-clip ref="unlocated" offset="1s" duration="1s"/>
      <clip offset="2s" duration="1s" name="Wrapped"><video ref="nowhere" duration="1s"/></clip>
      <ref-clip ref="nowhere" offset="3s" duration="1s"/>
      <mc-clip ref="unlocated" offset="4s" duration="1s"/>
      <audio ref="nowhere" offset="5s" duration="1s" name="Voice"/>
      <asset-clip ref="film" offset="6s" duration="1s"/>`,
      '<asset id="unlocated" name="Gone" hasVideo="1"><media-rep src=""/></asset>',
    );
    expect(outline(timeline)).toEqual(['video: 150 film.mov@0+25', 'video: still.png@0+25']);
    expect(itemsOf(timeline)).toEqual([
      'missing-media Lost “” on 0 at 0+25',
      'missing-media Gone “” on 0 at 25+25',
      'missing-media video “” on 0 at 50+25',
      'missing-media ref-clip “” on 0 at 75+25',
      'missing-media Gone “” on 0 at 100+25',
      'missing-media Voice “” on null at 125+25',
    ]);
  });

  it('Names elements that it does not know at their place', () => {
    const timeline = read(
      `<hologram offset="0s" duration="1s" name="Ship"/>
      <asset-clip ref="film" offset="1s" duration="1s"><hologram lane="2" offset="1/5s" duration="1/5s"/></asset-clip>`,
    );
    expect(itemsOf(timeline)).toEqual(['other Ship “” on 0 at 0+25', 'other hologram “” on null at 30+5']);
  });
});

describe('An odd item in FCPXML', () => {
  const neighbours = (odd: string): string =>
    `<asset-clip ref="film" offset="0s" duration="1s"/>${odd}<asset-clip ref="film" offset="2s" start="2s" duration="1s"/>`;

  it.for([
    ['a length that is no time', '<asset-clip ref="film" offset="1s" duration="soon" name="odd"/>', '25+25'],
    ['a length below zero', '<asset-clip ref="film" offset="1s" duration="-1s" name="odd"/>', '25+25'],
    ['a length of zero', '<asset-clip ref="film" offset="1s" duration="0s" name="odd"/>', '25+1'],
    ['a length over zero', '<asset-clip ref="film" offset="1s" duration="1/0s" name="odd"/>', '25+25'],
    [
      'a length beyond reason',
      '<asset-clip ref="film" offset="1s" duration="9999999999999999999s" name="odd"/>',
      '25+25',
    ],
    [
      'a start before its media',
      '<video ref="timed" offset="1s" start="9s" duration="1s" name="odd"/>',
      '25+25',
    ],
    [
      'a start that is no time',
      '<asset-clip ref="film" offset="1s" start="x" duration="1s" name="odd"/>',
      '25+25',
    ],
  ] as const)('Is named and read around: %s', ([, odd, place]) => {
    const timeline = read(neighbours(odd));
    expect(outline(timeline)).toEqual(['video: film.mov@0+25 25 film.mov@50+25']);
    expect(timeline.itemsWithoutMedia?.map(shown)).toEqual([
      expect.stringMatching(new RegExp(`^unreadable odd .* at ${place.replace('+', '\\+')}$`)),
    ]);
  });

  it('Keeps its part within the sequence if it begins before it', () => {
    const timeline = read(
      '<gap start="5s" duration="9s"><video ref="still" lane="1" offset="4s" duration="2s" name="early"/></gap>',
    );
    expect(itemsOf(timeline)).toEqual(['unreadable early “” on null at 0+25']);
  });

  it('Crops sound that begins before its media or the sequence', () => {
    const timeline = read(
      '<asset-clip ref="voiced" duration="2s" start="1s" audioStart="0s" audioDuration="3s"/>',
    );
    expect(outline(timeline)).toEqual(['video: voiced.mov@25+50', 'audio: voiced.mov@25+50']);
  });

  it('Keeps an effect with an odd value as unread', () => {
    const timeline = read(
      `<asset-clip ref="film" duration="1s"><adjust-transform><param name="scale"><keyframeAnimation>
        <keyframe time="soon" value="1 1"/></keyframeAnimation></param></adjust-transform>
        <marker start="soon" value="Note"/><glow size="3"/></asset-clip>`,
    );
    expect(timeline.tracks[0]?.items[0]).toMatchObject({
      unread: [{ name: 'glow' }, { name: 'adjust-transform' }, { name: 'Note' }],
    });
  });

  it('Keeps a speed that it cannot read as unread', () => {
    const timeline = read(
      '<asset-clip ref="film" start="1s" duration="1s"><timeMap><timept time="0s" value="?"/><timept time="1s" value="2s"/></timeMap></asset-clip>',
    );
    expect(outline(timeline)).toEqual(['video: film.mov@25+25']);
    expect(timeline.tracks[0]?.items[0]).toMatchObject({ unread: [{ name: 'Retiming' }] });
  });

  it.for([
    ['a rate of zero', '<format id="f" frameDuration="0s" width="1280" height="720"/>'],
    ['no size', '<format id="f" frameDuration="1/25s"/>'],
    ['no format', ''],
  ] as const)('Takes the next format for a sequence with %s', ([, format]) => {
    const timeline = readFcpxml(fcpxmlOf({ format, spine: '<asset-clip ref="film" duration="1s"/>' }));
    expect([timeline.frameRate, outline(timeline)]).toEqual([
      { numerator: 25, denominator: 1 },
      ['video: film.mov@0+25'],
    ]);
  });
});
