import { conflict } from '../../api-error.ts';
import type { AssistantRepository, StoredAssistant } from '../../store/records/assistant-repository.ts';
import type { JobRepository } from '../../store/records/job-repository.ts';
import type { ProjectRepository } from '../../store/records/project-repository.ts';
import type { RunRepository } from '../../store/records/run-repository.ts';
import { assistantStateSchema } from './assistant-state.ts';

interface ProjectDeps {
  readonly projects: ProjectRepository;
  readonly runs: RunRepository;
}

/** Name of the queue that runs a chat's replies one at a time. */
export function chatQueue(assistantId: string): string {
  return `chat ${assistantId}`;
}

/** @throws ApiError 409 if the project has its content already or is being generated. */
export function assertNotGenerated({ projects, runs }: ProjectDeps, projectId: string): void {
  if (projects.readContent(projectId) || runs.hasUnfinished(projectId))
    throw conflict('The project has already been generated.');
}

/** @throws ApiError 409 also if another suggestion of the chat was approved and its reply is pending. */
export function assertMayGenerate(
  deps: ProjectDeps & { readonly assistants: AssistantRepository; readonly jobs: JobRepository },
  { assistantId, projectId }: StoredAssistant,
): void {
  assertNotGenerated(deps, projectId);
  const isApproved = deps.jobs.listUnfinishedStates(chatQueue(assistantId)).some((stored) => {
    const turn = assistantStateSchema.safeParse(stored).data?.turn;
    if (turn?.kind !== 'decision' || !turn.isApproved) return false;
    return deps.assistants.findAction(turn.actionId)?.offer.kind === 'generate';
  });
  if (isApproved) throw conflict('Another suggestion is being carried out.');
}
