import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCaptions } from '../../../../src-main/returns/read/read-captions.ts';
import { describeEdit } from '../../../../src-shared/i18n/describe-edit.ts';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import { countEdits } from '../../../../src-timeline/diff/top-edits.ts';
import { readAss, writeAss } from '../../../../src-timeline/formats/captions/ass.ts';
import { readSrt, writeSrt } from '../../../../src-timeline/formats/captions/srt.ts';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Caption, CaptionTrack, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../fakes/oracle-files.ts';
import { caption, clip, rates, stillMedia, timelineOf, videoTrack } from '../formats/sample-timelines.ts';

const pier = stillMedia('pier');
const boat = stillMedia('boat');

function cutOf(...captions: readonly Caption[]): Timeline {
  const frames = [clip(pier, 150), clip(boat, 150)];
  return {
    ...timelineOf({ media: [pier, boat], tracks: [videoTrack('V', ...frames)] }),
    frameRate: rates[25],
    captionTracks: [{ languageCode: 'en', captions }],
  };
}

function sentencesOf(before: Timeline, after: Timeline): readonly string[] {
  const { edits, summary } = diffCuts(before, after);
  for (const message of [...edits.map((edit) => edit.message), ...summary])
    expect(describeEdit({ ...message, text: 'no words of the page' }, englishMessages.text)).toBe(
      sentenceOf(message),
    );
  return edits.map(({ message }) => sentenceOf(message));
}

const gulls = caption(25, 50, 'The gulls circle.');
const leaves = caption(100, 50, 'The boat leaves.');
const lamp = caption(175, 50, 'The lamp is lit.');
const delivered = cutOf(gulls, leaves, lamp);

test('tells that one of two touching captions starts later, and nothing of the frame that SRT leaves between them', () => {
  const one = caption(25, 50, 'The gulls circle.');
  const touching = cutOf(one, caption(75, 50, 'The boat leaves.'), lamp);
  // As an editor writes it, whose captions touch.
  const later = { languageCode: 'en', captions: [one, caption(80, 45, 'The boat leaves.'), lamp] };
  const text = writeSrt(later, rates[25]);
  const { timeline, delivered: before } = withCaptions(touching, text);
  expect(sentencesOf(before, timeline)).toEqual(['Caption “The boat leaves.” starts 0.2 s later']);
});

const later = ({ startFrame, ...rest }: Caption, frames: number): Caption => ({
  startFrame: startFrame + frames,
  ...rest,
});

const reports = {
  'all-one-second-later.srt': ['All captions 1 s later'],
  'second-starts-later.srt': ['Caption “The boat leaves.” starts 1.2 s later'],
  'delivered.srt': [],
};

test.for(Object.entries(reports))('A return like %s tells the times', ([name, expected], context) => {
  skipFor(reasonWithoutOracle(`reports/captions-retimed/${name}`), context);
  const textOf = (file: string): string =>
    readFileSync(oraclePath(`reports/captions-retimed/${file}`), 'utf8');
  const sent = readSrt(textOf('delivered.srt'), rates[25], 'en');
  const { timeline, delivered: before } = withCaptions(cutOf(...sent.captions), textOf(name));
  expect(sentencesOf(before, timeline)).toEqual(expected);
});

test('Every end of a caption counts, from one frame on', () => {
  const retimed = (caption: Caption): readonly string[] =>
    sentencesOf(delivered, cutOf(gulls, caption, lamp));
  expect(retimed(leaves)).toEqual([]);
  expect(retimed(later(leaves, 1))).toEqual(['Caption “The boat leaves.” 0.04 s later']);
  expect(retimed(later(leaves, -10))).toEqual(['Caption “The boat leaves.” 0.4 s earlier']);
  expect(retimed({ ...leaves, durationFrames: 25 })).toEqual(['Caption “The boat leaves.” ends 1 s earlier']);
  expect(retimed({ ...leaves, durationFrames: 60 })).toEqual(['Caption “The boat leaves.” ends 0.4 s later']);
  expect(retimed({ ...later(leaves, -10), durationFrames: 70 })).toEqual([
    'Caption “The boat leaves.” starts 0.4 s earlier',
    'Caption “The boat leaves.” ends 0.4 s later',
  ]);
});

test('Captions that all moved alike are told once, beside what else changed', () => {
  const words = { ...later(leaves, -5), lines: ['The ferry leaves.'] };
  expect(sentencesOf(delivered, cutOf(later(gulls, -5), words, later(lamp, -5)))).toEqual([
    'All captions 0.2 s earlier',
    'Caption “The boat leaves.” is now “The ferry leaves.”',
  ]);
  expect(sentencesOf(delivered, cutOf(later(gulls, 20), later(lamp, 20)))).toEqual([
    'All captions 0.8 s later',
    'Caption removed: “The boat leaves.”',
  ]);
});

test('Captions that were stretched are told by their new length', () => {
  const stretched = (factor: number, frames: number): Timeline =>
    cutOf(
      ...[gulls, leaves, lamp].map(({ startFrame, durationFrames, lines }) => {
        const start = Math.round(startFrame * factor) + frames;
        const end = Math.round((startFrame + durationFrames) * factor) + frames;
        return { startFrame: start, durationFrames: end - start, lines };
      }),
    );
  expect(sentencesOf(delivered, stretched(1.1, 0))).toEqual(['All captions stretched to 110%']);
  expect(sentencesOf(delivered, stretched(0.8, 25))).toEqual([
    'All captions stretched to 80%',
    'All captions 1 s later',
  ]);
});

test('Captions that go with their pictures did not move', () => {
  const { media } = delivered;
  const swapped = {
    ...cutOf(later(lamp, -150), later(gulls, 150), later(leaves, 150)),
    media,
    tracks: [videoTrack('V', clip(boat, 150), clip(pier, 150))],
  };
  expect(sentencesOf(delivered, swapped).filter((each) => each.includes('aption'))).toEqual([]);
});

test('The frame that formats leave between captions is no edit', () => {
  const touching = cutOf(caption(0, 50, 'One'), caption(50, 50, 'Two'), caption(100, 50, 'Three'));
  const [track] = touching.captionTracks;
  const read = readSrt(writeSrt(track as CaptionTrack, rates[25]), rates[25], 'en');
  expect(sentencesOf(touching, { ...touching, captionTracks: [read] })).toEqual([]);
  expect(sentencesOf(touching, readFcpxml(writeFcpxml(touching, '1.13')))).toEqual([]);
});

test('Captions in a document are compared like those in files', () => {
  const moved = cutOf(gulls, { ...later(leaves, 30), durationFrames: 20 }, lamp);
  const expected = ['Caption “The boat leaves.” starts 1.2 s later'];
  expect(sentencesOf(delivered, readFcpxml(writeFcpxml(moved, '1.13')))).toEqual(expected);
  const frame = { width: 1920, height: 1080 };
  const ass = writeAss(moved.captionTracks[0] as CaptionTrack, rates[25], frame);
  const read = { ...delivered, captionTracks: [readAss(ass, rates[25], 'en')] };
  expect(sentencesOf(delivered, read)).toEqual(expected);
});

test('A caption without a readable time is named, and not told as removed', () => {
  const text =
    '1\n00:00:01,000 --> 00:00:03,000\nThe gulls circle.\n\n2\n00:00:0x --> 00:00:06\nThe boat leaves.\n';
  const { timeline, delivered: before } = withCaptions(cutOf(gulls, leaves), text);
  expect(sentencesOf(before, timeline)).toEqual([
    'Caption “The boat leaves.” left out: its times cannot be read',
  ]);
});

test('A long caption is quoted by its beginning', () => {
  const [sentence = ''] = sentencesOf(delivered, cutOf(caption(25, 50, '<'.repeat(2_000_000)), leaves, lamp));
  expect(sentence).toMatch(/^Caption “The gulls circle\.” is now “<+…”$/);
  expect(sentence.length).toBeLessThan(400);
});

test('Of very many changes to captions, the first are told and the others counted', () => {
  const cut = (word: string): Timeline =>
    cutOf(...Array.from({ length: 3000 }, (_, index) => caption(index * 2, 1, `${word} ${String(index)}`)));
  const { edits, summary } = diffCuts(cut('one'), cut('two'));
  const sentences = edits.map(({ message }) => sentenceOf(message));
  expect(sentences).toHaveLength(1001);
  expect(sentences).toContain('and 2000 more changes to captions');
  expect(countEdits(edits)).toBe(3000);
  expect(summary.map(sentenceOf)).toEqual(['3000 captions changed']);
});
