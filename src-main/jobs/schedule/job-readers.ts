import type { ApiErrorBody, ReportedJobStatus } from '../../../src-shared/api/common.ts';
import type { RateGroup } from '../../../src-shared/api/rate-groups.ts';
import type { Assistants } from '../../api/assistants.ts';
import type { Interchanges } from '../../api/interchanges.ts';
import type { Page } from '../../api/paginate.ts';
import type { Projects } from '../../api/projects.ts';
import type { Remixes } from '../../api/remixes.ts';
import type { Tools } from '../../api/tools.ts';
import type { Workflows } from '../../api/workflows.ts';
import { isTerminalStatus, type JobKind, type JobReading, type JobRef } from './job-ref.ts';

export interface JobReadersDeps {
  readonly workflows: Workflows;
  readonly tools: Tools;
  readonly projects: Projects;
  readonly interchanges: Interchanges;
  readonly remixes: Remixes;
  readonly assistants: Assistants;
}

/** How the jobs of one kind are read: one by one, many with one request, or either. */
export interface JobReader {
  /** How long such a job takes as a rule (contract supplement §3). */
  readonly typicalSeconds: number;
  readonly single: {
    readonly group: RateGroup;
    read(ref: JobRef, signal: AbortSignal): Promise<JobReading>;
  } | null;
  readonly list: {
    readonly group: RateGroup;
    /** From so many jobs on the list is the cheaper way. */
    readonly fromCount: number;
    /** Newest first where the service says so. */
    readPage(parentId: string, cursor: string | null, signal: AbortSignal): Promise<Page<JobReading>>;
  } | null;
}

/** The most records the service gives in one answer (specification §4.1). */
export const recordsPerPage = 200;

interface JobRecord {
  readonly status: ReportedJobStatus;
  readonly progressPercentage: number;
  readonly attemptIndex: number;
  readonly error: ApiErrorBody | null;
}

/** The way to read each kind of job (specification §3 and §4). All readings are polls. */
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
        return pageOf(page, (run) => readingOf(refOf(run.workflowRunId), run));
      },
    },
  };
}

function toolReader({ tools }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 60,
    single: {
      group: 'tools.executions.get',
      read: async (ref, signal) => readingOf(ref, await tools.get(ref.jobId, signal, 'poll')),
    },
    list: {
      group: 'tools.executions.list',
      fromCount: 4,
      readPage: async (_parentId, cursor, signal) => {
        const page = await tools.listOwn(cursor, recordsPerPage, signal, 'poll');
        return pageOf(page, (execution) =>
          readingOf({ kind: 'tool', jobId: execution.toolExecutionId, parentId: null }, execution),
        );
      },
    },
  };
}

function exportReader({ projects }: JobReadersDeps): JobReader {
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
      readPage: async (parentId, cursor, signal) => {
        const page = await projects.pageOfExports(parentId, cursor, recordsPerPage, signal, 'poll');
        return pageOf(page, (made) => readingOf({ kind: 'export', jobId: made.exportId, parentId }, made));
      },
    },
  };
}

function interchangeReader({ interchanges }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 10,
    single: {
      group: 'interchange.get',
      read: async (ref, signal) => readingOf(ref, await interchanges.get(ref.jobId, signal, 'poll')),
    },
    list: null,
  };
}

function remixReader({ remixes }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 60,
    single: null,
    list: {
      group: 'projects.remixActions',
      fromCount: 1,
      readPage: async (parentId, cursor, signal) => {
        const page = await remixes.list(parentId, cursor, recordsPerPage, signal, 'poll');
        return pageOf(page, (action) =>
          readingOf({ kind: 'remix', jobId: action.remixActionId, parentId }, action),
        );
      },
    },
  };
}

function messageReader({ assistants }: JobReadersDeps): JobReader {
  return {
    typicalSeconds: 20,
    single: {
      group: 'assistants.read',
      read: async (ref, signal) => {
        const message = await assistants.getMessage(ref.jobId, signal, 'poll');
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

function pageOf<Item>(page: Page<Item>, read: (item: Item) => JobReading): Page<JobReading> {
  return { items: page.items.map(read), nextCursor: page.nextCursor };
}
