import type {
  ItemWithoutMedia,
  Timeline,
  TimelineMarker,
} from '../../../../../src-timeline/model/timeline.ts';

interface Span {
  readonly startFrame: number;
  readonly durationFrames: number;
}

const contains = ({ startFrame, durationFrames }: Span, frame: number): boolean =>
  startFrame <= frame && frame < startFrame + durationFrames;

const endOf = ({ startFrame, durationFrames }: Span): number => startFrame + durationFrames;

/** Returns the places of the clips of a track. */
function clipSpans({ tracks }: Timeline, index: number): readonly Span[] {
  let startFrame = 0;
  return (tracks[index]?.items ?? []).flatMap((item) => {
    const span = { startFrame, durationFrames: item.durationFrames };
    startFrame += item.durationFrames;
    return item.kind === 'clip' ? [span] : [];
  });
}

const isKept = ({ source, kind, words }: ItemWithoutMedia): boolean =>
  source?.format === 'FCPXML' || (kind === 'title' && words !== null);

/** Markers of the sequence that lie over a hole of its primary track, or over an item without media. */
function keptMarkers(timeline: Timeline): readonly TimelineMarker[] {
  const { tracks, captionTracks, itemsWithoutMedia = [], markers = [] } = timeline;
  const items = itemsWithoutMedia.filter(isKept);
  const primary = tracks.findIndex(({ kind, role }) => kind === 'video' && role !== 'background');
  const clips = clipSpans(timeline, primary);
  const end = Math.max(
    0,
    ...tracks.map((track) => track.items.reduce((sum, { durationFrames }) => sum + durationFrames, 0)),
    ...captionTracks.flatMap(({ captions }) => captions.map(endOf)),
    ...items.map(endOf),
  );
  return markers
    .filter(({ frame }) => {
      const isOverItem = items.some((item) => contains(item, frame));
      return frame < end && (isOverItem || !clips.some((span) => contains(span, frame)));
    })
    .toSorted((a, b) => a.frame - b.frame);
}

/** Predicts the markers, the items without media and their holes in a cut that FCPXML otherwise keeps as `kept`. */
export function withKeptItems(
  timeline: Timeline,
  kept: Timeline,
  textOf: (text: string) => string,
): Timeline {
  const filled = timeline.tracks.keys().filter((index) => clipSpans(timeline, index).length > 0);
  const newIndexes = new Map<number | null, number>([...filled].map((index, at) => [index, at]));
  const items = (timeline.itemsWithoutMedia ?? [])
    .filter(isKept)
    .toSorted((a, b) => a.startFrame - b.startFrame || orderOf(a) - orderOf(b))
    .map((item) => ({
      ...item,
      name: textOf(item.name),
      trackIndex: newIndexes.get(item.trackIndex) ?? null,
    }));
  const markers = keptMarkers(timeline).map((marker) => ({
    ...marker,
    name: textOf(marker.name),
    note: textOf(marker.note),
  }));
  const tracks = kept.tracks.map((track, index) => {
    const end = Math.max(0, ...items.filter(({ trackIndex }) => trackIndex === index).map(endOf));
    const length = track.items.reduce((sum, { durationFrames }) => sum + durationFrames, 0);
    const hole = { kind: 'gap', durationFrames: end - length } as const;
    return end > length ? { ...track, items: [...track.items, hole] } : track;
  });
  return {
    ...kept,
    tracks,
    ...(markers.length > 0 && { markers }),
    ...(items.length > 0 && { itemsWithoutMedia: items }),
  };
}

const orderOf = ({ trackIndex }: ItemWithoutMedia): number => trackIndex ?? Infinity;
