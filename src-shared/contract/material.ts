import { z } from 'zod';
import { call } from '../ipc/define.ts';
import { mediaPathSchema } from './app.ts';
import { idSchema } from './id.ts';

/** Most characters of a script the service takes (contract supplement §7). */
export const maxScriptLength = 100_000;

const fileGrantSchema = z.string().min(1).max(100);

/** `slides`: PDF or PowerPoint. */
export const materialKindSchema = z.enum(['image', 'video', 'audio', 'slides']);
export type MaterialKind = z.infer<typeof materialKindSchema>;

export const materialSchema = z.object({
  materialId: z.string(),
  displayName: z.string(),
  kind: materialKindSchema,
  sizeBytes: z.number().int().nonnegative(),
  /** Serves the file itself for a small preview. */
  mediaPath: mediaPathSchema,
  /** The file of captions whose words go with a recording. */
  transcriptName: z.string().optional(),
});

export type Material = z.infer<typeof materialSchema>;

/** Most rows of one batch, and most characters in all of them. */
export const maxBatchRows = 1_000;
export const maxBatchLength = 1_000_000;

/** One script of several. */
export const batchRowSchema = z.object({
  /** As spreadsheets count, the head included. */
  number: z.number().int(),
  /** Empty where it has none. */
  name: z.string(),
  text: z.string(),
  /** Why it cannot be used: a quote without its end, more cells than columns, a file that could not be read. */
  problem: z.enum(['quotes', 'cells', 'unreadable']).optional(),
});

export type BatchRow = z.infer<typeof batchRowSchema>;

export const materialCalls = {
  /**
   * The text of a dropped script as it will be spoken. Decoded (UTF-8, UTF-16, Windows-1252); Markdown is reduced to
   * its words, with headings on lines of their own, unless its marks are kept for an outline.
   * `file_type_unsupported`, `script_too_long`, `file_unreadable`.
   */
  'material.readScript': call(
    z.object({ fileGrant: fileGrantSchema, keepsMarkup: z.boolean().default(false) }),
    z.object({ displayName: z.string(), text: z.string() }),
  ),
  /** The scripts of a table (CSV and the like), in any encoding of a script. `file_unreadable`, `script_empty`. */
  'material.readTable': call(
    z.object({ fileGrant: fileGrantSchema }),
    z.object({ displayName: z.string(), rows: z.array(batchRowSchema) }),
  ),
  /**
   * A file for the next generation: a still, clip, recording, or slides. The type is recognized by the file's bytes.
   * A recording brings the captions that lie beside it under its name. `file_type_unsupported`, `file_unreadable`.
   */
  'material.add': call(z.object({ fileGrant: fileGrantSchema }), materialSchema),
  /**
   * The same recording with the words of a SubRip or WebVTT file, or with none, as a material of its own: what was
   * started with the other keeps it. `file_type_unsupported`, `file_unreadable`, `not_found`.
   */
  'material.setTranscript': call(
    z.object({ materialId: idSchema, fileGrant: fileGrantSchema.nullable() }),
    materialSchema,
  ),
};
