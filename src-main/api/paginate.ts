import { AppError } from '../../src-shared/app-error.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

const maxPages = 200;

/**
 * Yields all items of a list, page by page.
 * @throws AppError `service_answer_unreadable` if a cursor repeats or the list does not end.
 */
export async function* paginate<Item>(
  readPage: (cursor: string | null) => Promise<Page<Item>>,
): AsyncGenerator<Item, void> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const { items, nextCursor }: Page<Item> = await readPage(cursor);
    yield* items;
    if (nextCursor === null) return;
    if (seen.has(nextCursor))
      throw new AppError('service_answer_unreadable', 'A list gives the same page again.');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  throw new AppError('service_answer_unreadable', `A list has more than ${String(maxPages)} pages.`);
}

/** Returns the first items of a list, `most` at the most. @throws as `paginate`. */
export async function firstOf<Item>(
  most: number,
  readPage: (cursor: string | null) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of paginate(readPage)) {
    items.push(item);
    if (items.length === most) break;
  }
  return items;
}

/** Returns the page in an answer whose items are under `key`. */
export async function pageFrom<Key extends string, Item>(
  answer: Promise<Readonly<Record<Key, readonly Item[]>> & { readonly nextCursor: string | null }>,
  key: Key,
): Promise<Page<Item>> {
  const page = await answer;
  return { items: page[key], nextCursor: page.nextCursor };
}

/** The query of one page. */
export function pageQuery(cursor: string | null, limit: number): Record<string, string | number> {
  return cursor === null ? { limit } : { limit, cursor };
}
