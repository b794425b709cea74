import { z } from 'zod';
import { call } from '../ipc/define.ts';
import { mediaPathSchema } from './app.ts';
import { idSchema } from './id.ts';
import { materialKindSchema, materialSchema } from './material.ts';

const libraryFileSchema = z.object({
  fileId: z.string(),
  displayName: z.string(),
  kind: materialKindSchema,
  /** Null for stills, and where the service does not tell. */
  durationSeconds: z.number().nonnegative().nullable(),
  sizeBytes: z.number().int().nonnegative().nullable(),
  /** Serves a small picture; null where there is none. */
  thumbnailPath: mediaPathSchema.nullable(),
});

export type LibraryFile = z.infer<typeof libraryFileSchema>;

const kindsSchema = z.array(materialKindSchema).min(1).max(4);

export const libraryCalls = {
  /** Files the active service keeps, the latest first, of some kinds. A page may be empty though more follow. */
  'library.list': call(
    z.object({ kinds: kindsSchema, cursor: z.string().max(2_000).nullable() }),
    z.object({ files: z.array(libraryFileSchema), nextCursor: z.string().nullable() }),
  ),
  /** The best matches by name, words and content, at most a hundred before those of other kinds are left out. */
  'library.search': call(
    z.object({ kinds: kindsSchema, query: z.string().trim().min(1).max(2_000) }),
    z.object({ files: z.array(libraryFileSchema) }),
  ),
  /** A file of the active service for the next generation, without sending it again. `not_found`. */
  'library.use': call(z.object({ fileId: idSchema }), materialSchema),
};
