import { expect, test } from 'vitest';
import { readOtio, writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { rates } from '../sample-timelines.ts';
import { clip, document, file, gap, type Json, range, stack, track } from './otio-nodes.ts';

const time = (value: number, rate = 24): Json => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate });

function outline(timeline: Timeline): string[] {
  return outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`);
}

test('a Resolve export is read: bare paths, timecode ranges, link groups, stills', () => {
  const linked = { metadata: { Resolve_OTIO: { 'Link Group ID': 7 } } };
  const timeline = readOtio(
    document(
      [
        track(
          'Video',
          gap(10),
          clip(file('/Volumes/A B/cam.mov', range(86_400, 200)), range(86_450, 48), linked),
          clip(file('/Volumes/A B/logo.png', null), range(0, 24)),
        ),
        track(
          'Audio',
          gap(10),
          clip(file('/Volumes/A B/cam.mov', range(86_400, 200)), range(86_450, 48), linked),
        ),
      ],
      { global_start_time: time(86_400) },
    ),
  );
  expect([timeline.name, timeline.startFrame, timeline.width, timeline.height]).toEqual([
    'Edited',
    86_400,
    1920,
    1080,
  ]);
  expect(timeline.frameRate).toEqual(rates[24]);
  expect(outline(timeline)).toEqual([
    'video Video 1: 10 cam.mov@50+48 logo.png@0+24',
    'audio Audio 2: 10 cam.mov@50+48',
  ]);
  expect(timeline.media).toMatchObject([
    {
      mediaId: 'media-1',
      location: 'file:///Volumes/A%20B/cam.mov',
      kind: 'video',
      startFrame: 86_400,
      durationFrames: 200,
      audioChannels: 2,
    },
    { mediaId: 'media-2', kind: 'still', durationFrames: null, audioChannels: null },
  ]);
  expect(timeline.tracks.map(({ items: [, shot] }) => (shot?.kind === 'clip' ? shot.linkId : ''))).toEqual([
    '7',
    '7',
  ]);
});

test('a Premiere export is read: sequence settings, mono sound, link ids, Windows URLs', () => {
  const mono = { metadata: { PremierePro_OTIO: { LinkID: '3', AudioChannels: { ChannelType: 'Mono' } } } };
  const lone = { metadata: { PremierePro_OTIO: { LinkID: '4' } } };
  const timeline = readOtio(
    document(
      [
        track('Audio', clip(file('file:///C:/S/vo.wav'), range(0, 48), mono)),
        track('Video', clip(file('file:///C:/S/a.mp4'), range(5, 48), lone)),
      ],
      {
        tracks: {
          OTIO_SCHEMA: 'Stack.1',
          metadata: {
            PremierePro_OTIO: { VideoResolution: { width: 1080, height: 1920 }, AudioFrameRate: 44_100 },
          },
          children: [
            track('Audio', clip(file('file:///C:/S/vo.wav'), range(0, 48), mono)),
            track('Video', clip(file('file:///C:/S/a.mp4'), range(5, 48), lone)),
          ],
        },
        global_start_time: time(0, 23.976023976023978),
      },
    ),
  );
  expect(timeline.frameRate).toEqual(rates[23.976]);
  expect([timeline.width, timeline.height, timeline.audioRate]).toEqual([1080, 1920, 44_100]);
  expect(timeline.tracks.map(({ kind }) => kind)).toEqual(['video', 'audio']);
  expect(timeline.media.map(({ audioChannels, location }) => [audioChannels, location])).toEqual([
    [1, 'file:///C:/S/vo.wav'],
    [null, 'file:///C:/S/a.mp4'],
  ]);
  expect(
    timeline.tracks.flatMap(({ items }) => items.map((one) => (one.kind === 'clip' ? one.linkId : ''))),
  ).toEqual([null, null]);
});

test('older clips, missing ranges, other rates, transitions and nested compositions are read', () => {
  const old = {
    OTIO_SCHEMA: 'Clip.1',
    name: 'old',
    source_range: null,
    media_reference: file('media/old%20one.mov', range(0, 30)),
  };
  const nested = {
    OTIO_SCHEMA: 'Stack.1',
    children: [track('Video', gap(5), gap(7)), track('Video', gap(9))],
  };
  const timeline = readOtio(
    document([
      track(
        'Video',
        old,
        { OTIO_SCHEMA: 'Transition.1', in_offset: time(2), out_offset: time(2) },
        clip(file('media/b.mov'), range(96_000, 48_000, 48_000)),
        nested,
        clip(file('media/b.mov'), range(1, 2)),
      ),
    ]),
  );
  expect(outline(timeline)).toEqual(['video Video 1: old one.mov@0+30 b.mov@48+24 12 b.mov@1+2']);
  expect(timeline.media[0]?.location).toBe('media/old one.mov');
});

test('items that cannot be shown keep their time: missing media, generators', () => {
  const timeline = readOtio(
    document([
      track(
        'Video',
        clip({ OTIO_SCHEMA: 'MissingReference.1' }, range(0, 10)),
        clip({ OTIO_SCHEMA: 'GeneratorReference.1', generator_kind: 'SMPTEBars' }, range(0, 10)),
        clip(file('a.mov'), range(0, 10), { enabled: false }),
        gap(1),
        {
          OTIO_SCHEMA: 'Clip.2',
          source_range: range(0, 5),
          media_references: {},
          active_media_reference_key: 'none',
        },
        clip(file('a.mov'), range(0, 10), {
          effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 1 }, { OTIO_SCHEMA: 'Effect.1' }],
        }),
      ),
    ]),
  );
  expect(outline(timeline)).toEqual(['video Video 1: 20 a.mov@0+10 6 a.mov@0+10']);
  expect(timeline.tracks[0]?.items).toMatchObject([
    {},
    { isDisabled: true },
    {},
    { unread: [{ format: 'OTIO', name: 'Effect' }] },
  ]);
  expect(timeline.tracks[0]?.items[3]).not.toHaveProperty('speed');
});

test('sound counted in samples does not drift from the frames it was cut at', () => {
  // Each of twenty clips of 48720 samples has 30.45 frames, so the last begins at 578.55.
  const sounds = Array.from({ length: 20 }, (_, index) =>
    clip(file('a.wav', range(0, 2_000_000, 48_000)), range(48_720 * index, 48_720, 48_000)),
  );
  const timeline = readOtio(document([track('Audio', ...sounds)], { global_start_time: time(0, 30) }));
  const lengths = timeline.tracks[0]?.items.map(({ durationFrames }) => durationFrames) ?? [];
  expect(lengths.slice(0, 19).reduce((sum, length) => sum + length, 0)).toBe(579);
  expect(lengths.slice(0, 3)).toEqual([30, 31, 30]);
});

test('nested compositions become what is in them, as far as it is seen', () => {
  const layers = [
    track('Video', clip(file('a.mov'), range(10, 40)), clip(file('b.mov'), range(0, 20))),
    track('Video', gap(20), clip(file('c.mov'), range(0, 30))),
    track('Audio', clip(file('a.mov'), range(10, 40))),
  ];
  const timeline = readOtio(
    document([
      track('Video', clip(file('z.mov'), range(0, 10)), stack(range(5, 50), layers)),
      track('Audio', clip(file('z.mov'), range(0, 10))),
    ]),
  );
  expect(outline(timeline)).toEqual([
    'video Video 1: z.mov@0+10 a.mov@15+35 b.mov@0+15',
    'video Video 2: 25 c.mov@0+30',
    'audio Audio 3: z.mov@0+10',
    'audio Audio 4: 10 a.mov@15+35',
  ]);
});

test('a composition on a track of sound gives the sound that one among pictures would give', () => {
  const layers = [
    track('Video', clip(file('a.mov'), range(0, 40))),
    track('Audio', clip(file('a.mov'), range(0, 40))),
  ];
  const nests = [track('Video', stack(null, layers)), track('Audio', stack(null, layers))];
  expect(outline(readOtio(document(nests)))).toEqual([
    'video Video 1: a.mov@0+40',
    'audio Audio 2: a.mov@0+40',
  ]);
});

test('a track within a track, clips of a stack, and one switched off at another speed are read', () => {
  const fast = { effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 }], enabled: false };
  const timeline = readOtio(
    document([
      track(
        'Video',
        { ...track('Video', clip(file('a.mov'), range(0, 40))), source_range: range(10, 20) },
        stack(range(0, 10), [clip(file('b.mov'), range(0, 40))], fast),
      ),
    ]),
  );
  expect(outline(timeline)).toEqual(['video Video 1: a.mov@10+20 b.mov@0+10']);
  expect(timeline.tracks[0]?.items[1]).toMatchObject({ speed: 2, isDisabled: true });
});

const retimed = (schema: string, scalar?: number): string =>
  document([
    track(
      'Video',
      clip(file('a.mov'), range(0, 10), { effects: [{ OTIO_SCHEMA: schema, time_scalar: scalar }] }),
    ),
  ]);

test('a changed speed is read, an effect that freezes a frame kept as it is', () => {
  const clipOf = (text: string): unknown => readOtio(text).tracks[0]?.items[0];
  expect(clipOf(retimed('LinearTimeWarp.1', -2))).toMatchObject({ speed: 2, isReversed: true });
  const frozen = readOtio(retimed('FreezeFrame.1'));
  expect(frozen.tracks[0]?.items[0]).toMatchObject({ unread: [{ name: 'FreezeFrame' }] });
  expect(writeOtio({ ...frozen, width: 640, height: 360 }, 'url')).toContain('"FreezeFrame.1"');
});

test.for([
  ['no JSON', '{"OTIO_SCHEMA": ', /well-formed JSON/],
  ['brackets without end', '['.repeat(200_000), /well-formed JSON/],
  [
    'another schema',
    JSON.stringify({ OTIO_SCHEMA: 'SerializableCollection.1', children: [] }),
    /not an OTIO timeline/,
  ],
  ['no schema', '{}', /not an OTIO timeline/],
  ['no tracks', JSON.stringify({ OTIO_SCHEMA: 'Timeline.1' }), /no frame rate/],
  ['no rate', document([]), /no frame rate/],
  [
    'a rate of none',
    document([track('Video', clip(file('a.mov', null), range(0, 10, 12.5)))]),
    /12.5 frames per second/,
  ],
  [
    'rates of zero alone',
    document([track('Video', clip(file('a.mov', null), range(0, 10, 0)))]),
    /no frame rate/,
  ],
] as const)('a document with %s is refused, saying why', ([, text, message]) => {
  expect(() => readOtio(text)).toThrow(TimelineParseError);
  expect(() => readOtio(text)).toThrow(message);
});

test('A speed that is switched off, no number or too high is kept as an effect or ignored', () => {
  const warp = (more: Json): Json => ({ OTIO_SCHEMA: 'LinearTimeWarp.1', ...more });
  const effects = [
    [warp({ time_scalar: 3, enabled: false })],
    [warp({ time_scalar: null })],
    [warp({ time_scalar: 5000 })],
    [{ OTIO_SCHEMA: 'TimeEffect.1', name: 'ramp' }],
    [warp({ time_scalar: -1 }), warp({ time_scalar: 0.5 })],
  ];
  const shots = effects.map((all) => clip(file('a.mov'), range(0, 10), { effects: all }));
  const { items = [] } = readOtio(document([track('Video', ...shots)])).tracks[0] ?? {};
  const found = items.map((item) => (item.kind === 'clip' ? item : null));
  expect(found.map((one) => [one?.speed, one?.isReversed, one?.unread?.map(({ name }) => name)])).toEqual([
    [undefined, undefined, undefined],
    [undefined, undefined, ['LinearTimeWarp']],
    [undefined, undefined, ['LinearTimeWarp']],
    [undefined, undefined, ['ramp']],
    [0.5, true, undefined],
  ]);
});

test('transitions from and to nothing are fades, and crossfades of sound a fade out and a fade in', () => {
  const transition = (before: number, after: number): Json => ({
    OTIO_SCHEMA: 'Transition.1',
    name: '',
    transition_type: 'SMPTE_Dissolve',
    in_offset: time(before),
    out_offset: time(after),
    metadata: {},
  });
  const camera = file('/Volumes/A/cam.mov');
  const shots = [clip(camera, range(50, 48)), clip(camera, range(200, 48))];
  const children = [
    transition(0, 12),
    shots[0],
    transition(4, 6),
    shots[1],
    transition(10, 0),
    gap(20),
    shots[0],
  ];
  const cut = children as Json[];
  const timeline = readOtio(
    document([track('Video', ...cut, transition(7, 0)), track('Audio', ...cut, transition(7, 0))]),
  );
  const fades = timeline.tracks.map(({ items }) =>
    items.flatMap((one) => (one.kind === 'clip' ? [one.fades ?? null] : [])),
  );
  expect(fades).toEqual([
    [
      { inFrames: 12, outFrames: 0 },
      { inFrames: 0, outFrames: 10 },
      { inFrames: 0, outFrames: 7 },
    ],
    [
      { inFrames: 12, outFrames: 4 },
      { inFrames: 6, outFrames: 10 },
      { inFrames: 0, outFrames: 7 },
    ],
  ]);
});

test('a clip without a range in a composition without one is as long as its media', () => {
  const stack = {
    OTIO_SCHEMA: 'Stack.1',
    name: 'nest',
    children: [track('Video', clip(file('/a.mov'), null))],
  };
  const timeline = readOtio(document([track('Video', stack, clip(file('/b.mov'), range(0, 10)))]));
  expect(outline(timeline)[0]).toBe('video Video 1: a.mov@0+500 b.mov@0+10');
});
