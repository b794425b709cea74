import { z } from 'zod';
import { call } from '../ipc/define.ts';
import { mediaPathSchema } from './app/app.ts';
import { idSchema } from './id.ts';

/** Maximum number of characters of a script that the service accepts (contract supplement §7). */
export const maxScriptLength = 100_000;

const fileGrantSchema = z.string().min(1).max(100);

/** `slides`: PDF or PowerPoint. */
const materialKindSchema = z.enum(['image', 'video', 'audio', 'slides']);
export type MaterialKind = z.infer<typeof materialKindSchema>;

/** Stills and clips as cameras record them, which only the program of their maker or a raw converter reads. */
export const rawFileName =
  /\.(?:3fr|ari|arw|braw|cr2|cr3|crm|crw|dng|iiq|nef|nrw|orf|pef|r3d|raf|rw2|srw|x3f)$/i;

export const materialSchema = z.object({
  materialId: z.string(),
  displayName: z.string(),
  kind: materialKindSchema,
  sizeBytes: z.number().int().nonnegative(),
  /** Path of the file itself, for a small preview. */
  mediaPath: mediaPathSchema,
  /** Name of the caption file whose words go with a recording. */
  transcriptName: z.string().optional(),
});

export type Material = z.infer<typeof materialSchema>;

/** Maximum number of rows of one batch, and of characters in all of them. */
export const maxBatchRows = 1_000;
export const maxBatchLength = 1_000_000;

/** What a column of a table says about each row's movie. */
export const columnUses = ['text', 'name', 'language', 'voice', 'ratio'] as const;

const batchColumnSchema = z.object({
  /** As in the head of the table. */
  name: z.string(),
  /** Null for a column that is not used. */
  use: z.enum(columnUses).nullable(),
});
export type BatchColumn = z.infer<typeof batchColumnSchema>;
export const batchColumnsSchema = z.array(batchColumnSchema);

/** One script of a batch. */
export const batchRowSchema = z.object({
  /** Row number as in spreadsheets, which count the header row. */
  number: z.number().int(),
  /** Empty if the row has none. */
  name: z.string(),
  text: z.string(),
  /** As the table gives it: a code or a name; absent or empty for the batch's own. */
  language: z.string().optional(),
  /** A name or an id. */
  voice: z.string().optional(),
  /** Such as 9:16. */
  ratio: z.string().optional(),
  /** All cells, in a table with a head and more than a text and a name. */
  cells: z.array(z.string()).optional(),
  /** Reason why the row is unusable: an unclosed quote, more cells than columns, or an unreadable file. */
  problem: z.enum(['quotes', 'cells', 'unreadable']).optional(),
});

export type BatchRow = z.infer<typeof batchRowSchema>;

export const materialCalls = {
  /**
   * Reads a dropped script as the text to be spoken. Decodes UTF-8, UTF-16 and Windows-1252. Captions stay as they are. Reduces Markdown to its
   * words, with headings on lines of their own, unless an outline needs its marks.
   * `file_type_unsupported`, `script_too_long`, `file_unreadable`.
   */
  'material.readScript': call(
    z.object({ fileGrant: fileGrantSchema, keepsMarkup: z.boolean().default(false) }),
    z.object({ displayName: z.string(), text: z.string() }),
  ),
  /**
   * Reads the scripts of a table (CSV and the like), in any encoding that scripts may have. `file_unreadable`,
   * `script_empty`.
   */
  'material.readTable': call(
    z.object({ fileGrant: fileGrantSchema }),
    z.object({ displayName: z.string(), columns: batchColumnsSchema, rows: z.array(batchRowSchema) }),
  ),
  /**
   * Adds a file to the next generation: a still, clip, recording, or slides. The app detects the type from the file's
   * bytes. A recording brings the captions of the same name in its folder. A still in HEIC becomes a JPEG where the system
   * can convert it. `file_type_unsupported`, with reason `heic` where it cannot; `file_unreadable`, with reason `damaged`
   * for a movie that is cut off.
   */
  'material.add': call(z.object({ fileGrant: fileGrantSchema }), materialSchema),
  /** Grants a copy of what the page shows or plays, so that it can be sent to a service. `file_unreadable`, `disk_full`. */
  'material.copyMedia': call(
    z.object({ mediaPath: mediaPathSchema, displayName: z.string().min(1).max(1_000) }),
    z.object({ fileGrant: fileGrantSchema }),
  ),
  /**
   * Returns the same recording with the words of a SubRip or WebVTT file, or with none, as a new material. Generations
   * started with the old material keep it. `file_type_unsupported`, `file_unreadable`, `not_found`.
   */
  'material.setTranscript': call(
    z.object({ materialId: idSchema, fileGrant: fileGrantSchema.nullable() }),
    materialSchema,
  ),
};
