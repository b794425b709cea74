import type { WorkflowRun } from '../../../src-shared/api/workflows.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import { isPassing, isWaitedFor } from '../../../src-shared/error-policy.ts';
import type { Availability } from '../../api/availability.ts';
import type { Projects } from '../../api/projects.ts';
import { mayHaveBeenReceived } from '../../api/transport-errors.ts';
import type { Workflows } from '../../api/workflows.ts';
import { Semaphore } from '../../foundation/semaphore.ts';
import { storeWithRetry } from '../../foundation/store-with-retry.ts';
import { stopErrorOf, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock, Log } from '../../platform.ts';
import type { MaterialOwner, MaterialUploader } from '../../transfers/upload/material-uploader.ts';
import { waitToRetry } from '../retry.ts';
import { searchLostStart } from '../search-lost-start.ts';
import type { ExpectedEnds } from './expected-ends.ts';
import { findStartedRun } from './find-started-run.ts';
import { type GenerationLedger, knownRunIds, otherStarts } from './generation-ledger.ts';
import { materialsOf } from './request-materials.ts';
import { startRequest } from './start-request.ts';

export interface GenerationStarterDeps {
  readonly ledger: GenerationLedger;
  readonly workflows: Pick<Workflows, 'start' | 'listOwnRuns'>;
  readonly projects: Pick<Projects, 'get'>;
  readonly uploader: Pick<MaterialUploader, 'upload'>;
  readonly expectedEnds: ExpectedEnds;
  readonly availability: Pick<Availability, 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

type StartedRun = Pick<WorkflowRun, 'workflowRunId' | 'projectId'>;

/** Share of the progress bar for uploading the user's own material. */
export const uploadShare = 0.1;
/** Generations prepared and started at once; the others wait (contract supplement §7). */
const maxStarting = 20;

/** Starts each generation once: uploads its material, sends its request, and searches for its run after a lost answer. */
export class GenerationStarter {
  readonly #deps: GenerationStarterDeps;
  readonly #places = new Semaphore(maxStarting);
  /** Allows one start at a time, including its search, so that no two can take the same run. */
  readonly #starts = new Semaphore(1);

  constructor(deps: GenerationStarterDeps) {
    this.#deps = deps;
  }

  /**
   * Retries until the record has its run. While the service cannot be used, the record waits as `queued`.
   * @throws AppError as the service refuses it, `start_unconfirmed`, `cancelled`.
   */
  start(generationId: string, signal: AbortSignal): Promise<void> {
    return this.#places.run(signal, () => this.#keepTrying(generationId, signal));
  }

  async #keepTrying(generationId: string, signal: AbortSignal): Promise<void> {
    const { ledger, availability } = this.#deps;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { state, title, request } = ledger.get(generationId);
        if (state === 'starting') {
          await this.#starts.run(signal, () => this.#takeUpLost(generationId, signal));
          return;
        }
        await availability.whenReady(signal);
        const fileIds = await this.#upload({ generationId, title }, materialsOf(request), signal);
        await this.#starts.run(signal, () => this.#send(generationId, fileIds, signal));
        return;
      } catch (error) {
        if (signal.aborted) throw stopErrorOf(signal);
        const { state, isCancelling } = ledger.get(generationId);
        if (isCancelling) throw calledOff(error);
        const hasLeft = state === 'starting';
        if (hasLeft && mayHaveBeenReceived(error)) throw error;
        // An unsent request also waits out any temporary failure.
        if (!isWaitedFor(error) && (hasLeft || !isPassing(error))) throw error;
        if (state !== 'queued') this.#noteUnsent(generationId);
        await waitToRetry(error, attempt, this.#deps, signal);
      }
    }
  }

  /** Uploads the materials and returns the service's file ids by material id. */
  async #upload(
    owner: MaterialOwner,
    materialIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const { ledger, uploader } = this.#deps;
    const { generationId } = owner;
    if (materialIds.length === 0) return new Map();
    ledger.update(generationId, { state: 'uploading' });
    let shownPercent = 0;
    const onProgress = (fraction: number): void => {
      const percent = Math.floor(fraction * 100);
      if (percent === shownPercent) return;
      shownPercent = percent;
      const progress = fraction * uploadShare;
      ledger.note(generationId, { progress, stage: null, error: null });
    };
    const fileIds = await uploader.upload(materialIds, signal, onProgress, owner);
    return new Map(materialIds.map((materialId, index) => [materialId, fileIds[index] ?? '']));
  }

  /** Sends one request; never sends it again when the service may have received it. */
  async #send(
    generationId: string,
    fileIds: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { ledger, workflows, availability, clock } = this.#deps;
    await availability.whenReady(signal);
    throwIfStopped(signal);
    const { request } = ledger.get(generationId);
    const onSend = (clockAheadMs: number | null): void => {
      ledger.update(generationId, { state: 'starting', submittedAtMs: clock.now(), clockAheadMs });
    };
    const onRefused = (): void => {
      if (ledger.get(generationId).isCancelling) throw calledOff(null);
      this.#noteUnsent(generationId);
    };
    try {
      const hooks = { onSend, onRefused };
      const wanted = startRequest(request, (materialId) => fileIds.get(materialId) ?? '');
      const run = await workflows.start(wanted, signal, hooks);
      await this.#keepRun(generationId, run, signal);
    } catch (error) {
      const hasLeft = ledger.get(generationId).state === 'starting';
      if (signal.aborted || !hasLeft || !mayHaveBeenReceived(error)) throw error;
      await this.#keepRun(generationId, await this.#findLost(generationId, error, signal), signal);
    }
  }

  /** Notes that the service has nothing of this generation. */
  #noteUnsent(generationId: string): void {
    this.#deps.ledger.update(generationId, { state: 'queued', submittedAtMs: null });
  }

  async #takeUpLost(generationId: string, signal: AbortSignal): Promise<void> {
    await this.#keepRun(generationId, await this.#findLost(generationId, null, signal), signal);
  }

  /**
   * Saves the run, however long the disk is full, because it costs credits. After a crash it is found as a lost start.
   */
  async #keepRun(
    generationId: string,
    { workflowRunId, projectId }: StartedRun,
    signal: AbortSignal,
  ): Promise<void> {
    const { ledger, expectedEnds } = this.#deps;
    const expectedEndAt = expectedEnds.of(ledger.get(generationId));
    const store = (): void => {
      ledger.update(generationId, { state: 'running', workflowRunId, projectId, expectedEndAt });
    };
    await storeWithRetry(store, this.#deps, signal);
  }

  /** Finds the run of a start whose answer was lost. @throws AppError as `searchLostStart`. */
  #findLost(generationId: string, cause: unknown, signal: AbortSignal): Promise<StartedRun> {
    const { log } = this.#deps;
    log.warn('The answer to a start was lost; its run is looked for.', { generationId, cause });
    const look = (): ReturnType<typeof findStartedRun> => this.#find(generationId, signal);
    return searchLostStart({ look, cause }, this.#deps, signal);
  }

  #find(generationId: string, signal: AbortSignal): ReturnType<typeof findStartedRun> {
    const { ledger, workflows, projects, clock } = this.#deps;
    const record = ledger.get(generationId);
    return findStartedRun({
      ...{ workflows, projects, record, clock, signal },
      knownRunIds: () => knownRunIds(ledger),
      otherStarts: otherStarts(ledger, record),
    });
  }
}

/** Returns `cancelled` for a start cancelled before the service had it, whatever failed meanwhile. */
function calledOff(cause: unknown): AppError {
  return new AppError('cancelled', 'Cancelled before the service received it.', { cause });
}
