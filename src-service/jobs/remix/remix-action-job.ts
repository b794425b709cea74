import type { ApiErrorBody } from '../../../src-shared/api/common.ts';
import { ApiError } from '../../api-error.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { carryOut } from './carry-out.ts';
import type { RemixDeps } from './remix-deps.ts';
import { remixActionKind, type RemixState, remixStateSchema } from './remix-state.ts';

/** Returns the error of the actions that would have followed. They are cancelled, because each builds on the last. */
export function followedFailure({ remixActionId, action }: RemixState): ApiErrorBody {
  const message = `Cancelled because an earlier action, ${action.type} (${remixActionId}), failed.`;
  return new ApiError(409, 'previous_action_failed', message).toBody();
}

/** Creates the kind of job for one remix action of a finished project (contract supplement §4.3.1). */
export function createRemixActionKind(deps: RemixDeps): JobKind {
  return defineJobKind({
    kind: remixActionKind,
    queue: 'long',
    stateSchema: remixStateSchema,
    stagesOf: () => [
      {
        name: 'remix',
        weight: 1,
        run: async ({ state, workFolder, signal, onProgress, takeIn }) => {
          const adopt = (fileName: string, sourcePath: string) => takeIn(fileName, sourcePath);
          const record = await carryOut(deps, state, { workFolder, signal, onProgress, adopt });
          return { state, record };
        },
        isIntact: () => false,
      },
    ],
    recordFailure: (state) => {
      deps.remixActions.cancelFollowing(state.remixActionId, followedFailure(state));
    },
  });
}
