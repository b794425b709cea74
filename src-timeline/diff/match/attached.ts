import { type CutEvent, endOf } from './cut-event.ts';
import { lastStartingBy } from './time-map.ts';

/** A sound or caption with its first frame. */
export interface Beginning {
  readonly startFrame: number;
  readonly name: string;
}

/**
 * Sets the `attached` of each event: for a picture, the first sound and caption that begin while it is visible; for
 * other events, the picture that is on when they begin, with what is attached to it.
 */
export function withAttached(
  tracks: readonly (readonly CutEvent[])[],
  primaryIndex: number,
  sounds: readonly CutEvent[],
  captions: readonly Beginning[],
): readonly (readonly CutEvent[])[] {
  const ordered = sounds
    .map(({ startFrame, mediaKey }) => ({ startFrame, name: mediaKey }))
    .toSorted((a, b) => a.startFrame - b.startFrame);
  const finders = [ordered, captions].map(firstWithin);
  const pictures = (tracks[primaryIndex] ?? []).map((event) => ({
    ...event,
    attached: finders.map((find) => find(event)),
  }));
  const starts = pictures.map(({ startFrame }) => startFrame);
  const attachedOf = ({ startFrame }: CutEvent): readonly string[] => {
    const picture = pictures[lastStartingBy(starts, startFrame)];
    return picture ? [picture.mediaKey, ...picture.attached] : [];
  };
  return tracks.map((events, index) =>
    index === primaryIndex ? pictures : events.map((event) => ({ ...event, attached: attachedOf(event) })),
  );
}

function firstWithin(beginnings: readonly Beginning[]): (event: CutEvent) => string {
  const starts = beginnings.map(({ startFrame }) => startFrame);
  return (event) => {
    const first = beginnings[lastStartingBy(starts, event.startFrame - 1) + 1];
    return first && first.startFrame < endOf(event) ? first.name : '';
  };
}
