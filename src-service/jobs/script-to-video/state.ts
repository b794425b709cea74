import { z } from 'zod';
import { sceneDescriptionsSchema, visualPacingSchema } from '../../../src-shared/api/common.ts';
import { spokenWordSchema } from '../../store/project-content-schema.ts';
import { movieOptionsSchema } from '../movie-maker.ts';

const plannedSceneSchema = z.object({
  text: z.string(),
  isHeading: z.boolean(),
  startsParagraph: z.boolean(),
});

const madePictureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('still'), fileName: z.string() }),
  z.object({ kind: z.literal('clip'), fileName: z.string(), durationFrames: z.number().int().positive() }),
]);
export type MadePicture = z.output<typeof madePictureSchema>;

/** What a script-to-video run was asked for, and what its stages have made of it so far. */
export const scriptToVideoStateSchema = z.object({
  projectId: z.string(),
  script: z.string(),
  pacing: visualPacingSchema,
  /** Null: told from the script. */
  languageCode: z.string().nullable(),
  /** Null: the best voice for the language. */
  voiceKey: z.string().nullable(),
  speed: z.number(),
  /** The look in the user's words, production notes included. */
  styleText: z.string(),
  /** What to show when, in seconds of the finished video. */
  guidance: sceneDescriptionsSchema,
  /** Own stills and clips for the first scenes, in order. */
  featuredFileIds: z.array(z.string()),
  isTemporary: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
  /** Null: no movie is rendered. */
  movie: movieOptionsSchema.nullable(),

  plan: z
    .object({ title: z.string(), languageCode: z.string(), scenes: z.array(plannedSceneSchema) })
    .nullable(),
  /** One per scene; names are those in the work folder. */
  speech: z.array(
    z.object({
      fileName: z.string(),
      durationFrames: z.number().int().positive(),
      words: z.array(spokenWordSchema),
    }),
  ),
  pictures: z.array(madePictureSchema),
  /** Everything the project is made of, as taken into the file store. */
  mediaFileIds: z.array(z.string()),
});
export type ScriptToVideoState = z.output<typeof scriptToVideoStateSchema>;

/** What a run is asked for, before any stage. */
export type ScriptToVideoRequest = Omit<ScriptToVideoState, 'plan' | 'speech' | 'pictures' | 'mediaFileIds'>;

export function initialState(request: ScriptToVideoRequest): ScriptToVideoState {
  return { ...request, plan: null, speech: [], pictures: [], mediaFileIds: [] };
}

/** @throws when a stage is run before the one that plans. */
export function planOf(state: ScriptToVideoState): NonNullable<ScriptToVideoState['plan']> {
  if (!state.plan) throw new Error('The script has not been planned yet.');
  return state.plan;
}
