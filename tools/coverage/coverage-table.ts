import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageRow } from './rows.ts';

/** A row with the test that shows it; null if the row states why there is none. */
export interface ShownRow extends CoverageRow {
  readonly shownBy: string | null;
}

const introduction = `# API coverage

Every operation, field and rule of the API and a test that shows it. What the conformance suites send and receive is
recorded, and a test shows what its own requests and answers held. Made by \`npm run coverage:api\` from the last
recording; fields that several operations share are listed at the first of them.
`;

function cell(text: string): string {
  return text
    .replaceAll('|', String.raw`\\|`)
    .replaceAll('<', '&lt;')
    .replaceAll(/\p{Cc}/gu, ' ');
}

function lineOf({ what, shownBy, reason }: ShownRow): string {
  if (shownBy === null) return `| ${cell(what)} | never: ${cell(reason ?? '')} |`;
  const colon = shownBy.indexOf(': ');
  return `| ${cell(what)} | \`${shownBy.slice(0, colon)}\`: ${cell(shownBy.slice(colon + 2))} |`;
}

/** Returns the text of the whole document. */
export function writeTable(rows: readonly ShownRow[]): string {
  const sections = Map.groupBy(rows, ({ section }) => section);
  const tables = [...sections].map(([section, own]) => {
    const title = /^(?:GET|POST|DELETE) /.test(section) ? `\`${section}\`` : section;
    return `## ${title}\n\n| What | Shown by |\n| --- | --- |\n${own.map(lineOf).join('\n')}\n`;
  });
  return [introduction, ...tables].join('\n');
}

/** Returns why a test named by a person does not exist; null if it does. */
export function reasonMissing(test: string): string | null {
  const colon = test.indexOf(': ');
  const path = join('test', test.slice(0, colon));
  if (!existsSync(path)) return `there is no file ${path}`;
  const text = readFileSync(path, 'utf8');
  const isThere = test
    .slice(colon + 2)
    .split('…')
    .every((words) => text.includes(words.trim()));
  return isThere ? null : `${path} has no test with that title`;
}
