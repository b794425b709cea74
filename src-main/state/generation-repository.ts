import { z } from 'zod';
import { generationSchema } from '../../src-shared/contract/generation.ts';
import { startGenerationSchema, type WorkflowName } from '../../src-shared/contract/start-generation.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** A generation as stored in the ledger: the visible part, the request, and the state of its start. */
export const generationRecordSchema = generationSchema.extend({
  request: startGenerationSchema,
  /** True if the user gave the title; the project keeps it, whatever the service calls it. */
  isTitleGiven: z.boolean().default(false),
  workflowRunId: z.string().nullable(),
  /** Unix time in milliseconds just before the start request left; null before. */
  submittedAtMs: z.number().int().nullable(),
  /** Unix time in seconds of the first reading that the service worked on it; null before. */
  begunAt: z.number().nullable().default(null),
  /** How far this computer's clock was ahead of the service's then, in milliseconds; null if not known. */
  clockAheadMs: z.number().nullable().default(null),
  /** Zero-based attempt of the service that the progress belongs to. */
  attemptIndex: z.number().int().nonnegative(),
});

export type GenerationRecord = z.infer<typeof generationRecordSchema>;

/** Initial fields of a generation that has not been requested yet. */
export const queuedGeneration = {
  state: 'queued',
  progress: 0,
  stage: null,
  isCancelling: false,
  projectId: null,
  finishedAt: null,
  error: null,
  isTitleGiven: false,
  workflowRunId: null,
  submittedAtMs: null,
  begunAt: null,
  clockAheadMs: null,
  attemptIndex: 0,
} as const satisfies Partial<GenerationRecord>;

const finished = new Set<GenerationRecord['state']>(['succeeded', 'failed', 'cancelled']);

/** True when a generation has ended. */
export function isFinishedGeneration(record: Pick<GenerationRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** Stores every generation ever started. */
export class GenerationRepository extends RecordTable<typeof generationRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'generations',
      schema: generationRecordSchema,
      columnsOf: (record) => ({
        id: record.generationId,
        groupId: record.projectId,
        createdAt: record.createdAt,
        isFinished: isFinishedGeneration(record),
        activity: record,
      }),
    });
  }

  /** Lists the succeeded generations of one workflow on a connection, newest first. */
  listSucceeded(connectionId: string, workflow: WorkflowName, limit: number): GenerationRecord[] {
    return this.readWhere(
      `WHERE connection_id = ? AND status = 'done' AND json_valid(record) AND record ->> '$.workflow' = ?
       ORDER BY created_at DESC, rowid DESC LIMIT ?`,
      [connectionId, workflow, limit],
    );
  }
}
