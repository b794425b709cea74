import { invalidParameter } from '../api-error.ts';
import type { ListedRow, PageWindow } from '../store/records/newest-first.ts';
import type { Cursors } from './cursors.ts';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of items, before the endpoint names its list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/**
 * Reads a page of records, newest first, and one extra row to see if there are more. Pages continue from a position,
 * not from a count, so new records do not shift them and later pages cost the same.
 */
export function pageOfRecords<Item>(
  cursors: Cursors,
  list: string,
  query: PageQuery,
  read: (window: PageWindow) => readonly ListedRow<Item>[],
): Page<Item> {
  const before = query.cursor === undefined ? null : cursors.decode(list, query.cursor);
  if (typeof before === 'string') throw invalidParameter('cursor', 'is not a cursor of this list');
  const rows = read({ before, count: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > query.limit && last !== undefined;
  return {
    items: shown.map((row) => row.record).filter((record) => record !== null),
    hasMore,
    nextCursor: hasMore ? cursors.encode(list, last.order) : null,
  };
}

/** Returns a page of a catalogue in its own order. The cursor names the last item shown. */
export function pageOfCatalogue<Item>(
  cursors: Cursors,
  list: string,
  query: PageQuery,
  catalogue: { readonly items: readonly Item[]; readonly idOf: (item: Item) => string },
  isWanted: (item: Item) => boolean,
): Page<Item> {
  let start = 0;
  if (query.cursor !== undefined) {
    const lastId = cursors.decode(list, query.cursor);
    start = catalogue.items.findIndex((item) => catalogue.idOf(item) === lastId) + 1;
    if (start === 0) throw invalidParameter('cursor', 'points to an item the catalogue no longer has');
  }
  const wanted = catalogue.items.slice(start).filter(isWanted);
  const items = wanted.slice(0, query.limit);
  const last = items.at(-1);
  const hasMore = wanted.length > items.length && last !== undefined;
  return { items, hasMore, nextCursor: hasMore ? cursors.encode(list, catalogue.idOf(last)) : null };
}
