import type { TimelineMarker } from '../timeline.ts';
import type { TimeMap } from './time-map.ts';

export interface MarkerEdit {
  readonly change: 'added' | 'removed' | 'moved' | 'renamed';
  readonly name: string;
  readonly newName: string;
  readonly before: number | null;
  readonly after: number | null;
}

export interface MarkerSurroundings {
  readonly map: TimeMap;
  readonly tolerance: number;
  /** True if the pictures at a frame of the delivered cut were removed. */
  readonly isGone: (frame: number) => boolean;
}

/** Text that identifies a marker. Formats join name and note, or keep only one of them. */
export const textOfMarker = ({ name, note }: TimelineMarker): string =>
  [name, note]
    .filter((part) => part !== '')
    .join(': ')
    .trim();

/** Lists the changes to markers. A marker that moved along with the pictures counts as unchanged. */
export function markerEdits(
  before: readonly TimelineMarker[],
  after: readonly TimelineMarker[],
  { map, tolerance, isGone }: MarkerSurroundings,
): readonly MarkerEdit[] {
  const free = new Set(after);
  const isAlong = (marker: TimelineMarker, other: TimelineMarker): boolean =>
    map.shiftsAt(marker.frame).some((shift) => Math.abs(marker.frame + shift - other.frame) <= tolerance);
  const hasText = (marker: TimelineMarker, other: TimelineMarker): boolean =>
    textOfMarker(marker) === textOfMarker(other);
  const take = (
    marker: TimelineMarker,
    ...tests: readonly ((marker: TimelineMarker, other: TimelineMarker) => boolean)[]
  ): TimelineMarker | undefined => {
    const found = [...free].find((other) => tests.every((test) => test(marker, other)));
    if (found) free.delete(found);
    return found;
  };
  const rest = before.filter((marker) => !take(marker, hasText, isAlong));
  // Markers of removed pictures come last, because another marker has the better claim to one in their place.
  const ordered = rest.toSorted((a, b) => Number(isGone(a.frame)) - Number(isGone(b.frame)));
  const changed = ordered.map((marker) => {
    const moved = take(marker, hasText);
    return { marker, moved, renamed: moved ? undefined : take(marker, isAlong) };
  });
  return [
    ...changed.map(({ marker, moved, renamed }) => markerEdit(marker, moved, renamed)),
    ...[...free].map((marker): MarkerEdit => ({
      ...{ change: 'added', name: marker.name, newName: marker.name },
      ...{ before: null, after: marker.frame },
    })),
  ];
}

function markerEdit(
  { frame, name }: TimelineMarker,
  moved: TimelineMarker | undefined,
  renamed: TimelineMarker | undefined,
): MarkerEdit {
  const now = moved ?? renamed;
  return {
    change: moved ? 'moved' : renamed ? 'renamed' : 'removed',
    name,
    newName: now?.name ?? name,
    before: frame,
    after: now?.frame ?? null,
  };
}
