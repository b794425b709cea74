import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultRow, sumFaults } from './fault-table.ts';

const folder = join('test-results', 'faults');

/** Clears the table before the fault tests, and prints it after them as fault × injected × survived. */
export function setup(): () => void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return () => {
    const lines = readdirSync(folder)
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .filter((line) => line !== '');
    const rows = sumFaults(lines.map((line) => JSON.parse(line) as FaultRow));
    if (rows.length === 0) return;
    const width = Math.max(...rows.map(({ fault }) => fault.length));
    const partWidth = Math.max(...rows.map(({ part }) => part.length));
    console.log(`\n${'part'.padEnd(partWidth)}  ${'fault'.padEnd(width)}  injected  survived`);
    for (const { part, fault, injected, survived } of rows) {
      const figures = `${String(injected).padStart(8)}  ${String(survived).padStart(8)}`;
      console.log(`${part.padEnd(partWidth)}  ${fault.padEnd(width)}  ${figures}`);
    }
  };
}
