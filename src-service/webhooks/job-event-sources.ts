import { assistantMessageKind } from '../jobs/assistant/assistant-message.ts';
import { projectExportKind } from '../jobs/project-export.ts';
import { toolExecutionKind } from '../jobs/tools/tool-execution.ts';
import type { AssistantRepository } from '../store/records/assistant-repository.ts';
import type { ProjectRepository } from '../store/records/project-repository.ts';
import type { RunRepository, StoredRun } from '../store/records/run-repository.ts';
import type { ToolExecutionRepository } from '../store/records/tool-execution-repository.ts';
import type { AssistantView } from '../views/assistant-view.ts';
import { type RunViewDeps, showRun } from '../views/run-view.ts';
import { toolResultsOf } from '../views/tool-results.ts';
import type { EventSource, EventSources } from './event-sources.ts';

export interface JobEventDeps extends RunViewDeps {
  readonly runs: RunRepository;
  readonly projects: ProjectRepository;
  readonly toolExecutions: ToolExecutionRepository;
  readonly assistants: AssistantRepository;
  readonly assistantView: AssistantView;
}

/** Fields left out of events, because the job has ended. */
const omittedFields = new Set(['status', 'progressPercentage', 'attemptIndex']);

function runPayload(deps: JobEventDeps, run: StoredRun) {
  return Object.fromEntries(
    Object.entries(showRun(deps, run, true)).filter(([name]) => !omittedFields.has(name)),
  );
}

function runEvents(deps: JobEventDeps): EventSource {
  return {
    family: 'workflow_run',
    read: (runId) => {
      const run = deps.runs.find(runId);
      return run && { teamId: run.teamId, payload: () => runPayload(deps, run) };
    },
  };
}

function exportEvents(deps: JobEventDeps): EventSource {
  return {
    family: 'project_export',
    read: (exportId) => {
      const record = deps.exports.find(exportId);
      const project = record && deps.projects.find(record.projectId);
      if (!record || !project) return null;
      const { projectId, status, fileId, error } = record;
      const exportFileId = status === 'succeeded' ? fileId : null;
      return { teamId: project.teamId, payload: () => ({ exportId, projectId, exportFileId, error }) };
    },
  };
}

/** `results` is sent only on success. */
function toolEvents(deps: JobEventDeps): EventSource {
  return {
    family: 'tool_execution',
    read: (toolExecutionId) => {
      const execution = deps.toolExecutions.find(toolExecutionId);
      if (!execution) return null;
      const { teamId, toolType, status, error } = execution;
      const results = () => ({ results: toolResultsOf(deps.view, execution, true) });
      const payload = () => ({ toolExecutionId, toolType, ...(status === 'succeeded' && results()), error });
      return { teamId, payload };
    },
  };
}

function assistantEvents(deps: JobEventDeps): EventSource {
  return {
    family: 'assistant_message',
    read: (messageId) => {
      const message = deps.assistants.findMessage(messageId);
      const assistant = message && deps.assistants.find(message.assistantId);
      if (!assistant) return null;
      return {
        teamId: assistant.teamId,
        payload: () => ({ messageId, message: deps.assistantView.show(messageId) }),
      };
    },
  };
}

/** Registers the events of runs, exports, tools and replies started through the API (specification §6). */
export function registerJobEvents(sources: EventSources, deps: JobEventDeps): void {
  sources.registerOthers(runEvents(deps));
  sources.register(projectExportKind, exportEvents(deps));
  sources.register(toolExecutionKind, toolEvents(deps));
  sources.register(assistantMessageKind, assistantEvents(deps));
}
