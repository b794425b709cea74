import type { ServiceJobRecord } from '../../state/service-job-repository.ts';
import { lostExports } from './lost-exports.ts';
import { lostMessages } from './lost-messages.ts';
import { lostRemixes } from './lost-remixes.ts';
import type { StartFinder } from './lost-start.ts';
import { lostTools } from './lost-tools.ts';
import type { ServiceJobKind } from './start-operations.ts';

/** How the job of a lost start is found; null where the service keeps no list of such jobs (contract supplement §4.3). */
export const startFinders: Readonly<Record<ServiceJobKind, StartFinder | null>> = {
  tool: lostTools,
  export: lostExports,
  interchange: null,
  remix: lostRemixes,
  message: lostMessages,
};

/** Starts with the same key could be taken for each other, so one at a time is sent and, if need be, looked for. */
export function startKeyOf({ kind, path, jobId, operation }: ServiceJobRecord): string {
  if (kind === 'interchange') return jobId;
  return `${kind === 'tool' ? operation : kind} ${path['assistantId'] ?? path['projectId'] ?? ''}`;
}
