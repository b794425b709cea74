import type { ReturnDetail, ReturnStrip, StripEvent } from '../../../src-shared/contract/return.ts';

type Strips = NonNullable<ReturnDetail['strips']>;

/** Heights in CSS pixels. */
const measures = { row: 20, rowGap: 2, bands: 28 } as const;

/** A row of events with its vertical position. */
interface PlacedRow {
  readonly name: string;
  readonly isPicture: boolean;
  readonly top: number;
  readonly events: readonly StripEvent[];
}

/** A band from a picture of the delivered cut to its counterpart in the returned one. */
interface Band {
  readonly key: string;
  /** Value for the `points` of a polygon: x in frames, y in pixels. */
  readonly points: string;
}

export interface StripLayout {
  readonly delivered: readonly PlacedRow[];
  readonly returned: readonly PlacedRow[];
  readonly bands: readonly Band[];
  /** In frames. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  readonly rowHeight: number;
}

/** Returns the index of the main picture row: the lowest row with clips that is no background. */
function primaryIndex({ rows }: ReturnStrip): number {
  return rows.findLastIndex(
    ({ role, events }) => role === 'video' && events.some(({ itemKind }) => itemKind === null),
  );
}

function placeRows({ rows }: ReturnStrip, top: number): readonly PlacedRow[] {
  return rows.map(({ role, name, events }, index) => ({
    name,
    events,
    isPicture: role === 'video' || role === 'background',
    top: top + index * (measures.row + measures.rowGap),
  }));
}

const heightOf = ({ rows }: ReturnStrip): number => rows.length * (measures.row + measures.rowGap);

/** Lays out both strips: the delivered cut above, the returned one below, bands between identical pictures. */
export function layOutStrips({ delivered, returned }: Strips): StripLayout {
  const below = heightOf(delivered) + measures.bands;
  const above = placeRows(delivered, 0);
  const under = placeRows(returned, below);
  const from = above[primaryIndex(delivered)];
  const to = under[primaryIndex(returned)];
  const byId = new Map((to?.events ?? []).map((event) => [event.eventId, event]));
  const start = String((from?.top ?? 0) + measures.row);
  const end = String(to?.top ?? 0);
  const bands = (from?.events ?? []).flatMap((event) =>
    event.counterparts.flatMap((id): readonly Band[] => {
      const other = byId.get(id);
      if (!other) return [];
      const corners = [
        `${String(event.startFrame)},${start}`,
        `${String(event.endFrame)},${start}`,
        `${String(other.endFrame)},${end}`,
        `${String(other.startFrame)},${end}`,
      ];
      return [{ key: `${event.eventId} ${id}`, points: corners.join(' ') }];
    }),
  );
  return {
    delivered: above,
    returned: under,
    bands,
    rowHeight: measures.row,
    width: Math.max(1, delivered.durationFrames, returned.durationFrames),
    height: below + heightOf(returned),
  };
}

/**
 * Reduces the events to the visible ones if one pixel covers several frames. Keeps the first of the events that end
 * within the same pixel, and all without a counterpart in the other strip.
 */
export function visibleEvents(events: readonly StripEvent[], framesPerPixel: number): readonly StripEvent[] {
  let drawnTo = -Infinity;
  return events.filter(({ startFrame, endFrame, counterparts }) => {
    const isSeen = endFrame - Math.max(drawnTo, startFrame) >= framesPerPixel || startFrame > drawnTo;
    if (isSeen) drawnTo = Math.max(endFrame, startFrame + framesPerPixel);
    return isSeen || counterparts.length === 0;
  });
}

/** Counts the clips that have no counterpart in the other strip. */
export function countLoneEvents({ rows }: ReturnStrip): number {
  return rows.flatMap(({ events }) => events).filter(({ counterparts }) => counterparts.length === 0).length;
}
