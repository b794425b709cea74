import { type CutEvent, endOf } from './cut-event.ts';
import { lastStartingBy } from './time-map.ts';

/** Something that begins at a frame. */
export interface Beginning {
  readonly startFrame: number;
  readonly name: string;
}

/**
 * Tells each picture the first sound and the first caption that begin while it is seen, and what lies elsewhere the
 * picture it begins by.
 */
export function withCompany(
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
    company: finders.map((find) => find(event)),
  }));
  const starts = pictures.map(({ startFrame }) => startFrame);
  const companyOf = ({ startFrame }: CutEvent): readonly string[] => {
    const picture = pictures[lastStartingBy(starts, startFrame)];
    return picture ? [picture.mediaKey, ...picture.company] : [];
  };
  return tracks.map((events, index) =>
    index === primaryIndex ? pictures : events.map((event) => ({ ...event, company: companyOf(event) })),
  );
}

function firstWithin(beginnings: readonly Beginning[]): (event: CutEvent) => string {
  const starts = beginnings.map(({ startFrame }) => startFrame);
  return (event) => {
    const first = beginnings[lastStartingBy(starts, event.startFrame - 1) + 1];
    return first && first.startFrame < endOf(event) ? first.name : '';
  };
}
