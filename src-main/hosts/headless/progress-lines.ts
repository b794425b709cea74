import { activityEvents, type ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { AppMessage } from '../../app/app-events.ts';

const changed = 'activity.changed';

/** Writes a line for people whenever a job took a step or another tenth of one. */
export class ProgressLines {
  readonly #write: (line: string) => void;
  #last = '';

  constructor(deps: { write: (line: string) => void }) {
    this.#write = deps.write;
  }

  show({ name, payload }: AppMessage): void {
    const items = name === changed ? activityEvents[changed].payload.safeParse(payload).data?.items : [];
    for (const item of items ?? []) this.showItem(item);
  }

  showItem(item: ActivityItem): void {
    const line = lineOf(item);
    if (line !== null) this.write(line);
  }

  /** Writes a line unless it is the last one again. */
  write(line: string): void {
    if (line === this.#last) return;
    this.#last = line;
    this.#write(line);
  }
}

/** Null for jobs and transfers that are steps of a draft or a delivery. */
function lineOf({ kind, record }: ActivityItem): string | null {
  if (kind === 'generation') {
    const { state, stage, progress, isWaiting } = record;
    if (state === 'running' && isWaiting) return 'draft: waiting';
    const step = state === 'running' && stage !== null ? `${state} (${stage})` : state;
    return `draft: ${step} ${tenths(progress)}`;
  }
  if (kind !== 'delivery') return null;
  const { state, progress, totalBytes } = record;
  const size = state === 'downloading' && totalBytes !== null ? ` of ${megabytes(totalBytes)} MB` : '';
  return `delivery: ${state} ${tenths(progress)}${size}`;
}

/** `40 %`. */
export function tenths(progress: number): string {
  return `${String(Math.floor(progress * 10) * 10)} %`;
}

function megabytes(sizeBytes: number): string {
  return (sizeBytes / 1e6).toFixed(1);
}
