import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withKeysOfInput } from '../src-shared/key-arguments.ts';
import { helpIfAsked } from './arguments-or-usage.ts';

/**
 * Checks a service against the documented facts, over HTTP only, and prints how many facts of each part hold. Without
 * `--base-url` it starts the service of this repository, with real media, on an empty data folder.
 */
const usage = `Usage: npm run conformance -- [--base-url URL --api-key -] [options]

  --api-key KEY             DAILIES_API_KEY is read when left out
  --colleague-api-key KEY   of another user of the same team
  --free-api-key KEY        of another team, without a paid plan
  --exhaust                 also use up the limits of 10 requests an hour
  --only PART               such as part-4-tools; may be repeated

A key of - is read from standard input, a line for each; others can read one on the command line.
Checks that need a key which is not given are skipped. The checks start jobs, which may cost credits.
`;

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly status: string;
    }[];
  }[];
}

interface Row {
  checked: number;
  passed: number;
  skipped: number;
}

function stop(message: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}

const keyOptions = ['--api-key', '--colleague-api-key', '--free-api-key'];

function readOptions(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { 'base-url': text, 'api-key': text, 'colleague-api-key': text, 'free-api-key': text };
  const flags = { exhaust: { type: 'boolean' } } as const;
  try {
    const only = { type: 'string', multiple: true, default: [] as string[] } as const;
    return parseArgs({ args, options: { ...options, ...flags, only } }).values;
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

function environmentFor(given: ReturnType<typeof readOptions>): NodeJS.ProcessEnv {
  const url = given['base-url'];
  if (url === undefined && given.exhaust === true) stop('--exhaust needs the --base-url of a service.');
  if (url === undefined) return {};
  if (!URL.canParse(url)) stop(`--base-url must be an address, not ${url}.`);
  const apiKey = given['api-key'] ?? process.env['DAILIES_API_KEY'] ?? stop('--api-key is missing.');
  const colleague = given['colleague-api-key'];
  const free = given['free-api-key'];
  return {
    DAILIES_BASE_URL: url,
    DAILIES_API_KEY: apiKey,
    ...(colleague !== undefined && { DAILIES_COLLEAGUE_API_KEY: colleague }),
    ...(free !== undefined && { DAILIES_FREE_API_KEY: free }),
    ...(given.exhaust === true && { DAILIES_EXHAUST: '1' }),
  };
}

function countRows(report: Report): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { ancestorTitles, status } of report.testResults.flatMap((file) => file.assertionResults)) {
    const part = ancestorTitles.find((title) => title !== '') ?? '';
    const row = rows.get(part) ?? { checked: 0, passed: 0, skipped: 0 };
    rows.set(part, row);
    if (status !== 'passed' && status !== 'failed') row.skipped += 1;
    else row.checked += 1;
    if (status === 'passed') row.passed += 1;
  }
  return rows;
}

function printTable(rows: Map<string, Row>): void {
  const line = (part: string, ...cells: readonly (number | string)[]) =>
    console.log(`${part.padEnd(24)}${cells.map((cell) => String(cell).padStart(9)).join('')}`);
  const looked = [...rows].filter(([, row]) => row.checked > 0);
  const sum = (pick: (row: Row) => number) => looked.reduce((total, [, row]) => total + pick(row), 0);
  line('part', 'checked', 'passed', 'skipped');
  for (const [part, row] of looked) line(part, row.checked, row.passed, row.skipped);
  line(
    'all',
    sum((row) => row.checked),
    sum((row) => row.passed),
    sum((row) => row.skipped),
  );
}

helpIfAsked(usage);
const given = readOptions(
  await withKeysOfInput(process.argv.slice(2), keyOptions, {
    input: () => process.stdin,
    warn: (text) => void process.stderr.write(text),
    variable: 'DAILIES_API_KEY',
  }),
);
const folder = join('test-results', 'reports');
const reportFile = join(folder, 'documented.json');
mkdirSync(folder, { recursive: true });
rmSync(reportFile, { force: true });
const words = ['run', '--project', 'documented', '--reporter=default', '--reporter=json'];
const names = given.only.length > 0 ? ['--testNamePattern', `(${given.only.join('|')}) `] : [];
const { status } = spawnSync('vitest', [...words, `--outputFile.json=${reportFile}`, ...names], {
  stdio: ['ignore', 'inherit', 'inherit'],
  // On Windows the programs of packages are shell scripts.
  shell: process.platform === 'win32',
  env: { ...process.env, ...environmentFor(given) },
});
try {
  printTable(countRows(JSON.parse(readFileSync(reportFile, 'utf8')) as Report));
} catch {
  console.error('The checks did not come to their end.');
}
process.exit(status ?? 1);
