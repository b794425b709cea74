import { z } from 'zod';
import { visualPacingSchema } from '../../../src-shared/api/common.ts';
import { spokenWordSchema } from '../../store/records/project-content-schema.ts';
import { picturesRequestShape, picturesResultShape } from '../project-build/pictures-stage.ts';
import { presenterRequestShape, presenterResultShape } from '../project-build/presenter-stage.ts';
import { buildRequestShape, buildResultShape } from '../project-build/project-draft.ts';

const plannedSceneSchema = z.object({
  text: z.string(),
  isHeading: z.boolean(),
  startsParagraph: z.boolean(),
});

/** Request and results so far of a script-to-video run. */
export const scriptToVideoStateSchema = z.object({
  ...buildRequestShape,
  script: z.string(),
  pacing: visualPacingSchema,
  /** Null detects the language from the script. */
  languageCode: z.string().nullable(),
  /** Null selects the best voice for the language. */
  voiceKey: z.string().nullable(),
  speed: z.number(),
  ...picturesRequestShape,
  ...presenterRequestShape,

  plan: z
    .object({ title: z.string(), languageCode: z.string(), scenes: z.array(plannedSceneSchema) })
    .nullable(),
  /** One entry per scene; file names are relative to the work folder. */
  speech: z.array(
    z.object({
      fileName: z.string(),
      durationFrames: z.number().int().positive(),
      words: z.array(spokenWordSchema),
    }),
  ),
  ...picturesResultShape,
  ...presenterResultShape,
  ...buildResultShape,
});
export type ScriptToVideoState = z.output<typeof scriptToVideoStateSchema>;

/** The request fields of a run, before any stage. */
export type ScriptToVideoRequest = Omit<
  ScriptToVideoState,
  'plan' | 'speech' | 'pictures' | 'presenters' | 'mediaFileIds'
>;

export function initialState(request: ScriptToVideoRequest): ScriptToVideoState {
  return { ...request, plan: null, speech: [], pictures: [], presenters: [], mediaFileIds: [] };
}

/** @throws if the planning stage has not run yet. */
export function planOf(state: ScriptToVideoState): NonNullable<ScriptToVideoState['plan']> {
  if (!state.plan) throw new Error('The script has not been planned yet.');
  return state.plan;
}
