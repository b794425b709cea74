import { z } from 'zod';
import { call } from '../ipc/define.ts';
import { mediaPathSchema } from './app.ts';

/** Most characters of a script the service takes (contract supplement §7). */
export const maxScriptLength = 100_000;

const fileGrantSchema = z.string().min(1).max(100);

export const materialSchema = z.object({
  materialId: z.string(),
  displayName: z.string(),
  kind: z.enum(['image', 'video']),
  sizeBytes: z.number().int().nonnegative(),
  /** Serves the file itself for a small preview. */
  mediaPath: mediaPathSchema,
});

export type Material = z.infer<typeof materialSchema>;

export const materialCalls = {
  /**
   * The text of a dropped script as it will be spoken. Decoded (UTF-8, UTF-16, Windows-1252); Markdown is reduced to
   * its words, with headings on lines of their own. `file_type_unsupported`, `script_too_long`, `file_unreadable`.
   */
  'material.readScript': call(
    z.object({ fileGrant: fileGrantSchema }),
    z.object({ displayName: z.string(), text: z.string() }),
  ),
  /** A still or clip to be used first in the next generation. The type is recognized by the file's bytes. */
  'material.add': call(z.object({ fileGrant: fileGrantSchema }), materialSchema),
};
