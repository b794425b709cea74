import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import {
  clip,
  rates,
  richTimeline,
  sampleTimelines,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/**
 * The exact schemas of OpenTimelineIO's documentation ("Serialized Data (Fields Only)"), because no independent reader
 * of the format exists for JavaScript.
 */
const metadata = z.record(z.string(), z.unknown());
const rationalTime = z.strictObject({
  OTIO_SCHEMA: z.literal('RationalTime.1'),
  rate: z.number().positive(),
  value: z.number(),
});
const timeRange = z.strictObject({
  OTIO_SCHEMA: z.literal('TimeRange.1'),
  start_time: rationalTime,
  duration: rationalTime,
});
const linearTimeWarp = z.strictObject({
  OTIO_SCHEMA: z.literal('LinearTimeWarp.1'),
  metadata,
  name: z.string(),
  effect_name: z.string(),
  time_scalar: z.number(),
});
const markerSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Marker.2'),
  metadata,
  name: z.string(),
  color: z.literal('PURPLE'),
  marked_range: timeRange,
  comment: z.string(),
});
const item = { metadata, name: z.string(), effects: z.array(z.never()), enabled: z.boolean() };
const noMarkers = { markers: z.array(z.never()) };
const externalReference = z.strictObject({
  OTIO_SCHEMA: z.literal('ExternalReference.1'),
  metadata,
  name: z.string(),
  available_range: timeRange,
  available_image_bounds: z.null(),
  target_url: z.string().min(1),
});
const clipSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Clip.2'),
  ...item,
  effects: z.array(linearTimeWarp),
  markers: z.array(markerSchema),
  source_range: timeRange,
  media_references: z.strictObject({ DEFAULT_MEDIA: externalReference }),
  active_media_reference_key: z.literal('DEFAULT_MEDIA'),
});
const gapSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Gap.1'),
  ...item,
  ...noMarkers,
  source_range: timeRange,
});
const transitionSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Transition.1'),
  metadata,
  name: z.string(),
  transition_type: z.literal('SMPTE_Dissolve'),
  in_offset: rationalTime,
  out_offset: rationalTime,
});
const trackSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Track.1'),
  ...item,
  ...noMarkers,
  source_range: z.null(),
  kind: z.enum(['Video', 'Audio']),
  children: z.array(z.discriminatedUnion('OTIO_SCHEMA', [clipSchema, gapSchema, transitionSchema])),
});
const timelineSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Timeline.1'),
  metadata,
  name: z.string(),
  global_start_time: rationalTime,
  tracks: z.strictObject({
    OTIO_SCHEMA: z.literal('Stack.1'),
    ...item,
    markers: z.array(markerSchema),
    source_range: z.null(),
    children: z.array(trackSchema),
  }),
});

type OtioClip = z.infer<typeof clipSchema>;

function documentOf(timeline: Timeline, style: 'url' | 'path' = 'url'): z.infer<typeof timelineSchema> {
  return timelineSchema.parse(JSON.parse(writeOtio(timeline, style)));
}

function clipsOf(timeline: Timeline, style: 'url' | 'path' = 'url'): OtioClip[] {
  return documentOf(timeline, style).tracks.children.flatMap(({ children }) =>
    children.filter((child): child is OtioClip => child.OTIO_SCHEMA === 'Clip.2'),
  );
}

function checkRanges({
  source_range: source,
  media_references: {
    DEFAULT_MEDIA: { available_range: available },
  },
}: OtioClip): void {
  expect(source.start_time.value).toBeGreaterThanOrEqual(available.start_time.value);
  expect(source.start_time.value + source.duration.value).toBeLessThanOrEqual(
    available.start_time.value + available.duration.value,
  );
}

test('documents are of the documented schemas and every range lies inside its media', () => {
  const timelines = [
    ...Object.values(sampleTimelines).map((make) => make()),
    ...fc.sample(timelineArbitrary, { numRuns: 100, seed: 2 }),
  ];
  for (const timeline of timelines)
    for (const style of ['url', 'path'] as const) clipsOf(timeline, style).forEach(checkRanges);
});

test('rates are the exact doubles, everywhere', () => {
  expect(documentOf(timelineOf({ frameRate: rates[23.976] })).global_start_time.rate).toBe(
    23.976023976023978,
  );
  const text = writeOtio(richTimeline(rates[29.97]), 'url');
  expect(new Set([...text.matchAll(/"(?:rate|VideoFrameRate)": ([\d.]+)/g)].map(([, rate]) => rate))).toEqual(
    new Set(['29.97002997002997']),
  );
});

test('whole doubles have a point, as the reference implementation writes them', () => {
  const text = writeOtio(richTimeline(), 'url');
  expect(text).toContain('"rate": 30.0,');
  expect(text).not.toMatch(/"(?:rate|value)": -?\d+,?$/m);
  expect(text).toContain('"AudioFrameRate": 48000.0');
  expect(text).toContain('"NumberOfChannels": 2\n');
});

test('source ranges count in the media’s timecode, positions are the sum of what is before', () => {
  const [track] = documentOf(richTimeline(rates[30], { startFrame: 500 })).tracks.children;
  expect(
    track?.children.map((child) => {
      const range = 'source_range' in child ? child.source_range : null;
      return [child.OTIO_SCHEMA, range?.start_time.value, range?.duration.value];
    }),
  ).toEqual([
    ['Clip.2', 0, 90],
    ['Gap.1', 0, 15],
    ['Clip.2', 40, 60],
    ['Clip.2', 107_892 + 7, 120],
  ]);
});

test.for([
  ['file:///Volumes/A%20B/still.png', 'file:///Volumes/A%20B/still.png', '/Volumes/A B/still.png'],
  ['file:///C:/A%20B/still.png', 'file:///C:/A%20B/still.png', 'C:\\A B\\still.png'],
  ['file://nas/share/still.png', 'file://nas/share/still.png', '\\\\nas\\share\\still.png'],
  ['media/still.png', 'media/still.png', 'media/still.png'],
  ['https://m.example/a.png?b=c', 'https://m.example/a.png?b=c', 'https://m.example/a.png?b=c'],
] as const)('%s is written as a URL or as a bare path', ([location, url, path]) => {
  const still = { ...stillMedia('still'), location };
  const timeline = timelineOf({ media: [still], tracks: [videoTrack('V', clip(still, 10))] });
  const urlOf = (style: 'url' | 'path'): string[] =>
    clipsOf(timeline, style).map(({ media_references: { DEFAULT_MEDIA } }) => DEFAULT_MEDIA.target_url);
  expect([urlOf('url'), urlOf('path')]).toEqual([[url], [path]]);
});

const premiereSchema = z.object({ PremierePro_OTIO: z.object({ LinkID: z.string() }) });
const resolveSchema = z.object({ Resolve_OTIO: z.object({ 'Link Group ID': z.number().optional() }) });

test('Resolve links every clip of a group, Premiere only picture and sound of one file', () => {
  const clips = clipsOf(richTimeline());
  const linksOf = (name: string): unknown[] =>
    clips
      .filter((one) => one.name === name)
      .map((one) => [
        resolveSchema.parse(one.metadata).Resolve_OTIO['Link Group ID'] !== undefined,
        premiereSchema.parse(one.metadata).PremierePro_OTIO.LinkID,
      ]);
  const premiereIds = clips.map((one) => premiereSchema.parse(one.metadata).PremierePro_OTIO.LinkID);
  expect(premiereIds.filter((id, index) => premiereIds.indexOf(id) !== index)).toHaveLength(1);
  const own = clips.filter(
    ({ name, source_range: range }) => name === 'boat.mp4' && range.start_time.value === 40,
  );
  expect(new Set(own.map((one) => premiereSchema.parse(one.metadata).PremierePro_OTIO.LinkID)).size).toBe(1);
  expect(own).toHaveLength(2);
  const groups = ['harbour.png', 'speech-1.wav']
    .map((name) => clips.find((one) => one.name === name))
    .map((one) => resolveSchema.parse(one?.metadata).Resolve_OTIO['Link Group ID']);
  expect(groups[0]).toBeDefined();
  expect(groups[0]).toBe(groups[1]);
  expect(linksOf('music.wav')).toEqual([[false, expect.any(String)]]);
});

test('Premiere finds the sequence’s settings and the channels of sound', () => {
  const document = documentOf(richTimeline());
  expect(document.metadata['PremierePro_OTIO']).toEqual({ MetadataVersion: '1.0' });
  expect(document.tracks.metadata['PremierePro_OTIO']).toEqual({
    AudioFrameRate: 48_000,
    PixelAspectRatio: { denominator: 1, numerator: 1 },
    VideoFrameRate: 30,
    VideoResolution: { height: 1080, width: 1920 },
  });
  const speech = clipsOf(richTimeline()).find(({ name }) => name === 'speech-1.wav');
  expect(speech?.metadata['PremierePro_OTIO']).toMatchObject({
    AudioChannels: { ChannelType: 'Mono', SecondaryAssignments: [{ SecondaryChannelIndex: 0 }] },
  });
  const music = document.tracks.children.find(({ name }) => name === 'Music');
  expect(music?.metadata).toMatchObject({
    PremierePro_OTIO: { AudioChannels: { ChannelType: 'Stereo', NumberOfChannels: 2 } },
    Resolve_OTIO: { 'Audio Type': 'Stereo' },
  });
});
