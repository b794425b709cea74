import { startUnconfirmed } from '../api/start-unconfirmed.ts';
import type { GenerationLedger } from './generations/generation-ledger.ts';
import type { ServiceJobLedger } from './service-jobs/service-job-ledger.ts';

export interface EndUnsentDeps {
  readonly generationLedger: GenerationLedger;
  readonly serviceJobLedger: ServiceJobLedger;
}

/**
 * Ends every unsent job after the state was restored from a backup. A job unsent at backup time may have been sent
 * since, so only the user may send it again.
 * @throws AppError `disk_full`.
 */
export function endUnsent({ generationLedger, serviceJobLedger }: EndUnsentDeps): void {
  for (const { generationId, workflowRunId, state } of generationLedger.listUnfinished())
    if (workflowRunId === null && state !== 'starting')
      generationLedger.finishAtOnce(generationId, 'failed', { error: startUnconfirmed('unclear', null) });
  for (const { jobId, remoteId, state, kind } of serviceJobLedger.listUnfinished())
    if (remoteId === null && state !== 'starting')
      serviceJobLedger.finishAtOnce(jobId, 'unknown', { error: startUnconfirmed('unclear', null, kind) });
}
