import { type Generation, generationSchema } from '../../../../src-shared/contract/generation.ts';
import { type GenerationRecord, isFinishedGeneration } from '../../../state/generation-repository.ts';
import type { JobLedger, LedgerKind } from '../../run/job-ledger.ts';
import { sentAtMs } from '../../start/start-window.ts';

/** Limit of generations of one project; more are never made. */
export const maxGenerationsOfProject = 50;

export type GenerationLedger = JobLedger<GenerationRecord, Generation>;

export const generationKind: LedgerKind<GenerationRecord, Generation> = {
  name: 'generation',
  idOf: ({ generationId }) => generationId,
  isFinished: isFinishedGeneration,
  shown: (record) => generationSchema.parse(record),
  ended: { isCancelling: false, isWaiting: false, stage: null, expectedEndAt: undefined },
};

/** Returns the title that a project was given at its start; null if it has the service's. */
export function givenTitleOf(ledger: Pick<GenerationLedger, 'list'>, projectId: string): string | null {
  const generations = ledger.list(maxGenerationsOfProject, projectId);
  return generations.find(({ isTitleGiven }) => isTitleGiven)?.title ?? null;
}

/** Starts further apart than this are distinguished by their time. */
const closeStartsMs = 600_000;
/** Number of newest generations considered in the search for lost starts. */
const maxKnown = 1_000;

/** Ids of the runs of the newest thousand generations. */
export function knownRunIds(ledger: GenerationLedger): Set<string> {
  const ids = ledger.list(maxKnown).map(({ workflowRunId }) => workflowRunId);
  return new Set(ids.filter((id) => id !== null));
}

/** Returns the other generations of the connection that were sent at about the same time and never confirmed. */
export function otherStarts(ledger: GenerationLedger, record: GenerationRecord): GenerationRecord[] {
  const { generationId, connectionId } = record;
  return ledger
    .listOf(connectionId, maxKnown)
    .filter(
      (other) =>
        other.generationId !== generationId &&
        isUnconfirmedStart(other) &&
        Math.abs(sentAtMs(other) - sentAtMs(record)) < closeStartsMs,
    );
}

/** True for a generation whose run may exist at the service unknown here, whether or not the search is still on. */
function isUnconfirmedStart({ workflowRunId, submittedAtMs, state, error }: GenerationRecord): boolean {
  if (workflowRunId !== null || submittedAtMs === null) return false;
  return state === 'starting' || state === 'cancelled' || error?.code === 'start_unconfirmed';
}
