import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runTogether } from '../run-together.ts';
import {
  type MadeAsset,
  madeAssetSchema,
  type ToolDefinition,
  type ToolRunDeps,
  type ToolTask,
} from './tool-definition.ts';

/** Results made in parallel: enough to keep the threads busy, few enough to leave room for other work. */
const resultsAtOnce = 2;
const recordName = 'made.json';

export interface ResultsRequest {
  readonly tool: ToolDefinition;
  readonly request: unknown;
  readonly count: number;
  readonly jobId: string;
  readonly workFolder: string;
  readonly isMarked: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Reads a result that an earlier attempt finished; null if missing or unreadable. */
async function readFinished(folder: string): Promise<MadeAsset | null> {
  try {
    const stored: unknown = JSON.parse(await readFile(path.join(folder, recordName), 'utf8'));
    return madeAssetSchema.parse(stored);
  } catch {
    return null;
  }
}

async function writeFinished(folder: string, asset: MadeAsset): Promise<void> {
  const partPath = path.join(folder, `.${recordName}`);
  await writeFile(partPath, JSON.stringify(asset), { mode: 0o600 });
  await rename(partPath, path.join(folder, recordName));
}

async function makeResult(
  deps: ToolRunDeps,
  { tool, request, jobId, isMarked, workFolder }: ResultsRequest,
  index: number,
  options: Pick<ToolTask, 'signal' | 'onProgress'>,
): Promise<MadeAsset> {
  const folder = path.join(workFolder, `result-${index}`);
  const finished = await readFinished(folder);
  if (finished) return finished;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const task: ToolTask = { ...options, folder, isMarked, seed: `${jobId} ${index}` };
  const asset = await tool.run(deps, request, index, task);
  await writeFinished(folder, asset);
  return asset;
}

/**
 * Makes all results of an execution, a few in parallel, with one common progress. After an interruption, finished
 * results are reused.
 */
export async function makeResults(deps: ToolRunDeps, request: ResultsRequest): Promise<MadeAsset[]> {
  const { count, signal, onProgress } = request;
  const waiting = Array.from({ length: count }, (_, index) => index);
  const results: MadeAsset[] = [];
  const fractions = new Float64Array(count);
  const report = (index: number, fraction: number) => {
    fractions[index] = fraction;
    onProgress(fractions.reduce((sum, value) => sum + value, 0) / count);
  };
  const lines = Array.from({ length: Math.min(resultsAtOnce, count) }, (_, line) => line);
  await runTogether(lines, { signal, onProgress: () => undefined }, async (_line, _place, options) => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      options.signal.throwIfAborted();
      const own = index;
      const task = { signal: options.signal, onProgress: (fraction: number) => report(own, fraction) };
      results[own] = await makeResult(deps, request, own, task);
      report(own, 1);
    }
  });
  return results;
}
