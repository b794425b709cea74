import { expect, test } from 'vitest';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';

function read(spine: string): Timeline {
  return readFcpxml(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.11"><resources>
  <format id="r1" name="FFVideoFormat1080p25"/>
  <asset id="r2" name="Interview" start="3600s" duration="60s" hasVideo="1" hasAudio="1" format="r1" audioSources="1" audioChannels="2">
    <media-rep kind="original-media" src="file:///Volumes/Disk/Interview.mov"/></asset>
  <asset id="r3" name="Bild" start="0s" duration="0s" hasVideo="1" format="r1" videoSources="1"><media-rep src="file:///Volumes/Disk/Bild.png"/></asset>
  <effect id="r5" name="Cross Dissolve" uid="x"/></resources>
  <event name="E"><project name="P"><sequence format="r1" tcStart="3600s"><spine>${spine}</spine></sequence></project></event>
</fcpxml>`);
}

const fadesOf = ({ tracks }: Timeline): Record<string, unknown[]> =>
  Object.fromEntries(
    tracks.map(({ name, items }) => [
      name,
      items.flatMap((one) => (one.kind === 'clip' ? [one.fades ?? null] : [])),
    ]),
  );

const transition = (offset: string, parts: string): string =>
  `<transition name="Cross Dissolve" offset="${offset}" duration="10/25s">${parts}</transition>`;

test('transitions from and to nothing are fades, and crossfades of sound a fade out and a fade in', () => {
  const both =
    '<filter-video ref="r5" name="Cross Dissolve"/><filter-audio ref="r5" name="Audio Crossfade"/>';
  const interview = (offset: string): string =>
    `<asset-clip ref="r2" offset="${offset}" name="Interview" start="3610s" duration="2s"/>`;
  const timeline = read(`
    ${transition('3600s', both)}${interview('3600s')}
    ${transition('90045/25s', both)}${interview('3602s')}
    ${transition('90090/25s', '<filter-video ref="r5" name="Cross Dissolve"/>')}<gap offset="3604s" duration="1s"/>
    ${interview('3605s')}${transition('90165/25s', '<filter-audio ref="r5" name="Audio Crossfade"/>')}`);
  expect(fadesOf(timeline)).toEqual({
    'Video 1': [{ inFrames: 10, outFrames: 0 }, { inFrames: 0, outFrames: 10 }, null],
    dialogue: [
      { inFrames: 10, outFrames: 5 },
      { inFrames: 5, outFrames: 0 },
      { inFrames: 0, outFrames: 10 },
    ],
  });
  const transitions = timeline.tracks[0]?.items.map((one) => (one.kind === 'clip' ? one.transition : null));
  expect(transitions).toEqual([undefined, expect.objectContaining({ durationFrames: 10 }), null, undefined]);
});

test('a picture that Final Cut fades by its opacity is a faded picture, and no effect', () => {
  const timeline = read(`<video ref="r3" offset="3600s" name="Bild" start="3600s" duration="2s">
    <adjust-blend><param name="amount"><fadeIn type="easeIn" duration="1s"/><fadeOut type="easeOut" duration="4/25s"/></param></adjust-blend></video>`);
  expect(timeline.tracks[0]?.items[0]).toMatchObject({ fades: { inFrames: 25, outFrames: 4 } });
  expect(timeline.tracks[0]?.items[0]).not.toHaveProperty('unread');
});
