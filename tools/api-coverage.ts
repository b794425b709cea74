import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { argumentsOrUsage } from '../.ci/arguments-or-usage.ts';
import { reasonMissing, type ShownRow, writeTable } from './coverage/coverage-table.ts';
import { readRecording } from './coverage/recording.ts';
import { coverageRows } from './coverage/rows.ts';

/**
 * Writes a table of every fact of the API and the test that shows it, from the last complete recording of the
 * conformance suites. Fails when no test has seen a fact, or when a test named by a person does not exist.
 */
const outputFile = 'test-results/reports/api-coverage.md';
argumentsOrUsage('Usage: npm run coverage:api', { options: {} });
/** Product names of others, which must not appear in the table. */
const foreignNames = /slack|google|premiere|videogen/i;
const recording = readRecording();
const faults: string[] = [];

const shown = coverageRows().map((row): ShownRow => {
  const name = `${row.section} ${row.what}`;
  const missing = row.test === null ? null : reasonMissing(row.test);
  if (missing !== null) faults.push(`${name}: ${missing}`);
  const witnesses = recording.get(row.seenAs ?? '') ?? [];
  const shownBy = row.test ?? witnesses.find(({ test }) => !foreignNames.test(test))?.test ?? null;
  if (shownBy === null && row.reason === null) faults.push(`${name}: no test has seen it`);
  if (shownBy !== null && row.reason !== null) faults.push(`${name}: is seen, by ${shownBy}`);
  return { ...row, shownBy };
});
const table = writeTable(shown);
const foreign = foreignNames.exec(table);
if (foreign) faults.push(`the table names ${foreign[0]}`);
mkdirSync(dirname(outputFile), { recursive: true });
writeFileSync(outputFile, table);
console.log(`${outputFile}: ${String(shown.length)} rows`);
if (faults.length > 0) {
  console.error(
    `${faults.join('\n')}\n${String(faults.length)} without a test; run the conformance suites first`,
  );
  process.exit(1);
}
