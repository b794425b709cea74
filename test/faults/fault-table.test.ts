import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import type { FaultRow } from './support/fault-table.ts';

const table = resolve('test/faults/support/fault-table.ts');

/** Test file in which one test fails. */
const sample = `
import { expect, test } from ${JSON.stringify(resolve('node_modules/vitest/dist/index.js'))};
import { recordFault } from ${JSON.stringify(table)};

test('passes', () => {
  recordFault({ part: 'sample', fault: 'cut', injected: 3, survived: 3 });
});
test('fails behind it', () => {
  recordFault({ part: 'sample', fault: 'cut', injected: 4, survived: 4 });
  expect('lost').toBe('kept');
});
`;

test('faults count as survived only when the test that injected them has passed', async () => {
  const folder = await makeFolder('faults');
  await writeFile(join(folder, 'sample.test.mjs'), sample);
  const args = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  await new Promise((ended) => execFile(process.execPath, args, { cwd: folder, env }, ended));
  const written = join(folder, 'test-results', 'faults');
  const rows = readdirSync(written)
    .flatMap((name) => readFileSync(join(written, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as FaultRow);
  const sum = (pick: (row: FaultRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  expect([sum(({ injected }) => injected), sum(({ survived }) => survived)]).toEqual([7, 3]);
});
