import type { z } from 'zod';
import { defineJobKind, type JobKind, type Stage } from '../job-kind.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import type { BuildDeps } from './build-deps.ts';
import { finishStages } from './finish-stages.ts';
import type { BuildState, ProjectDraft } from './project-draft.ts';
import { timelineStage } from './timeline-stage.ts';

/** Defines the kind of job that makes a project, with remix actions and a movie if requested. */
export function defineWorkflow<State extends BuildState>(
  deps: BuildDeps & RemixDeps,
  workflow: {
    readonly kind: string;
    readonly stateSchema: z.ZodType<State>;
    /** The stages that make the parts of the draft. */
    readonly stagesOf: (state: State) => readonly Stage<State>[];
    readonly draftOf: (state: State) => ProjectDraft;
  },
): JobKind {
  const { kind, stateSchema, stagesOf, draftOf } = workflow;
  return defineJobKind({
    kind,
    queue: 'long',
    stateSchema,
    stagesOf: (state) => [...stagesOf(state), timelineStage(deps, draftOf), ...finishStages(deps, state)],
  });
}
