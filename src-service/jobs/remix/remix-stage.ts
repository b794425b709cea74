import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../../api-error.ts';
import { describeError, isFinalError } from '../../describe-error.ts';
import { newId } from '../../new-id.ts';
import type { JobHead } from '../../store/records/job-repository.ts';
import type { Stage, StageContext } from '../job-kind.ts';
import { carryOut } from './carry-out.ts';
import { followedFailure } from './remix-action-job.ts';
import type { RemixDeps } from './remix-deps.ts';
import { type RemixState, remixStateSchema } from './remix-state.ts';

const maxUnfinished = 99;

type Context = Pick<StageContext<unknown>, 'workFolder' | 'signal'>;

/** Reports an action's progress in whole percent, and the stage's progress. */
function progressOf(deps: RemixDeps, jobId: string, onStage: (fraction: number) => void) {
  let reported = 0;
  return (fraction: number) => {
    onStage(fraction);
    const percentage = Math.min(maxUnfinished, Math.floor(fraction * 100));
    if (percentage <= reported) return;
    reported = percentage;
    try {
      deps.jobs.reportProgress(jobId, percentage);
    } catch (error) {
      const message = 'The progress of a remix action could not be stored.';
      deps.log({ level: 'warn', message, remixActionId: jobId, error });
    }
  };
}

/** Carries out an action and records it. If it fails or cannot be recorded, removes the files it took in. */
async function runAction(
  deps: RemixDeps,
  { workFolder, signal }: Context,
  state: RemixState,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { remixActionId } = state;
  const actionFolder = path.join(workFolder, remixActionId);
  const takenIn: string[] = [];
  await mkdir(actionFolder, { recursive: true, mode: 0o700 });
  const adopt = async (fileName: string, sourcePath: string) => {
    const fileId = newId('file');
    takenIn.push(fileId);
    await deps.fileStore.adopt(fileId, fileName, sourcePath);
    return fileId;
  };
  try {
    const record = await carryOut(deps, state, { workFolder: actionFolder, signal, onProgress, adopt });
    signal.throwIfAborted();
    deps.database.transaction(() => {
      if (!deps.jobs.finish(remixActionId, { status: 'succeeded' })) throw new Error('The action was ended.');
      record();
    });
  } catch (error) {
    for (const fileId of takenIn) await deps.fileStore.remove(fileId);
    throw error;
  } finally {
    await rm(actionFolder, { recursive: true, force: true });
  }
}

function recordFailure(deps: RemixDeps, head: JobHead, state: RemixState | null, failure: ApiError): void {
  deps.database.transaction(() => {
    deps.jobs.finish(head.jobId, { status: 'failed', error: failure.toBody() });
    if (state) deps.remixActions.cancelFollowing(head.jobId, followedFailure(state));
  });
}

function readState(deps: RemixDeps, jobId: string): RemixState | null {
  const parsed = remixStateSchema.safeParse(deps.jobs.readState(jobId)?.value);
  return parsed.success ? parsed.data : null;
}

/** @throws ApiError of the run's action that failed before the service stopped, if any */
function throwEarlierFailure(deps: RemixDeps, runId: string): void {
  for (const actionId of deps.remixActions.listOfRun(runId)) {
    if (deps.jobs.find(actionId)?.status !== 'failed') continue;
    const { code, message, requirement, internalErrorCode } = deps.jobs.readError(actionId) ?? {};
    throw new ApiError(500, code ?? 'internal_error', message ?? 'A remix action failed.', {
      ...(requirement && { requirement }),
      ...(internalErrorCode && { internalErrorCode }),
    });
  }
}

/** Runs one action. @throws ApiError if it fails for good, after recording it and cancelling the actions after it */
async function workAction<State>(
  deps: RemixDeps,
  context: StageContext<State>,
  head: JobHead,
  onStage: (fraction: number) => void,
): Promise<void> {
  if (head.status === 'running') deps.jobs.raiseAttempt(head.jobId);
  deps.jobs.markRunning(head.jobId);
  const action = readState(deps, head.jobId);
  try {
    if (!action) throw new ApiError(500, 'internal_error', 'The stored action is damaged.');
    await runAction(deps, context, action, progressOf(deps, head.jobId, onStage));
  } catch (error) {
    context.signal.throwIfAborted();
    if (!isFinalError(error) && !context.isLastAttempt) throw error;
    const failure = describeError(error, deps.log);
    recordFailure(deps, head, action, failure);
    throw failure;
  }
}

/**
 * Creates the stage that runs a run's remix actions in order, before its movie is rendered (specification §3). A failed
 * action fails the run with its error, because the movie would not be the requested one. The project keeps the results
 * of the earlier actions. Ending the run cancels the remaining actions.
 */
export function remixStage<State>(deps: RemixDeps): Stage<State> {
  return {
    name: 'remix',
    weight: 30,
    run: async (context) => {
      const { jobId, state } = context;
      throwEarlierFailure(deps, jobId);
      const count = deps.jobs.listUnfinishedChildren(jobId).length;
      for (let done = 0; done < count; done += 1) {
        const head = deps.jobs.listUnfinishedChildren(jobId)[0];
        if (!head) break;
        await workAction(deps, context, head, (fraction) => context.onProgress((done + fraction) / count));
      }
      return { state };
    },
    isIntact: () => true,
  };
}
