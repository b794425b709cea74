import { z } from 'zod';
import type { EditKind } from '../../src-timeline/diff/edit.ts';

/** Sentence about an edit: its message key with parameters, and the English text. */
export const sentenceSchema = z.object({
  /** For example `edits.removed.scene`; see `src-timeline/diff/messages.ts`. */
  key: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
});
export type ReturnSentence = z.infer<typeof sentenceSchema>;

const editKinds = [
  'removed',
  'added',
  'moved',
  'trimmed',
  'slipped',
  'slid',
  'split',
  'joined',
  'replaced',
  'retimed',
  'level',
  'motion',
  'effect',
  'transition',
  'caption',
  'caption-time',
  'disabled',
  'marker',
  'item',
  'setting',
  'cut',
  'format-loss',
] as const satisfies readonly EditKind[];

/** Frames from the sequence's first, at the delivered cut's rate. The end is exclusive. */
export const frameSpanSchema = z.object({ startFrame: z.number().int(), endFrame: z.number().int() });

export const returnEditSchema = z.object({
  kind: z.enum(editKinds),
  /** Scene number in the delivered cut, from 1; null if it has none. */
  scene: z.number().int().positive().nullable(),
  /** Place in the delivered cut; null for an addition. */
  before: frameSpanSchema.nullable(),
  /** Place in the returned cut; null for a removal. */
  after: frameSpanSchema.nullable(),
  sentence: sentenceSchema,
});
export type ReturnEdit = z.infer<typeof returnEditSchema>;
