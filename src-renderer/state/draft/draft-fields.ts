import { z } from 'zod';
import {
  captionStyleSchema,
  markModeSchema,
  modelQualitySchema,
  visualPacingSchema,
} from '../../../src-shared/api/common.ts';
import { exportQualitySchema, maxDestinations } from '../../../src-shared/api/projects.ts';
import { localConnectionId } from '../../../src-shared/contract/connection.ts';
import {
  type BatchColumn,
  batchColumnsSchema,
  type BatchRow,
  batchRowSchema,
  maxScriptLength,
  type Material,
  materialSchema,
} from '../../../src-shared/contract/material.ts';
import {
  aspectRatioSchema,
  maxClipImages,
  maxMaterials,
  maxSlides,
  type WorkflowName,
} from '../../../src-shared/contract/start-generation.ts';
import { type Offered, type RowSettings, unknownSetting } from '../../../src-shared/script/row-settings.ts';
import { isSpeakable } from '../../../src-shared/script/speakable.ts';
import { isCaptions } from '../../../src-shared/script/words-of-captions.ts';
import { destinationOf, destinationRowSchema } from '../../components/delivery/destination-row.ts';
import { missingFields } from '../../components/remix/remix-draft.ts';
import { remixTypes } from '../../components/remix/remix-table.ts';

const written = z.string().default('');
const ids = z.array(z.string()).default([]);

const styleSchema = z.object({
  type: z.enum(['STOCK', 'AI_IMAGE', 'ENTITY']),
  /** The user's description; kept while another type is chosen. */
  aiStyle: written,
  entityId: z.string().optional(),
  /** True if the user's own stills are redrawn in the described style. */
  redrawsOwnStills: z.boolean().default(false),
});

/** One card of a storyboard while the user edits it. */
const cardSchema = z.object({
  cardId: z.string(),
  prompt: written,
  title: written,
  /** Absent: as set for the storyboard. */
  type: z.enum(['AI_IMAGE', 'AI_VIDEO']).optional(),
  aiStyle: written,
  durationSeconds: z.number().optional(),
  voiceoverScript: written,
  visualStyleEntityId: z.string().optional(),
  actorEntityIds: ids,
  productEntityIds: ids,
});
export type StoryboardCard = z.infer<typeof cardSchema>;

/** A time range of the movie with a description of what to show in it. A time is missing until it is entered. */
const guidanceSchema = z.object({
  rangeId: z.string(),
  startSeconds: z.number().optional(),
  endSeconds: z.number().optional(),
  description: written,
});
export type Guidance = z.infer<typeof guidanceSchema>;

const remixDraftSchema = z.object({
  id: z.string(),
  type: z.enum(remixTypes),
  values: z.record(z.string(), z.unknown()),
});

/** Several texts, each for its own generation. */
const batchSchema = z.object({
  /** Prefix of the ids of its generations. */
  batchId: z.string(),
  /** Name of the source it was read from. */
  name: z.string(),
  /** Uses of the columns of a table; empty where its rows have no cells. */
  columns: batchColumnsSchema.default([]),
  rows: z.array(batchRowSchema),
});
export type Batch = z.infer<typeof batchSchema>;

/** The user's settings and content in one mode. The service decides fields without a value. */
export const draftFieldsSchema = z.object({
  script: written,
  prompt: written,
  outlineMarkdown: written,
  /** True if a script that is captions is used as it is. */
  keepsCaptions: z.boolean().default(false),
  /** Replaces the text of the mode. */
  batch: batchSchema.optional(),
  /** The recording or slides. */
  source: materialSchema.optional(),
  /** The user's own stills and clips, in order. */
  materials: z.array(materialSchema).default([]),
  logo: materialSchema.optional(),
  cards: z.array(cardSchema).default([]),
  aspectRatio: aspectRatioSchema.default('16:9'),
  language: z.string().optional(),
  voiceId: z.string().optional(),
  voiceSpeed: z.number().optional(),
  actorEntityId: z.string().optional(),
  avatarQuality: modelQualitySchema.optional(),
  visualStyle: styleSchema.prefault({ type: 'STOCK' }),
  visualPacing: visualPacingSchema.default('MEDIUM'),
  quality: modelQualitySchema.optional(),
  guidance: z.array(guidanceSchema).default([]),
  workflowAgentContext: written,
  /** Null hides the captions. */
  captionStyle: captionStyleSchema.nullable().optional(),
  /** The user's own caption style, kept while another kind is chosen. */
  keptCaptionStyle: captionStyleSchema.optional(),
  slideshowThemeEntityId: z.string().optional(),
  /** Absent: the speaker notes are spoken; empty: nothing is spoken. */
  slideScripts: z.array(z.string()).optional(),
  /** The user's slide texts, kept while something else is chosen to be spoken. */
  keptSlideScripts: z.array(z.string()).default([]),
  /** Speaker notes, by slide, of the deck for which the texts were last shown. */
  deckNotes: z.object({ materialId: z.string(), notes: z.array(z.string()) }).optional(),
  /** For storyboards. */
  defaultType: z.enum(['AI_IMAGE', 'AI_VIDEO']).default('AI_VIDEO'),
  defaultStyle: written,
  defaultDurationSeconds: z.number().optional(),
  actorEntityIds: ids,
  productEntityIds: ids,
  durationSeconds: z.number().optional(),
  remixDrafts: z.array(remixDraftSchema).default([]),
  /** The user's own files that remix actions refer to. */
  remixFiles: z.array(materialSchema).default([]),
  autoExport: z.boolean().default(false),
  exportOptions: z
    .object({
      quality: exportQualitySchema.optional(),
      watermarkMode: markModeSchema.optional(),
      endScreenMode: markModeSchema.optional(),
    })
    .default({}),
  destinations: z.array(destinationRowSchema).max(maxDestinations).default([]),
  isOutputTemporary: z.boolean().default(false),
  hideFromUi: z.boolean().default(false),
});

export type DraftFields = z.infer<typeof draftFieldsSchema>;

export const emptyDraft: DraftFields = draftFieldsSchema.parse({});

/** Fields with the content of a movie: its texts and files, and what describes them. */
export const contentFields = {
  script: true,
  prompt: true,
  outlineMarkdown: true,
  keepsCaptions: true,
  batch: true,
  source: true,
  materials: true,
  logo: true,
  cards: true,
  guidance: true,
  slideScripts: true,
  keptSlideScripts: true,
  deckNotes: true,
  remixFiles: true,
} as const satisfies Partial<Record<keyof DraftFields, true>>;

type RemixDraft = z.infer<typeof remixDraftSchema>;
const zoom: RemixDraft = { id: 'zoom', type: 'ADD_ZOOM', values: {} };
const dissolves: RemixDraft = {
  id: 'dissolves',
  type: 'ADD_TRANSITIONS',
  values: { sectionTransition: 'FADE', assetTransition: 'FADE' },
};
const music: RemixDraft = {
  id: 'music',
  type: 'GENERATE_MUSIC',
  values: { prompt: 'Calm, warm background music without vocals' },
};

/** Initial remix actions for the local service, whose pictures are stills and whose videos have no music. */
const localFinish: Readonly<Record<WorkflowName, readonly RemixDraft[]>> = {
  script: [zoom, dissolves, music],
  voiceover: [zoom, dissolves, music],
  outline: [zoom, dissolves, music],
  storyboard: [dissolves, music],
  slideshow: [],
  clip: [],
};

/** Returns the initial draft of a mode on a connection. */
export function firstDraft(connectionId: string, workflow: WorkflowName): DraftFields {
  if (connectionId !== localConnectionId) return emptyDraft;
  return { ...emptyDraft, remixDrafts: [...localFinish[workflow]] };
}

/** Format of a draft saved before the app had modes. */
const olderDraftSchema = z
  .object({
    script: z.string(),
    aspectRatio: aspectRatioSchema,
    voiceId: z.string().nullable(),
    languageCode: z.string().nullable(),
    pacing: visualPacingSchema,
    styleText: z.string(),
    materials: z.array(materialSchema),
  })
  .transform(({ languageCode, voiceId, pacing, styleText, ...same }) => ({
    ...same,
    visualPacing: pacing,
    language: languageCode ?? undefined,
    voiceId: voiceId ?? undefined,
    visualStyle: { type: styleText.trim() === '' ? 'STOCK' : 'AI_IMAGE', aiStyle: styleText },
  }));

/** Converts a draft saved before the app had modes; returns anything else unchanged. */
export function currentDraft(stored: unknown): unknown {
  return olderDraftSchema.safeParse(stored).data ?? stored;
}

/** Central text field of a mode; null for modes that start with a file or cards. */
export const textFields = {
  script: 'script',
  clip: 'prompt',
  outline: 'outlineMarkdown',
  voiceover: null,
  slideshow: null,
  storyboard: null,
} as const satisfies Record<WorkflowName, keyof DraftFields | null>;

/** Returns the maximum number of stills and clips in a mode. */
export function maxMaterialsOf(workflow: WorkflowName): number {
  if (workflow === 'clip') return maxClipImages;
  return workflow === 'script' || workflow === 'outline' ? maxMaterials : 0;
}

/** A clip's reference materials must be stills. */
export function materialKindsOf(workflow: WorkflowName): readonly Material['kind'][] {
  return workflow === 'clip' ? ['image'] : ['image', 'video'];
}

/** Reason why a draft cannot be started. */
export type DraftBlocker =
  | 'script_empty'
  | 'script_not_speakable'
  | 'captions_undecided'
  | 'text_empty'
  | 'text_too_long'
  | 'column_missing'
  | 'batch_empty'
  | 'recording_missing'
  | 'slides_missing'
  | 'slides_too_many'
  | 'cards_empty'
  | 'style_missing'
  | 'guidance_wrong'
  | 'remix_incomplete'
  | 'destination_incomplete';

/** Returns the fields that make a draft a batch. */
export function fieldsOfBatch(
  name: string,
  rows: readonly BatchRow[],
  columns: readonly BatchColumn[],
): Partial<DraftFields> {
  const batch: Batch = { batchId: crypto.randomUUID(), name, columns: [...columns], rows: [...rows] };
  return { script: '', prompt: '', outlineMarkdown: '', guidance: [], batch };
}

/** Returns the first reason why a draft cannot be started; null if there is none. */
export function blockerOf(workflow: WorkflowName, fields: DraftFields): DraftBlocker | null {
  const blocker = contentBlocker(workflow, fields);
  if (blocker) return blocker;
  if (fields.remixDrafts.some((draft) => missingFields(draft).length > 0)) return 'remix_incomplete';
  const isIncomplete = fields.autoExport && fields.destinations.some((row) => destinationOf(row) === null);
  return isIncomplete ? 'destination_incomplete' : null;
}

function contentBlocker(workflow: WorkflowName, fields: DraftFields): DraftBlocker | null {
  const textField = textFields[workflow];
  if (textField !== null) {
    const { batch } = fields;
    const blocker = batch ? batchBlocker(workflow, batch) : textBlocker(workflow, fields[textField]);
    if (blocker) return blocker;
  }
  if (asksAboutCaptions(workflow, fields)) return 'captions_undecided';
  if (workflow === 'voiceover' && !fields.source) return 'recording_missing';
  if (workflow === 'slideshow') return slidesBlocker(fields);
  if (workflow === 'storyboard' && !areCardsWritten(fields.cards)) return 'cards_empty';
  return workflow === 'script' || workflow === 'voiceover' ? lookBlocker(fields) : null;
}

/** True if the script is captions and the user has yet to say whether only their words are used. */
export function asksAboutCaptions(workflow: WorkflowName, fields: DraftFields): boolean {
  return workflow === 'script' && !fields.batch && !fields.keepsCaptions && isCaptions(fields.script);
}

function slidesBlocker(fields: DraftFields): DraftBlocker | null {
  if (!fields.source) return 'slides_missing';
  return (slideScriptsOf(fields)?.length ?? 0) > maxSlides ? 'slides_too_many' : null;
}

/** Returns the texts of the present slides; texts for a longer deck stay in the draft. */
export function slideScriptsOf({ slideScripts, source, deckNotes }: DraftFields): string[] | undefined {
  const isOfDeck = deckNotes !== undefined && deckNotes.materialId === source?.materialId;
  return isOfDeck ? slideScripts?.slice(0, deckNotes.notes.length) : slideScripts;
}

function areCardsWritten(cards: readonly StoryboardCard[]): boolean {
  return cards.length > 0 && cards.every(({ prompt }) => prompt.trim() !== '');
}

function lookBlocker({ visualStyle, guidance }: DraftFields): DraftBlocker | null {
  const { type, aiStyle, entityId } = visualStyle;
  const isMissing =
    (type === 'AI_IMAGE' && aiStyle.trim() === '') || (type === 'ENTITY' && entityId === undefined);
  if (isMissing) return 'style_missing';
  return isGuidanceRight(guidance) ? null : 'guidance_wrong';
}

function batchBlocker(workflow: WorkflowName, batch: Batch): DraftBlocker | null {
  if (asksForColumn(batch)) return 'column_missing';
  return batch.rows.some((row) => rowProblem(workflow, row) === null) ? null : 'batch_empty';
}

/** True if the user has yet to say which column of the table is the text. */
export function asksForColumn({ columns }: Batch): boolean {
  return columns.length > 0 && columns.every(({ use }) => use !== 'text');
}

/** Reason why a row of a batch cannot be started. */
export type RowProblem =
  NonNullable<BatchRow['problem']> | 'empty' | 'not_speakable' | 'too_long' | keyof RowSettings;

/** Returns the reason why a row cannot be started; null if there is none. */
export function rowProblem(
  workflow: WorkflowName,
  row: BatchRow,
  offered: Offered | null = null,
): RowProblem | null {
  const { text, problem } = row;
  if (problem !== undefined) return problem;
  const blocker = textBlocker(workflow, text);
  if (blocker === null) return unknownSetting(row, offered);
  if (blocker === 'text_too_long') return 'too_long';
  return blocker === 'script_not_speakable' ? 'not_speakable' : 'empty';
}

function textBlocker(workflow: WorkflowName, text: string): DraftBlocker | null {
  if (text.length > maxScriptLength) return 'text_too_long';
  if (text.trim() === '') return workflow === 'script' ? 'script_empty' : 'text_empty';
  return workflow !== 'script' || isSpeakable(text) ? null : 'script_not_speakable';
}

/** True if every range has a description and an end after its start, in order and without overlaps. */
function isGuidanceRight(guidance: readonly Guidance[]): boolean {
  return guidance.every(({ startSeconds = 0, endSeconds, description }, index) => {
    const before = guidance[index - 1]?.endSeconds ?? 0;
    return (
      endSeconds !== undefined &&
      endSeconds > startSeconds &&
      startSeconds >= before &&
      description.trim() !== ''
    );
  });
}
