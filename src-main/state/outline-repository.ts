import { z } from 'zod';
import { sceneLineSchema } from '../../src-shared/contract/project.ts';
import { RecordTable, type RecordTableDeps } from './record-table.ts';

/** The scenes of a project, read from its timeline. Contains no links: they are signed and never stored. */
export const projectOutlineSchema = z.object({
  projectId: z.string(),
  /** The `updatedAt` of the project that the outline was read from. */
  updatedAt: z.number().int(),
  fetchedAt: z.number().int(),
  frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
  /** Missing in outlines of older versions. */
  isDropFrame: z.boolean().optional(),
  durationFrames: z.number().int().nonnegative(),
  scenes: z.array(
    z.object({
      text: z.string(),
      startFrame: z.number().int().nonnegative(),
      durationFrames: z.number().int().positive(),
      /** True when it shows a still. */
      hasStill: z.boolean(),
      /** Start of the scene in its clip; null without a clip. Missing in outlines of older versions. */
      clipStartSeconds: z.number().nonnegative().nullable().optional(),
      /** File name of its still or clip; null without one. Missing in outlines of older versions. */
      mediaName: z.string().nullable().optional(),
      /** Its captions. Missing in outlines of older versions. */
      lines: z.array(sceneLineSchema).optional(),
    }),
  ),
});
export type ProjectOutline = z.infer<typeof projectOutlineSchema>;

/** Stores outlines by project, so that a list of projects does not need each timeline. */
export class OutlineRepository extends RecordTable<typeof projectOutlineSchema> {
  constructor(deps: RecordTableDeps) {
    super(deps, {
      table: 'project_outlines',
      schema: projectOutlineSchema,
      columnsOf: ({ projectId: id, fetchedAt: createdAt }) => ({ id, createdAt }),
    });
  }
}
