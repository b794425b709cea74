import { isSame } from '../diff/match/is-same.ts';
import type { Arrangement, Node } from './arrangement.ts';
import type { MergeLog } from './merge-log.ts';
import type { Three } from './merge-types.ts';
import { movedPictures } from './removals.ts';

const idsOf = ({ pictures }: Arrangement): readonly string[] => pictures.map(({ id }) => id);

/**
 * Orders the merged cut's pictures. A picture of one side alone comes after the picture it follows there, and after all
 * pieces of that one.
 */
export function mergeOrder(
  cuts: Three<Arrangement>,
  present: ReadonlySet<string>,
  log: MergeLog,
): readonly string[] {
  const { ours, theirs } = cuts;
  const side = sideOfOrder(cuts, present, log);
  const [leading, other] = side === 'theirs' ? [theirs, ours] : [ours, theirs];
  const order = idsOf(leading).filter((id) => present.has(id));
  const added = addedAfter(order, other, leading, present);
  return [...(added.get(null) ?? []), ...order.flatMap((id) => [id, ...(added.get(id) ?? [])])];
}

/** Returns the pictures of the other cut alone, by the picture of the leading one that they come after. */
function addedAfter(
  order: readonly string[],
  other: Arrangement,
  leading: Arrangement,
  present: ReadonlySet<string>,
): ReadonlyMap<string | null, readonly string[]> {
  const places = new Map(order.map((id, index) => [id, index]));
  let run: string[] = [];
  const added = new Map<string | null, string[]>([[null, run]]);
  for (const id of idsOf(other).filter((one) => present.has(one))) {
    const index = places.get(id);
    if (index === undefined) run.push(id);
    else {
      run = [];
      added.set(lastPieceAfter(index, order, { leading, other }), run);
    }
  }
  return added;
}

/**
 * Returns the last piece that follows a picture, with only new pictures between them. A new picture directly after a piece
 * counts as one if it shows the same media: pieces that are longer than the delivered clip match no part of it.
 */
function lastPieceAfter(
  index: number,
  order: readonly string[],
  { leading, other }: { readonly leading: Arrangement; readonly other: Arrangement },
): string | null {
  const nodeOf = (id = ''): Node | undefined => leading.byId.get(id);
  const picture = nodeOf(order[index]);
  let last = index;
  for (let at = index + 1; picture && picture.origin !== null && at < order.length; at += 1) {
    const next = nodeOf(order[at]);
    const isNew = next?.origin === null;
    const isSamePicture = next?.origin === picture.origin && !other.byId.has(next.id);
    if (!isNew && !isSamePicture) break;
    if (isSamePicture || (at === last + 1 && next?.event.mediaKey === picture.event.mediaKey)) last = at;
  }
  return order[last] ?? null;
}

function sideOfOrder(
  cuts: Three<Arrangement>,
  present: ReadonlySet<string>,
  log: MergeLog,
): 'ours' | 'theirs' {
  const { base, ours, theirs } = cuts;
  const [first] = movedPictures(base, theirs);
  if (first === undefined) return 'ours';
  const common = new Set(idsOf(theirs).filter((id) => present.has(id) && ours.byId.has(id)));
  const orderIn = (cut: Arrangement): readonly string[] => idsOf(cut).filter((id) => common.has(id));
  if (isSame(orderIn(ours), orderIn(theirs))) return 'ours';
  const event = base.byId.get(first)?.event;
  const about = { key: 'pictures', subject: event?.fileName ?? '', scene: base.sceneOf(first) };
  if (movedPictures(base, ours).size > 0) return log.decide('order', about);
  log.carry('order', about);
  return 'theirs';
}
