import { textOfMarker } from '../diff/marker-edits.ts';
import { isSame } from '../diff/match/is-same.ts';
import type { TimelineMarker } from '../model/timeline.ts';
import type { Arrangement } from './arrangement.ts';
import type { PictureMap } from './lay-out.ts';
import type { Three } from './merge-types.ts';
import type { Merge } from './merged-node.ts';
import { placeBeside } from './scene-captions.ts';
import { shiftOfWords } from './scene-sounds.ts';
import { threeWay } from './three-way.ts';

interface Placed {
  readonly marker: TimelineMarker;
  readonly place: ReturnType<Arrangement['anchorAt']>;
}

/** Merges markers, matched by text and, for repeated texts, by order. Each is placed by the side that moved it. */
export function mergeMarkers(merge: Merge, map: PictureMap): readonly TimelineMarker[] {
  const base = markersOf(merge.base);
  const besideDelivered = (side: Arrangement, shiftOf?: ShiftOf): typeof base =>
    new Map(
      [...markersOf(side, shiftOf)].map(([key, { marker, place }]) => {
        const before = base.get(key);
        if (!before) return [key, { marker, place }];
        const isUnmoved = isSame(placeOf(side, marker.frame, unshifted), before.place);
        if (isUnmoved) return [key, { marker, place: before.place }];
        const mark = { cut: side, startFrame: marker.frame, ...place };
        const { anchor } = before.place;
        const old = { cut: merge.base, startFrame: before.marker.frame, anchor };
        return [key, { marker, place: placeBeside(mark, old) }];
      }),
    );
  const own = besideDelivered(merge.ours);
  const three = {
    base,
    theirs: besideDelivered(merge.theirs, (anchor) => shiftOfWords(merge, anchor)),
    ours: merge.lacking.markers ? new Map([...deliveredMarkers(base, merge), ...own]) : own,
  };
  const keys = new Set([...three.ours.keys(), ...three.theirs.keys()]);
  const markers = [...keys].flatMap((key) => {
    const before = three.base.get(key);
    const mine = three.ours.get(key);
    const other = three.theirs.get(key);
    const isKept = before !== undefined && !other && merge.removals.kept.has(before.place.anchor ?? '');
    return mergeMarker(key, { base: before, ours: mine, theirs: isKept ? before : other }, merge, map);
  });
  return markers.toSorted((a, b) => a.frame - b.frame);
}

/** Returns the delivered markers whose scenes are in the edit, for an edit without markers. */
function deliveredMarkers(markers: ReadonlyMap<string, Placed>, { ours }: Merge): typeof markers {
  const isThere = ({ place }: Placed): boolean => place.anchor === null || ours.byId.has(place.anchor);
  return new Map([...markers].filter(([, placed]) => isThere(placed)));
}

function mergeMarker(
  key: string,
  { base, ours, theirs }: Three<Placed | undefined>,
  { log }: Merge,
  map: PictureMap,
): readonly TimelineMarker[] {
  const marker = (ours ?? theirs)?.marker;
  if (!marker) return [];
  const places = { base: base?.place, ours: ours?.place, theirs: theirs?.place };
  const about = { key, subject: marker.name };
  const place = threeWay(places, 'markers', about, log);
  return place ? [{ ...marker, frame: map.frameOf(place.anchor, place.offset) }] : [];
}

type ShiftOf = (anchor: string | null) => number;
const unshifted: ShiftOf = () => 0;

/** Places a marker by the picture that starts at it, or as the words there. */
function placeOf({ anchorAt, wordsAt, byId }: Arrangement, frame: number, shiftOf: ShiftOf): Placed['place'] {
  const at = anchorAt(frame);
  const picture = byId.get(at.anchor ?? '')?.event;
  if (picture?.startFrame === frame) return at;
  const { anchor, offset } = wordsAt(frame);
  return { anchor, offset: offset + shiftOf(anchor) };
}

function markersOf(arrangement: Arrangement, shiftOf = unshifted): ReadonlyMap<string, Placed> {
  const counts = new Map<string, number>();
  return new Map(
    (arrangement.cut.markers ?? []).map((marker) => {
      const text = textOfMarker(marker);
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      return [`${text}\n${String(count)}`, { marker, place: placeOf(arrangement, marker.frame, shiftOf) }];
    }),
  );
}
