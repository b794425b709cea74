import { startUnconfirmed } from '../../api/start-unconfirmed.ts';
import type { JobLedger } from '../run/job-ledger.ts';
import type { StartRecord } from './job-starter.ts';

/** States of jobs that the service may have, which the app looks for or follows. */
const sentStates = new Set(['starting', 'running']);

/**
 * Ends the unsent jobs of a ledger after the state was restored from a backup. A job unsent at backup time may have been
 * sent since, so only the user may send it again.
 * @throws AppError `disk_full`.
 */
export function endUnsent<Stored extends StartRecord, Shown>(ledger: JobLedger<Stored, Shown>): void {
  const { kind } = ledger;
  for (const record of ledger.listUnfinished()) {
    if (sentStates.has(record.state)) continue;
    const error = startUnconfirmed('unclear', null, kind.thingOf?.(record));
    ledger.failAtOnce(kind.idOf(record), error);
  }
}
