import { expect, test, vi } from 'vitest';
import {
  type FcpxmlVersion,
  readFcpxml,
  writeFcpxml,
} from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import {
  childOf,
  childrenNamed,
  descendantsNamed,
  parseXml,
  type XmlNode,
} from '../../../../../src-timeline/formats/xml/xml-reader.ts';
import {
  type RationalTime,
  rationalTime,
  subtractTimes,
} from '../../../../../src-timeline/model/rational-time.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  gap,
  longTimeline,
  rates,
  richTimeline,
  sampleTimelines,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../sample-timelines.ts';
import { comparable, keptByFcpxml } from '../what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function documentOf(timeline: Timeline, version: FcpxmlVersion = '1.13'): XmlNode {
  return parseXml(writeFcpxml(timeline, version), 'fcpxml');
}

function one(root: XmlNode, name: string): XmlNode {
  const [found, ...others] = descendantsNamed(root, name);
  if (found === undefined || others.length > 0) throw new Error(`not exactly one <${name}>`);
  return found;
}

function time(node: XmlNode | undefined, attribute: string): RationalTime {
  const [, numerator = '', denominator = '1'] =
    /^(\d+)(?:\/(\d+))?s$/.exec(node?.attributes.get(attribute) ?? '') ?? [];
  return rationalTime(BigInt(numerator), BigInt(denominator));
}

function isNotAfter(a: RationalTime, b: RationalTime): boolean {
  return a.numerator * b.denominator <= b.numerator * a.denominator;
}

function plus(a: RationalTime, b: RationalTime): RationalTime {
  return subtractTimes(a, { numerator: -b.numerator, denominator: b.denominator });
}

const timed = ['asset-clip', 'video', 'gap', 'caption'];

test.for(Object.entries(sampleTimelines))('in %s every edit lies on a frame of the sequence', ([, make]) => {
  const root = documentOf(make());
  const frame = time(childrenNamed(one(root, 'resources'), 'format')[0], 'frameDuration');
  const nodes = [...timed.flatMap((name) => descendantsNamed(root, name)), one(root, 'sequence')];
  for (const node of nodes)
    for (const attribute of ['offset', 'start', 'duration', 'tcStart'])
      if (node.attributes.has(attribute)) {
        const { numerator, denominator } = time(node, attribute);
        expect((numerator * frame.denominator) % (denominator * frame.numerator)).toBe(0n);
      }
});

test.for(Object.entries(sampleTimelines))('in %s every clip lies inside its asset', ([, make]) => {
  const root = documentOf(make());
  const assets = new Map(descendantsNamed(root, 'asset').map((node) => [node.attributes.get('id'), node]));
  for (const node of descendantsNamed(root, 'asset-clip')) {
    const asset = assets.get(node.attributes.get('ref'));
    expect(isNotAfter(time(asset, 'start'), time(node, 'start'))).toBe(true);
    const end = plus(time(node, 'start'), time(node, 'duration'));
    expect(isNotAfter(end, plus(time(asset, 'start'), time(asset, 'duration')))).toBe(true);
  }
});

test.for(Object.entries(sampleTimelines))(
  'in %s the spine has no holes and everything begins where its anchor is',
  ([, make]) => {
    const root = documentOf(make());
    const sequence = one(root, 'sequence');
    let cursor = time(sequence, 'tcStart');
    for (const item of one(root, 'spine').children) {
      expect(time(item, 'offset')).toEqual(cursor);
      cursor = plus(cursor, time(item, 'duration'));
      const ownStart = time(item, 'start');
      for (const child of item.children.filter(({ attributes }) => attributes.has('lane'))) {
        expect(isNotAfter(ownStart, time(child, 'offset'))).toBe(true);
        expect(isNotAfter(plus(ownStart, time(item, 'duration')), time(child, 'offset'))).toBe(false);
      }
    }
    expect(cursor).toEqual(plus(time(sequence, 'tcStart'), time(sequence, 'duration')));
  },
);

test('a caption over a cut is anchored in the clip it begins in, in that clip’s own time', () => {
  const camera = videoMedia('camera', 300, { startFrame: 90_000 });
  const root = documentOf(
    timelineOf({
      frameRate: rates[25],
      startFrame: 1000,
      media: [camera],
      tracks: [videoTrack('Pictures', clip(camera, 50), clip(camera, 50, { sourceStartFrame: 200 }))],
      captionTracks: [
        { languageCode: 'en', captions: [caption(40, 20, 'over the cut'), caption(60, 10, 'after it')] },
      ],
    }),
  );
  const [first, second] = one(root, 'spine').children;
  const captionsIn = (node: XmlNode | undefined): readonly string[] =>
    node === undefined
      ? []
      : childrenNamed(node, 'caption').map(
          ({ attributes }) => `${attributes.get('name') ?? ''} ${attributes.get('offset') ?? ''}`,
        );
  expect(captionsIn(first)).toEqual([`over the cut ${String((90_000 + 40) * 100)}/2500s`]);
  expect(captionsIn(second)).toEqual([`after it ${String((90_000 + 200 + 10) * 100)}/2500s`]);
  expect(
    childrenNamed(one(root, 'spine'), 'asset-clip').map(({ attributes }) => attributes.get('start')),
  ).toEqual(['9000000/2500s', '9020000/2500s']);
});

test.for([
  ['begins at the cut', 50, 0, {}, ['lamp one speech-1', 'boat speech-2 two']],
  ['is centred', 58, 8, {}, ['lamp one speech-1', 'boat speech-2 two']],
  ['begins before the media', 50, 0, { speed: 0.3 }, ['lamp one speech-1 speech-2 two', 'boat ']],
] as const)(
  'sound and captions that start with a dissolve are anchored to its later picture, if it has the frames: it %s',
  ([, frames, framesBeforeCut, more, expected]) => {
    const lamp = stillMedia('lamp');
    const boat = videoMedia('boat', 100);
    const speech = [audioMedia('speech-1', 50, 1), audioMedia('speech-2', 50, 1)] as const;
    const transition = { style: 'FADE', durationFrames: 16, framesBeforeCut } as const;
    const timeline = timelineOf({
      media: [lamp, boat, ...speech],
      tracks: [
        videoTrack(
          'Pictures',
          clip(lamp, frames),
          clip(boat, 100 - frames, { sourceStartFrame: framesBeforeCut, transition, ...more }),
        ),
        audioTrack('Speech', 'dialogue', ...speech.map((one) => clip(one, 50))),
      ],
      captionTracks: [{ languageCode: 'en', captions: [caption(0, 40, 'one'), caption(50, 40, 'two')] }],
    });
    const nameOf = ({ attributes }: XmlNode): string => attributes.get('name')?.replace(/\.\w+$/, '') ?? '';
    const anchored = one(documentOf(timeline), 'spine')
      .children.filter(({ name }) => name !== 'transition')
      .map((item) => {
        const names = item.children.filter(({ attributes }) => attributes.has('lane')).map(nameOf);
        return `${nameOf(item)} ${names.toSorted().join(' ')}`;
      });
    expect(anchored).toEqual(expected);
    const read = comparable(readFcpxml(writeFcpxml(timeline, '1.13')));
    const kept = keptByFcpxml(timeline);
    expect([read.tracks[1], read.captionTracks]).toEqual([kept.tracks[1], kept.captionTracks]);
  },
);

test('stills are timeless assets shown by <video>, moving pictures and sound by <asset-clip>', () => {
  const root = documentOf(richTimeline());
  const formats = new Map(
    descendantsNamed(root, 'format').map((node) => [node.attributes.get('id') ?? '', node]),
  );
  const still = descendantsNamed(root, 'asset').find(
    ({ attributes }) => attributes.get('name') === 'harbour.png',
  );
  expect([still?.attributes.get('start'), still?.attributes.get('duration')]).toEqual(['0s', '0s']);
  const stillFormat = formats.get(still?.attributes.get('format') ?? '');
  expect(stillFormat?.attributes.has('frameDuration')).toBe(false);
  expect(stillFormat?.attributes.get('width')).toBe('2048');
  expect(descendantsNamed(root, 'video').map(({ attributes }) => attributes.get('ref'))).toEqual([
    'asset-harbour',
    'asset-harbour',
  ]);
  expect(
    descendantsNamed(root, 'asset-clip').some(({ attributes }) => attributes.get('ref') === 'asset-harbour'),
  ).toBe(false);
});

test('a picture brings its own sound, and only the meant half of other files plays', () => {
  const spine = one(documentOf(richTimeline()), 'spine');
  const boats = descendantsNamed(spine, 'asset-clip').filter(
    ({ attributes }) => attributes.get('ref') === 'asset-boat',
  );
  const said = boats.map(({ attributes }) =>
    ['lane', 'srcEnable', 'videoRole', 'audioRole'].map((name) => attributes.get(name)),
  );
  expect(said).toContainEqual([undefined, undefined, 'video.Pictures', 'dialogue.Speech']);
  expect(said).toContainEqual(['1', 'video', 'video.Overlays', undefined]);
  expect(said).toContainEqual(['-3', 'audio', undefined, 'effects.Effects']);
  expect(said).toHaveLength(3);
});

test('one sound belongs to one picture, however often the picture is shown', () => {
  const boat = videoMedia('boat', 100, { audioChannels: 2 });
  const shown = clip(boat, 50, { linkId: 'boat' });
  const timeline = timelineOf({
    media: [boat],
    tracks: [videoTrack('A', shown), videoTrack('B', shown), audioTrack('Sound', 'effects', shown)],
  });
  expect(comparable(readFcpxml(writeFcpxml(timeline, '1.13')))).toEqual(keptByFcpxml(timeline));
});

test('a still takes no link from sound that another picture has', () => {
  const still = stillMedia('still');
  const video = videoMedia('video', 90);
  const speech = audioMedia('speech', 90, 1);
  const timeline = timelineOf({
    media: [still, video, speech],
    tracks: [
      videoTrack('Stills', clip(still, 90)),
      videoTrack('Videos', clip(video, 90, { linkId: 'a' })),
      audioTrack('Speech', 'dialogue', clip(speech, 90, { linkId: 'a' })),
    ],
  });
  expect(comparable(readFcpxml(writeFcpxml(timeline, '1.13')))).toEqual(keptByFcpxml(timeline));
});

test('tracks of one name stay apart', () => {
  const speech = audioMedia('speech', 90, 1);
  const track = audioTrack('Voice', 'dialogue', clip(speech, 30));
  const read = readFcpxml(writeFcpxml(timelineOf({ media: [speech], tracks: [track, track] }), '1.13'));
  expect(read.tracks.map(({ name, items }) => [name, items.length])).toEqual([
    ['Voice', 1],
    ['Voice 2', 1],
  ]);
});

test('media without timecode are not drop-frame in a drop-frame sequence', () => {
  const spine = one(
    documentOf(richTimeline(rates[29.97], { isDropFrame: true, startFrame: 107_892 })),
    'spine',
  );
  const formatOf = (ref: string): string[] => [
    ...new Set(
      descendantsNamed(spine, 'asset-clip')
        .filter(({ attributes }) => attributes.get('ref') === ref)
        .map(({ attributes }) => attributes.get('tcFormat') ?? ''),
    ),
  ];
  expect([formatOf('asset-boat'), formatOf('asset-camera')]).toEqual([['NDF'], ['DF']]);
});

test('tracks are lanes: pictures above the spine, sound below it, captions above all pictures', () => {
  const spine = one(documentOf(richTimeline()), 'spine');
  const lanesOf = (name: string): string[] =>
    [
      ...new Set(descendantsNamed(spine, name).map(({ attributes }) => attributes.get('lane') ?? '0')),
    ].toSorted();
  expect(lanesOf('asset-clip')).toEqual(['-1', '-2', '-3', '0', '1']);
  expect(lanesOf('caption')).toEqual(['2', '3', '4']);
  expect(descendantsNamed(spine, 'caption').map(({ attributes }) => attributes.get('role'))).toContain(
    'SRT?captionFormat=SRT.cmn-Hans',
  );
});

test('sound and captions after the last picture hang on a gap', () => {
  const sound = audioMedia('sound', 300, 1);
  const still = stillMedia('still');
  const spine = one(
    documentOf(
      timelineOf({
        media: [still, sound],
        tracks: [videoTrack('V', clip(still, 30)), audioTrack('A', 'dialogue', gap(60), clip(sound, 40))],
        captionTracks: [{ languageCode: 'en', captions: [caption(110, 20, 'late')] }],
      }),
    ),
    'spine',
  );
  expect(spine.children.map(({ name }) => name)).toEqual(['video', 'gap']);
  expect(spine.children[1]?.children.map(({ name }) => name)).toEqual(['asset-clip', 'caption']);
  expect(time(spine.children[1], 'duration')).toEqual(rationalTime(100n, 30n));
});

test('Final Cut’s names for formats are used where they are true, upright frames give their size', () => {
  const formatOf = (timeline: Timeline): (string | undefined)[] => {
    const format = childOf(one(documentOf(timeline), 'resources'), 'format');
    return ['name', 'frameDuration', 'width', 'height'].map((name) => format?.attributes.get(name));
  };
  expect(formatOf(richTimeline(rates[29.97]))).toEqual([
    'FFVideoFormat1080p2997',
    '1001/30000s',
    '1920',
    '1080',
  ]);
  expect(formatOf(timelineOf({ width: 1080, height: 1920 }))).toEqual([
    'FFVideoFormatRateUndefined',
    '100/3000s',
    '1080',
    '1920',
  ]);
  expect(formatOf(timelineOf({ frameRate: rates[23.976], width: 3840, height: 2160 }))).toEqual([
    'FFVideoFormat3840x2160p2398',
    '1001/24000s',
    '3840',
    '2160',
  ]);
});

test('drop-frame is said and the start is in real seconds', () => {
  const sequence = one(
    documentOf(richTimeline(rates[29.97], { isDropFrame: true, startFrame: 107_892 })),
    'sequence',
  );
  expect(sequence.attributes.get('tcFormat')).toBe('DF');
  expect(sequence.attributes.get('tcStart')).toBe('107999892/30000s');
});

test('both versions say the same but for their number', () => {
  const timeline = longTimeline();
  expect(writeFcpxml(timeline, '1.10').replace('version="1.10"', 'version="1.13"')).toBe(
    writeFcpxml(timeline, '1.13'),
  );
});

test('an import option names the library and leaves media where they are', () => {
  const text = writeFcpxml(timelineOf({}), '1.13', { libraryUrl: 'file:///Volumes/A%20B/Dailies.fcpbundle' });
  const options = one(parseXml(text, 'fcpxml'), 'import-options').children.map(({ attributes }) =>
    Object.fromEntries(attributes),
  );
  expect(options).toEqual([
    { key: 'library location', value: 'file:///Volumes/A%20B/Dailies.fcpbundle' },
    { key: 'copy assets', value: '0' },
  ]);
});

test('times are fractions over the rate’s timescale, small enough for Final Cut', () => {
  const text = writeFcpxml(richTimeline(rates[59.94], { startFrame: 5_178_816 }), '1.13');
  for (const [, value = ''] of text.matchAll(/ (?:offset|start|duration|tcStart|frameDuration)="([^"]*)"/g)) {
    if (value === '0s') continue;
    const [, numerator = '', denominator = ''] = /^(\d+)\/(\d+)s$/.exec(value) ?? [];
    expect(denominator).toBe('60000');
    expect(BigInt(numerator) < 2n ** 63n).toBe(true);
  }
});
