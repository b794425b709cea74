import { z } from 'zod';
import { generationSchema } from '../../src-shared/contract/generation.ts';
import { startGenerationSchema, type WorkflowName } from '../../src-shared/contract/start-generation.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** What a generation was asked for while a script was all that could be. */
const olderRequestSchema = z.object({
  workflow: z.undefined().optional(),
  script: z.string(),
  aspectRatio: z.string(),
  voiceId: z.string().nullable(),
  languageCode: z.string().nullable(),
  pacing: z.string(),
  styleText: z.string(),
  materialIds: z.array(z.string()),
});

/** The request of a record in today's form; of an older record it asks the service for the same. */
export function currentRequest(stored: unknown): unknown {
  const older = olderRequestSchema.safeParse(stored).data;
  if (!older) return stored;
  const { script, aspectRatio, voiceId, languageCode, pacing, materialIds } = older;
  const aiStyle = older.styleText.trim();
  return {
    ...{ workflow: 'script', script, aspectRatio, visualPacing: pacing, autoExport: true },
    visualStyle:
      aiStyle === ''
        ? { type: 'STOCK' }
        : { type: 'AI_IMAGE', aiStyle, restyleFeaturedBRollWithAiStyle: false },
    ...(voiceId === null ? {} : { voiceId }),
    ...(languageCode === null ? {} : { language: languageCode }),
    ...(materialIds.length === 0 ? {} : { featuredMaterialIds: materialIds }),
  };
}

/** A generation as the ledger keeps it: what the user sees, what was asked for, and how far the asking came. */
export const generationRecordSchema = generationSchema.extend({
  request: z.preprocess(currentRequest, startGenerationSchema),
  workflowRunId: z.string().nullable(),
  /** Unix time in milliseconds just before the start request left; null before. */
  submittedAtMs: z.number().int().nullable(),
  /** Zero-based attempt of the service whose progress is shown. */
  attemptIndex: z.number().int().nonnegative(),
});

export type GenerationRecord = z.infer<typeof generationRecordSchema>;

const finished = new Set<GenerationRecord['state']>(['succeeded', 'failed', 'cancelled']);

/** True when nothing more happens to it. */
export function isFinishedGeneration(record: Pick<GenerationRecord, 'state'>): boolean {
  return finished.has(record.state);
}

/** Every generation ever started. */
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

  /** Those of one workflow that succeeded on a connection, newest first. */
  listSucceeded(connectionId: string, workflow: WorkflowName, limit: number): GenerationRecord[] {
    return this.readWhere(
      `WHERE connection_id = ? AND status = 'done' AND json_valid(record) AND record ->> '$.workflow' = ?
       ORDER BY created_at DESC, rowid DESC LIMIT ?`,
      [connectionId, workflow, limit],
    );
  }
}
