import type { TaskTurn } from '../task-options.ts';
import type { MediaTaskName } from './media-tasks.ts';
import type { TaskFailure } from './task-failure.ts';

/** Message from the engine to its process. Tasks of one job are cancelled together and wait by the job's turn. */
export type ProcessOrder =
  | {
      readonly kind: 'run';
      readonly task: number;
      readonly job: number;
      readonly name: MediaTaskName;
      readonly input: unknown;
      readonly turn: TaskTurn | undefined;
    }
  | { readonly kind: 'cancel'; readonly job: number };

/** Message from the process to the engine. */
export type ProcessReport =
  | { readonly kind: 'progress'; readonly task: number; readonly fraction: number }
  | { readonly kind: 'done'; readonly task: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly task: number; readonly failure: TaskFailure };
