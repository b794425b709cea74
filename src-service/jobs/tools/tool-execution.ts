import { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import { madeFile } from '../../store/records/made-file.ts';
import type { ToolExecutionRepository } from '../../store/records/tool-execution-repository.ts';
import { defineJobKind, type JobKind, type StageContext } from '../job-kind.ts';
import { makeResults } from './make-results.ts';
import { takeInAsset, type TakeInDeps, type TakenIn } from './take-in-asset.ts';
import type { MadeAsset, ToolDefinition, ToolRunDeps } from './tool-definition.ts';

export const toolExecutionKind = 'tool-execution';
/** Making thumbnails and storing the files takes the rest. */
const makingShare = 0.95;

const stateSchema = z.object({
  toolType: z.string(),
  teamId: z.string(),
  userId: z.string(),
  /** The value returned by the tool's `check`. */
  request: z.unknown(),
  resultCount: z.number().int().min(1),
  isTemporary: z.boolean(),
  isHidden: z.boolean(),
  isMarked: z.boolean(),
});
export type ToolExecutionState = z.output<typeof stateSchema>;

export interface ToolExecutionDeps extends ToolRunDeps, TakeInDeps {
  readonly toolExecutions: ToolExecutionRepository;
  readonly tools: readonly ToolDefinition[];
}

type Context = StageContext<ToolExecutionState>;

function fileOf({ state, jobId }: Context, asset: MadeAsset, taken: TakenIn) {
  return madeFile({
    ...taken,
    teamId: state.teamId,
    userId: state.userId,
    projectId: null,
    shelf: 'standalone',
    scope: state.isTemporary ? 'TEMPORARY' : 'GLOBAL',
    type: asset.type,
    displayName: asset.displayName,
    isHidden: state.isHidden,
    durationSeconds: asset.durationSeconds,
    // Temporary results are never analysed (contract supplement §2.6).
    ...(!state.isTemporary && { description: asset.description }),
    ...(asset.transcript && { transcript: asset.transcript }),
    sourceTool: { toolType: state.toolType, toolExecutionId: jobId },
  });
}

async function execute(deps: ToolExecutionDeps, context: Context) {
  const { state, onProgress } = context;
  const tool = deps.tools.find(({ toolType }) => toolType === state.toolType);
  if (!tool) throw new ApiError(501, 'not_implemented', 'This service no longer has the tool.');
  const assets = await makeResults(deps, {
    ...context,
    tool,
    request: state.request,
    count: state.resultCount,
    isMarked: state.isMarked,
    onProgress: (fraction) => onProgress(fraction * makingShare),
  });
  const files: ReturnType<typeof fileOf>[] = [];
  for (const asset of assets) {
    files.push(fileOf(context, asset, await takeInAsset(deps, asset, context)));
    onProgress(makingShare + ((1 - makingShare) * files.length) / assets.length);
  }
  const record = () => {
    for (const file of files) deps.files.insert(file);
    const fileIds = files.map(({ fileId }) => fileId);
    deps.toolExecutions.attachResults(context.jobId, fileIds);
  };
  return { state, record };
}

/** Creates the kind of job that runs a tool and stores its results as files of the team (specification §4.5). */
export function createToolExecutionKind(deps: ToolExecutionDeps): JobKind {
  return defineJobKind({
    kind: toolExecutionKind,
    queue: 'tools',
    stateSchema,
    stagesOf: () => [
      { name: 'results', weight: 1, run: (context) => execute(deps, context), isIntact: () => false },
    ],
  });
}
