import { createContext, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { RemixStep, ServiceJob } from '../../../src-shared/contract/activity.ts';
import type { NamedProject } from '../../../src-shared/contract/named-project.ts';
import { actionOf, type RemixDraft } from '../../components/remix/remix-draft.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { BusyIds } from '../foundation/busy-ids.svelte.ts';
import { RecordMirror } from '../foundation/record-mirror.svelte.ts';
import { restarts } from './restarts.ts';

/** The queued actions for a project. */
interface RemixPlan {
  readonly drafts: readonly RemixDraft[];
  /** True if a copy is changed instead of the project. */
  readonly isCopy: boolean;
}

const emptyPlan: RemixPlan = { drafts: [], isCopy: false };

/** The remixes of the shown project, and the queued actions of each project. */
export class Remixes {
  readonly #client: AppClient;
  readonly #plans = new SvelteMap<string, RemixPlan>();
  readonly #mirror: RecordMirror<ServiceJob>;
  readonly #starting = new BusyIds();
  #projectId = $state<string | null>(null);

  /** Actions started elsewhere; null if the service could not be reached. */
  elsewhere = $state.raw<readonly RemixStep[] | null>([]);
  /** Actions of the generation that made the project, in their order. */
  generated = $state.raw<readonly RemixStep[]>([]);

  constructor(deps: { client: AppClient }) {
    const { client } = deps;
    this.#client = client;
    this.#mirror = new RecordMirror({
      idOf: ({ jobId }) => jobId,
      rankOf: ({ createdAt }) => createdAt,
      list: async () => {
        const projectId = this.#projectId ?? '';
        const { jobs, elsewhere, generated } = await client.call('remix.list', { projectId });
        if (projectId === this.#projectId) [this.elsewhere, this.generated] = [elsewhere, generated];
        return jobs.filter((job) => job.projectId === this.#projectId);
      },
    });
  }

  /** Newest first. */
  get jobs(): readonly ServiceJob[] {
    return this.#mirror.records.filter(({ projectId }) => projectId === this.#projectId);
  }

  get error(): ErrorBody | null {
    return this.#mirror.error;
  }

  /** Reads the remixes of a project and follows their changes. Returns the function that stops it. */
  open(projectId: string): () => void {
    this.#projectId = projectId;
    this.#mirror.forget();
    [this.elsewhere, this.generated] = [[], []];
    const stop = this.#client.on('activity.changed', ({ items }) => {
      const records = items.flatMap(({ kind, record }) => (kind === 'job' ? [record] : []));
      this.#mirror.apply(records.filter((job) => job.kind === 'remix' && job.projectId === projectId));
    });
    // An effect that opens a project must not depend on what this reads.
    untrack(() => void this.refresh());
    return () => {
      stop();
      if (this.#projectId === projectId) this.#projectId = null;
    };
  }

  /** Reads the remixes of the shown project again. Never rejects: a failure is stored in `error`. */
  async refresh(): Promise<void> {
    if (this.#projectId !== null) await this.#mirror.refresh();
  }

  draftsOf(projectId: string): readonly RemixDraft[] {
    return this.#planOf(projectId).drafts;
  }

  setDrafts(projectId: string, drafts: readonly RemixDraft[]): void {
    this.#plans.set(projectId, { ...this.#planOf(projectId), drafts });
  }

  isCopy(projectId: string): boolean {
    return this.#planOf(projectId).isCopy;
  }

  setCopy(projectId: string, isCopy: boolean): void {
    this.#plans.set(projectId, { ...this.#planOf(projectId), isCopy });
  }

  /** True if the queued actions of a project are being started. */
  isStarting(projectId: string): boolean {
    return this.#starting.has(projectId);
  }

  /**
   * Starts the queued actions and removes them from the queue; actions added meanwhile stay.
   * @throws AppError as main made it.
   */
  async begin({ projectId, title }: NamedProject): Promise<void> {
    const { drafts, isCopy } = this.#planOf(projectId);
    const actions = drafts.map(actionOf).filter((action) => action !== null);
    const start = () => this.#client.call('remix.start', { projectId, title, actions, isCopy });
    await this.#starting.during(projectId, () => this.#ask(projectId, start));
    const isSent = ({ id }: RemixDraft): boolean => drafts.some((draft) => draft.id === id);
    const plan = this.#planOf(projectId);
    const rest = plan.drafts.filter((draft) => !isSent(draft));
    this.#plans.set(projectId, { drafts: rest, isCopy: plan.isCopy && rest.length > 0 });
  }

  /** Starts the unsuccessful actions of a remix again, at most once. @throws AppError as main made it. */
  async retry(jobId: string): Promise<ServiceJob> {
    const retry = () => this.#client.call('activity.retryJob', { jobId });
    const again = await restarts.during(jobId, () => this.#ask(this.#projectId, retry));
    this.#mirror.patch(jobId, { retriedAs: again.jobId });
    return again;
  }

  #planOf(projectId: string): RemixPlan {
    return this.#plans.get(projectId) ?? emptyPlan;
  }

  /** Stores the result of a call only if its project is still shown. */
  #ask(projectId: string | null, call: () => Promise<ServiceJob>): Promise<ServiceJob> {
    return projectId === this.#projectId ? this.#mirror.ask(call) : call();
  }
}

export const [getRemixes, setRemixes] = createContext<Remixes>();
