/** The line below a table's head: `| --- | :-: |`. */
const ruleLine = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const bar = /(?<!\\)\|/;

/**
 * Markdown with its tables as they are read aloud: a line for every row, its cells with commas between them. The
 * line below the head is left out, and so are empty cells.
 */
export function spokenTables(markdown: string): string {
  const lines = markdown.split('\n');
  const isRow = (index: number): boolean => bar.test(lines[index] ?? '');
  const spoken: string[] = [];
  let inTable = false;
  for (const [index, line] of lines.entries()) {
    const isHead = isRow(index) && isRow(index + 1) && ruleLine.test(lines[index + 1] ?? '');
    inTable = isHead || (inTable && isRow(index));
    if (!inTable) spoken.push(line);
    else if (!ruleLine.test(line)) spoken.push(...(isHead ? ['', rowText(line)] : [rowText(line)]));
  }
  return spoken.join('\n');
}

/** Ends with the two spaces that keep the next row on a line of its own. */
function rowText(line: string): string {
  const cells = line.split(bar).map((cell) => cell.trim().replaceAll('\\|', '|'));
  return `${cells.filter((cell) => cell !== '').join(', ')}  `;
}
