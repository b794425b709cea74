import { expect, test, vi } from 'vitest';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import {
  childOf,
  childrenNamed,
  childText,
  descendantOf,
  descendantsNamed,
  parseXml,
  type XmlNode,
} from '../../../../../src-timeline/formats/xml/xml-reader.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  rates,
  richTimeline,
  sampleTimelines,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../sample-timelines.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function sequenceOf(timeline: Timeline): XmlNode {
  const sequence = childOf(parseXml(writeXmeml(timeline), 'xmeml'), 'sequence');
  if (sequence === null) throw new Error('no sequence');
  return sequence;
}

function tracksOf(sequence: XmlNode, mediaType: string): readonly XmlNode[] {
  const parent = descendantOf(sequence, 'media', mediaType);
  return parent === null ? [] : childrenNamed(parent, 'track');
}

function numbers(node: XmlNode, ...names: string[]): (number | null)[] {
  return names.map((name) => (childText(node, name) === null ? null : Number(childText(node, name))));
}

test.for(Object.entries(sampleTimelines))(
  'in %s every clip lies inside its file and has a rate',
  ([, make]) => {
    const sequence = sequenceOf(make());
    for (const item of descendantsNamed(sequence, 'clipitem')) {
      const [duration = 0, start = 0, end = 0, from = 0, to = 0] = numbers(
        item,
        'duration',
        'start',
        'end',
        'in',
        'out',
      ).map((value) => value ?? Number.NaN);
      expect(end - start).toBe(to - from);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(duration);
      expect(childText(item, 'name')).toMatch(/\.[a-z0-9]+$/);
      expect(childOf(item, 'rate')).not.toBeNull();
    }
  },
);

test.for(Object.entries(sampleTimelines))(
  'in %s each file is described once, whole, before it is referred to',
  ([, make]) => {
    const described = new Set<string>();
    for (const file of descendantsNamed(sequenceOf(make()), 'file')) {
      const id = file.attributes.get('id') ?? '';
      if (described.has(id)) {
        expect(file.children).toEqual([]);
        continue;
      }
      described.add(id);
      expect(file.children.map(({ name }) => name)).toEqual([
        'name',
        'pathurl',
        'rate',
        'duration',
        'timecode',
        'media',
      ]);
      expect(Number(childText(file, 'duration'))).toBeGreaterThan(0);
    }
  },
);

test.for(Object.entries(sampleTimelines))(
  'in %s links are mutual, complete and point to where the clips are',
  ([, make]) => {
    const sequence = sequenceOf(make());
    const items = descendantsNamed(sequence, 'clipitem');
    const byId = new Map(items.map((item) => [item.attributes.get('id'), item]));
    expect(byId.size).toBe(items.length);
    for (const item of items) {
      const links = childrenNamed(item, 'link');
      const members = links.map((link) => childText(link, 'linkclipref'));
      if (links.length > 0) expect(members).toContain(item.attributes.get('id'));
      for (const link of links) {
        const track = tracksOf(sequence, childText(link, 'mediatype') ?? '')[
          Number(childText(link, 'trackindex')) - 1
        ];
        const target =
          track === undefined
            ? undefined
            : childrenNamed(track, 'clipitem')[Number(childText(link, 'clipindex')) - 1];
        expect(target?.attributes.get('id')).toBe(childText(link, 'linkclipref'));
        expect(
          target === undefined
            ? []
            : childrenNamed(target, 'link').map((other) => childText(other, 'linkclipref')),
        ).toEqual(members);
      }
    }
  },
);

test('a clip that is linked to none lists no links', () => {
  const items = descendantsNamed(sequenceOf(richTimeline()), 'clipitem');
  const camera = items.find((item) => childText(item, 'name') === 'camera.mp4');
  expect(camera?.children.filter(({ name }) => name === 'link')).toEqual([]);
});

test('mono sound is one track on one channel, stereo two tracks on both', () => {
  const mono = audioMedia('mono', 50, 1);
  const stereo = audioMedia('stereo', 50, 2);
  const sequence = sequenceOf(
    timelineOf({
      media: [mono, stereo],
      tracks: [
        audioTrack('Speech', 'dialogue', clip(mono, 20)),
        audioTrack('Music', 'music', clip(stereo, 20), clip(mono, 10)),
      ],
    }),
  );
  const said = tracksOf(sequence, 'audio').map((track) => [
    childText(track, 'outputchannelindex'),
    ...childrenNamed(track, 'clipitem').map((item) =>
      [childText(item, 'name'), childText(childOf(item, 'sourcetrack') ?? item, 'trackindex')].join(' '),
    ),
  ]);
  expect(said).toEqual([
    ['1', 'mono.wav 1'],
    ['1', 'stereo.wav 1', 'mono.wav 1'],
    ['2', 'stereo.wav 2'],
  ]);
  expect(descendantsNamed(sequence, 'channelcount').map(({ text }) => text)).toEqual(['1', '2']);
});

test('picture and sound of one file share the file and the clip in the bin', () => {
  const boats = descendantsNamed(sequenceOf(richTimeline()), 'clipitem').filter(
    (item) => childText(item, 'name') === 'boat.mp4',
  );
  expect(new Set(boats.map((item) => childText(item, 'masterclipid')))).toEqual(new Set(['masterclip-boat']));
  expect(new Set(boats.map((item) => childOf(item, 'file')?.attributes.get('id')))).toEqual(
    new Set(['file-boat']),
  );
  expect(boats.length).toBeGreaterThan(3);
});

test('timecode says the same twice, in drop-frame with semicolons', () => {
  const sequence = sequenceOf(richTimeline(rates[29.97], { isDropFrame: true, startFrame: 107_892 }));
  const timecode = childOf(sequence, 'timecode');
  expect(['string', 'frame', 'displayformat'].map((name) => timecode && childText(timecode, name))).toEqual([
    '01;00;00;00',
    '107892',
    'DF',
  ]);
  const camera = descendantsNamed(sequence, 'file').find((file) => childText(file, 'name') === 'camera.mp4');
  const own = camera === undefined ? null : childOf(camera, 'timecode');
  expect(['string', 'frame', 'displayformat'].map((name) => own && childText(own, name))).toEqual([
    '01;00;00;00',
    '107892',
    'DF',
  ]);
  const speech = descendantsNamed(sequence, 'file').find(
    (file) => childText(file, 'name') === 'speech-1.wav',
  );
  expect(speech && childText(childOf(speech, 'timecode') ?? speech, 'string')).toBe('00:00:00:00');
  expect(childText(childOf(sequence, 'rate') ?? sequence, 'ntsc')).toBe('TRUE');
});

test('a still is as long as its longest use', () => {
  const still = stillMedia('still');
  const sequence = sequenceOf(
    timelineOf({
      media: [still],
      tracks: [videoTrack('V', clip(still, 30), clip(still, 90), clip(still, 5))],
    }),
  );
  expect(
    descendantsNamed(sequence, 'clipitem').map((item) => numbers(item, 'duration', 'in', 'out')),
  ).toEqual([
    [90, 0, 30],
    [90, 0, 90],
    [90, 0, 5],
  ]);
});

test.for([
  ['file:///Volumes/A%20B/still.png', 'file://localhost/Volumes/A%20B/still.png'],
  ['file:///C:/A/still.png', 'file://localhost/C%3a/A/still.png'],
  ['media/still.png', 'media/still.png'],
  ['https://m.example/still.png?a=1&b=2', 'https://m.example/still.png?a=1&b=2'],
] as const)('%s is written as %s', ([location, written]) => {
  const still = { ...stillMedia('still'), location };
  const sequence = sequenceOf(timelineOf({ media: [still], tracks: [videoTrack('V', clip(still, 30))] }));
  expect(descendantsNamed(sequence, 'pathurl').map(({ text }) => text)).toEqual([written]);
});

test('roles are distinguished by label colours', () => {
  const labels = descendantsNamed(sequenceOf(richTimeline()), 'clipitem').map((item) => [
    childText(item, 'name'),
    descendantOf(item, 'labels', 'label2')?.text,
  ]);
  expect(labels).toContainEqual(['speech-1.wav', 'Caribbean']);
  expect(labels).toContainEqual(['music.wav', 'Lavender']);
  expect(labels).toContainEqual(['harbour.png', undefined]);
});
