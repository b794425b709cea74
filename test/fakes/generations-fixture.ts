import type { StartOf } from '../../src-shared/contract/start-generation.ts';
import { type JobsOptions, startJobs } from './jobs-fixture.ts';
import { aScriptRequest } from './main-records.ts';
import { ServiceStandIn } from './service-stand-in.ts';

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
