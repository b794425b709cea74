import { endOf } from '../diff/match/cut-event.ts';
import { isSame } from '../diff/match/is-same.ts';
import type { Arrangement } from './arrangement.ts';
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
  insertAfter(order, other, { present, leading });
  return order;
}

interface Surroundings {
  readonly present: ReadonlySet<string>;
  /** Cut that the others are inserted into. */
  readonly leading: Arrangement;
}

function insertAfter(order: string[], other: Arrangement, { present, leading }: Surroundings): void {
  const known = new Set(order);
  let previous: string | null = null;
  for (const id of idsOf(other).filter((one) => present.has(one))) {
    const at = previous === null ? 0 : lastPieceAfter(order.indexOf(previous), order, { leading, other }) + 1;
    if (!known.has(id)) order.splice(at, 0, id);
    previous = id;
  }
}

/**
 * Returns the index of the last piece that follows a picture, with only new pictures between them. A new picture directly
 * after a piece counts as one if it shows the same media: pieces that are longer than the delivered clip match no part of
 * it.
 */
function lastPieceAfter(
  index: number,
  order: readonly string[],
  { leading, other }: { readonly leading: Arrangement; readonly other: Arrangement },
): number {
  const originOf = (id = ''): string | null => leading.byId.get(id)?.origin ?? null;
  const mediaOf = (id = ''): string | undefined => leading.byId.get(id)?.event.mediaKey;
  const origin = originOf(order[index]);
  let last = index;
  for (const [at, id] of order.entries()) {
    if (at <= index || origin === null) continue;
    if (originOf(id) === null) {
      if (at === last + 1 && mediaOf(id) === mediaOf(order[index])) last = at;
      continue;
    }
    if (originOf(id) !== origin || other.byId.has(id)) break;
    last = at;
  }
  return last;
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
  const about = {
    ...{
      key: 'pictures',
      subject: event?.fileName ?? '',
      scene: base.sceneOf(first),
    },
    places: { base: null, ours: null, theirs: null },
  };
  const isMine = movedPictures(base, ours).size > 0 || separatesSounds(cuts, common);
  if (isMine) return log.decide('order', about);
  log.carry('order', about);
  return 'theirs';
}

/**
 * True if the project's order separates pictures whose sounds the editor let play into each other's time.
 * @param common pictures of both cuts.
 */
function separatesSounds({ base, ours, theirs }: Three<Arrangement>, common: ReadonlySet<string>): boolean {
  const [mine, other] = [ours, theirs].map((cut) => idsOf(cut).filter((id) => common.has(id)));
  const isSeparated = (id: string, step: 1 | -1): boolean =>
    mine?.[mine.indexOf(id) + step] !== other?.[other.indexOf(id) + step];
  const delivered = [...common].filter((id) => base.byId.has(id));
  return delivered.some((id) => {
    const [before, after] = [soundSpan(id, base), soundSpan(id, ours)];
    return (
      (after.start < before.start && isSeparated(id, -1)) ||
      (after.beyond > before.beyond && isSeparated(id, 1))
    );
  });
}

/**
 * Returns how early the sounds linked to a picture start, as a negative offset, and by how much they outlast it. Its pieces
 * count as one.
 */
function soundSpan(id: string, { byId, othersAt, partsOf }: Arrangement): { start: number; beyond: number } {
  const picture = byId.get(id)?.event;
  const ends = (partsOf.get(id) ?? []).map(({ event }) => endOf(event));
  const sounds = (othersAt.get(id) ?? []).filter(
    ({ event }) =>
      event.trackKind === 'audio' && event.clip.linkId !== null && event.clip.linkId === picture?.clip.linkId,
  );
  return {
    start: Math.min(0, ...sounds.map(({ offset }) => offset)),
    beyond: Math.max(0, ...sounds.map(({ event }) => endOf(event) - Math.max(...ends))),
  };
}
