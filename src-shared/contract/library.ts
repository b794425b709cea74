import { z } from 'zod';
import { call } from '../ipc/define.ts';
import { mediaPathSchema } from './app/app.ts';
import { idSchema } from './id.ts';
import { materialKindSchema, materialSchema } from './material.ts';

const libraryFileSchema = z.object({
  fileId: z.string(),
  displayName: z.string(),
  kind: materialKindSchema,
  /** Null for stills, or if the service does not report it. */
  durationSeconds: z.number().nonnegative().nullable(),
  sizeBytes: z.number().int().nonnegative().nullable(),
  /** Path of a small picture; null if there is none. */
  thumbnailPath: mediaPathSchema.nullable(),
});

export type LibraryFile = z.infer<typeof libraryFileSchema>;

const kindsSchema = z.array(materialKindSchema).min(1).max(4);

export const libraryCalls = {
  /** Lists the active service's files of the given kinds, latest first. A page may be empty although more follow. */
  'library.list': call(
    z.object({ kinds: kindsSchema, cursor: z.string().max(2_000).nullable() }),
    z.object({ files: z.array(libraryFileSchema), nextCursor: z.string().nullable() }),
  ),
  /** Lists the best matches by name, words and content: at most a hundred, before other kinds are filtered out. */
  'library.search': call(
    z.object({ kinds: kindsSchema, query: z.string().trim().min(1).max(2_000) }),
    z.object({ files: z.array(libraryFileSchema) }),
  ),
  /** Adds a file of the active service to the next generation, without uploading it again. `not_found`. */
  'library.use': call(z.object({ fileId: idSchema }), materialSchema),
};
