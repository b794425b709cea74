import { expect, test } from 'vitest';
import { buildTimeline } from '../../../../src-service/bundles/build-timeline.ts';
import { bundleDocuments } from '../../../../src-service/bundles/timeline-documents.ts';
import { trackDurationFrames } from '../../../../src-shared/timeline/timeline.ts';
import { twoScenes } from '../../../fakes/store-fixture.ts';

const extensions: Record<string, string> = {
  vg_file_still: '.png',
  vg_file_clip: '.mp4',
  vg_file_speech1: '.wav',
  vg_file_speech2: '.wav',
};
const { timeline, media } = buildTimeline('Harbour lights', twoScenes, {
  extensionOf: (fileId) => extensions[fileId] ?? '',
  locate: ({ mediaName }) => `media/${mediaName}`,
});

test('media have plain unique names in scene order, numbered and in the words of the scene', () => {
  expect(media.map((item) => item.mediaName)).toEqual([
    '01_harbour-lights-at-dusk.png',
    '01_harbour-lights-at-dusk.wav',
    '02_scene.mp4',
    '02_scene.wav',
  ]);
  expect(timeline.media.map((item) => item.location)).toEqual(media.map((item) => `media/${item.mediaName}`));
});

test('a picture and its speech are one linked group as long as the scene', () => {
  const [pictures, speech] = timeline.tracks;
  expect(pictures?.items).toMatchObject([
    { durationFrames: 30, linkId: 'scene-001', note: 'Harbour lights at dusk.', sourceStartFrame: 0 },
    { durationFrames: 45, linkId: 'scene-002', note: '夜の港' },
  ]);
  expect(speech?.items).toMatchObject([{ linkId: 'scene-001' }, { linkId: 'scene-002' }]);
  expect(timeline.tracks.map(trackDurationFrames)).toEqual([75, 75]);
  expect([pictures?.role, speech?.role]).toEqual(['video', 'dialogue']);
});

test('stills have no length, clips have their own, speech is mono and as long as its scene', () => {
  expect(timeline.media).toMatchObject([
    { kind: 'still', durationFrames: null, audioChannels: null, size: { width: 1920, height: 1080 } },
    { kind: 'audio', durationFrames: 30, audioChannels: 1, size: null },
    { kind: 'video', durationFrames: 60, audioChannels: null },
    { kind: 'audio', durationFrames: 45, audioChannels: 1 },
  ]);
});

test('captions are a track of their own in the language spoken', () => {
  expect(timeline.captionTracks).toEqual([{ languageCode: 'en', captions: twoScenes.captions }]);
});

test('every bundle has the documents of its format and always the captions', () => {
  const suffixes = (format: 'FCPXML' | 'PREMIERE_XML' | 'OTIO' | 'SRT') =>
    bundleDocuments(format, timeline).map((document) => document.suffix);
  expect(suffixes('FCPXML')).toEqual(['.fcpxml', '.resolve.fcpxml', '.srt']);
  expect(suffixes('PREMIERE_XML')).toEqual(['.xml', '.srt']);
  expect(suffixes('OTIO')).toEqual(['.otio', '.resolve.otio', '.srt']);
  expect(suffixes('SRT')).toEqual(['.srt']);
});
