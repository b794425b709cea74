import type { z } from 'zod';
import { ApiError } from '../api-error.ts';

/**
 * Queues of jobs. Long jobs render and speak. Short jobs and single assets have their own queues, so that they need not
 * wait for whole movies. The streaming queue makes uploads playable, independently of the others.
 */
export const queueNames = ['long', 'short', 'tools', 'streaming'] as const;
export type QueueName = (typeof queueNames)[number];

export interface StageContext<State> {
  readonly jobId: string;
  /** Results of the earlier stages. */
  readonly state: State;
  /** Private to the job; its files survive a restart until the job has ended. */
  readonly workFolder: string;
  readonly signal: AbortSignal;
  /** Whether the job gets no further attempt if a non-final error occurs. */
  readonly isLastAttempt: boolean;
  /** Called with a fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly takeIn: TakeIn;
}

/**
 * Takes a file of the work folder into the file store and returns its id. It gets a new id, or becomes another
 * rendition of a file taken in before. If the stage is not recorded, the file is removed again.
 */
type TakeIn = (fileName: string, sourcePath: string, fileId?: string) => Promise<string>;

export interface StageOutcome<State> {
  readonly state: State;
  /** Database writes of the stage, made in the transaction that marks it complete. */
  readonly record?: () => void;
}

/** A step of a job. It may run again from its beginning until it is marked complete. */
export interface Stage<State> {
  /** Name shown in `x-run-stage`. */
  readonly name: string;
  /** Share of the job's time, in any unit. */
  readonly weight: number;
  run(context: StageContext<State>): StageOutcome<State> | Promise<StageOutcome<State>>;
  /** Whether everything the stage made is still on disk. */
  isIntact(state: State, workFolder: string): boolean | Promise<boolean>;
}

/** A stage that validates its stored state before running. */
export type AnyStage = Stage<unknown>;

/** A kind of job: its stages, and how to record that it did not succeed. */
export interface JobKind {
  readonly kind: string;
  readonly queue: QueueName;
  stagesOf(state: unknown): readonly AnyStage[];
  /** Database writes of a failed or cancelled job, made with its change of status. Ignores a damaged state. */
  recordFailure?(state: unknown): void;
}

/** @throws ApiError for a damaged state; the error is final, because retrying cannot repair it. */
function readState<State>(schema: z.ZodType<State>, stored: unknown): State {
  const result = schema.safeParse(stored);
  if (result.success) return result.data;
  throw new ApiError(500, 'internal_error', 'The stored job is damaged.');
}

/** Defines a kind whose stages share one state type. A stored state of another type throws an ApiError. */
export function defineJobKind<State>(definition: {
  readonly kind: string;
  readonly queue: QueueName;
  readonly stateSchema: z.ZodType<State>;
  readonly stagesOf: (state: State) => readonly Stage<State>[];
  readonly recordFailure?: (state: State) => void;
}): JobKind {
  const { stateSchema, recordFailure } = definition;
  return {
    kind: definition.kind,
    queue: definition.queue,
    stagesOf: (state) =>
      definition.stagesOf(readState(stateSchema, state)).map((stage) => ({
        name: stage.name,
        weight: stage.weight,
        run: (context) => stage.run({ ...context, state: readState(stateSchema, context.state) }),
        isIntact: (stored, workFolder) => stage.isIntact(readState(stateSchema, stored), workFolder),
      })),
    ...(recordFailure && {
      recordFailure: (state: unknown) => {
        const stored = stateSchema.safeParse(state);
        if (stored.success) recordFailure(stored.data);
      },
    }),
  };
}
