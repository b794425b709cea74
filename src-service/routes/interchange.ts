import { notFound } from '../api-error.ts';
import { ownRecord } from '../auth/owner.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import { timelineInterchangeKind, type TimelineInterchangeState } from '../jobs/timeline-interchange.ts';
import { newId } from '../new-id.ts';
import type { InterchangeRepository, StoredInterchange } from '../store/records/interchange-repository.ts';
import type { ProjectRepository } from '../store/records/project-repository.ts';
import type { RunRepository } from '../store/records/run-repository.ts';
import type { FileInfoView } from '../views/file-info.ts';
import { jobFieldsOf } from '../views/job-fields.ts';
import { assertReady } from './exports.ts';
import { findProject } from './projects.ts';

export interface InterchangeHandlerDeps {
  readonly projects: ProjectRepository;
  readonly runs: RunRepository;
  readonly interchanges: InterchangeRepository;
  readonly jobEngine: JobEngine;
  readonly view: FileInfoView;
}

function start(deps: InterchangeHandlerDeps, { caller, parameters, body }: Call<'createInterchange'>) {
  const project = findProject(deps.projects, caller, parameters.projectId);
  assertReady(deps.runs, project);
  const interchangeId = newId('inte');
  const state: TimelineInterchangeState = { projectId: project.projectId, ...body };
  deps.jobEngine.accept((jobs) => {
    jobs.insert({ jobId: interchangeId, kind: timelineInterchangeKind, state });
    deps.interchanges.insert({ interchangeId, ...state });
  });
  return { interchangeJobId: interchangeId };
}

function find(
  deps: InterchangeHandlerDeps,
  { caller, parameters }: Call<'getInterchange'> | Call<'cancelInterchange'>,
): StoredInterchange {
  const record = deps.interchanges.find(parameters.interchangeJobId);
  if (!record) throw notFound('timeline interchange');
  ownRecord(deps.projects.find(record.projectId), caller, 'timeline interchange');
  return record;
}

/** Handlers of conversions into editor documents: start, read (contract supplement §4.3), cancel. */
export function interchangeHandlers(deps: InterchangeHandlerDeps): Handlers {
  return {
    createInterchange: (call) => start(deps, call),
    /** Does nothing if the conversion has ended already. */
    cancelInterchange: (call) => {
      const { interchangeId } = find(deps, call);
      deps.jobEngine.cancel(interchangeId);
      return { interchangeJobId: interchangeId };
    },
    getInterchange: (call) => {
      const record = find(deps, call);
      const { downloadUrl, downloadUrlExpiresAt, file } = deps.view.resultOf(record.fileId, {
        isFresh: true,
      });
      return {
        interchangeJobId: record.interchangeId,
        projectId: record.projectId,
        format: record.format,
        mediaDelivery: record.mediaDelivery,
        ...jobFieldsOf(deps.jobEngine.standingOf(record.interchangeId, record)),
        downloadUrl,
        downloadUrlExpiresAt,
        interchangeFileId: record.fileId,
        file,
      };
    },
  };
}
