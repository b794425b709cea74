import type { DatabaseSync } from 'node:sqlite';
import type { StartOf } from '../../../src-shared/contract/start-generation.ts';
import { aScriptRequest } from '../main-records.ts';
import { ServiceStandIn } from '../services/service-stand-in.ts';
import { type JobsOptions, startJobs } from './jobs-fixture.ts';

/** Returns a request of the user. */
export function aRequest(change: Partial<StartOf<'script'>> = {}): StartOf<'script'> {
  return aScriptRequest({ script: '# Harbour lights\n\nThe harbour wakes.', ...change });
}

/** Creates the jobs of one connection with a stand-in of the service. */
export async function createWithStandIn(options: JobsOptions = {}) {
  const service = await ServiceStandIn.start();
  return { service, ...(await startJobs(service.url, options)) };
}
type Created = Awaited<ReturnType<typeof createWithStandIn>>;

/** Closes everything and opens the same state again, as a restart does. */
export async function reopen({ dispose, service, state }: Created) {
  await dispose();
  const again = await startJobs(service.url, { state });
  again.generations.start();
  return again;
}

/** Leaves no room on the disk for a change in `table` until the trigger `full` is dropped. */
export function fillDisk(database: DatabaseSync, table: string): void {
  database.exec(`CREATE TABLE ballast (bytes BLOB); PRAGMA max_page_count = 1;
    CREATE TEMP TRIGGER full BEFORE UPDATE ON ${table}
    BEGIN INSERT INTO ballast VALUES (zeroblob(1000000)); END`);
}
