import { expect, test } from 'vitest';
import { stripsOf } from '../../../../src-main/returns/read/strips.ts';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { Clip, ClipTransition, Timeline, Track } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  gap,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../formats/sample-timelines.ts';

const numbers = [1, 2, 3, 4];
const stills = numbers.map((number) => stillMedia(`still-${String(number)}`));
const voices = numbers.map((number) => audioMedia(`voice-${String(number)}`, 300, 1));
const music = audioMedia('music', 2000, 2);

const still = (number: number, frames: number, more: Partial<Clip> = {}): Clip =>
  clip(stills[number - 1] ?? music, frames, { linkId: `s${String(number)}`, ...more });
const voice = (number: number, frames: number, more: Partial<Clip> = {}): Clip =>
  clip(voices[number - 1] ?? music, frames, { linkId: `s${String(number)}`, ...more });

const dissolve: { readonly transition: ClipTransition } = {
  transition: { style: 'FADE', durationFrames: 24, framesBeforeCut: 12 },
};

const cutOf = (...tracks: readonly Track[]): Timeline =>
  timelineOf({ media: [...stills, ...voices, music], tracks });

/** Scenes of 100 frames; each dissolve begins at the straight cut, so that pictures are cut 12 frames later. */
const pictures = videoTrack(
  'Pictures',
  still(1, 112),
  still(2, 100, dissolve),
  still(3, 100, dissolve),
  still(4, 88, dissolve),
);
const bed = audioTrack('Music', 'music', clip(music, 400));
const delivered = cutOf(
  pictures,
  // The second voice ends before its picture, and the third begins before its dissolve.
  audioTrack('Speech', 'dialogue', voice(1, 100), voice(2, 70), gap(20), voice(3, 110), voice(4, 100)),
  bed,
);
const sceneStarts = [0, 112, 212, 312];

const quieter = (track: Track, number: number): Track => ({
  ...track,
  items: track.items.map((item) =>
    item.kind === 'clip' && item.linkId === `s${String(number)}`
      ? { ...item, levels: [{ frame: 0, levelDb: -6 }] }
      : item,
  ),
});

const tracksOf = ({ tracks }: Timeline): readonly Track[] => tracks;

test('gives a sound that begins before its dissolve the scene of its picture', () => {
  const [, speech = bed] = tracksOf(delivered);
  for (const number of [2, 3, 4]) {
    const { edits } = diffCuts(delivered, cutOf(pictures, quieter(speech, number), bed), { sceneStarts });
    expect(edits.map(({ message }) => sentenceOf(message))).toEqual([
      `Scene ${String(number)}: sound “voice-${String(number)}.wav” 6 dB lower`,
    ]);
    expect(edits.map(({ scene }) => scene)).toEqual([number]);
  }
});

test('gives a sound without a link the scene whose dissolve begins with it', () => {
  const unlinked = (track: Track): Track => ({
    ...track,
    items: track.items.map((item) => (item.kind === 'clip' ? { ...item, linkId: null } : item)),
  });
  const one = voice(1, 100);
  const two = voice(2, 100);
  const three = voice(3, 100);
  const cutWith = (...items: Track['items']): Timeline =>
    cutOf(unlinked(pictures), unlinked(audioTrack('Speech', 'dialogue', ...items, voice(4, 100))));
  const { edits } = diffCuts(cutWith(one, two, three), cutWith(gap(300)), { sceneStarts });
  expect(edits.map(({ scene }) => scene)).toEqual([1, 2, 3]);
});

test('gives a caption that begins with a dissolve the scene after it', () => {
  const withWords = (text: string): Timeline => ({
    ...delivered,
    captionTracks: [{ languageCode: 'en', captions: [caption(100, 50, text)] }],
  });
  const { edits } = diffCuts(withWords('A boat'), withWords('A ferry'), { sceneStarts });
  expect(edits.map(({ scene }) => scene)).toEqual([2]);
});

test('numbers the strips of sounds like those of their pictures, and music not at all', () => {
  // Shotcut and lists of events return no links.
  const unlinked = delivered.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => (item.kind === 'clip' ? { ...item, linkId: null } : item)),
  }));
  for (const tracks of [delivered.tracks, unlinked]) {
    const strips = stripsOf(diffCuts(delivered, { ...delivered, tracks }, { sceneStarts }).matched);
    for (const { rows } of [strips.delivered, strips.returned])
      expect(rows.map(({ events }) => events.map(({ scene }) => scene))).toEqual([
        [1, 2, 3, 4],
        [1, 2, 3, 4],
        [null],
      ]);
  }
});

test('describes the level of music outside the scenes', () => {
  const [, speech = bed] = tracksOf(delivered);
  const louder = audioTrack('Music', 'music', clip(music, 400, { levels: [{ frame: 0, levelDb: 2 }] }));
  const { edits } = diffCuts(delivered, cutOf(pictures, speech, louder), { sceneStarts });
  expect(edits.map(({ scene, message }) => [scene, sentenceOf(message)])).toEqual([
    [null, 'Sound “music.wav” 2 dB higher'],
  ]);
});

test('counts sounds that changed by the same amount with it', () => {
  const [, speech = bed] = tracksOf(delivered);
  const lower = { levels: [{ frame: 0, levelDb: -3 }] };
  const pieces = audioTrack('Music', 'music', clip(music, 250), clip(music, 150));
  const quiet = audioTrack('Music', 'music', clip(music, 250, lower), clip(music, 150, lower));
  const before = cutOf(pictures, speech, pieces);
  const { summary } = diffCuts(before, cutOf(pictures, quieter(speech, 2), quiet), { sceneStarts });
  expect(summary.map(sentenceOf)).toEqual(['2 sounds 3 dB lower', 'Scene 2: sound “voice-2.wav” 6 dB lower']);
});
