import { isNote, type TimelineMarker } from '../model/timeline.ts';
import type { PlacedMarker } from './match/placed-markers.ts';
import type { TimeMap } from './match/time-map.ts';

export interface MarkerEdit {
  /** `kind`: it became a to-do, was completed and the like; `newKind` says which. */
  readonly change: 'added' | 'removed' | 'moved' | 'renamed' | 'kind';
  readonly name: string;
  readonly newName: string;
  readonly newKind: TimelineMarker['kind'] | null;
  readonly before: number | null;
  readonly after: number | null;
}

export interface MarkerSurroundings {
  readonly map: TimeMap;
  readonly tolerance: number;
  /** True if the pictures at a frame of the delivered cut were removed. */
  readonly isGone: (frame: number) => boolean;
  /** True if a format on the way has one text for name and note. */
  readonly hasOneText: boolean;
}

/** Text that identifies a marker. Formats join name and note, or keep only one of them. */
export const textOfMarker = ({ name, note }: TimelineMarker): string =>
  [name, note]
    .filter((part) => part !== '')
    .join(': ')
    .trim();

/** Returned markers that no delivered one has been matched with. */
class FreeMarkers {
  readonly #byText: Map<string, PlacedMarker[]>;
  readonly #byFrame: Map<number, PlacedMarker[]>;
  readonly #taken = new Set<PlacedMarker>();

  constructor(markers: readonly PlacedMarker[]) {
    this.#byText = Map.groupBy(markers, textOfMarker);
    this.#byFrame = Map.groupBy(markers, ({ frame }) => frame);
  }

  /** Takes the first marker at one of some frames, give or take the tolerance; with `text`, only one of this text. */
  takeAt(frames: readonly number[], tolerance: number, text?: string): PlacedMarker | undefined {
    for (const frame of frames)
      for (let distance = 0; distance <= tolerance; distance += 1)
        for (const at of distance === 0 ? [frame] : [frame - distance, frame + distance]) {
          const found = this.#take(
            this.#byFrame.get(at),
            (marker) => text === undefined || textOfMarker(marker) === text,
          );
          if (found) return found;
        }
    return undefined;
  }

  takeNamed(text: string): PlacedMarker | undefined {
    return this.#take(this.#byText.get(text), () => true);
  }

  #take(
    some: readonly PlacedMarker[] | undefined,
    isWanted: (marker: PlacedMarker) => boolean,
  ): PlacedMarker | undefined {
    const found = some?.find((marker) => !this.#taken.has(marker) && isWanted(marker));
    if (found) this.#taken.add(found);
    return found;
  }

  isFree(marker: PlacedMarker): boolean {
    return !this.#taken.has(marker);
  }
}

/**
 * Lists the changes to markers. A marker that moved along with its clip or the pictures counts as unchanged; one that
 * went with its clip, or with the part of it that was cut off, is not listed.
 */
export function markerEdits(
  before: readonly PlacedMarker[],
  after: readonly PlacedMarker[],
  { map, tolerance, isGone, hasOneText }: MarkerSurroundings,
): readonly MarkerEdit[] {
  const free = new FreeMarkers(after);
  const framesOf = ({ frame, expectedFrames = [] }: PlacedMarker): readonly number[] => [
    ...expectedFrames,
    ...map.shiftsAt(frame).map((shift) => frame + shift),
  ];
  const unmatched: PlacedMarker[] = [];
  const otherKinds: MarkerEdit[] = [];
  for (const marker of before) {
    const same = free.takeAt(framesOf(marker), tolerance, textOfMarker(marker));
    if (!same) unmatched.push(marker);
    else if (same.kind !== undefined && same.kind !== marker.kind)
      otherKinds.push(editOf('kind', marker, same));
  }
  // Markers of removed pictures come last, because another marker has the better claim to one in their place.
  const ordered = unmatched.toSorted((a, b) => Number(isGone(a.frame)) - Number(isGone(b.frame)));
  const changed = ordered.flatMap((marker): readonly MarkerEdit[] => {
    const moved = free.takeNamed(textOfMarker(marker));
    if (moved) return [editOf('moved', marker, moved)];
    if (marker.isHidden === true || marker.expectedFrames?.length === 0) return [];
    const renamed = free.takeAt(framesOf(marker), tolerance);
    return [renamed ? editOf('renamed', marker, renamed) : editOf('removed', marker, null)];
  });
  const added = after.filter((marker) => free.isFree(marker) && marker.isHidden !== true);
  const newEdits = added.map((marker) => {
    const edit = editOf('added', null, marker);
    return hasOneText ? { ...edit, name: textOfMarker(marker) } : edit;
  });
  return [...otherKinds, ...changed, ...newEdits];
}

function editOf(
  change: MarkerEdit['change'],
  before: PlacedMarker | null,
  after: PlacedMarker | null,
): MarkerEdit {
  // Where only the notes differ, the whole texts say how.
  const isOtherNote = change === 'renamed' && before?.name === after?.name;
  const textOf = (marker: PlacedMarker | null): string => {
    if (marker === null) return '';
    // A signed note has the author for its name.
    return isOtherNote || marker.name === '' || isNote(marker) ? textOfMarker(marker) : marker.name;
  };
  return {
    change,
    name: textOf(before ?? after),
    newName: textOf(after ?? before),
    newKind: after?.kind ?? null,
    before: before?.frame ?? null,
    after: after?.frame ?? null,
  };
}
