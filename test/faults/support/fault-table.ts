import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const folder = join('test-results', 'faults');

/** One line of the table of faults. */
export interface FaultRow {
  /** Which of the lists it belongs to, such as `B7 machine`. */
  readonly part: string;
  readonly fault: string;
  /** How often it was injected for real. */
  readonly injected: number;
  /** How many of these a test that passed has seen. */
  readonly survived: number;
}

function write(row: FaultRow): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${String(process.pid)}.jsonl`), `${JSON.stringify(row)}\n`);
}

/**
 * Counts faults for the table that is printed when all fault tests have run. A test calls it where it injects them;
 * they count as survived when it has passed.
 * @param options.injected how many, 1 when it is left out.
 */
export function recordFault(options: { part: string; fault: string; injected?: number }): void {
  const { part, fault, injected = 1 } = options;
  write({ part, fault, injected, survived: 0 });
  onTestFinished(({ task }) => {
    if (task.result?.state === 'pass') write({ part, fault, injected: 0, survived: injected });
  });
}

/** One row for each fault, in the order of the table. */
export function sumFaults(rows: readonly FaultRow[]): FaultRow[] {
  const sums = new Map<string, FaultRow>();
  for (const { part, fault, injected, survived } of rows) {
    const sum = sums.get(`${part}\n${fault}`) ?? { part, fault, injected: 0, survived: 0 };
    const next = { part, fault, injected: sum.injected + injected, survived: sum.survived + survived };
    sums.set(`${part}\n${fault}`, next);
  }
  return [...sums.values()].sort((a, b) => a.part.localeCompare(b.part) || a.fault.localeCompare(b.fault));
}
