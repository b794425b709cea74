import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { serviceJobSchema } from './activity.ts';
import { mediaPathSchema } from './app/app.ts';
import { exportOptionsSchema } from './export-options.ts';
import { idSchema } from './id.ts';
import { namedProjectSchema } from './named-project.ts';
import { transferSchema } from './transfer.ts';

const movieExportSchema = z.object({
  /** Null until the service has the export. */
  exportId: z.string().nullable(),
  /** Null for an export started elsewhere, and for that of the project's generation. */
  jobId: z.string().nullable(),
  state: serviceJobSchema.shape.state,
  progress: z.number().min(0).max(1),
  /** Zero-based attempt of the service. */
  attemptIndex: z.number().int().nonnegative(),
  error: errorBodySchema.nullable(),
  retriedAs: serviceJobSchema.shape.retriedAs,
  /** Unix time in seconds, for that of a generation when it ended; null for an export started elsewhere. */
  createdAt: z.number().int().nullable(),
  /** Unix time in seconds; null until finished, and for an export without a job. */
  finishedAt: z.number().int().nullable(),
  /** Null for an export started elsewhere. */
  options: exportOptionsSchema.nullable(),
  /** Null until the movie exists, or if the service does not report it. */
  sizeBytes: z.number().int().nonnegative().nullable(),
});
export type MovieExport = z.infer<typeof movieExportSchema>;

const exportIdsSchema = z.object({ projectId: idSchema, exportId: idSchema });

export const exportCalls = {
  /** Starts an export; `activity.changed` follows. */
  'export.start': call(
    namedProjectSchema.extend({
      /** Those of the project's newest movie by default, without its destinations. */
      options: exportOptionsSchema.optional(),
      /** The active connection by default. */
      connectionId: idSchema.optional(),
    }),
    serviceJobSchema,
  ),
  /**
   * Lists the exports of a project, newest first. If the service cannot be reached, lists those started here, with the
   * error.
   */
  'export.list': call(
    z.object({ projectId: idSchema }),
    z.object({ exports: z.array(movieExportSchema), error: errorBodySchema.nullable() }),
  ),
  /** Returns a freshly signed link to the movie. It opens without a sign-in until it expires. */
  'export.link': call(exportIdsSchema, z.object({ url: z.string() })),
  /**
   * Saves the movie where the user chooses in the native dialog; without a dialog, in the delivery folder. The transfer
   * reports the progress; null if the user cancelled.
   */
  'export.saveMovie': call(exportIdsSchema, z.object({ transfer: transferSchema.nullable() })),
  /** Saves the still or clip of a scene; works like `export.saveMovie`. */
  'export.saveSceneMedia': call(
    z.object({ projectId: idSchema, sceneIndex: z.number().int().min(0).max(100_000) }),
    z.object({ transfer: transferSchema.nullable() }),
  ),
  /**
   * Lists saved movies, then saved scene media of a project, or the saves of a file of the library; including unfinished
   * ones; newest first.
   */
  'export.listSaved': call(
    z.object({
      /** Or the id of the file. */
      projectId: idSchema,
    }),
    z.object({
      saves: z.array(
        z.object({
          /** Null for anything but a movie of an export. */
          exportId: z.string().nullable(),
          /** `thumbnailPath` of the scene when its media was saved; null for anything else. */
          sceneMediaPath: mediaPathSchema.nullable(),
          transfer: transferSchema,
          path: z.string(),
        }),
      ),
    }),
  ),
  /** Plays a saved movie in the user's own program. `not_found` if the file no longer exists. */
  'export.playSaved': call(z.object({ transferId: idSchema }), z.object({})),
  /** Uploads a saved file to the library; the transfer reports the progress. */
  'export.shareSaved': call(z.object({ transferId: idSchema }), transferSchema),
  /** Shows a saved file in the system's file manager. */
  'export.revealSaved': call(z.object({ transferId: idSchema }), z.object({})),
};
