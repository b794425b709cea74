import type { BatchColumn, BatchRow } from '../contract/material.ts';

type Use = NonNullable<BatchColumn['use']>;

/** Words that head a column, by what it is used for; the first known one counts. */
const heads: Readonly<Record<Use, readonly string[]>> = {
  text: 'script text words narration voiceover prompt outline content'.split(' '),
  name: 'title name file filename id'.split(' '),
  language: 'language lang locale'.split(' '),
  voice: ['voice', 'voice id', 'voiceid', 'speaker', 'narrator'],
  ratio: ['ratio', 'aspect', 'aspect ratio', 'aspectratio', 'format'],
};

/** True for the head of a column of scripts. */
export function isHeadOfText(cell: string): boolean {
  return heads.text.includes(cell.trim().toLowerCase());
}

/** Guesses the use of each column by its head. Only one column has each use. */
export function columnsOfHead(head: readonly string[]): BatchColumn[] {
  const names = head.map((cell) => cell.trim().toLowerCase());
  const uses = Object.entries(heads).map(
    ([use, words]) => [names.findIndex((name) => words.includes(name)), use as Use] as const,
  );
  const byColumn = new Map(uses);
  return head.map((cell, index) => ({ name: cell.trim(), use: byColumn.get(index) ?? null }));
}

/** Gives a column another use, which the column that had it loses. The text is always one. */
export function withUse(
  columns: readonly BatchColumn[],
  index: number,
  use: BatchColumn['use'],
): readonly BatchColumn[] {
  const before = columns[index]?.use ?? null;
  return columns.map((column, at) => {
    if (at === index) return { ...column, use };
    if (use === null || column.use !== use) return column;
    return { ...column, use: before === 'text' ? before : null };
  });
}

/** Reads all rows of a table anew, with another use of one column. */
export function withColumnUsed<Table extends { columns: BatchColumn[]; rows: BatchRow[] }>(
  table: Table,
  index: number,
  use: BatchColumn['use'],
): Table {
  const columns = [...withUse(table.columns, index, use)];
  const rows = table.rows.map((row) =>
    row.cells ? { ...rowOfCells(row, row.cells, columns), cells: row.cells } : row,
  );
  return { ...table, columns, rows };
}

/** Reads a row by the uses of the columns. */
export function rowOfCells(
  row: Pick<BatchRow, 'number' | 'problem'>,
  cells: readonly string[],
  columns: readonly BatchColumn[],
): BatchRow {
  const cellOf = (wanted: Use): string => {
    const index = columns.findIndex(({ use }) => use === wanted);
    return index === -1 ? '' : (cells[index]?.trim() ?? '');
  };
  const language = cellOf('language');
  const voice = cellOf('voice');
  const ratio = cellOf('ratio');
  const { number, problem } = row;
  return {
    number,
    name: cellOf('name'),
    text: cellOf('text'),
    ...(language !== '' && { language }),
    ...(voice !== '' && { voice }),
    ...(ratio !== '' && { ratio }),
    ...(problem !== undefined && { problem }),
  };
}
