import { expect, test } from 'vitest';
import { projectScenesOf } from '../../../../src-main/projects/project-scenes.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../../timeline/formats/sample-timelines.ts';

const pictures = [1, 2, 3].map((number) => stillMedia(`picture-${String(number)}`));
const voices = [1, 2, 3].map((number) => audioMedia(`voice-${String(number)}`, 300, 1));

/** Three scenes of 100 frames; the pictures are cut in the middle of a dissolve that begins with the words. */
const cutWith = (linkIds: readonly (string | null)[], ...texts: readonly string[][]): Timeline =>
  timelineOf({
    media: [...pictures, ...voices],
    tracks: [
      videoTrack(
        'Pictures',
        ...pictures.map((media, index) =>
          clip(media, index === 0 ? 108 : index === 2 ? 92 : 100, {
            linkId: linkIds[index] ?? null,
            note: texts[index]?.join(' ') ?? '',
            ...(index > 0 && { transition: { style: 'FADE', durationFrames: 16, framesBeforeCut: 8 } }),
          }),
        ),
      ),
      audioTrack(
        'Speech',
        'dialogue',
        ...voices.map((media, index) => clip(media, 100, { linkId: linkIds[index] ?? null })),
      ),
    ],
    captionTracks: [
      { languageCode: 'en', captions: texts.map((lines, index) => caption(index * 100, 90, ...lines)) },
    ],
  });

const linesOf = (cut: Timeline) =>
  projectScenesOf(cut).map(({ lines }) => lines.map(({ text, startFrame }) => [text, startFrame]));

test('gives words that begin with a dissolve to the scene after it, once', () => {
  for (const linkIds of [
    ['a', 'b', 'c'],
    [null, null, null],
  ])
    expect(linesOf(cutWith(linkIds, ['One'], ['Two'], ['Three']))).toEqual([
      [['One', 0]],
      [['Two', 100]],
      [['Three', 200]],
    ]);
});

test('joins the lines of a caption with a space only where its language has spaces', () => {
  const [japanese, english] = linesOf(
    cutWith(['a', 'b'], ['港の灯りが', '一つずつ消える'], ['Lamps go out', 'one by one']),
  );
  expect([japanese, english]).toEqual([
    [['港の灯りが一つずつ消える', 0]],
    [['Lamps go out one by one', 100]],
  ]);
});
