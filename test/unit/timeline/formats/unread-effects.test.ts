import { expect, test } from 'vitest';
import { clipsOfTracks } from '../../../../src-timeline/model/placement.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { documentFormats } from './document-formats.ts';
import { audioTrack, clip, stillMedia, timelineOf, videoMedia, videoTrack } from './sample-timelines.ts';

const film = videoMedia('film', 200, { audioChannels: 2 });
const still = stillMedia('still', { width: 1920, height: 1080 });

/** Timeline with every property of a clip for which writers write effects. */
const cut = timelineOf({
  media: [film, still],
  tracks: [
    videoTrack(
      'Pictures',
      clip(film, 40, {
        motion: [
          { frame: 0, scale: 1, x: 0, y: 0 },
          { frame: 39, scale: 1.2, x: 0.1, y: 0 },
        ],
        fades: { inFrames: 5, outFrames: 5 },
      }),
      clip(film, 40, { sourceStartFrame: 60, speed: 2, isReversed: true }),
      clip(still, 40, { transition: { style: 'FADE', durationFrames: 10 } }),
    ),
    audioTrack(
      'Voice',
      'dialogue',
      clip(film, 40, { levels: [{ frame: 0, levelDb: -6 }], fades: { inFrames: 5, outFrames: 5 } }),
    ),
  ],
});

const namesOf = ({ tracks }: Timeline): string[][] =>
  clipsOfTracks(tracks).map(({ unread = [] }) => unread.map(({ name }) => name));

const firstOf = ({ tracks }: Timeline): Clip | undefined => clipsOfTracks(tracks)[0];

test.for(Object.entries(documentFormats))(
  'an untouched %s document has no effects beside the clips’ own',
  ([, { write, read }]) => {
    expect(namesOf(read(write(cut))).flat()).toEqual([]);
  },
);

interface Case {
  readonly format: keyof typeof documentFormats;
  readonly what: string;
  readonly edit: (text: string) => string;
  readonly names: readonly string[];
}

/** Inserts text into the first clip of an FCPXML document, after its transform. */
const inFcpxml =
  (...parts: readonly string[]) =>
  (text: string): string =>
    text.replace(/<\/adjust-transform>/, `$&${parts.join('')}`);

const inXmeml =
  (...parts: readonly string[]) =>
  (text: string): string =>
    text.replace(/<sourcetrack>/, (tag) => parts.join('') + tag);

const filter = (id: string, ...parameters: readonly (readonly [id: string, value: string])[]): string =>
  `<filter><effect><name>${id}</name><effectid>${id}</effectid>${parameters
    .map(([key, value]) => `<parameter><parameterid>${key}</parameterid><value>${value}</value></parameter>`)
    .join('')}</effect></filter>`;

const inOtio =
  (...effects: readonly object[]) =>
  (text: string): string => {
    const document = JSON.parse(text) as {
      tracks: { children: { children: { effects: object[] }[] }[] };
    };
    document.tracks.children[0]?.children[0]?.effects.push(...effects);
    return JSON.stringify(document);
  };

const resolveEffect = (name: string, ...parameters: readonly object[]): object => ({
  OTIO_SCHEMA: 'Effect.1',
  metadata: { Resolve_OTIO: { 'Effect Name': name, Enabled: true, Name: name, Parameters: parameters } },
  name: '',
  effect_name: 'Resolve Effect',
});

const premiereEffect = (name: string, values: Readonly<Record<string, unknown>>): object => ({
  OTIO_SCHEMA: 'Effect.1',
  metadata: {
    PremierePro_OTIO: {
      IsIntrinsic: true,
      Parameters: Object.entries(values).map(([key, Value]) => ({ DisplayName: key, StartValue: { Value } })),
    },
  },
  name: '',
  effect_name: name,
});

const mltFilter = (service: string, more = ''): string =>
  `<filter><property name="mlt_service">${service}</property>${more}</filter>`;

const inKdenlive =
  (...parts: readonly string[]) =>
  (text: string): string =>
    text.replace(
      /<\/entry>(?=\s*<(?:entry|blank)[^>]*>\s*<property name="kdenlive:id")/,
      `${parts.join('')}</entry>`,
    );

const inShotcut =
  (...parts: readonly string[]) =>
  (text: string): string =>
    text.replace(/(<property name="dailies:media">[^<]*<\/property>)/, `$1${parts.join('')}`);

const cases: readonly Case[] = [
  {
    format: 'FCPXML',
    what: 'crop, opacity, rotation, colours and sound',
    edit: (text) =>
      inFcpxml(
        '<adjust-crop mode="trim"><trim-rect left="10"/></adjust-crop>',
        '<adjust-blend amount="0.5" mode="2"/>',
        '<adjust-colorConform autoOrManual="manual" conformType="conformHLGtoSDR"/>',
        '<audio-channel-source srcCh="1"><adjust-EQ mode="voice_enhance"/></audio-channel-source>',
        '<filter-video ref="r9" name="Gaussian"/>',
        '<filter-audio ref="r9" name="Echo"/>',
      )(
        text.replace(
          '<param name="position">',
          '<param name="rotation" value="15"/><param name="anchor" value="3 0"/>$&',
        ),
      ),
    names: [
      'Rotation',
      'Anchor',
      'Crop',
      'Opacity',
      'Blend Mode',
      'Color Conform',
      'Equalization',
      'Gaussian',
      'Echo',
    ],
  },
  {
    format: 'FCPXML',
    what: 'adjustments that change nothing',
    edit: (text) =>
      inFcpxml(
        '<adjust-crop mode="trim"><trim-rect left="0" top="0"/></adjust-crop><adjust-conform type="fit"/>',
        '<adjust-blend amount="1.0"><param name="amount" value="1"/></adjust-blend>',
        '<adjust-colorConform enabled="1" autoOrManual="automatic" conformType="conformNone"/>',
        '<filter-video ref="r9" name="Gaussian" enabled="0"/>',
      )(text.replace('<param name="position">', '<param name="rotation" value="0"/>$&')),
    names: [],
  },
  {
    format: 'PREMIERE_XML',
    what: 'opacity, rotation, crop, colours and blending',
    edit: inXmeml(
      '<compositemode>screen</compositemode>',
      filter(
        'basic',
        ['scale', '100'],
        ['rotation', '15'],
        ['centerOffset', '<horiz>0.1</horiz><vert>0</vert>'],
      ),
      filter('opacity', ['opacity', '50']),
      filter('crop', ['left', '25'], ['right', '0']),
      filter('Lumetri Color'),
    ),
    names: ['Composite Mode', 'rotation', 'centerOffset', 'opacity', 'crop', 'Lumetri Color'],
  },
  {
    format: 'PREMIERE_XML',
    what: 'filters some programs give every clip',
    edit: inXmeml(
      '<compositemode>normal</compositemode>',
      filter(
        'basic',
        ['scale', '100'],
        ['rotation', '0'],
        ['centerOffset', '<horiz>0</horiz><vert>0</vert>'],
      ),
      filter('opacity', ['opacity', '100']),
      filter('crop', ['left', '0'], ['right', '0'], ['edgefeather', '0']),
      filter('audiopan', ['pan', '0']),
    ),
    names: [],
  },
  {
    format: 'OTIO',
    what: 'what Resolve and Premiere add',
    edit: inOtio(
      resolveEffect('Composite', {
        'Parameter ID': 'opacity',
        'Parameter Value': 40,
        'Default Parameter Value': 100,
      }),
      premiereEffect('Motion', { Scale: 100, Rotation: 15 }),
      {
        OTIO_SCHEMA: 'Effect.1',
        effect_name: 'Invert',
        metadata: { PremierePro_OTIO: { IsIntrinsic: false } },
      },
    ),
    names: ['Composite', 'Motion', 'Invert'],
  },
  {
    format: 'OTIO',
    what: 'panels that nobody changed',
    edit: inOtio(
      resolveEffect('Transform'),
      resolveEffect('Cropping', { 'Parameter Value': 0, 'Default Parameter Value': 0, 'Key Frames': {} }),
      premiereEffect('Motion', { Position: { X: 0.5, Y: 0.5 }, Scale: 100, Rotation: 0, 'Crop Left': 0 }),
      premiereEffect('Opacity', { Opacity: 100, 'Blend Mode': 18 }),
    ),
    names: [],
  },
  {
    format: 'KDENLIVE',
    what: 'opacity, rotation and an effect',
    edit: (text) =>
      inKdenlive(mltFilter('frei0r.glow'))(
        text
          .replace(
            '<property name="rotation">0=0</property>',
            '<property name="rotation">0=0;20=15</property>',
          )
          .replace(/(<property name="rect">0=[^;]* )1;/, '$10.5;')
          .replace('<property name="compositing">0</property>', '<property name="compositing">11</property>'),
      ),
    names: ['Opacity', 'Rotation', 'Blend Mode', 'frei0r.glow'],
  },
  {
    format: 'SHOTCUT',
    what: 'opacity, rotation and an effect',
    edit: (text) =>
      inShotcut(mltFilter('frei0r.glow'))(
        text
          .replace(
            '<property name="transition.fill">1</property>',
            '$&<property name="transition.fix_rotate_x">30</property>',
          )
          .replace(/(<property name="transition.rect">0=[^;]* )1;/, '$10.5;'),
      ),
    names: ['frei0r.glow', 'Opacity', 'Rotation'],
  },
  {
    format: 'SHOTCUT',
    what: 'a speed that changes',
    edit: inShotcut('<link><property name="mlt_service">timeremap</property></link>'),
    names: ['timeremap'],
  },
];

test.for(cases)('of a clip in $format is kept: $what', ({ format, edit, names }) => {
  const { write, read } = documentFormats[format];
  const edited = edit(write(cut));
  expect(edited).not.toBe(write(cut));
  expect(namesOf(read(edited)).flat()).toEqual(names);
  expect(firstOf(read(edited))?.unread?.map(({ name }) => name) ?? []).toEqual(names);
});

test.for(cases.filter(({ format, what }) => format !== 'FCPXML' && !what.includes('speed')))(
  'an item that an editor added in $format goes back into it: $what',
  ({ format, edit }) => {
    const { write, read } = documentFormats[format];
    const first = read(edit(write(cut)));
    const again = read(write(first));
    expect(new Set(firstOf(again)?.unread)).toEqual(new Set(firstOf(first)?.unread));
    expect(firstOf(again)?.motion).toEqual(firstOf(first)?.motion);
  },
);
