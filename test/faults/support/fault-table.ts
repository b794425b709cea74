import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const folder = join('test-results', 'faults');

/** Row of the table of faults. */
export interface FaultRow {
  /** List that the fault belongs to, for example `B7 machine`. */
  readonly part: string;
  readonly fault: string;
  /** Number of real injections. */
  readonly injected: number;
  /** Number of injections in tests that passed. */
  readonly survived: number;
}

function write(row: FaultRow): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${String(process.pid)}.jsonl`), `${JSON.stringify(row)}\n`);
}

/**
 * Counts faults for the table that is printed after all fault tests. A test calls it where it injects them; they count
 * as survived once the test has passed.
 * @param options.injected number of faults, 1 by default.
 */
export function recordFault(options: { part: string; fault: string; injected?: number }): void {
  const { part, fault, injected = 1 } = options;
  write({ part, fault, injected, survived: 0 });
  onTestFinished(({ task }) => {
    if (task.result?.state === 'pass') write({ part, fault, injected: 0, survived: injected });
  });
}

/** Sums the rows of each fault, in the order of the table. */
export function sumFaults(rows: readonly FaultRow[]): FaultRow[] {
  const sums = new Map<string, FaultRow>();
  for (const { part, fault, injected, survived } of rows) {
    const sum = sums.get(`${part}\n${fault}`) ?? { part, fault, injected: 0, survived: 0 };
    const next = { part, fault, injected: sum.injected + injected, survived: sum.survived + survived };
    sums.set(`${part}\n${fault}`, next);
  }
  return [...sums.values()].sort((a, b) => a.part.localeCompare(b.part) || a.fault.localeCompare(b.fault));
}
