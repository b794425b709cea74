import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import {
  type ActivityItem,
  activityStatusOf,
  type ServiceJob,
} from '../../../src-shared/contract/activity.ts';
import type { ExportOptions } from '../../../src-shared/contract/export-options.ts';
import type { MovieExport } from '../../../src-shared/contract/export.ts';
import type { NamedProject } from '../../../src-shared/contract/named-project.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { BusyIds } from '../foundation/busy-ids.svelte.ts';
import { defaultExport, type ExportDraft } from './export-draft.ts';
import { restarts } from './restarts.ts';

/** The exports of the shown project, and the export form of each project or set of projects. */
export class Exports {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  readonly #drafts = new SvelteMap<string, ExportDraft>();
  readonly #starting = new BusyIds();
  #projectId: string | null = null;

  /** Newest first. */
  exports = $state.raw<readonly MovieExport[]>([]);
  error = $state.raw<ErrorBody | null>(null);
  isLoaded = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Reads the exports of a project and follows their changes. Returns the function that stops it. */
  open(projectId: string): () => void {
    this.#projectId = projectId;
    this.#order.outdate();
    this.exports = [];
    this.error = null;
    this.isLoaded = false;
    const stop = this.#client.on('activity.changed', ({ items }) => {
      for (const item of items) this.#note(item, projectId);
    });
    void this.refresh();
    return () => {
      stop();
      if (this.#projectId === projectId) this.#projectId = null;
    };
  }

  /** Reads the exports of the shown project again. Never rejects: a failure is stored in `error`. */
  async refresh(): Promise<void> {
    const projectId = this.#projectId;
    if (projectId === null) return;
    const isNews = this.#order.begin();
    try {
      const { exports, error } = await this.#client.call('export.list', { projectId });
      if (!isNews()) return;
      // If the service cannot be reached, keeps the list read from it: it is more complete than the app's own records.
      if (error === null || !this.isLoaded) this.exports = exports;
      this.error = error;
      this.isLoaded ||= error === null;
    } catch (error) {
      if (isNews()) this.error = errorBodyOf(error);
    }
  }

  /** @param key ids of the projects, separated by spaces. */
  draftOf(key: string): ExportDraft {
    return this.#drafts.get(key) ?? defaultExport;
  }

  setDraft(key: string, draft: ExportDraft): void {
    this.#drafts.set(key, draft);
  }

  /** True if an export of a project is being started. */
  isStarting(projectId: string): boolean {
    return this.#starting.has(projectId);
  }

  /**
   * Starts an export and lists it, even if the service cannot be reached.
   * @param connectionId connection of the project
   * @param options those of the project's newest movie by default
   * @throws AppError as main made it.
   */
  async begin(
    connectionId: string,
    { projectId, title }: NamedProject,
    options?: ExportOptions,
  ): Promise<void> {
    const start = () => this.#client.call('export.start', { connectionId, projectId, title, options });
    const job = await this.#starting.during(projectId, start);
    if (projectId === this.#projectId) this.#show(job, options ?? null);
  }

  /** Starts a failed export again, at most once. @throws AppError as main made it. */
  async retry(jobId: string): Promise<void> {
    const retry = () => this.#client.call('activity.retryJob', { jobId });
    const again = await restarts.during(jobId, retry);
    const retried = this.exports.find((each) => each.jobId === jobId);
    if (!retried) return;
    this.exports = this.exports.map((each) =>
      each === retried ? { ...each, retriedAs: again.jobId } : each,
    );
    this.#show(again, retried.options);
  }

  /** Returns a freshly signed link. @throws AppError as main made it. */
  async link(projectId: string, exportId: string): Promise<string> {
    return (await this.#client.call('export.link', { projectId, exportId })).url;
  }

  /** Shows a started job at the top and reads the list again for its position. */
  #show(job: ServiceJob, options: MovieExport['options']): void {
    if (!this.exports.some(({ jobId }) => jobId === job.jobId)) {
      this.exports = [exportOf(job, options), ...this.exports];
    }
    void this.refresh();
  }

  /** Shows progress at once. Reads the list again when an export starts or ends, to get its movie. */
  #note({ kind, record }: ActivityItem, projectId: string): void {
    if (kind !== 'job' || record.kind !== 'export' || record.projectId !== projectId) return;
    const known = this.exports.find(({ jobId }) => jobId === record.jobId);
    if (!known || known.state !== record.state) void this.refresh();
    const { jobId, state, progress, error } = record;
    this.exports = this.exports.map((each) =>
      each.jobId === jobId && activityStatusOf(state) === 'open' ? { ...each, state, progress, error } : each,
    );
  }
}

/** Represents an export that the service does not list yet. */
function exportOf(job: ServiceJob, options: MovieExport['options']): MovieExport {
  const { jobId, state, progress, error, createdAt, finishedAt } = job;
  return {
    jobId,
    state,
    progress,
    error,
    createdAt,
    finishedAt,
    options,
    exportId: null,
    attemptIndex: 0,
    sizeBytes: null,
  };
}

export const [getExports, setExports] = createContext<Exports>();
