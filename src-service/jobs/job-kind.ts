import type { z } from 'zod';
import { ApiError } from '../api-error.ts';

/**
 * The queues of jobs. Long jobs render and speak; short ones must not wait behind them, nor single assets behind whole
 * movies. What makes uploads playable waits for nothing and delays nothing.
 */
export const queueNames = ['long', 'short', 'tools', 'streaming'] as const;
export type QueueName = (typeof queueNames)[number];

export interface StageContext<State> {
  readonly jobId: string;
  /** What the stages before have worked out. */
  readonly state: State;
  /** Private to the job; what is in it survives a restart until the job has ended. */
  readonly workFolder: string;
  readonly signal: AbortSignal;
  /** Whether an error that is not final will not be followed by another attempt of the job. */
  readonly isLastAttempt: boolean;
  /** Called with 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly takeIn: TakeIn;
}

/**
 * Takes a file of the work folder into the file store, under a new file id or as another rendition of one taken in
 * before, and returns the id. When the stage is not recorded after all, what it took in is removed again.
 */
type TakeIn = (fileName: string, sourcePath: string, fileId?: string) => Promise<string>;

export interface StageOutcome<State> {
  readonly state: State;
  /** Database writes that belong to the stage: made in the transaction that marks it complete, or not at all. */
  readonly record?: () => void;
}

/** A step of a job. It may be run again from its beginning at any time before it was marked complete. */
export interface Stage<State> {
  /** As shown in `x-run-stage`. */
  readonly name: string;
  /** Share of the job's time, in any unit. */
  readonly weight: number;
  run(context: StageContext<State>): StageOutcome<State> | Promise<StageOutcome<State>>;
  /** Whether everything the stage made is still on disk. */
  isIntact(state: State, workFolder: string): boolean | Promise<boolean>;
}

/** A stage whose state has been checked for its shape on the way in. */
export type AnyStage = Stage<unknown>;

/** A kind of job: its stages and what happens to its record when it does not succeed. */
export interface JobKind {
  readonly kind: string;
  readonly queue: QueueName;
  stagesOf(state: unknown): readonly AnyStage[];
  /** Database writes of a failed or cancelled job, made with the change of its status. Nothing for a damaged state. */
  recordFailure?(state: unknown): void;
}

/** @throws ApiError, which is final: a damaged state does not mend. */
function readState<State>(schema: z.ZodType<State>, stored: unknown): State {
  const result = schema.safeParse(stored);
  if (result.success) return result.data;
  throw new ApiError(500, 'internal_error', 'The stored job is damaged.');
}

/** Makes a kind out of stages that share one shape of state. A stored state of another shape throws an ApiError. */
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
