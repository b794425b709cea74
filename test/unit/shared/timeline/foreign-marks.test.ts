import { expect, test } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../src-shared/timeline/fcpxml.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-shared/timeline/kdenlive.ts';
import { readShotcut, writeShotcut } from '../../../../src-shared/timeline/mlt.ts';
import { readOtio, writeOtio } from '../../../../src-shared/timeline/otio.ts';
import type { Clip, Timeline, TimelineFormat } from '../../../../src-shared/timeline/timeline.ts';
import { readXmeml, writeXmeml } from '../../../../src-shared/timeline/xmeml.ts';
import { outlineTracks } from './outline-timeline.ts';
import {
  audioTrack,
  clip,
  rates,
  richTimeline,
  timelineOf,
  videoMedia,
  videoTrack,
} from './sample-timelines.ts';

const without = (pattern: RegExp) => (text: string) => text.replace(pattern, '');

/** Each format with what takes our own marks off a document of it, as another program or a foreign service has none. */
const formats: Readonly<
  Record<
    string,
    {
      readonly write: (timeline: Timeline) => string;
      readonly read: (text: string) => Timeline;
      readonly strip: (text: string) => string;
    }
  >
> = {
  FCPXML: {
    write: (timeline) => writeFcpxml(timeline, '1.13'),
    read: readFcpxml,
    strip: without(/<metadata>\s*<md key="com\.dailies[^>]*>\s*<\/metadata>/g),
  },
  PREMIERE_XML: { write: writeXmeml, read: readXmeml, strip: (text) => text },
  OTIO: {
    write: (timeline) => writeOtio(timeline, 'url'),
    read: (text) => readOtio(text, { size: { width: 1920, height: 1080 } }),
    strip: (text) =>
      JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === 'dailies' ? undefined : value))),
  },
  KDENLIVE: {
    write: (timeline) => writeKdenlive(timeline, { fileName: 'cut.kdenlive' }).text,
    read: (text) => readKdenlive(text),
    strip: without(/<property name="(?:dailies:|kdenlive:docproperties\.dailies)[^>]*>[^<]*<\/property>/g),
  },
  SHOTCUT: {
    write: (timeline) => writeShotcut(timeline),
    read: readShotcut,
    strip: without(/<property name="dailies:[^>]*>[^<]*<\/property>/g),
  },
};

const shape = (timeline: Timeline): string[] =>
  outlineTracks(timeline, ({ kind }) => kind).filter((line) => !/: $/.test(line));

test.for(Object.entries(formats))(
  '%s without any mark of ours has the same cut',
  ([, { write, read, strip }]) => {
    const written = write(richTimeline(rates[25]));
    const stripped = strip(written);
    expect(stripped).not.toContain('dailies');
    expect(shape(read(stripped))).toEqual(shape(read(written)));
  },
);

const film = videoMedia('film', 100, { audioChannels: 2 });
const effects: readonly (readonly [TimelineFormat, string])[] = [
  [
    'KDENLIVE',
    '<filter in="3"><property name="mlt_service">frei0r.glow</property><property name="blur">0.5 &amp;</property></filter>',
  ],
  [
    'SHOTCUT',
    '<filter in="3"><property name="mlt_service">frei0r.glow</property><property name="blur">0.5 &amp;</property></filter>',
  ],
];

test.for(effects)('an effect that came in %s goes back in it, and in no other format', ([format, source]) => {
  const unread = [{ format, name: 'frei0r.glow', source }];
  const timeline = timelineOf({
    media: [film],
    tracks: [videoTrack('V', clip(film, 10, { unread })), audioTrack('A', 'effects', clip(film, 10))],
  });
  for (const [name, { write, read }] of Object.entries(formats)) {
    const first = read(write(timeline)).tracks[0]?.items[0] as Clip | undefined;
    expect(first?.unread).toEqual(name === format ? unread : undefined);
  }
});
