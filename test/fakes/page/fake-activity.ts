import { AppError } from '../../../src-shared/app-error.ts';
import {
  type ActivityFilter,
  type ActivityItem,
  type ActivityStatus,
  activityStatusOf,
  type ServiceJob,
} from '../../../src-shared/contract/activity.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import type { Generation } from '../../../src-shared/contract/generation.ts';
import type { Transfer, TransferTotals } from '../../../src-shared/contract/transfer.ts';
import type { CallName, EventName, EventPayload, Handlers } from '../../../src-shared/ipc/define.ts';
import type { FakeDeliveries } from './fake-deliveries.ts';
import type { FakeGenerations } from './fake-generations.ts';

type AppHandlers = Handlers<typeof appContract>;
type ActivityHandlers = Pick<
  AppHandlers,
  Extract<CallName<typeof appContract>, `activity.${string}` | `transfer.${string}`>
>;

export interface FakeActivityDeps {
  readonly nowSeconds: () => number;
  readonly generations: FakeGenerations;
  readonly deliveries: FakeDeliveries;
  readonly fileOf: (grant: string) => { readonly displayName: string; readonly body: Buffer };
  readonly publish: <Name extends EventName<typeof appContract>>(
    name: Name,
    payload: EventPayload<typeof appContract, Name>,
  ) => void;
}

const turns = 3;
const bytesPerStep = 9_600_000;

const statusOf = ({ record }: ActivityItem): ActivityStatus => activityStatusOf(record.state);

function titleOf({ kind, record }: ActivityItem): string {
  if (kind === 'transfer') return record.displayName;
  return kind === 'delivery' ? record.projectTitle : record.title;
}

function isOf(item: ActivityItem, { what, connectionId, search }: ActivityFilter): boolean {
  const direction = item.kind === 'transfer' ? item.record.direction : null;
  const isPart = item.kind === 'transfer' && item.record.owner?.kind === 'delivery';
  const kinds = { all: !isPart, jobs: direction === null, downloads: direction === 'download' };
  const isKind = what === 'uploads' ? direction === 'upload' : kinds[what];
  const isConnection = connectionId === null || connectionId === item.connectionId;
  return isKind && isConnection && titleOf(item).toLowerCase().includes(search.toLowerCase());
}

/** Converts records to rows of the activity. */
export function itemsOf(records: {
  readonly generations?: readonly Generation[];
  readonly deliveries?: readonly Delivery[];
}): ActivityItem[] {
  const { generations = [], deliveries = [] } = records;
  return [
    ...generations.map((record) => ({
      kind: 'generation' as const,
      connectionId: record.connectionId,
      record,
    })),
    ...deliveries.map((record) => ({ kind: 'delivery' as const, connectionId: record.connectionId, record })),
  ];
}

/** Jobs and transfers as one list. Transfers move one step at a time. */
export class FakeActivity {
  readonly #deps: FakeActivityDeps;
  readonly #transfers = new Map<string, Transfer>();
  readonly #jobs = new Map<string, ServiceJob>();
  readonly #clearings = new Map<string, readonly object[]>();
  #rest: readonly ActivityItem[] = [];
  /** IDs of the deliveries whose log was shown. */
  readonly revealedLogs: string[] = [];
  /** Decisions about content that the service already has. */
  readonly decisions: string[] = [];
  isPaused = false;
  /** Retries a job; null starts a new one of the same kind. */
  retryJob: ((job: ServiceJob) => ServiceJob | null) | null = null;
  #count = 0;

  constructor(deps: FakeActivityDeps) {
    this.#deps = deps;
  }

  /** Adds a transfer in any state. */
  addTransfer(fields: Partial<Transfer>): Transfer {
    this.#count += 1;
    const transfer: Transfer = {
      transferId: `tra-${String(this.#count)}`,
      connectionId: 'local',
      direction: 'download',
      displayName: `file ${String(this.#count)}.mp4`,
      owner: null,
      state: 'queued',
      waitingFor: null,
      missingRoom: null,
      doneBytes: 0,
      totalBytes: 96_000_000,
      bytesPerSecond: null,
      secondsLeft: null,
      place: this.#count,
      sha256: null,
      fileId: null,
      duplicateOf: null,
      createdAt: this.#deps.nowSeconds() - 1_000 + this.#count,
      finishedAt: null,
      error: null,
      ...fields,
    };
    this.#transfers.set(transfer.transferId, transfer);
    return transfer;
  }

  /** Adds a job in any state. */
  addJob(fields: Partial<ServiceJob>): ServiceJob {
    this.#count += 1;
    const job: ServiceJob = {
      jobId: `job-${String(this.#count)}`,
      connectionId: 'local',
      kind: 'tool',
      operation: 'generateImage',
      title: `job ${String(this.#count)}`,
      state: 'running',
      progress: 0,
      isCancelling: false,
      projectId: null,
      createdAt: this.#deps.nowSeconds() - 1_000 + this.#count,
      finishedAt: null,
      error: null,
      steps: [],
      copyProjectId: null,
      ...fields,
    };
    this.#jobs.set(job.jobId, job);
    return job;
  }

  /** Adds very many ended downloads named `clip 000000.mp4` and so on, the newest first. */
  addEnded(count: number): void {
    const now = this.#deps.nowSeconds() - 10_000;
    this.#rest = Array.from({ length: count }, (_, index) => {
      const number = String(index).padStart(6, '0');
      const transfer = this.addTransfer({
        displayName: `clip ${number}.mp4`,
        state: 'done',
        doneBytes: 96_000_000,
        createdAt: now - index,
        finishedAt: now - index,
      });
      this.#transfers.delete(transfer.transferId);
      return { kind: 'transfer', connectionId: 'local', record: transfer };
    });
  }

  /** Jobs, oldest first. */
  get jobs(): readonly ServiceJob[] {
    return [...this.#jobs.values()];
  }

  transfer(transferId: string): Transfer {
    const transfer = this.#transfers.get(transferId);
    if (!transfer) throw new AppError('not_found', `There is no transfer ${transferId}.`);
    return transfer;
  }

  /** Changes a transfer and notifies the page. */
  change(transferId: string, fields: Partial<Transfer>): Transfer {
    const before = this.transfer(transferId);
    const changed = { ...before, ...fields };
    this.#transfers.set(transferId, changed);
    const item = { kind: 'transfer', connectionId: changed.connectionId, record: changed } as const;
    const isReordered = activityStatusOf(before.state) !== activityStatusOf(changed.state);
    this.#deps.publish('activity.changed', { items: [item], isReordered });
    this.#deps.publish('transfer.totalsChanged', this.totals());
    return changed;
  }

  /** Notifies the page that rows were added, ended or removed. */
  tellReordered(items: ActivityItem[] = []): void {
    this.#deps.publish('activity.changed', { items, isReordered: true });
    this.#deps.publish('transfer.totalsChanged', this.totals());
  }

  /** Advances running transfers, and starts waiting ones in free slots. */
  step(): void {
    if (this.isPaused) return;
    for (const transfer of this.#running()) this.change(transfer.transferId, this.#next(transfer));
    const free = Math.max(0, turns - this.#running().length);
    const queued = [...this.#transfers.values()].filter((each) => each.state === 'queued');
    for (const { transferId } of queued.sort((a, b) => a.place - b.place).slice(0, free)) {
      this.change(transferId, { state: 'running' });
    }
  }

  totals(): TransferTotals {
    const open = [...this.#transfers.values()].filter((each) => activityStatusOf(each.state) === 'open');
    const moving = this.#running();
    const owners = new Set(open.map((each) => each.owner?.id));
    const downloads = this.#deps.deliveries
      .list(null)
      .filter((each) => each.state === 'downloading' && !owners.has(each.deliveryId));
    const sum = (numbers: readonly (number | null)[]): number =>
      numbers.reduce<number>((total, each) => total + (each ?? 0), 0);
    const speedOf = (direction: Transfer['direction']): number =>
      sum(moving.filter((each) => each.direction === direction).map((each) => each.bytesPerSecond));
    const totals = [...open, ...downloads].map((each) => each.totalBytes);
    return {
      runningCount: moving.length + downloads.length,
      openCount: open.length + downloads.length,
      decisionCount: open.filter(({ waitingFor }) => waitingFor === 'decision').length,
      doneBytes: sum(open.map((each) => each.doneBytes)) + sum(downloads.map((each) => each.receivedBytes)),
      totalBytes: totals.includes(null) ? null : sum(totals),
      downBytesPerSecond: speedOf('download') + sum(downloads.map((each) => each.bytesPerSecond)),
      upBytesPerSecond: speedOf('upload'),
      secondsLeft: moving.length === 0 ? null : Math.max(...moving.map((each) => each.secondsLeft ?? 0)),
      isPaused: this.isPaused,
    };
  }

  handlers(): ActivityHandlers {
    return {
      ...this.#listHandlers(),
      'transfer.totals': () => this.totals(),
      'transfer.get': ({ transferId }) => this.transfer(transferId),
      'transfer.pause': ({ transferId }) =>
        this.change(transferId, { state: 'paused', bytesPerSecond: null }),
      'transfer.resume': ({ transferId }) => this.change(transferId, { state: 'queued' }),
      'transfer.cancel': ({ transferId }) =>
        this.change(transferId, { state: 'cancelled', finishedAt: this.#deps.nowSeconds() }),
      'transfer.retry': ({ transferId }) =>
        this.change(transferId, { state: 'queued', error: null, finishedAt: null, doneBytes: 0 }),
      'transfer.move': ({ transferId, beforeTransferId }) => this.#move(transferId, beforeTransferId),
      'transfer.pauseAll': () => this.#pauseAll(true),
      'transfer.resumeAll': () => this.#pauseAll(false),
      'transfer.upload': ({ fileGrant }) => this.#upload(fileGrant),
      'transfer.decide': ({ transferId, choice }) => {
        this.decisions.push(`${transferId} ${choice}`);
        const state = choice === 'reuse' ? 'done' : 'queued';
        return this.change(transferId, { state, waitingFor: null, missingRoom: null });
      },
      'transfer.revealLog': ({ deliveryId }) => {
        this.revealedLogs.push(deliveryId);
        return {};
      },
    };
  }

  #listHandlers(): Pick<ActivityHandlers, Extract<keyof ActivityHandlers, `activity.${string}`>> {
    return {
      'activity.list': ({ filter, offset, limit }) => this.#list(filter, offset, limit),
      'activity.parts': ({ deliveryId }) => ({
        items: this.#items().filter(
          ({ kind, record }) => kind === 'transfer' && record.owner?.id === deliveryId,
        ),
      }),
      'activity.cancelJob': ({ jobId }) => this.changeJob(jobId, { isCancelling: true }),
      'activity.retryJob': ({ jobId }) => {
        const { title, kind } = this.#job(jobId);
        const own = this.retryJob?.(this.#job(jobId));
        const job = own ?? this.addJob({ title, kind, state: 'queued', createdAt: this.#deps.nowSeconds() });
        this.changeJob(jobId, { retriedAs: job.jobId });
        if (!own) this.tellReordered([{ kind: 'job', connectionId: job.connectionId, record: job }]);
        return job;
      },
      'activity.clear': ({ filter }) => {
        const gone = this.#items().filter(
          (item) =>
            isOf(item, filter) &&
            statusOf(item) !== 'open' &&
            (filter.status === null || filter.status === statusOf(item)),
        );
        const clearId = `clear-${String(this.#clearings.size + 1)}`;
        this.#clearings.set(
          clearId,
          gone.map(({ record }) => record),
        );
        this.tellReordered();
        return { removedCount: gone.length, clearId };
      },
      'activity.restore': ({ clearId }) => {
        if (!this.#clearings.delete(clearId)) throw new AppError('not_found', 'Nothing was cleared.');
        this.tellReordered();
        return {};
      },
    };
  }

  #list(filter: ActivityFilter, offset: number, limit: number) {
    const items = this.#items().filter((item) => isOf(item, filter));
    const counts = { open: 0, done: 0, failed: 0, cancelled: 0 };
    for (const item of items) counts[statusOf(item)] += 1;
    const shown = items.filter((item) => filter.status === null || statusOf(item) === filter.status);
    return { items: shown.slice(offset, offset + limit), totalCount: shown.length, counts };
  }

  /** Returns the items in main's order: those of a project together, open ones first, then newest first. */
  #items(): ActivityItem[] {
    const { generations, deliveries } = this.#deps;
    const items: ActivityItem[] = [
      ...generations.list().map((record) => ({ kind: 'generation', connectionId: 'local', record }) as const),
      ...deliveries
        .list(null)
        .map((record) => ({ kind: 'delivery', connectionId: 'local', record }) as const),
      ...[...this.#transfers.values()].map(
        (record) => ({ kind: 'transfer', connectionId: record.connectionId, record }) as const,
      ),
      ...[...this.#jobs.values()].map(
        (record) => ({ kind: 'job', connectionId: record.connectionId, record }) as const,
      ),
    ];
    const isOpen = (item: ActivityItem): number => (statusOf(item) === 'open' ? 1 : 0);
    const byPlace = (a: ActivityItem, b: ActivityItem): number =>
      isOpen(b) - isOpen(a) || b.record.createdAt - a.record.createdAt;
    const groups = Map.groupBy(
      items,
      (item) => ('projectId' in item.record ? item.record.projectId : null) ?? item.record,
    );
    const max = (group: readonly ActivityItem[], of: (item: ActivityItem) => number): number =>
      Math.max(...group.map(of));
    const age = ({ record }: ActivityItem): number => record.createdAt;
    const sorted = [...groups.values()]
      .toSorted((a, b) => max(b, isOpen) - max(a, isOpen) || max(b, age) - max(a, age))
      .flatMap((group) => group.toSorted(byPlace));
    const cleared = new Set([...this.#clearings.values()].flat());
    return [...sorted, ...this.#rest].filter(({ record }) => !cleared.has(record));
  }

  #running(): Transfer[] {
    return [...this.#transfers.values()].filter((each) => each.state === 'running');
  }

  #next(transfer: Transfer): Partial<Transfer> {
    const { totalBytes, doneBytes } = transfer;
    const next = doneBytes + bytesPerStep;
    if (totalBytes !== null && next >= totalBytes) {
      const finishedAt = this.#deps.nowSeconds();
      return { state: 'done', doneBytes: totalBytes, bytesPerSecond: null, secondsLeft: null, finishedAt };
    }
    const bytesPerSecond = bytesPerStep * 4;
    const secondsLeft = totalBytes === null ? null : (totalBytes - next) / bytesPerSecond;
    return { doneBytes: next, bytesPerSecond, secondsLeft };
  }

  #move(transferId: string, beforeId: string | null): Transfer {
    const places = [...this.#transfers.values()].map((each) => each.place).sort((a, b) => a - b);
    if (beforeId === null) return this.change(transferId, { place: (places.at(-1) ?? 0) + 1 });
    const { place } = this.transfer(beforeId);
    const previous = places.findLast((each) => each < place) ?? place - 1;
    return this.change(transferId, { place: (previous + place) / 2 });
  }

  #pauseAll(isPaused: boolean): TransferTotals {
    this.isPaused = isPaused;
    this.#deps.publish('transfer.totalsChanged', this.totals());
    return this.totals();
  }

  #upload(fileGrant: string): Transfer {
    const { displayName, body } = this.#deps.fileOf(fileGrant);
    if (body.length === 0) {
      const details = { displayName, reason: 'empty' };
      throw new AppError('file_unreadable', 'The file is empty.', { details });
    }
    const transfer = this.addTransfer({ direction: 'upload', displayName, totalBytes: body.length });
    this.tellReordered([{ kind: 'transfer', connectionId: 'local', record: transfer }]);
    return transfer;
  }

  #job(jobId: string): ServiceJob {
    const job = this.#jobs.get(jobId);
    if (!job) throw new AppError('not_found', `There is no job ${jobId}.`);
    return job;
  }

  /** Changes a job and notifies the page. */
  changeJob(jobId: string, fields: Partial<ServiceJob>): ServiceJob {
    const changed = { ...this.#job(jobId), ...fields };
    this.#jobs.set(jobId, changed);
    const item = { kind: 'job', connectionId: changed.connectionId, record: changed } as const;
    this.#deps.publish('activity.changed', { items: [item], isReordered: false });
    return changed;
  }
}
