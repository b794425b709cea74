import type { ReturnDetail, ReturnStrip, StripEvent } from '../../../src-shared/contract/return.ts';

type Strips = NonNullable<ReturnDetail['strips']>;

/** Heights in pixels. */
const measures = { row: 20, rowGap: 2, bands: 28 } as const;

/** A row of events with its place from the top. */
interface PlacedRow {
  readonly name: string;
  readonly isPicture: boolean;
  readonly top: number;
  readonly events: readonly StripEvent[];
}

/** A picture of the delivered cut and what it is in the returned one, as the corners of a band. */
interface Band {
  readonly key: string;
  /** For `points` of a polygon: frames across, pixels down. */
  readonly points: string;
}

export interface StripLayout {
  readonly delivered: readonly PlacedRow[];
  readonly returned: readonly PlacedRow[];
  readonly bands: readonly Band[];
  /** Frames across. */
  readonly width: number;
  /** Pixels down. */
  readonly height: number;
  readonly rowHeight: number;
}

/** Index of the pictures a cut is made of: the lowest row that is no background. */
function primaryIndex({ rows }: ReturnStrip): number {
  return rows.findLastIndex(({ role }) => role === 'video');
}

function placeRows({ rows }: ReturnStrip, top: number): readonly PlacedRow[] {
  return rows.map(({ role, name, events }, index) => ({
    ...{ name, events, isPicture: role === 'video' || role === 'background' },
    top: top + index * (measures.row + measures.rowGap),
  }));
}

const heightOf = ({ rows }: ReturnStrip): number => rows.length * (measures.row + measures.rowGap);

/** Where everything is: the delivered cut above, the returned one below, and bands between pictures that are the same. */
export function layOutStrips({ delivered, returned }: Strips): StripLayout {
  const below = heightOf(delivered) + measures.bands;
  const [above, under] = [placeRows(delivered, 0), placeRows(returned, below)];
  const [from, to] = [above[primaryIndex(delivered)], under[primaryIndex(returned)]];
  const byId = new Map((to?.events ?? []).map((event) => [event.eventId, event]));
  const [start, end] = [String((from?.top ?? 0) + measures.row), String(to?.top ?? 0)];
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
    ...{ delivered: above, returned: under, bands, rowHeight: measures.row },
    width: Math.max(1, delivered.durationFrames, returned.durationFrames),
    height: below + heightOf(returned),
  };
}

/**
 * What can be seen of many events where one pixel is some frames: of those that end within the same pixel the first,
 * and all that the other strip has not.
 */
export function visibleEvents(events: readonly StripEvent[], framesPerPixel: number): readonly StripEvent[] {
  let drawnTo = -Infinity;
  return events.filter(({ startFrame, endFrame, counterparts }) => {
    const isSeen = endFrame - Math.max(drawnTo, startFrame) >= framesPerPixel || startFrame > drawnTo;
    if (isSeen) drawnTo = Math.max(endFrame, startFrame + framesPerPixel);
    return isSeen || counterparts.length === 0;
  });
}

/** Clips of one strip that the other has not. */
export function countLoneEvents({ rows }: ReturnStrip): number {
  return rows.flatMap(({ events }) => events).filter(({ counterparts }) => counterparts.length === 0).length;
}
