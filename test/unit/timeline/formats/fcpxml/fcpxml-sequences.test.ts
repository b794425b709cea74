import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { SeveralSequencesError } from '../../../../../src-timeline/model/choose-sequence.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { fcpxmlOf } from './fcpxml-documents.ts';

const outline = (timeline: Timeline): string[] => outlineTracks(timeline, ({ kind }) => kind);

const clip = (ref: string): string => `<asset-clip ref="${ref}" duration="1s"/>`;

const project = (name: string, spine: string): string =>
  `<project name="${name}"><sequence format="f"><spine>${spine}</spine></sequence></project>`;

/** Replaces the project of the usual document. */
const documentOf = (projects: string, resources = ''): string =>
  fcpxmlOf({ spine: '', resources }).replace(/<library>.*<\/library>/s, projects);

describe('The sequence of an FCPXML document', () => {
  const projects = `<library><event name="A">${project('Empty', '')}${project('Teaser', clip('still'))}</event>
    <event name="B">${project('Film', clip('film') + clip('voiced'))}${project('Copy', clip('film') + clip('voiced'))}</event></library>`;
  const read = (name: string, ...fileNames: string[]): string =>
    readFcpxml(documentOf(projects), { name, fileNames }).name;

  it('Is the one that shares most files with the wanted cut, else the one of its name', () => {
    expect(read('Film', 'film.mov', 'voiced.mov')).toBe('Film');
    expect(read('copy', 'film.mov')).toBe('Copy');
    expect(read('Teaser', 'still.png', 'other.png')).toBe('Teaser');
  });

  it('Is the first one with items if nothing is known about the cut', () => {
    expect(readFcpxml(documentOf(projects)).name).toBe('Teaser');
    expect(read('Unknown', 'x.mov')).toBe('Teaser');
  });

  it('Is asked for if several share equally many files, and can be chosen', () => {
    expect(() => read('Unknown', 'film.mov')).toThrow(SeveralSequencesError);
    const wanted = { name: 'Unknown', fileNames: ['film.mov'], chosenKey: 'sequence-4' };
    expect(readFcpxml(documentOf(projects), wanted).name).toBe('Copy');
  });

  it('Counts the files within compound clips, which are no sequences of their own while a project shows them', () => {
    const compound = `<media id="c" name="Scene"><sequence format="f"><spine>${clip('film')}${clip('still')}</spine></sequence></media>`;
    const text = documentOf(
      project('Teaser', clip('still')) + project('Film', '<ref-clip ref="c" duration="1s"/>'),
      compound,
    );
    expect(readFcpxml(text, { name: 'x', fileNames: ['film.mov', 'still.png'] }).name).toBe('Film');
  });

  it('Is a compound clip in a document without projects', () => {
    const compound = (id: string, content: string): string =>
      `<media id="${id}" name="${id}"><sequence format="f"><spine>${content}</spine></sequence></media>`;
    const text = documentOf(
      '<ref-clip ref="outer" duration="1s"/>',
      compound('inner', clip('still')) +
        compound('outer', `<ref-clip ref="inner" duration="1s"/>${clip('film')}`),
    );
    const timeline = readFcpxml(text);
    expect([timeline.name, outline(timeline)]).toEqual(['outer', ['video: still.png@0+25 film.mov@0+25']]);
  });

  it('Is refused only if there is none', () => {
    expect(() => readFcpxml(documentOf(clip('film')))).toThrow(TimelineParseError);
  });
});

describe('The rate of an FCPXML sequence', () => {
  it.for([
    ['100/2398s', 24_000],
    ['1001/23976s', 24_000],
    ['0.0417083s', 24_000],
    ['100/2997s', 30_000],
    ['1001/29970s', 30_000],
    ['100/4795s', 48_000],
    ['100/5994s', 60_000],
    ['100/11988s', 120_000],
    ['1001/30000s', 30_000],
  ] as const)('Is the exact one that %s means, and counts of frames stay', ([frameDuration, numerator]) => {
    const [, value = '', denominator = '1'] = /^([\d.]+)(?:\/(\d+))?s$/.exec(frameDuration) ?? [];
    const scale = denominator === '1' ? 10_000_000 : 1;
    const time = (frames: number): string =>
      `${String(Math.round(Number(value) * scale) * frames)}/${String(Number(denominator) * scale)}s`;
    const timeline = readFcpxml(
      fcpxmlOf({
        format: `<format id="f" frameDuration="${frameDuration}" width="1920" height="1080"/>`,
        sequence: `tcStart="${time(86_400)}"`,
        spine: `<asset-clip ref="film" offset="${time(86_400)}" duration="${time(43_200)}"/>
          <asset-clip ref="film" offset="${time(129_600)}" start="${time(43_200)}" duration="${time(43_200)}"/>`,
      }),
    );
    expect(timeline.frameRate).toEqual({ numerator, denominator: 1001 });
    expect(timeline.startFrame).toBe(86_400);
    expect(outline(timeline)).toEqual(['video: film.mov@0+43200 film.mov@43200+43200']);
  });

  it.for([
    ['100/2500s', 25, 1],
    ['2/25s', 25, 2],
    ['1/24s', 24, 1],
  ] as const)('Stays what it is at %s', ([frameDuration, numerator, denominator]) => {
    const format = `<format id="f" frameDuration="${frameDuration}" width="1920" height="1080"/>`;
    expect(readFcpxml(fcpxmlOf({ format, spine: clip('film') })).frameRate).toEqual({
      numerator,
      denominator,
    });
  });
});

/** Report `fcpxml-multicam`: scenes of multicam clips counted as removed. */
const multicam = 'reports/fcpxml-multicam/angle-one-then-two.fcpxml';

describe('A multicam clip in FCPXML', () => {
  it('Shows its active angle', (context) => {
    skipFor(reasonWithoutOracle(multicam), context);
    const timeline = readFcpxml(readFileSync(oraclePath(multicam), 'utf8'));
    expect(outline(timeline)).toEqual(['video: pier.mov@50+100 boat.mov@150+100']);
  });

  const angles = `<media id="m"><multicam format="f" tcStart="60s">
    <mc-angle angleID="one"><asset-clip ref="voiced" offset="60s" duration="9s" audioRole="dialogue"/></mc-angle>
    <mc-angle angleID="two"><gap offset="60s" duration="1s"/><asset-clip ref="film" offset="61s" start="5s" duration="9s"/></mc-angle>
    </multicam></media>`;
  const read = (
    attributes: string,
    ...sources: (readonly [angle: string, half: string, content?: string])[]
  ): Timeline => {
    const nodes = sources.map(
      ([angle, half, content = '']) =>
        `<mc-source angleID="${angle}" ${half === '' ? '' : `srcEnable="${half}"`}>${content}</mc-source>`,
    );
    return readFcpxml(
      fcpxmlOf({
        spine: `<mc-clip ref="m" offset="0s" start="62s" duration="2s" ${attributes}>${nodes.join('')}
          <marker start="63s" value="Here"/></mc-clip>`,
        resources: angles,
      }),
    );
  };

  it('Takes picture and sound of different angles', () => {
    const timeline = read('', ['two', 'video', '<filter-video ref="x" name="Glow"/>'], ['one', 'audio']);
    expect(outline(timeline)).toEqual(['video: film.mov@150+50', 'audio: voiced.mov@50+50']);
    expect(timeline.tracks[0]?.items[0]).toMatchObject({
      unread: [{ name: 'Glow' }],
      markers: [{ frame: 25, name: 'Here' }],
    });
  });

  it.for([
    ['both without a statement', '', [['one', '']], ['video: voiced.mov@50+50', 'audio: voiced.mov@50+50']],
    ['the first angle without sources', '', [], ['video: voiced.mov@50+50', 'audio: voiced.mov@50+50']],
    [
      'no angle that is off',
      '',
      [
        ['one', 'none'],
        ['two', 'all'],
      ],
      ['video: film.mov@150+50'],
    ],
    ['only the sound of a clip of sound', 'srcEnable="audio"', [['one', 'all']], ['audio: voiced.mov@50+50']],
    [
      'a split edit',
      'audioStart="61s" audioDuration="3s"',
      [['one', 'all']],
      ['video: voiced.mov@50+50', 'audio: voiced.mov@50+50'],
    ],
  ] as const)('Shows %s', ([, attributes, sources, tracks]) => {
    expect(outline(read(attributes, ...sources))).toEqual(tracks);
  });
});
