import { expect, test } from 'vitest';
import { type Page, paginate } from '../../../../src-main/api/paginate.ts';

async function collect(pages: readonly Page<number>[]) {
  const cursors: (string | null)[] = [];
  const items: number[] = [];
  const read = (cursor: string | null): Promise<Page<number>> => {
    cursors.push(cursor);
    return Promise.resolve(pages[Number(cursor ?? 0)] ?? { items: [], nextCursor: null });
  };
  let error: unknown = null;
  try {
    for await (const item of paginate(read)) items.push(item);
  } catch (thrown) {
    error = thrown;
  }
  return { items, cursors, error };
}

test('every page is read in turn', async () => {
  const { items, cursors, error } = await collect([
    { items: [1, 2], nextCursor: '1' },
    { items: [], nextCursor: '2' },
    { items: [3], nextCursor: null },
  ]);
  expect([items, cursors, error]).toEqual([[1, 2, 3], [null, '1', '2'], null]);
});

test('a cursor that comes back ends the list with an error at once', async () => {
  const { cursors, error } = await collect([
    { items: [1], nextCursor: '1' },
    { items: [2], nextCursor: '1' },
  ]);
  expect(error).toMatchObject({ code: 'service_answer_unreadable' });
  expect(cursors).toHaveLength(2);
});

test('a list without an end is given up', async () => {
  const pages = Array.from({ length: 1_000 }, (_, index) => ({
    items: [index],
    nextCursor: String(index + 1),
  }));
  const { cursors, error } = await collect(pages);
  expect(error).toMatchObject({ code: 'service_answer_unreadable' });
  expect(cursors).toHaveLength(200);
});
