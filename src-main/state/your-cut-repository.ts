import { z } from 'zod';
import { respellingsSchema } from '../../src-shared/contract/tool-take.ts';
import { type Change, changeSchema } from '../../src-timeline/changes/change.ts';
import { timelineSchema } from '../../src-timeline/model/cut-record.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** A cut with the changes of the user. */
export interface YourCutState {
  /** The project cut that it is compared and merged with. */
  readonly origin: Timeline;
  /** The `updatedAt` of the project that `origin` was read from. */
  readonly originUpdatedAt: number;
  /** What the changes apply to; null for `origin`. */
  readonly base: Timeline | null;
  /** Steps of changes, which are undone together. */
  readonly steps: readonly (readonly Change[])[];
  /** Undone steps, the last one first to be redone. */
  readonly undone: readonly (readonly Change[])[];
}

const steps = z.array(z.array(changeSchema));

const stateSchema: z.ZodType<YourCutState> = z.object({
  origin: timelineSchema,
  originUpdatedAt: z.number().int(),
  base: timelineSchema.nullable(),
  steps,
  undone: steps,
});

const yourCutSchema = z.object({
  projectId: z.string(),
  changedAt: z.number().int(),
  /** Null for the project cut, unchanged. */
  state: stateSchema.nullable(),
  /** States before updates, restorations and discards, the last one last. */
  previous: z.array(stateSchema.nullable()),
  respellings: respellingsSchema,
});
export type YourCutRecord = z.infer<typeof yourCutSchema>;

/** Stores the cuts of the user by project. */
export class YourCutRepository extends RecordTable<typeof yourCutSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'your_cuts',
      schema: yourCutSchema,
      columnsOf: ({ projectId: id, changedAt: createdAt }) => ({ id, createdAt }),
    });
  }
}
