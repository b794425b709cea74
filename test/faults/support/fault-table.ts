import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('test-results', 'faults');

/** One line of the table of faults. */
export interface FaultRow {
  /** Which of the lists it belongs to, such as `B7 machine`. */
  readonly part: string;
  readonly fault: string;
  /** How often it was injected for real. */
  readonly injected: number;
  /** After how many of these everything held that must hold. */
  readonly survived: number;
}

/** Puts a line into the table that is printed when all fault tests have run. */
export function recordFault(row: FaultRow): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${String(process.pid)}.jsonl`), `${JSON.stringify(row)}\n`);
}
