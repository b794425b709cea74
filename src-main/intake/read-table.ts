import Papa from 'papaparse';
import type { BatchColumn, BatchRow } from '../../src-shared/contract/material.ts';
import { columnsOfHead, isHeadOfText, rowOfCells } from '../../src-shared/script/batch-columns.ts';

const separators = [',', ';', '\t', '|'];
/** Occurs in no text, so each row is one cell. */
const noSeparator = Papa.UNIT_SEP;
/** Shown length of a text with a broken quote, which takes in the rest of the file. */
const brokenLength = 200;

interface Table {
  /** Empty without a head. */
  readonly columns: BatchColumn[];
  readonly rows: BatchRow[];
}

/**
 * Reads a table of scripts; its rows are numbered as in spreadsheets. Commas, semicolons, tabs or bars separate the
 * columns; cells in quotes may have line breaks. Without a head, a single column is the text, and of two the first is
 * the name. Of more columns none is the text without its name in the head. Commas with a space behind each, as in
 * sentences, separate columns only if the head, quotes or rows of the same length show it.
 */
export function readTable(content: string): Table {
  const [separatorLine = '', separator] = /^sep=(.)\n/i.exec(content) ?? [];
  const body = content.slice(separatorLine.length);
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator ?? separatorOf(body) });
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  const firstIndex = data.findIndex((cells) => !isEmpty(cells));
  const head = data[firstIndex] ?? [];
  const hasHead = head.some(isHeadOfText) || (head.length > 2 && looksLikeHead(head));
  const columns: readonly BatchColumn[] = hasHead ? columnsOfHead(head) : columnsWithoutHead(head.length);
  const hasMore = columns.some(({ use }) => use !== 'text' && use !== 'name');
  const rows = data.flatMap((cells, index): BatchRow[] => {
    if (isEmpty(cells) || (hasHead && index === firstIndex)) return [];
    const number = index + (separator === undefined ? 1 : 2);
    const row = rowOfCells({ number }, cells, columns);
    if (broken.has(index)) return [{ ...row, text: row.text.slice(0, brokenLength), problem: 'quotes' }];
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) return [{ ...row, problem: 'cells' }];
    return [hasMore ? { ...row, cells: cells.map((cell) => cell.trim()) } : row];
  });
  return { columns: hasHead || hasMore ? [...columns] : [], rows };
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Finds the separator by the head, else by the first row. */
function separatorOf(body: string): string {
  const head = body.split('\n').find((line) => /[^\s",;|]/.test(line)) ?? '';
  const cellsOf = (separator: string): string[] => head.replaceAll('"', '').split(separator);
  const known = separators.find((each) => cellsOf(each).some(isHeadOfText));
  if (known !== undefined) return cellsOf(known).length > 1 ? known : noSeparator;
  const separator = Papa.parse(body, { delimitersToGuess: separators, skipEmptyLines: 'greedy', preview: 1 })
    .meta.delimiter;
  const isProse = separator === ',' && !/,(?!\s|\d{3}\b)|"/.test(body);
  return isProse && !hasEvenRows(body) ? noSeparator : separator;
}

/** True if the rows below a head have as many cells as it has, three or more. */
function hasEvenRows(body: string): boolean {
  const [head = [], ...rows] = Papa.parse<string[]>(body, { delimiter: ',', skipEmptyLines: 'greedy' }).data;
  return head.length > 2 && looksLikeHead(head) && rows.every(({ length }) => length === head.length);
}

/** True for short names, without numbers alone or ends of sentences. */
function looksLikeHead(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim()).filter((name) => name !== '');
  return (
    names.length > 1 && names.every((name) => name.length <= 40 && /^\D.*[^.!?…。！？]$|^\p{L}$/u.test(name))
  );
}

/** Of two columns without a head, the first is the name. More are named by letters, as in spreadsheets. */
function columnsWithoutHead(count: number): readonly BatchColumn[] {
  if (count > 2) return Array.from({ length: count }, (_, index) => ({ name: letterOf(index), use: null }));
  const text: BatchColumn = { name: '', use: 'text' };
  return count === 2 ? [{ name: '', use: 'name' }, text] : [text];
}

/** Returns A to Z, then AA and so on. */
function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
