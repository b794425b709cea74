import { expect, test } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Clip, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { clip, rates, timelineOf, videoMedia, videoTrack } from '../sample-timelines.ts';

const film = videoMedia('film', 600, { audioChannels: 2, startFrame: 108_000 });

function cutOf(shown: Clip, more: Partial<Timeline> = {}): Timeline {
  return timelineOf({ media: [film], tracks: [videoTrack('Pictures', shown)], ...more });
}

const clipsOf = ({ tracks }: Timeline): Clip[] =>
  tracks.flatMap(({ items }) => items.filter((item) => item.kind === 'clip'));

const firstOf = (timeline: Timeline): Clip | undefined => clipsOf(timeline)[0];

test.for(Object.entries(rates))(
  'at %s frames a second, held and slow clips come back to the frame',
  ([, frameRate]) => {
    for (const durationFrames of [7, 151, 449, 3001])
      for (const speed of [1 / durationFrames, 2 / durationFrames, 0.333])
        for (const isReversed of [false, true]) {
          if (durationFrames * speed > 300) continue;
          const slow = { sourceStartFrame: 299, speed, ...(isReversed && { isReversed }) };
          const shown = clip(film, durationFrames, slow);
          const document = writeFcpxml(cutOf(shown, { frameRate }), '1.13');
          expect(firstOf(readFcpxml(document))).toMatchObject(slow);
          for (const [, denominator] of document.matchAll(/"\d+\/(\d+)s"/g))
            expect(Number(denominator)).toBeLessThan(2 ** 31);
        }
  },
);

/** Reads a Final Cut clip of whole media, retimed by the points of its map. */
function retimed(duration: string, ...points: readonly (readonly [time: string, value: string])[]): Timeline {
  const map = points.map(([time, value]) => `<timept time="${time}" value="${value}" interp="smooth2"/>`);
  return readFcpxml(`<fcpxml version="1.11"><resources>
    <format id="r1" name="FFVideoFormat1080p25"/>
    <asset id="r2" name="a.mov" start="0s" duration="60s" hasVideo="1" hasAudio="1" format="r1"><media-rep src="file:///a.mov"/></asset>
    </resources><project name="P"><sequence format="r1"><spine>
    <asset-clip ref="r2" offset="0s" start="0s" duration="${duration}"><timeMap>${map.join('')}</timeMap></asset-clip>
    </spine></sequence></project></fcpxml>`);
}

test('a freeze frame is one frame held for the length of the clip, without sound', () => {
  const timeline = retimed('4s', ['0s', '10s'], ['4s', '10s']);
  expect(clipsOf(timeline)).toMatchObject([{ sourceStartFrame: 250, durationFrames: 100, speed: 1 / 100 }]);
  expect(firstOf(timeline)).not.toHaveProperty('unread');
});

test('a speed ramp is read at its mean speed and kept as what the cut cannot hold', () => {
  const clips = clipsOf(retimed('8s', ['0s', '0s'], ['2s', '1s'], ['5s', '10s'], ['8s', '20s']));
  expect(clips[0]).toMatchObject({ sourceStartFrame: 0, speed: 2.5, unread: [{ name: 'Retiming' }] });
  expect(clips[1]).toMatchObject({ speed: 2.5 });
});

test('a ramp whose mean is the media’s own speed is told as well, as is a hold within a clip', () => {
  const ramp = retimed('4s', ['0s', '0s'], ['2s', '1s'], ['4s', '4s']);
  expect(firstOf(ramp)).toMatchObject({ unread: [{ name: 'Retiming' }] });
  const hold = retimed('6s', ['0s', '0s'], ['2s', '2s'], ['4s', '2s'], ['6s', '4s']);
  expect(firstOf(hold)).toMatchObject({ sourceStartFrame: 0, speed: 2 / 3, unread: [{}] });
});

test('of a ramp the clip shows one even part of, nothing is left unread', () => {
  const part = firstOf(retimed('2s', ['0s', '0s'], ['2s', '1s'], ['5s', '10s']));
  expect(part).toMatchObject({ sourceStartFrame: 0, speed: 0.5 });
  expect(part).not.toHaveProperty('unread');
});
