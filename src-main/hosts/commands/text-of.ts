/**
 * Formats a result for people and shells: a list as one row a line with tabs between its plain values, anything else as
 * a line per plain value.
 */
export function textOf(result: object): string {
  const entries = Object.entries(result);
  const lists = entries.filter(([, value]) => Array.isArray(value));
  const [list] = lists;
  if (list && (lists.length === 1 || entries.length === lists.length)) return rowsOf(list[1] as unknown[]);
  const lines = entries.map(([name, value]) => `${name}: ${plain(value)}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Links and how long they are valid would fill a row; a command that shows one record shows them. */
const linkKey = /(?:Url|ExpiresAt|Source)$/;

/** A column holds the same field in every row, also where a row does not have it. */
function rowsOf(list: readonly unknown[]): string {
  const rows = list.map((row) => (typeof row === 'object' && row !== null ? { ...row } : { row }));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !linkKey.test(name));
  const columns = names.map((name) => rows.map((row) => cellsOf((row as Record<string, unknown>)[name])));
  const widths = columns.map((cells) => Math.max(...cells.map(({ length }) => length)));
  return rows
    .map((_, index) => columns.flatMap((cells, column) => padded(cells[index] ?? [], widths[column] ?? 0)))
    .map((cells) => `${cells.join('\t')}\n`)
    .join('');
}

function padded(cells: readonly string[], width: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => cells[index] ?? '');
}

/** Returns a value; of a record within a row its first one and its names, three in all, and nothing of a list. */
function cellsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return [];
  return namesIn(value).map((each) => plain(each).replaceAll(/[\t\n]/g, ' '));
}

function namesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  const [first, ...rest] = Object.entries<unknown>({ ...value }).filter(
    ([, each]) => typeof each !== 'object',
  );
  const isName = ([key]: [string, unknown]): boolean => /name|title/i.test(key);
  const sorted = [...rest.filter(isName), ...rest.filter((entry) => !isName(entry))];
  return [...(first ? [first] : []), ...sorted].slice(0, 3).map(([, each]) => each);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}
