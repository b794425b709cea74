import type { InputOf, OutputOf, TaskRunner } from '../task-options.ts';
import type { MediaTaskHandlers } from './media-task-handlers.ts';
import type { TaskFailure } from './task-failure.ts';

export type MediaTaskName = keyof MediaTaskHandlers;
/** Runs the tasks of all makers. */
export type MediaTaskRunner = TaskRunner<MediaTaskHandlers>;
export type MediaTaskInput<Name extends MediaTaskName> = InputOf<MediaTaskHandlers[Name]>;
export type MediaTaskOutput<Name extends MediaTaskName> = OutputOf<MediaTaskHandlers[Name]>;

/** Message from the pool to a worker. A worker has one task at a time. */
export interface TaskOrder {
  readonly name: MediaTaskName;
  readonly input: unknown;
  readonly control: SharedArrayBuffer;
}

/** Message from a worker to the pool. */
export type TaskReport =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: TaskFailure };
