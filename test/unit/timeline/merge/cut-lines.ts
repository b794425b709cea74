import type { Timeline } from '../../../../src-timeline/model/timeline.ts';

/** Returns a cut as lines: each clip and item without media with its place, captions and markers. */
export function linesOf({
  tracks,
  captionTracks,
  markers = [],
  itemsWithoutMedia = [],
}: Timeline): readonly string[] {
  const clips = tracks.flatMap(({ name, items }) => {
    let cursor = 0;
    return items.flatMap((item) => {
      const start = cursor;
      cursor += item.durationFrames;
      if (item.kind === 'gap') return [];
      const { mediaId, durationFrames, sourceStartFrame, transition, motion, levels } = item;
      const more = { transition, motion, levels, speed: item.speed, isDisabled: item.isDisabled };
      const rest = Object.values(more).some(Boolean) ? ` ${JSON.stringify(more)}` : '';
      return [
        `${name}: ${mediaId} ${String(start)}+${String(durationFrames)} from ${String(sourceStartFrame)}${rest}`,
      ];
    });
  });
  const captions = captionTracks.flatMap((track) =>
    track.captions.map(
      (one) => `${String(one.startFrame)}+${String(one.durationFrames)} ${one.lines.join(' ')}`,
    ),
  );
  const items = itemsWithoutMedia.map(
    ({ kind, words, startFrame, durationFrames }) =>
      `${kind} ${String(words)} ${String(startFrame)}+${String(durationFrames)}`,
  );
  return [...clips, ...items, ...captions, ...markers.map(({ frame, name }) => `${String(frame)} ${name}`)];
}
