import type { Caption } from './timeline.ts';

/** Merges captions that begin together into one with all their lines, as long as the longest of them. */
function joinCaptions(startFrame: number, captions: readonly Caption[]): Caption {
  return {
    startFrame,
    durationFrames: captions.reduce((longest, { durationFrames }) => Math.max(longest, durationFrames), 0),
    lines: captions.flatMap(({ lines }) => lines),
  };
}

/**
 * Returns captions in order and without overlaps. If two captions of another program overlap, the earlier one ends
 * where the later begins; captions that begin together are merged.
 */
export function arrangeCaptions(captions: readonly Caption[]): readonly Caption[] {
  const isInOrder = captions.every(
    ({ startFrame }, index) => index === 0 || startFrame > (captions[index - 1]?.startFrame ?? 0),
  );
  const joined = isInOrder
    ? captions
    : [...Map.groupBy(captions, ({ startFrame }) => startFrame)]
        .map(([startFrame, found]) => joinCaptions(startFrame, found))
        .toSorted((a, b) => a.startFrame - b.startFrame);
  return joined.map((caption, index) => {
    const room = (joined[index + 1]?.startFrame ?? Infinity) - caption.startFrame;
    return caption.durationFrames <= room ? caption : { ...caption, durationFrames: room };
  });
}

function hasText({ lines }: Caption): boolean {
  return lines.some((line) => line.replace(/\p{Cc}+/gu, '').trim() !== '');
}

/**
 * Returns the captions that have text, as documents show them. Players flicker or stack captions that touch, so a
 * caption loses its last frame if the next one follows at once.
 */
export function shownCaptions(captions: readonly Caption[]): readonly Caption[] {
  return captions.filter(hasText).map((caption, index, shown) => {
    const { startFrame, durationFrames } = caption;
    const touches = startFrame + durationFrames >= (shown[index + 1]?.startFrame ?? Infinity);
    return touches && durationFrames > 1 ? { ...caption, durationFrames: durationFrames - 1 } : caption;
  });
}
