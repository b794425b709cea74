import { expect, test } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { MediaReference, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { audioTrack, clip, timelineOf, videoMedia, videoTrack } from './sample-timelines.ts';

const withChannels = (audioChannels: number): Timeline => {
  const film: MediaReference = { ...videoMedia('film', 400, { audioChannels: 2 }), audioChannels };
  const item = clip(film, 120, { linkId: 'film' });
  return timelineOf({
    media: [film],
    tracks: [videoTrack('Pictures', item), audioTrack('Sound', 'dialogue', item)],
  });
};

const formats = {
  FCPXML: (cut: Timeline) => readFcpxml(writeFcpxml(cut, '1.13')),
  'XML of Premiere': (cut: Timeline) => readXmeml(writeXmeml(cut)),
  OTIO: (cut: Timeline) => readOtio(writeOtio(cut, 'url')),
  Kdenlive: (cut: Timeline) => readKdenlive(writeKdenlive(cut, { fileName: 'cut.kdenlive' }).text),
  Shotcut: (cut: Timeline) => readShotcut(writeShotcut(cut)),
} as const;

test.each(Object.keys(formats) as (keyof typeof formats)[])('keeps a clip with 5.1 sound in %s', (format) => {
  for (const channels of [4, 6, 8]) {
    const { media, tracks } = formats[format](withChannels(channels));
    expect(media).toMatchObject([{ fileName: 'film.mp4', audioChannels: channels, kind: 'video' }]);
    const clips = tracks.map(({ kind, items }) => [kind, items.map(({ durationFrames }) => durationFrames)]);
    expect(clips).toEqual([
      ['video', [120]],
      ['audio', [120]],
    ]);
  }
});

test('takes a number of channels that no file has for stereo', () => {
  for (const stated of ['0', '-1', '1e9', '5.1', 'many']) {
    const text = writeFcpxml(withChannels(6), '1.13').replace(
      'audioChannels="6"',
      `audioChannels="${stated}"`,
    );
    expect(readFcpxml(text).media[0]?.audioChannels).toBe(2);
  }
});
