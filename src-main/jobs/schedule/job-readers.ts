import type { ApiErrorBody, ReportedJobStatus } from '../../../src-shared/api/common.ts';
import type { RateGroup } from '../../../src-shared/api/rate-groups.ts';
import type { HttpClient } from '../../api/http/http-client.ts';
import { exportList, type JobList, remixList, toolList } from '../../api/job-lists.ts';
import type { Page } from '../../api/paginate.ts';
import type { Projects } from '../../api/projects.ts';
import type { Workflows } from '../../api/workflows.ts';
import { isTerminalStatus, type JobKind, type JobReading, type JobRef } from './job-ref.ts';

export interface JobReadersDeps {
  readonly http: HttpClient;
  readonly workflows: Workflows;
  readonly projects: Projects;
}

/** Reads the jobs of one kind: one by one, many with one request, or either. */
export interface JobReader {
  /** Typical duration of such a job (contract supplement §3). */
  readonly typicalSeconds: number;
  readonly single: {
    readonly group: RateGroup;
    read(ref: JobRef, signal: AbortSignal): Promise<JobReading>;
  } | null;
  readonly list: {
    readonly group: RateGroup;
    /** Number of jobs from which the list is cheaper. */
    readonly fromCount: number;
    /** Reads one page, newest first where the service documents that order. */
    readPage(parentId: string, cursor: string | null, signal: AbortSignal): Promise<Page<JobReading>>;
  } | null;
}

/** Most records in one answer of the service (specification §4.1). */
export const recordsPerPage = 200;

interface JobRecord {
  readonly status: ReportedJobStatus;
  readonly progressPercentage: number;
  readonly attemptIndex: number;
  readonly error: ApiErrorBody | null;
}

/** Creates a reader for each kind of job (specification §3 and §4). All readings have the priority `poll`. */
export function createJobReaders(deps: JobReadersDeps): Readonly<Record<JobKind, JobReader>> {
  return {
    run: runReader(deps),
    tool: toolReader(deps),
    export: exportReader(deps),
    interchange: interchangeReader(deps),
    remix: remixReader(deps),
    message: messageReader(deps),
  };
}

function runReader({ workflows }: JobReadersDeps): JobReader {
  const refOf = (jobId: string): JobRef => ({ kind: 'run', jobId, parentId: null });
  return {
    typicalSeconds: 300,
    single: {
      group: 'workflows.runs.get',
      read: async (ref, signal) => {
        const { run, stage } = await workflows.getRun(ref.jobId, signal, 'poll');
        return { ...readingOf(ref, run), stage };
      },
    },
    list: {
      group: 'workflows.runs.list',
      fromCount: 4,
      readPage: async (_parentId, cursor, signal) => {
        const page = await workflows.listOwnRuns(cursor, recordsPerPage, signal, 'poll');
        const items = page.items.map((run) => readingOf(refOf(run.workflowRunId), run));
        return { items, nextCursor: page.nextCursor };
      },
    },
  };
}

/** The service signs links that are about to expire again, in records and in lists (specification §4.7). */
function toolReader({ http }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 60,
    single: {
      group: 'tools.executions.get',
      read: async (ref, signal) => {
        const path = { toolExecutionId: ref.jobId };
        return readingOf(ref, await http.call('getToolExecution', { path, signal, priority: 'poll' }));
      },
    },
    list: {
      group: 'tools.executions.list',
      fromCount: 4,
      readPage: readPageOf('tool', toolList, http),
    },
  };
}

function exportReader({ http, projects }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 60,
    single: {
      group: 'projects.exports.get',
      read: async (ref, signal) =>
        readingOf(ref, await projects.getExport(ref.parentId ?? '', ref.jobId, signal, 'poll')),
    },
    list: {
      group: 'projects.exports.list',
      fromCount: 2,
      readPage: readPageOf('export', exportList, http),
    },
  };
}

function interchangeReader({ http }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 10,
    single: {
      group: 'interchange.get',
      read: async (ref, signal) => {
        const path = { interchangeJobId: ref.jobId };
        return readingOf(ref, await http.call('getInterchange', { path, signal, priority: 'poll' }));
      },
    },
    list: null,
  };
}

function remixReader({ http }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 60,
    single: null,
    list: {
      group: 'projects.remixActions',
      fromCount: 1,
      readPage: readPageOf('remix', remixList, http),
    },
  };
}

function messageReader({ http }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 20,
    single: {
      group: 'assistants.read',
      read: async (ref, signal) => {
        const path = { messageId: ref.jobId };
        const message = await http.call('getAssistantMessage', { path, signal, priority: 'poll' });
        const { status } = message;
        const error = message.role === 'assistant' ? message.error : null;
        const progressPercentage = isTerminalStatus(status) ? 100 : 0;
        return { ...readingOf(ref, { status, progressPercentage, attemptIndex: 0, error }), record: message };
      },
    },
    list: null,
  };
}

function readingOf(ref: JobRef, record: JobRecord): JobReading {
  const { status, progressPercentage, attemptIndex, error } = record;
  const progress = progressPercentage / 100;
  return { ref, status, progress, attemptIndex, error, stage: undefined, record };
}

function readPageOf<Item extends JobRecord>(
  kind: JobKind,
  list: JobList<Item>,
  http: HttpClient,
): NonNullable<JobReader['list']>['readPage'] {
  return async (projectId, cursor, signal) => {
    const request = { cursor, limit: recordsPerPage, signal, priority: 'poll' } as const;
    const { items, nextCursor } = await list.readPage(http, projectId, request);
    const refOf = (item: Item): JobRef => ({ kind, jobId: list.idOf(item), parentId: projectId || null });
    return { items: items.map((item) => readingOf(refOf(item), item)), nextCursor };
  };
}
