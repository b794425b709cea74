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

function rowsOf(list: readonly unknown[]): string {
  return list
    .map((row) => {
      if (typeof row !== 'object' || row === null) return plain(row);
      return Object.entries(row)
        .filter(([name]) => !linkKey.test(name))
        .flatMap(([, value]) => namesIn(value))
        .map((value) => plain(value).replaceAll(/[\t\n]/g, ' '))
        .join('\t');
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** Of a record within a row, its first three values: those that name it. */
function namesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  if (Array.isArray(value)) return [];
  return Object.values(value)
    .filter((each) => typeof each !== 'object')
    .slice(0, 3);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}
