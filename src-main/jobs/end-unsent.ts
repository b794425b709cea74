import { toErrorBody } from '../../src-shared/app-error.ts';
import { type StartedThing, startUnconfirmed } from '../api/start-unconfirmed.ts';
import type { Clock } from '../platform.ts';
import type { GenerationLedger } from './generations/generation-ledger.ts';
import type { JobLedger, JobRecord } from './job-ledger.ts';
import type { ServiceJobLedger } from './service-jobs/service-job-ledger.ts';

export interface EndUnsentDeps {
  readonly generationLedger: GenerationLedger;
  readonly serviceJobLedger: ServiceJobLedger;
  readonly clock: Clock;
}

/**
 * After the state was set back to a copy: what had not been sent when the copy was made may have been sent since. So it
 * ends, and only the user sends it again.
 */
export function endUnsent({ generationLedger, serviceJobLedger, clock }: EndUnsentDeps): void {
  for (const record of generationLedger.listUnfinished())
    if (record.workflowRunId === null && record.state !== 'starting')
      end(generationLedger, record, { state: 'failed' }, clock);
  for (const record of serviceJobLedger.listUnfinished())
    if (record.remoteId === null && record.state !== 'starting')
      end(serviceJobLedger, record, { state: 'unknown', what: record.kind }, clock);
}

function end<Stored extends JobRecord>(
  ledger: JobLedger<Stored, unknown>,
  record: Stored,
  { state, what }: { readonly state: Stored['state']; readonly what?: StartedThing },
  clock: Clock,
): void {
  const error = toErrorBody(startUnconfirmed('unclear', null, what));
  const ended = { ...ledger.kind.ended, state, finishedAt: Math.floor(clock.now() / 1000), error };
  ledger.update(ledger.kind.idOf(record), ended);
}
