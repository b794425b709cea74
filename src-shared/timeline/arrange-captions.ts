import type { Caption } from './timeline.ts';

/** Captions that begin together become one with all their lines, as long as the longest of them. */
function joinCaptions(startFrame: number, captions: readonly Caption[]): Caption {
  return {
    startFrame,
    durationFrames: captions.reduce((longest, { durationFrames }) => Math.max(longest, durationFrames), 0),
    lines: captions.flatMap(({ lines }) => lines),
  };
}

/**
 * Captions in order and apart. Where another program let two overlap, the earlier one ends where the later begins;
 * those that begin together become one.
 */
export function arrangeCaptions(captions: readonly Caption[]): readonly Caption[] {
  const joined = [...Map.groupBy(captions, ({ startFrame }) => startFrame)]
    .map(([startFrame, found]) => joinCaptions(startFrame, found))
    .toSorted((a, b) => a.startFrame - b.startFrame);
  return joined.map((caption, index) => {
    const room = (joined[index + 1]?.startFrame ?? Infinity) - caption.startFrame;
    return { ...caption, durationFrames: Math.min(caption.durationFrames, room) };
  });
}

function hasText({ lines }: Caption): boolean {
  return lines.some((line) => line.replace(/\p{Cc}+/gu, '').trim() !== '');
}

/**
 * Captions as they are written: those with text. Players flicker or stack captions that touch, so each gives up its
 * last frame where the next one follows at once.
 */
export function shownCaptions(captions: readonly Caption[]): readonly Caption[] {
  return captions.filter(hasText).map((caption, index, shown) => {
    const { startFrame, durationFrames } = caption;
    const touches = startFrame + durationFrames >= (shown[index + 1]?.startFrame ?? Infinity);
    return touches && durationFrames > 1 ? { ...caption, durationFrames: durationFrames - 1 } : caption;
  });
}
