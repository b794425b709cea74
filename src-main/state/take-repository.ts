import { z } from 'zod';
import { takeSchema } from '../../src-shared/contract/cut.ts';
import { toolOperations } from '../../src-shared/contract/operation.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

const takeRecordSchema = takeSchema.omit({ mediaPath: true, state: true }).extend({
  /** A file that is missing is found when it is looked for. */
  state: z.enum(['ready', 'running', 'failed']),
  /** The base's scene that it was added to, as others have its id in another base; null for a scene that changes made. */
  scene: z.object({ location: z.string(), words: z.string() }).nullable(),
  /** Null until it is there. `media.location` is its URL. */
  path: z.string().nullable(),
  /** In lower-case hex. */
  sha256: z.string().nullable(),
  sizeBytes: z.number().int().nonnegative(),
  /** True for a file in the app's own folder. */
  isOwned: z.boolean(),
  /** The request of the job that makes it; null for a file. */
  made: z
    .object({
      connectionId: z.string(),
      operation: z.enum(toolOperations),
      body: z.unknown(),
      /** Of the cut. */
      frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
    })
    .nullable(),
});
export type TakeRecord = z.infer<typeof takeRecordSchema>;

/** Stores takes by project. */
export class TakeRepository extends RecordTable<typeof takeRecordSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'takes',
      schema: takeRecordSchema,
      columnsOf: ({ takeId: id, projectId: groupId, createdAt, state }) => ({
        id,
        groupId,
        createdAt,
        isFinished: state !== 'running',
      }),
    });
  }
}
