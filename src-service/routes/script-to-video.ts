import { invalidParameter, notFound, notImplemented } from '../api-error.ts';
import type { Caller } from '../auth/credentials.ts';
import { unixSeconds } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { MediaEngine } from '../engine/media-engine.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import type { ServiceAddress } from '../http/service-address.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import { planScript } from '../jobs/script-to-video/script-stage.ts';
import { scriptToVideoKind } from '../jobs/script-to-video/script-to-video.ts';
import { initialState } from '../jobs/script-to-video/state.ts';
import type { ScriptToVideoRequest } from '../jobs/script-to-video/state.ts';
import { newId } from '../new-id.ts';
import type { FileRepository } from '../store/file-repository.ts';
import type { JobRepository } from '../store/job-repository.ts';
import type { ProjectRepository } from '../store/project-repository.ts';
import type { RunRepository } from '../store/run-repository.ts';
import type { ServiceDatabase } from '../store/service-database.ts';
import { frameSizeOf } from './frame-size.ts';
import { chooseMovieOptions } from './movie-options.ts';
import { ownRecord } from './owner.ts';
import { projectUrlOf } from './project-url.ts';
import type { VoiceCatalogue } from './voice-catalogue.ts';

type Body = Call<'scriptToVideo'>['body'];

export interface ScriptToVideoHandlerDeps {
  readonly database: ServiceDatabase;
  readonly jobs: JobRepository;
  readonly runs: RunRepository;
  readonly projects: ProjectRepository;
  readonly files: FileRepository;
  readonly jobEngine: JobEngine;
  readonly engine: MediaEngine;
  readonly catalogue: VoiceCatalogue;
  readonly address: ServiceAddress;
  readonly clock: Clock;
}

/** What the specification knows and this service does not have. */
function refuseMissing(body: Body): void {
  if (body.remixActions.length > 0) throw notImplemented('the field remixActions');
  if (body.visualStyle.type === 'ENTITY') throw notFound('visual style entity');
  if (body.actorEntityId !== undefined && body.actorEntityId !== null) throw notFound('actor entity');
}

/** @throws ApiError 404 for an unknown file, 400 for one that cannot be shown. */
function checkFeatured(files: FileRepository, caller: Caller, fileIds: readonly string[]): void {
  for (const [index, fileId] of fileIds.entries()) {
    const field = `featuredBRollFileIds[${index}]`;
    const file = ownRecord(files.find(fileId), caller, `file for ${field}`);
    if (file.sources.download.status === 'pending') {
      throw invalidParameter(field, 'names a file whose upload is not complete');
    }
    const isPicture = file.type === 'IMAGE' || file.type === 'VIDEO';
    if (!isPicture || file.sources.download.status !== 'ready') {
      throw invalidParameter(field, 'names a file that is neither an image nor a video');
    }
  }
}

/** The written style and the production notes: both steer how pictures look, neither is spoken. */
function styleTextOf(body: Body): string {
  const style = body.visualStyle.type === 'AI_IMAGE' ? (body.visualStyle.aiStyle ?? '') : '';
  return [style, body.workflowAgentContext ?? ''].filter((text) => text.trim() !== '').join('. ');
}

function requestOf(
  deps: ScriptToVideoHandlerDeps,
  { caller, body }: Call<'scriptToVideo'>,
  projectId: string,
): ScriptToVideoRequest {
  refuseMissing(body);
  checkFeatured(deps.files, caller, body.featuredBRollFileIds);
  return {
    projectId,
    script: body.script,
    pacing: body.visualPacing,
    ...deps.catalogue.chooseNarration(body),
    speed: body.voiceSpeed ?? 1,
    styleText: styleTextOf(body),
    guidance: body.scenes ?? [],
    featuredFileIds: body.featuredBRollFileIds,
    isTemporary: body.isOutputTemporary,
    ...frameSizeOf(body.aspectRatio),
    movie: body.autoExport ? chooseMovieOptions(body.exportOptions, caller.plan) : null,
  };
}

function start(deps: ScriptToVideoHandlerDeps, call: Call<'scriptToVideo'>) {
  const { caller, body } = call;
  const { teamId, userId } = caller;
  const projectId = newId('proj');
  const runId = newId('work');
  const request = requestOf(deps, call, projectId);
  const { title } = planScript(deps.engine, request);
  deps.database.transaction(() => {
    deps.projects.insert({
      projectId,
      teamId,
      userId,
      origin: 'api',
      isHidden: body.hideFromUi,
      title,
      aspectRatio: body.aspectRatio,
      createdAt: unixSeconds(deps.clock),
    });
    deps.jobs.insert({ jobId: runId, kind: scriptToVideoKind, state: initialState(request) });
    deps.runs.insert({ runId, teamId, userId, workflowType: 'SCRIPT_TO_VIDEO', projectId });
  });
  deps.jobEngine.wake();
  return {
    workflowRunId: runId,
    projectId,
    projectUrl: projectUrlOf(deps.address, projectId),
    remixActionIds: [],
  };
}

/** Starts script-to-video under its path and its deprecated one (specification §4.2). */
export function scriptToVideoHandlers(deps: ScriptToVideoHandlerDeps): Handlers {
  return { scriptToVideo: (call) => start(deps, call), deprecatedScript: (call) => start(deps, call) };
}
