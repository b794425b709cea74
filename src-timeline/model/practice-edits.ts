import { primaryTrackIndex, type Timeline, timelineDurationFrames, type Track } from './timeline.ts';

/** Frames of the sequence; the end is exclusive. */
interface Span {
  readonly startFrame: number;
  readonly endFrame: number;
}

const quieterDb = -4;

/**
 * Makes a few edits like a user after a minute in an editor: a scene in the middle removed, the end shortened, the
 * music, or else the first voice, quieter. Shorter cuts get fewer edits.
 * @param sceneStarts first frames of the scenes.
 */
export function practiceEdits(cut: Timeline, sceneStarts: readonly number[]): Timeline {
  const starts = sceneStarts.length > 0 ? sceneStarts : startsOfPictures(cut);
  const endFrame = timelineDurationFrames(cut);
  const middle = Math.floor(starts.length / 2);
  const scene = { startFrame: starts[middle] ?? 0, endFrame: starts[middle + 1] ?? endFrame };
  const lastStart = starts.at(-1) ?? 0;
  const trim = Math.floor(
    Math.min(cut.frameRate.numerator / cut.frameRate.denominator, endFrame - lastStart) / 2,
  );
  const shorter = trim > 0 ? withoutSpan(cut, { startFrame: endFrame - trim, endFrame }) : cut;
  return quieter(starts.length > 2 ? withoutSpan(shorter, scene) : shorter);
}

function startsOfPictures({ tracks }: Timeline): readonly number[] {
  let frame = 0;
  return (tracks[primaryTrackIndex(tracks)]?.items ?? []).map(({ durationFrames }) => {
    frame += durationFrames;
    return frame - durationFrames;
  });
}

/** Removes a span. Later items move up; items that began before it, such as music, end earlier. */
function withoutSpan(cut: Timeline, span: Span): Timeline {
  const length = span.endFrame - span.startFrame;
  const isInside = (frame: number): boolean => frame >= span.startFrame && frame < span.endFrame;
  const moved = (frame: number): number => (frame >= span.endFrame ? frame - length : frame);
  return {
    ...cut,
    tracks: cut.tracks.map((track) => withoutSpanOf(track, span)),
    captionTracks: cut.captionTracks.map((track) => ({
      ...track,
      captions: track.captions
        .filter(({ startFrame }) => !isInside(startFrame))
        .map((caption) => {
          const startFrame = moved(caption.startFrame);
          const isCut = startFrame < span.startFrame && startFrame + caption.durationFrames > span.startFrame;
          return { ...caption, startFrame, ...(isCut && { durationFrames: span.startFrame - startFrame }) };
        }),
    })),
    ...(cut.markers && {
      markers: cut.markers
        .filter(({ frame }) => !isInside(frame))
        .map((marker) => ({ ...marker, frame: moved(marker.frame) })),
    }),
  };
}

function withoutSpanOf(track: Track, { startFrame, endFrame }: Span): Track {
  let at = 0;
  const items = track.items.flatMap((item) => {
    const start = at;
    at += item.durationFrames;
    const common = Math.max(0, Math.min(at, endFrame) - Math.max(start, startFrame));
    if (common === 0) return item;
    return common === item.durationFrames ? [] : { ...item, durationFrames: item.durationFrames - common };
  });
  return { ...track, items };
}

function quieter(cut: Timeline): Timeline {
  const sounds = cut.tracks.filter(({ kind }) => kind === 'audio');
  const track = sounds.find(({ role }) => role === 'music') ?? sounds[0];
  const clip = track?.items.find(({ kind }) => kind === 'clip');
  const change = (item: Track['items'][number]): Track['items'][number] => {
    if (item !== clip || item.kind === 'gap') return item;
    const levels = item.levels ?? [{ frame: 0, levelDb: 0 }];
    return { ...item, levels: levels.map((point) => ({ ...point, levelDb: point.levelDb + quieterDb })) };
  };
  return { ...cut, tracks: cut.tracks.map((each) => ({ ...each, items: each.items.map(change) })) };
}
