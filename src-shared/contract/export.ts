import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { serviceJobSchema } from './activity.ts';
import { exportOptionsSchema } from './export-options.ts';
import { idSchema } from './id.ts';
import { namedProjectSchema } from './named-project.ts';
import { transferSchema } from './transfer.ts';

const movieExportSchema = z.object({
  /** Null until the service has it. */
  exportId: z.string().nullable(),
  /** Null for one that was started elsewhere. */
  jobId: z.string().nullable(),
  state: serviceJobSchema.shape.state,
  progress: z.number().min(0).max(1),
  /** Zero-based attempt of the service. */
  attemptIndex: z.number().int().nonnegative(),
  error: errorBodySchema.nullable(),
  retriedAs: serviceJobSchema.shape.retriedAs,
  /** Unix time in seconds; null for one that was started elsewhere. */
  createdAt: z.number().int().nullable(),
  /** Unix time in seconds; null until then, and for one that was started elsewhere. */
  finishedAt: z.number().int().nullable(),
  /** Null for one that was started elsewhere. */
  options: exportOptionsSchema.nullable(),
  /** Null until the movie is there, and where the service does not tell. */
  sizeBytes: z.number().int().nonnegative().nullable(),
});
export type MovieExport = z.infer<typeof movieExportSchema>;

const exportIdsSchema = z.object({ projectId: idSchema, exportId: idSchema });

export const exportCalls = {
  /** `activity.changed` follows. */
  'export.start': call(namedProjectSchema.extend({ options: exportOptionsSchema }), serviceJobSchema),
  /** The exports of a project, newest first; those started here, and why, when the service cannot be asked. */
  'export.list': call(
    z.object({ projectId: idSchema }),
    z.object({ exports: z.array(movieExportSchema), error: errorBodySchema.nullable() }),
  ),
  /** A link to the movie, signed now. It opens without a sign-in until it expires. */
  'export.link': call(exportIdsSchema, z.object({ url: z.string() })),
  /**
   * Asks where with the native dialog; where there is none, the delivery folder is taken. The transfer tells how far it
   * is; null when the user cancelled.
   */
  'export.saveMovie': call(exportIdsSchema, z.object({ transfer: transferSchema.nullable() })),
  /** The still or clip of a scene; as `export.saveMovie`. */
  'export.saveSceneMedia': call(
    z.object({ projectId: idSchema, sceneIndex: z.number().int().min(0).max(100_000) }),
    z.object({ transfer: transferSchema.nullable() }),
  ),
  /** Saved movies, then saved media of scenes of a project, also those on their way; newest first. */
  'export.listSaved': call(
    z.object({ projectId: idSchema }),
    z.object({
      saves: z.array(
        z.object({
          /** Null for media of a scene. */
          exportId: z.string().nullable(),
          /** Null for a movie. */
          sceneIndex: z.number().int().nullable(),
          transfer: transferSchema,
          path: z.string(),
        }),
      ),
    }),
  ),
  /** Plays a saved movie in the user's own program. `not_found` when it is not there any more. */
  'export.playSaved': call(z.object({ transferId: idSchema }), z.object({})),
  /** Uploads a saved file to the library; the transfer tells how far it is. */
  'export.shareSaved': call(z.object({ transferId: idSchema }), transferSchema),
  /** Shows a saved file in the system's file manager. */
  'export.revealSaved': call(z.object({ transferId: idSchema }), z.object({})),
};
