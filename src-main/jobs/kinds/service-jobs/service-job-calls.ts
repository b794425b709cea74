import { isBoundToFinish } from '../../../../src-shared/contract/activity.ts';
import type { Availability } from '../../../api/http/availability.ts';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { cancelledByUser } from '../../../foundation/wait.ts';
import type { Clock, Log } from '../../../platform.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
import type { JobRun } from '../../run/job-runner.ts';
import { cancelAtService } from '../../run/retry.ts';
import type { JobReading, JobRef } from '../../schedule/job-ref.ts';
import type { JobStart, SendStart } from '../../start/job-starter.ts';
import { optionsOf } from '../../start/known-refusal.ts';
import { finderOf, startKeyOf } from './lost-start.ts';
import { stepsRead } from './remix-steps.ts';
import { knownIds, type ServiceJobLedger } from './service-job-ledger.ts';
import { sendStart, type StartedJob } from './started-job.ts';

export interface ServiceJobCallsDeps {
  readonly ledger: ServiceJobLedger;
  readonly http: HttpClient;
  readonly availability: Pick<Availability, 'state' | 'whenReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

type StartedFields = Pick<ServiceJobRecord, 'remoteId' | 'remoteIds' | 'parentId' | 'projectId'>;

/** Longest wait for a service that is to end a job. */
const maxEndMs = 5_000;

/** Calls of the service by which service jobs start, run and end. */
export class ServiceJobCalls implements JobStart<ServiceJobRecord>, JobRun<ServiceJobRecord> {
  readonly maxAtOnce = Infinity;
  readonly keyOf = startKeyOf;
  readonly #deps: ServiceJobCallsDeps;

  constructor(deps: ServiceJobCallsDeps) {
    this.#deps = deps;
  }

  /** True while the service answers. */
  get isOnline(): boolean {
    return this.#deps.availability.state === 'online';
  }

  isListed(record: ServiceJobRecord): boolean {
    return finderOf(record) !== null;
  }

  /** The newest job in the list is read when it is this start's turn. */
  prepare(record: ServiceJobRecord, signal: AbortSignal): Promise<SendStart<ServiceJobRecord>> {
    const { http } = this.#deps;
    const send: SendStart<ServiceJobRecord> = async ({ onSend, onRefused }) => {
      const newestBefore = (await finderOf(record)?.newest(http, record, signal)) ?? null;
      const noteSent = (clockAheadMs: number | null): void => {
        onSend(clockAheadMs, { newestBefore });
      };
      return startedFields(await sendStart(http, record, signal, { onSend: noteSent, onRefused }));
    };
    return Promise.resolve(send);
  }

  async find(record: ServiceJobRecord, signal: AbortSignal): Promise<StartedFields | 'none' | 'unclear'> {
    const { ledger, http } = this.#deps;
    const lost = { http, record, knownIds: knownIds(ledger), signal };
    const found = (await finderOf(record)?.find(lost)) ?? 'none';
    return typeof found === 'string' ? found : startedFields(found);
  }

  /** A document is part of a delivery, which the user starts again as a whole. */
  optionsOf({ kind, operation, body }: ServiceJobRecord): string | null {
    return kind === 'interchange' ? null : optionsOf(operation, body);
  }

  /** A remix of several actions has several jobs. */
  refsOf({ kind, remoteId, remoteIds, parentId }: ServiceJobRecord): JobRef[] {
    const ids = remoteIds.length === 0 && remoteId !== null ? [remoteId] : remoteIds;
    return ids.map((jobId) => ({ kind, jobId, parentId }));
  }

  fieldsOf(
    { steps }: ServiceJobRecord,
    readings: readonly (JobReading | undefined)[],
  ): Partial<ServiceJobRecord> {
    return { steps: stepsRead(steps, readings) };
  }

  /** Requests the cancellation of a tool. The job becomes `cancelled` later, unless it has finished. */
  async cancel({ remoteId }: ServiceJobRecord, signal: AbortSignal): Promise<void> {
    if (remoteId === null) return;
    const path = { toolExecutionId: remoteId };
    await this.#deps.http.call('cancelToolExecution', { path, signal, isRepeatable: true });
  }

  async cancelStarted(record: ServiceJobRecord, signal: AbortSignal): Promise<boolean> {
    if (isBoundToFinish(record)) return false;
    if (isStoppable(record.kind))
      return cancelAtService(() => this.cancel(record, signal), this.#deps, signal);
    await this.endThere(record);
    throw cancelledByUser;
  }

  /**
   * Ends the work on an export or a document that was called off, where the service can do that; elsewhere it
   * continues, unfollowed. Never rejects.
   */
  async endThere({ kind, remoteId, parentId }: ServiceJobRecord): Promise<void> {
    if (remoteId === null || !this.isOnline) return;
    const { http, log } = this.#deps;
    const options = { signal: AbortSignal.timeout(maxEndMs), isRepeatable: true };
    try {
      if (kind === 'export' && parentId !== null) {
        const path = { projectId: parentId, exportId: remoteId };
        await http.call('cancelProjectExport', { path, ...options });
      }
      if (kind === 'interchange') {
        await http.call('cancelInterchange', { path: { interchangeJobId: remoteId }, ...options });
      }
    } catch (error) {
      log.info('The service continues a job that was called off.', { kind, remoteId, error });
    }
  }

  failureOf({ kind }: ServiceJobRecord): 'generation_failed' | 'service_failed' {
    return kind === 'tool' || kind === 'message' ? 'generation_failed' : 'service_failed';
  }
}

function startedFields({ remoteIds, parentId, projectId }: StartedJob): StartedFields {
  const [remoteId = null] = remoteIds;
  return { remoteId, remoteIds: remoteIds.length > 1 ? [...remoteIds] : [], parentId, projectId };
}

/** True for tools, the only jobs that the service can cancel (specification §4). */
export function isStoppable(kind: ServiceJobRecord['kind']): boolean {
  return kind === 'tool';
}
