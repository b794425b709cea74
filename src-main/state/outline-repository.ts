import { z } from 'zod';
import { sceneLineSchema } from '../../src-shared/contract/project.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** The scenes of a project as read from its timeline. Without links: those are signed, and kept nowhere. */
export const projectOutlineSchema = z.object({
  projectId: z.string(),
  /** The project's `updatedAt` the outline belongs to. */
  updatedAt: z.number().int(),
  fetchedAt: z.number().int(),
  frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
  /** Missing where an older version stored it. */
  isDropFrame: z.boolean().optional(),
  durationFrames: z.number().int().nonnegative(),
  scenes: z.array(
    z.object({
      text: z.string(),
      startFrame: z.number().int().nonnegative(),
      durationFrames: z.number().int().positive(),
      /** False when it shows a clip. */
      hasStill: z.boolean(),
      /** Where in its clip the scene begins; null when it shows none. Missing where an older version stored it. */
      clipStartSeconds: z.number().nonnegative().nullable().optional(),
      /** File name of its still or clip; null when it shows none. Missing where an older version stored it. */
      mediaName: z.string().nullable().optional(),
      /** Its captions. Missing where an older version stored it. */
      lines: z.array(sceneLineSchema).optional(),
    }),
  ),
});
export type ProjectOutline = z.infer<typeof projectOutlineSchema>;

/** Outlines by project, so that a list of projects needs no timeline of each. */
export class OutlineRepository extends RecordTable<typeof projectOutlineSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'project_outlines',
      schema: projectOutlineSchema,
      columnsOf: ({ projectId: id, fetchedAt: createdAt }) => ({ id, createdAt }),
    });
  }
}
