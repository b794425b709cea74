import { conflict, notFound } from '../api-error.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { pageOfRecords } from '../http/paging.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import { projectExportKind, type ProjectExportState } from '../jobs/project-export.ts';
import { newId } from '../new-id.ts';
import type { ExportRepository, StoredExport } from '../store/records/export-repository.ts';
import type { ProjectRepository, StoredProject } from '../store/records/project-repository.ts';
import type { RunRepository } from '../store/records/run-repository.ts';
import type { FileInfoView } from '../views/file-info.ts';
import { jobFieldsOf } from '../views/job-fields.ts';
import { chooseMovieOptions } from './movie-options.ts';
import { findProject } from './projects.ts';

export interface ExportHandlerDeps {
  readonly projects: ProjectRepository;
  readonly exports: ExportRepository;
  readonly runs: RunRepository;
  readonly jobEngine: JobEngine;
  readonly view: FileInfoView;
  readonly cursors: Cursors;
}

const ends = { failed: 'failed', cancelled: 'was cancelled' } as const;

type ExportCall = Call<'getProjectExport'> | Call<'cancelProjectExport'>;

/** @throws ApiError 409 for a project without content: one still being made, or one that no run will make any more. */
export function assertReady(runs: Pick<RunRepository, 'lastOf'>, { projectId, status }: StoredProject): void {
  if (status === 'ready') return;
  const end = runs.lastOf(projectId)?.status;
  if (end !== 'failed' && end !== 'cancelled') throw conflict('The project has not been generated yet.');
  throw conflict(`The project was never made, because its run ${ends[end]}. Start a new one.`);
}

function start(deps: ExportHandlerDeps, { caller, parameters, body }: Call<'exportProject'>) {
  const project = findProject(deps.projects, caller, parameters.projectId);
  const { projectId } = project;
  const state: ProjectExportState = { projectId, options: chooseMovieOptions(body, caller.plan) };
  assertReady(deps.runs, project);
  const exportId = newId('expo');
  deps.jobEngine.accept((jobs) => {
    jobs.insert({ jobId: exportId, kind: projectExportKind, state });
    deps.exports.insert({ exportId, projectId });
  });
  return { exportId };
}

function find(deps: ExportHandlerDeps, { caller, parameters }: ExportCall): StoredExport {
  const { projectId } = findProject(deps.projects, caller, parameters.projectId);
  const record = deps.exports.find(parameters.exportId);
  if (record?.projectId !== projectId) throw notFound('export');
  return record;
}

/** Handlers of movie exports: start, list, read (specification §4.3), cancel. */
export function exportHandlers(deps: ExportHandlerDeps): Handlers {
  const show = (record: StoredExport, isFresh: boolean) => ({
    exportId: record.exportId,
    projectId: record.projectId,
    ...jobFieldsOf(deps.jobEngine.standingOf(record.exportId, record)),
    ...deps.view.resultOf(record.fileId, { isFresh }),
    exportFileId: record.fileId,
  });
  return {
    exportProject: (call) => start(deps, call),
    listProjectExports: ({ caller, parameters, query }) => {
      const { projectId } = findProject(deps.projects, caller, parameters.projectId);
      const list = `exports of ${projectId}`;
      const { items, ...page } = pageOfRecords(deps.cursors, list, query, (window) =>
        deps.exports.list(projectId, window),
      );
      return { exports: items.map((record) => show(record, false)), ...page };
    },
    getProjectExport: (call) => show(find(deps, call), true),
    /** Does nothing if the export has ended already. */
    cancelProjectExport: (call) => {
      const { exportId } = find(deps, call);
      deps.jobEngine.cancel(exportId);
      return { exportId };
    },
  };
}
