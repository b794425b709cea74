import { describe, expect, test } from 'vitest';
import { picturesAt } from '../../../../../src-timeline/model/playing/pictures-at.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { clip, gap, stillMedia, timelineOf, videoMedia, videoTrack } from '../../formats/sample-timelines.ts';

const harbour = stillMedia('harbour');
const boats = videoMedia('boats', 100);
const logo = stillMedia('logo', { width: 960, height: 1080 });

function cutOf(...tracks: Timeline['tracks']): Timeline {
  return timelineOf({ media: [harbour, boats, logo], tracks });
}

/** Returns the names of the shown media with their frames. */
function shown(timeline: Timeline, frame: number): readonly string[] {
  return picturesAt(timeline, frame).map(
    ({ use, sourceFrame }) => `${use.media.mediaId} ${String(sourceFrame)}`,
  );
}

test('shows tracks bottom to top, without gaps and disabled clips', () => {
  const cut = cutOf(
    videoTrack('V1', clip(harbour, 30), gap(10), clip(boats, 50)),
    videoTrack('V2', gap(35), clip(logo, 10), clip(logo, 10, { isDisabled: true })),
  );
  expect(shown(cut, 29)).toEqual(['harbour 0']);
  expect(shown(cut, 30)).toEqual([]);
  expect(shown(cut, 40)).toEqual(['boats 0', 'logo 0']);
  expect(shown(cut, 45)).toEqual(['boats 5']);
  expect(shown(cut, 90)).toEqual([]);
});

describe('frame of the media', () => {
  const frameAt = (frame: number, more: Parameters<typeof clip>[2]): string | undefined =>
    shown(cutOf(videoTrack('V1', clip(boats, 20, more))), frame)[0];

  test('counts from the clip’s first media frame, at its speed', () => {
    expect(frameAt(3, { sourceStartFrame: 50 })).toBe('boats 53');
    expect(frameAt(3, { sourceStartFrame: 50, speed: 1.5 })).toBe('boats 54');
    expect(frameAt(19, { sourceStartFrame: 7, speed: 1 / 20 })).toBe('boats 7');
  });

  test('goes backwards from the last media frame of a reversed clip', () => {
    expect(frameAt(0, { sourceStartFrame: 50, isReversed: true })).toBe('boats 69');
    expect(frameAt(19, { sourceStartFrame: 50, isReversed: true })).toBe('boats 50');
    expect(frameAt(1, { sourceStartFrame: 0, isReversed: true, speed: 2 })).toBe('boats 37');
  });
});

test('shows both pictures of a transition, before the cut and after it, with its progress', () => {
  const transition = { style: 'WIPE', durationFrames: 20, framesBeforeCut: 5 } as const;
  const cut = cutOf(
    videoTrack(
      'V1',
      clip(boats, 40),
      clip(harbour, 40, { transition }),
      clip(boats, 10, { sourceStartFrame: 60 }),
    ),
  );
  const statesAt = (frame: number) =>
    picturesAt(cut, frame).map(({ use, sourceFrame, transition: course }) => [
      use.media.mediaId,
      sourceFrame,
      course && `${course.part} ${course.style} ${String(course.share)}`,
    ]);
  expect(statesAt(34)).toEqual([['boats', 34, null]]);
  expect(statesAt(35)).toEqual([
    ['boats', 35, 'outgoing WIPE 0'],
    ['harbour', 0, 'incoming WIPE 0'],
  ]);
  expect(statesAt(45)).toEqual([
    ['boats', 45, 'outgoing WIPE 0.5'],
    ['harbour', 0, 'incoming WIPE 0.5'],
  ]);
  expect(statesAt(55)).toEqual([['harbour', 0, null]]);
});

test('holds the last frame of media that end before the transition does', () => {
  const transition = { style: 'FADE', durationFrames: 20 } as const;
  const cut = cutOf(
    videoTrack('V1', clip(boats, 95, { sourceStartFrame: 0 }), clip(harbour, 40, { transition })),
  );
  expect(shown(cut, 110)).toEqual(['boats 99', 'harbour 0']);
});

test('places a picture by its motion, beyond the ends of the clip too, or whole in the frame', () => {
  const motion = [
    { frame: -10, scale: 1, x: 0, y: 0 },
    { frame: 30, scale: 2, x: 0.4, y: -0.4 },
  ];
  const transition = { style: 'FADE', durationFrames: 10, framesBeforeCut: 10 } as const;
  const cut = cutOf(videoTrack('V1', clip(logo, 40), clip(harbour, 40, { motion, transition })));
  expect(picturesAt(cut, 0)[0]?.place).toEqual({ scale: 1, x: 0, y: 0 });
  expect(picturesAt(cut, 30)[1]?.place).toEqual({ scale: 1, x: 0, y: 0 });
  expect(picturesAt(cut, 50)[0]?.place).toEqual({ scale: 1.5, x: 0.2, y: -0.2 });
  const small = cutOf(videoTrack('V1', clip(stillMedia('logo', { width: 960, height: 270 }), 40)));
  const wide = { ...small, media: [stillMedia('logo', { width: 960, height: 270 })] };
  expect(picturesAt(wide, 0)[0]?.place).toEqual({ scale: 2, x: 0, y: 0 });
});

test('fades from black at the first frame and to black at the last', () => {
  const cut = cutOf(videoTrack('V1', clip(harbour, 40, { fades: { inFrames: 10, outFrames: 5 } })));
  const opacities = [0, 5, 10, 34, 36, 39].map((frame) => picturesAt(cut, frame)[0]?.opacity);
  expect(opacities).toEqual([0, 0.5, 1, 1, 0.6, 0]);
});
