import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { argumentsOrUsage } from './arguments-or-usage.ts';
import {
  asShown,
  keyOf,
  readTable,
  reasonMissing,
  type ShownRow,
  writeTable,
} from './coverage/coverage-table.ts';
import { type Recording, readRecording } from './coverage/recording.ts';
import { type CoverageRow, coverageRows } from './coverage/rows.ts';

/**
 * Writes docs/api-coverage.md from the last complete recording of the conformance suites. `--check` writes nothing: it
 * fails when the rows of the table differ from those of the operations table, or when a row names a test file that does
 * not exist. `--check --recorded`, right after the suites, also fails when no test has seen the fact of a row.
 */
const outputFile = 'docs/api-coverage.md';
const rows = coverageRows();
const current = readTable(existsSync(outputFile) ? readFileSync(outputFile, 'utf8') : '');
const flag = { type: 'boolean', default: false } as const;
const usage = 'Usage: npm run coverage:api -- [--check [--recorded]]';
const { check: isCheck, recorded: isRecorded } = argumentsOrUsage(usage, {
  options: { check: flag, recorded: flag },
}).values;
/** Product names of others, which must not appear in the table. */
const foreignNames = /slack|google|premiere|videogen/i;
const faults: string[] = [];

/** Returns the test the table already names if it ranks among the best, else the first of the best. */
function chooseTest(row: CoverageRow, recording: Recording): string | null {
  if (row.test !== null) return row.test;
  const witnesses = (recording.get(row.seenAs ?? '') ?? []).filter(({ test }) => !foreignNames.test(test));
  const [best] = witnesses;
  const known = current.get(keyOf(row));
  const stays = witnesses.find(({ test, rank }) => rank === best?.rank && asShown(test) === known);
  return (stays ?? best)?.test ?? null;
}

function checkNamed(row: CoverageRow): void {
  const reason = row.test === null ? null : reasonMissing(row.test, true);
  if (reason !== null) faults.push(`${keyOf(row)}: ${reason}`);
}

function checkTable(): void {
  const keys = new Set(rows.map(keyOf));
  for (const row of rows) {
    const shownBy = current.get(keyOf(row));
    const isNever = row.reason !== null && shownBy === `never: ${row.reason}`;
    const reason = shownBy === undefined ? 'is not in the table' : reasonMissing(shownBy, false);
    if (!isNever && reason !== null) faults.push(`${keyOf(row)}: ${reason}`);
  }
  for (const key of current.keys()) if (!keys.has(key)) faults.push(`${key}: is no part of the API`);
}

function show(recording: Recording): ShownRow[] {
  return rows.map((row) => {
    const shownBy = chooseTest(row, recording);
    if (shownBy === null && row.reason === null) faults.push(`${keyOf(row)}: no test has seen it`);
    if (shownBy !== null && row.reason !== null) faults.push(`${keyOf(row)}: is seen, by ${shownBy}`);
    return { ...row, shownBy };
  });
}

function stopAtFaults(): void {
  if (faults.length === 0) return;
  const advice = isCheck ? 'npm test -- conformance documented, then npm run coverage:api' : 'a test';
  console.error(`${faults.join('\n')}\n${String(faults.length)} without coverage; what is needed: ${advice}`);
  process.exit(1);
}

for (const row of rows) checkNamed(row);
if (isCheck) checkTable();
if (!isCheck || isRecorded) {
  const table = writeTable(show(readRecording()));
  const foreign = foreignNames.exec(table);
  if (foreign) faults.push(`the table names ${foreign[0]}`);
  stopAtFaults();
  if (!isCheck) {
    writeFileSync(outputFile, table);
    console.log(`${outputFile}: ${String(rows.length)} rows`);
  }
}
stopAtFaults();
