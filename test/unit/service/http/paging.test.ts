import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Cursors } from '../../../../src-service/http/cursors.ts';
import { type Page, pageOfCatalogue, pageOfRecords } from '../../../../src-service/http/paging.ts';
import { Signer } from '../../../../src-service/signer.ts';
import type { ListedRow, PageWindow } from '../../../../src-service/store/records/newest-first.ts';

const cursors = new Cursors({ signer: new Signer(randomBytes(32), 'cursors') });

function reader(rows: ListedRow<string>[], reads: PageWindow[] = []) {
  return (window: PageWindow) => {
    reads.push(window);
    const before = window.before ?? Infinity;
    return rows
      .filter((row) => row.order < before)
      .sort((left, right) => right.order - left.order)
      .slice(0, window.count);
  };
}

function allPages(read: (cursor: string | undefined) => Page<string>): string[][] {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = read(cursor);
    pages.push([...page.items]);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

const rows = ['a', 'b', 'c', 'd', 'e'].map((record, index) => ({ order: index + 1, record }));

test('a page reads one row more than it shows, wherever it is', () => {
  const reads: PageWindow[] = [];
  const read = reader([...rows], reads);
  allPages((cursor) => pageOfRecords(cursors, 'files', { limit: 2, cursor }, read));
  expect(reads.map((window) => window.count)).toEqual([3, 3, 3]);
});

test('a damaged record leaves a gap and does not end the list', () => {
  const damaged = rows.map((row) => (row.record === 'd' ? { ...row, record: null } : row));
  const read = reader(damaged);
  const pages = allPages((cursor) => pageOfRecords(cursors, 'files', { limit: 2, cursor }, read));
  expect(pages).toEqual([['e'], ['c', 'b'], ['a']]);
});

test('a cursor to a voice that is gone is refused', () => {
  const cursor = cursors.encode('voices', 'id of z');
  expect(() =>
    pageOfCatalogue(cursors, 'voices', { limit: 2, cursor }, { items: ['a'], idOf: String }, () => true),
  ).toThrow(expect.objectContaining({ status: 400 }));
});
