import { z } from 'zod';
import { spokenScenesSchema } from '../../store/project-content-schema.ts';
import { picturesResultShape } from '../project-build/pictures-stage.ts';
import { buildRequestShape, buildResultShape } from '../project-build/project-draft.ts';

const storyboardSceneSchema = z.object({
  /** What is seen, with the words of its style; mentions are names. */
  prompt: z.string(),
  /** Whether the picture moves. */
  isClip: z.boolean(),
  /** Null: as long as the voice needs, at least five seconds. */
  durationSeconds: z.number().int().positive().nullable(),
  /** Spoken over the scene; empty for none. */
  voiceover: z.string(),
  /** Pictures of who and what is to be seen. */
  subjectFileIds: z.array(z.string()),
  /** Pictures whose look the scene takes on. */
  styleFileIds: z.array(z.string()),
});
export type StoryboardScene = z.output<typeof storyboardSceneSchema>;

/** What a storyboard-to-video run was asked for, and what its stages have made of it so far. */
export const storyboardToVideoStateSchema = z.object({
  ...buildRequestShape,
  scenes: z.array(storyboardSceneSchema),
  /** What is said of the look of all scenes; earlier runs have it in the prompt of each. */
  notes: z.string().default(''),
  /** BCP 47 tag of what is spoken. */
  languageCode: z.string(),
  /** Null: the best voice for the language. */
  voiceKey: z.string().nullable(),
  styleText: z.string(),

  speech: spokenScenesSchema,
  ...picturesResultShape,
  ...buildResultShape,
});
export type StoryboardToVideoState = z.output<typeof storyboardToVideoStateSchema>;

/** Several texts as one, blank ones left out. */
export function joinWords(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('. ');
}
