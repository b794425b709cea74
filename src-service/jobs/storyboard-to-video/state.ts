import { z } from 'zod';
import { spokenScenesSchema } from '../../store/records/project-content-schema.ts';
import { picturesResultShape } from '../project-build/pictures-stage.ts';
import { buildRequestShape, buildResultShape, type WorkflowRequest } from '../project-build/project-draft.ts';

const storyboardSceneSchema = z.object({
  /** Absent for a numbered scene. */
  title: z.string().optional(),
  /** What to show, with style words; mentions are replaced by names. */
  prompt: z.string(),
  /** Whether the picture is a moving clip. */
  isClip: z.boolean(),
  /** Null makes it as long as the voice needs, and five seconds without a voice. */
  durationSeconds: z.number().int().positive().nullable(),
  /** Text spoken over the scene; empty for none. */
  voiceover: z.string(),
  /** Pictures of the subjects to show. */
  subjectFileIds: z.array(z.string()),
  /** Pictures whose look the scene adopts. */
  styleFileIds: z.array(z.string()),
});
export type StoryboardScene = z.output<typeof storyboardSceneSchema>;

/** Request and results so far of a storyboard-to-video run. */
export const storyboardToVideoStateSchema = z.object({
  ...buildRequestShape,
  scenes: z.array(storyboardSceneSchema),
  /** Notes on the look of all scenes. */
  notes: z.string().default(''),
  /** BCP 47 tag of the spoken language. */
  languageCode: z.string(),
  /** Null selects the best voice for the language. */
  voiceKey: z.string().nullable(),
  styleText: z.string(),

  speech: spokenScenesSchema.default([]),
  ...picturesResultShape,
  ...buildResultShape,
});
export type StoryboardToVideoState = z.output<typeof storyboardToVideoStateSchema>;
export type StoryboardToVideoRequest = WorkflowRequest<typeof storyboardToVideoStateSchema>;

/** Joins texts, skipping blank ones. */
export function joinWords(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('. ');
}
