import { expect, test } from 'vitest';
import type { Clip, Timeline, TimelineFormat } from '../../../../src-timeline/model/timeline.ts';
import { documentFormats } from './document-formats.ts';
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

/** Remove the app's own marks from a document, as in documents of other programs or services. */
const strippers: Readonly<Record<keyof typeof documentFormats, (text: string) => string>> = {
  FCPXML: without(/<metadata>\s*<md key="com\.dailies[^>]*>\s*<\/metadata>/g),
  PREMIERE_XML: (text) => text,
  OTIO: (text) =>
    JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === 'dailies' ? undefined : value))),
  KDENLIVE: without(/<property name="(?:dailies:|kdenlive:docproperties\.dailies)[^>]*>[^<]*<\/property>/g),
  SHOTCUT: without(/<property name="dailies:[^>]*>[^<]*<\/property>/g),
};

const shape = (timeline: Timeline): string[] =>
  outlineTracks(timeline, ({ kind }) => kind).filter((line) => !/: $/.test(line));

test.for(['FCPXML', 'PREMIERE_XML', 'OTIO', 'KDENLIVE', 'SHOTCUT'] as const)(
  '%s without any mark of ours has the same cut',
  (format) => {
    const { write, read } = documentFormats[format];
    const written = write(richTimeline(rates[25]));
    const stripped = strippers[format](written);
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
  for (const [name, { write, read }] of Object.entries(documentFormats)) {
    const first = read(write(timeline)).tracks[0]?.items[0] as Clip | undefined;
    expect(first?.unread).toEqual(name === format ? unread : undefined);
  }
});
