import { readFileSync } from 'node:fs';
import { processTree } from './process-tree.ts';

const sampleIntervalMs = 200;

/** Returns the memory of a process in MiB, in which each shared page counts by its share; 0 if it has ended. */
function proportionalMebibytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Samples the memory of a process and of all that descend from it. Known on Linux only. */
export class MemoryWatch implements Disposable {
  readonly #root: number;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  constructor(root: number) {
    this.#root = root;
    this.#timer = setInterval(() => this.#sample(), sampleIntervalMs);
  }

  /** Largest sample in MiB since the last restart. */
  get peak(): number {
    this.#sample();
    return this.#peak;
  }

  /** Forgets the samples so far. */
  restart(): void {
    this.#peak = 0;
  }

  #sample(): void {
    const now = processTree(this.#root).reduce((sum, pid) => sum + proportionalMebibytes(pid), 0);
    this.#peak = Math.max(this.#peak, now);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
