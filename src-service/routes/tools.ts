import type { ParsedBody } from '../../src-shared/api/operations.ts';
import type { Caller } from '../auth/credentials.ts';
import { ownerOf, ownRecord } from '../auth/owner.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Handlers } from '../http/handlers.ts';
import { pageOfRecords } from '../http/paging.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { ToolCheckDeps, ToolDefinition, ToolOperation } from '../jobs/tools/tool-definition.ts';
import { toolExecutionKind, type ToolExecutionState } from '../jobs/tools/tool-execution.ts';
import { newId } from '../new-id.ts';
import type {
  StoredToolExecution,
  ToolExecutionRepository,
} from '../store/records/tool-execution-repository.ts';
import type { FileInfoView } from '../views/file-info.ts';
import { jobFieldsOf } from '../views/job-fields.ts';
import { toolResultsOf } from '../views/tool-results.ts';
import { isMarked } from './movie-options.ts';

export interface ToolHandlerDeps extends ToolCheckDeps {
  readonly jobEngine: JobEngine;
  readonly toolExecutions: ToolExecutionRepository;
  readonly tools: readonly ToolDefinition[];
  readonly view: FileInfoView;
  readonly cursors: Cursors;
}

type ToolBody = ParsedBody<ToolOperation>;

/** Returns the fields that all tools share (contract supplement §2.6). @throws ApiError 403. */
function tailOf(body: ToolBody, caller: Caller) {
  return {
    resultCount: body.numResults,
    isTemporary: body.isOutputTemporary,
    isHidden: body.hideFromUi,
    isMarked: 'watermarkMode' in body && isMarked(body.watermarkMode, caller.plan, 'watermarkMode'),
  };
}

function start(deps: ToolHandlerDeps, tool: ToolDefinition, { caller, body }: ToolCall) {
  const { toolType } = tool;
  const { teamId, userId } = caller;
  const tail = tailOf(body, caller);
  const request = tool.check(deps, caller, body);
  const state: ToolExecutionState = { toolType, teamId, userId, request, ...tail };
  const executionId = newId('tool');
  deps.jobEngine.accept((jobs) => {
    jobs.insert({ jobId: executionId, kind: toolExecutionKind, state });
    const { isHidden } = tail;
    deps.toolExecutions.insert({ executionId, teamId, userId, origin: 'api', toolType, isHidden });
  });
  return { toolExecutionId: executionId };
}

interface ToolCall {
  readonly caller: Caller;
  readonly body: ToolBody;
}

function showExecution(deps: ToolHandlerDeps, execution: StoredToolExecution, isFresh: boolean) {
  return {
    toolExecutionId: execution.executionId,
    toolType: execution.toolType,
    ...jobFieldsOf(deps.jobEngine.standingOf(execution.executionId, execution)),
    results: toolResultsOf(deps.view, execution, isFresh),
  };
}

/** Handlers that start the tools of this service. */
function startHandlers(deps: ToolHandlerDeps): Handlers {
  return Object.fromEntries(
    deps.tools.map((tool) => [tool.operation, (call: ToolCall) => start(deps, tool, call)]),
  );
}

/** Handlers of tools and their executions: start, list, read, cancel (specification §4.5, contract supplement §4.1). */
export function toolHandlers(deps: ToolHandlerDeps): Handlers {
  const find = (caller: Caller, executionId: string): StoredToolExecution =>
    ownRecord(deps.toolExecutions.find(executionId), caller, 'tool execution');
  return {
    ...startHandlers(deps),
    listToolExecutions: ({ caller, query }) => {
      const { items, ...page } = pageOfRecords(deps.cursors, 'tool-executions', query, (window) =>
        deps.toolExecutions.list(ownerOf(caller, query.selfOnly), window),
      );
      return { toolExecutions: items.map((execution) => showExecution(deps, execution, false)), ...page };
    },
    getToolExecution: ({ caller, parameters }) =>
      showExecution(deps, find(caller, parameters.toolExecutionId), true),
    /** Does nothing if the execution has ended already (contract supplement §3). */
    cancelToolExecution: ({ caller, parameters }) => {
      const { executionId } = find(caller, parameters.toolExecutionId);
      deps.jobEngine.cancel(executionId);
      return { toolExecutionId: executionId };
    },
  };
}
