import Papa from 'papaparse';
import type { BatchRow } from '../../src-shared/contract/material.ts';
import { unreadable } from '../foundation/files/unreadable.ts';

const textNames = 'script text words narration voiceover prompt outline content'.split(' ');
const nameNames = 'name title file filename id'.split(' ');
const separators = [',', ';', '\t', '|'];
/** Occurs in no text, so each row is one cell. */
const noSeparator = Papa.UNIT_SEP;
/** Shown length of a text with a broken quote, which takes in the rest of the file. */
const brokenLength = 200;

interface Columns {
  /** -1 if rows have no names. */
  readonly nameAt: number;
  readonly textAt: number;
  readonly count: number;
  readonly hasHead: boolean;
}

/**
 * Reads the rows of a table of scripts, numbered as in spreadsheets. Commas, semicolons, tabs or bars separate the
 * columns; cells in quotes may have line breaks. Without a head, a single column is the text, and of two the first is
 * the name. Commas with a space behind each, as in sentences, separate columns only if the head or quotes show it.
 * @throws AppError `file_unreadable` for more than two columns, none of which is named as the text.
 */
export function rowsOfTable(content: string, displayName: string): BatchRow[] {
  const [separatorLine = '', separator] = /^sep=(.)\n/i.exec(content) ?? [];
  const body = content.slice(separatorLine.length);
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator ?? separatorOf(body) });
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  const firstIndex = data.findIndex((cells) => !isEmpty(cells));
  const columns = columnsOf(data[firstIndex] ?? [], displayName);
  return data.flatMap((cells, index): BatchRow[] => {
    if (isEmpty(cells) || (columns.hasHead && index === firstIndex)) return [];
    const text = cells[columns.textAt]?.trim() ?? '';
    const row = {
      number: index + (separator === undefined ? 1 : 2),
      name: cells[columns.nameAt]?.trim() ?? '',
    };
    if (broken.has(index)) return [{ ...row, text: text.slice(0, brokenLength), problem: 'quotes' }];
    const hasMore = cells.slice(columns.count).some((cell) => cell.trim() !== '');
    return [{ ...row, text, ...(hasMore ? { problem: 'cells' as const } : {}) }];
  });
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Finds the separator by the head, else by the first row. */
function separatorOf(body: string): string {
  const head = body.split('\n').find((line) => /[^\s",;|]/.test(line)) ?? '';
  const cellsOf = (separator: string): string[] => head.replaceAll('"', '').split(separator).map(nameOf);
  const known = separators.find((each) => cellsOf(each).some((cell) => textNames.includes(cell)));
  if (known !== undefined) return cellsOf(known).length > 1 ? known : noSeparator;
  const separator = Papa.parse(body, { delimitersToGuess: separators, skipEmptyLines: 'greedy', preview: 1 })
    .meta.delimiter;
  return separator === ',' && !/,(?!\s|\d{3}\b)|"/.test(body) ? noSeparator : separator;
}

function nameOf(cell: string): string {
  return cell.trim().toLowerCase();
}

function columnsOf(head: readonly string[], displayName: string): Columns {
  const names = head.map(nameOf);
  const textAt = names.findIndex((name) => textNames.includes(name));
  const nameAt = names.findIndex((name) => nameNames.includes(name));
  const count = head.length;
  if (textAt !== -1) return { nameAt, textAt, count, hasHead: true };
  if (count > 2) throw unreadable(displayName, 'no_script_column');
  return { nameAt: count - 2, textAt: count - 1, count, hasHead: false };
}
