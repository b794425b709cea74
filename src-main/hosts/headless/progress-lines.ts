import type { z } from 'zod';
import { jobEvents } from '../../../src-shared/contract/jobs.ts';
import type { AppMessage } from '../../app/app-events.ts';

const changedSchema = jobEvents['jobs.changed'].payload;
type Changed = z.infer<typeof changedSchema>;

/** A line for people whenever a job took a step or another tenth of one. */
export class ProgressLines {
  readonly #write: (line: string) => void;
  #last = '';

  constructor(deps: { write: (line: string) => void }) {
    this.#write = deps.write;
  }

  show(message: AppMessage): void {
    const changed =
      message.name === 'jobs.changed' ? changedSchema.safeParse(message.payload).data : undefined;
    for (const line of changed ? linesOf(changed) : []) {
      if (line === this.#last) continue;
      this.#last = line;
      this.#write(line);
    }
  }
}

function linesOf({ generations, deliveries }: Changed): string[] {
  return [
    ...generations.map(({ state, stage, progress }) => {
      const step = state === 'running' && stage !== null ? `${state} (${stage})` : state;
      return `draft: ${step} ${tenths(progress)}`;
    }),
    ...deliveries.map(({ state, progress, totalBytes }) => {
      const size = state === 'downloading' && totalBytes !== null ? ` of ${megabytes(totalBytes)} MB` : '';
      return `delivery: ${state} ${tenths(progress)}${size}`;
    }),
  ];
}

function tenths(progress: number): string {
  return `${String(Math.floor(progress * 10) * 10)} %`;
}

function megabytes(sizeBytes: number): string {
  return (sizeBytes / 1e6).toFixed(1);
}
