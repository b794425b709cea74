import { startUnconfirmed } from '../api/start-unconfirmed.ts';
import type { GenerationLedger } from './generations/generation-ledger.ts';
import type { ServiceJobLedger } from './service-jobs/service-job-ledger.ts';

export interface EndUnsentDeps {
  readonly generationLedger: GenerationLedger;
  readonly serviceJobLedger: ServiceJobLedger;
}

/**
 * After the state was set back to a copy: what had not been sent when the copy was made may have been sent since. So it
 * ends, and only the user sends it again. @throws AppError `disk_full`.
 */
export function endUnsent({ generationLedger, serviceJobLedger }: EndUnsentDeps): void {
  for (const { generationId, workflowRunId, state } of generationLedger.listUnfinished())
    if (workflowRunId === null && state !== 'starting')
      generationLedger.finishAtOnce(generationId, 'failed', { error: startUnconfirmed('unclear', null) });
  for (const { jobId, remoteId, state, kind } of serviceJobLedger.listUnfinished())
    if (remoteId === null && state !== 'starting')
      serviceJobLedger.finishAtOnce(jobId, 'unknown', { error: startUnconfirmed('unclear', null, kind) });
}
