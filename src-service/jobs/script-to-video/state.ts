import { z } from 'zod';
import { visualPacingSchema } from '../../../src-shared/api/common.ts';
import { spokenScenesSchema } from '../../store/records/project-content-schema.ts';
import { picturesRequestShape, picturesResultShape } from '../project-build/pictures-stage.ts';
import { presenterRequestShape, presenterResultShape } from '../project-build/presenter-stage.ts';
import { buildRequestShape, buildResultShape, type WorkflowRequest } from '../project-build/project-draft.ts';

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
    .nullable()
    .default(null),
  /** One entry per scene; file names are relative to the work folder. */
  speech: spokenScenesSchema.default([]),
  ...picturesResultShape,
  ...presenterResultShape,
  ...buildResultShape,
});
export type ScriptToVideoState = z.output<typeof scriptToVideoStateSchema>;
export type ScriptToVideoRequest = WorkflowRequest<typeof scriptToVideoStateSchema>;

/** @throws if the planning stage has not run yet. */
export function planOf(state: ScriptToVideoState): NonNullable<ScriptToVideoState['plan']> {
  if (!state.plan) throw new Error('The script has not been planned yet.');
  return state.plan;
}
