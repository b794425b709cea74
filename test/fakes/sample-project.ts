import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { writeSrt } from '../../src-timeline/formats/captions/srt.ts';
import { writeFcpxml } from '../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeOtio } from '../../src-timeline/formats/otio/otio.ts';
import { writeXmeml } from '../../src-timeline/formats/xmeml/xmeml.ts';
import type { Clip, MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';

export type SampleFormat = 'FCPXML' | 'PREMIERE_XML' | 'OTIO' | 'SRT';

const frameRate = { numerator: 30, denominator: 1 };
export const sampleSentences = ['The harbour wakes.', 'Boats leave one by one.', 'Nobody counts them out.'];
const sceneFrames = 60;

export const stillBytes = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from('a picture of the harbour'),
]);
export const speechBytes = Buffer.concat([Buffer.from('RIFF\x01\x01\x01\x01WAVE'), Buffer.alloc(60_000, 1)]);
/** First box of every MP4 file. */
export const movieStart = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1');

/** Returns three scenes of two seconds, each a still and its speech, with captions. */
export function sampleTimeline(locate: (fileName: string) => string): Timeline {
  const media: MediaReference[] = sampleSentences.flatMap((_, index) => {
    const still = `scene-0${String(index + 1)}.png`;
    const speech = `scene-0${String(index + 1)}.wav`;
    return [
      {
        mediaId: `still-${String(index)}`,
        fileName: still,
        location: locate(still),
        kind: 'still',
        durationFrames: null,
        startFrame: 0,
        size: { width: 1920, height: 1080 },
        audioChannels: null,
      },
      {
        mediaId: `speech-${String(index)}`,
        fileName: speech,
        location: locate(speech),
        kind: 'audio',
        durationFrames: sceneFrames,
        startFrame: 0,
        size: null,
        audioChannels: 1,
      },
    ] as const;
  });
  const clips = (kind: 'still' | 'speech'): Clip[] =>
    sampleSentences.map((note, index) => ({
      kind: 'clip',
      name: `scene-0${String(index + 1)}.${kind === 'still' ? 'png' : 'wav'}`,
      mediaId: `${kind}-${String(index)}`,
      sourceStartFrame: 0,
      durationFrames: sceneFrames,
      linkId: `scene-${String(index)}`,
      note,
    }));
  return {
    name: 'Harbour lights',
    frameRate,
    width: 1920,
    height: 1080,
    startFrame: 0,
    isDropFrame: false,
    audioRate: 48_000,
    media,
    tracks: [
      { kind: 'video', name: 'Pictures', role: 'video', items: clips('still') },
      { kind: 'audio', name: 'Narration', role: 'dialogue', items: clips('speech') },
    ],
    captionTracks: [
      {
        languageCode: 'en',
        captions: sampleSentences.map((line, index) => ({
          startFrame: index * sceneFrames,
          durationFrames: sceneFrames - 2,
          lines: [line],
        })),
      },
    ],
  };
}

/** Returns one document of the sample as the service writes it. */
export function sampleDocument(format: SampleFormat, timeline: Timeline): string {
  if (format === 'FCPXML') return writeFcpxml(timeline, '1.13');
  if (format === 'PREMIERE_XML') return writeXmeml(timeline);
  if (format === 'OTIO') return writeOtio(timeline, 'url');
  const [captions] = timeline.captionTracks;
  return captions ? writeSrt(captions, frameRate) : '';
}

/** Returns the entries of a bundle by name. */
export function sampleBundle(format: SampleFormat): Map<string, Buffer> {
  const timeline = sampleTimeline((fileName) => `media/${fileName}`);
  const text = (content: string): Buffer => Buffer.from(content, 'utf8');
  const entries = new Map<string, Buffer>([['Harbour_lights.srt', text(sampleDocument('SRT', timeline))]]);
  if (format === 'FCPXML') {
    entries.set('Harbour_lights.fcpxml', text(writeFcpxml(timeline, '1.13')));
    entries.set('Harbour_lights.resolve.fcpxml', text(writeFcpxml(timeline, '1.10')));
  }
  if (format === 'PREMIERE_XML') entries.set('Harbour_lights.xml', text(writeXmeml(timeline)));
  if (format === 'OTIO') {
    entries.set('Harbour_lights.otio', text(writeOtio(timeline, 'url')));
    entries.set('Harbour_lights.paths.otio', text(writeOtio(timeline, 'path')));
  }
  for (const { fileName, kind } of timeline.media) {
    entries.set(`media/${fileName}`, kind === 'still' ? stillBytes : speechBytes);
  }
  return entries;
}

/** Writes a zip with all entries stored. */
export async function writeZip(path: string, entries: ReadonlyMap<string, Buffer>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name, { compress: false });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
