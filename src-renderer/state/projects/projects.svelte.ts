import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { ProjectDetail, ProjectSummary } from '../../../src-shared/contract/project.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { MovieTimelines } from './movie-timelines.svelte.ts';

const pageSize = 100;
/** Most pages read at once when many projects have changed; further ones are read as the list is scrolled. */
const maxNewestPages = 10;
/** Codes with which a service may refuse an expired cursor. */
const cursorRefusals = new Set<ErrorBody['code']>(['service_refused', 'not_found', 'conflict']);

/** The selected project, during and after the reading of its detail. */
export interface OpenedProject {
  readonly projectId: string;
  readonly detail: ProjectDetail | null;
  readonly error: ErrorBody | null;
}

interface ProjectPage {
  readonly projects: readonly ProjectSummary[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

/** The service's projects, most recently changed first and read page by page, and the open project. */
export class Projects {
  readonly #client: AppClient;
  #cursor: string | null = null;
  #loading: Promise<void> | null = null;
  #loadingMore: Promise<void> | null = null;
  #isStale = false;
  readonly #pageOrder = new AnswerOrder();
  readonly #detailOrder = new AnswerOrder();
  readonly movieTimelines = new MovieTimelines();
  #notedId: string | null = null;
  /** Last stages of generations since the start of the page, by their projects. */
  readonly #stages = new SvelteMap<string, string | null>();

  summaries = $state.raw<readonly ProjectSummary[]>([]);
  state = $state<'loading' | 'ready' | 'failed'>('loading');
  error = $state.raw<ErrorBody | null>(null);
  hasMore = $state(false);
  opened = $state.raw<OpenedProject | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Subscribes, then reads the list. Returns the function that unsubscribes. */
  start(): () => void {
    const stops = [
      this.#client.on('project.changed', ({ projectId }) => {
        if (this.opened?.projectId === projectId) void this.#readDetail(projectId);
        void this.refresh();
      }),
      this.#client.on('activity.changed', ({ items }) => {
        const projectIds = items.map((item) => this.#projectOfNewStage(item)).filter((id) => id !== null);
        if (projectIds.length === 0) return;
        if (this.opened && projectIds.includes(this.opened.projectId)) this.reopen();
        void this.refresh();
      }),
    ];
    void this.refresh();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * Returns the project of a generation that began or reached another stage, else null. Main publishes no change of the
   * project then, and it has its scenes before its movie.
   */
  #projectOfNewStage({ kind, record }: ActivityItem): string | null {
    if (kind !== 'generation' || record.projectId === null) return null;
    const { projectId, stage } = record;
    if (this.#stages.get(projectId) === stage) return null;
    this.#stages.set(projectId, stage);
    return projectId;
  }

  /** Drops all projects and closes the open one, because another service has others. */
  forget(): void {
    this.#pageOrder.outdate();
    this.#detailOrder.outdate();
    this.#continueAt(null);
    this.#loading = null;
    this.#isStale = false;
    this.summaries = [];
    this.state = 'loading';
    this.error = null;
    this.opened = null;
    this.#notedId = null;
    this.movieTimelines.forget();
  }

  /** Reads again what is newest. A call during a read causes another read afterwards. */
  async refresh(): Promise<void> {
    if (this.#loading) {
      this.#isStale = true;
      return this.#loading;
    }
    await this.#load(null);
  }

  /** Reads the next page, if there is one. */
  loadMore(): Promise<void> {
    this.#loadingMore ??= this.#loadNext().finally(() => {
      this.#loadingMore = null;
    });
    return this.#loadingMore;
  }

  async #loadNext(): Promise<void> {
    while (this.#loading) await this.#loading;
    if (this.hasMore) await this.#load(this.#cursor);
  }

  /** Reads all remaining pages, for a search over every title. Stops when aborted or at an error. */
  async loadAll(signal: AbortSignal): Promise<void> {
    while (this.hasMore && this.error === null && !signal.aborted) await this.loadMore();
  }

  /** Selects a project and reads its detail. Null selects none. */
  open(projectId: string | null): void {
    if (projectId === (this.opened?.projectId ?? null)) return;
    this.opened = projectId === null ? null : { projectId, detail: null, error: null };
    if (projectId !== null) void this.#readDetail(projectId);
  }

  /** Reads the open project again. @param isRetry also fetches scenes that could not be fetched. */
  reopen(isRetry = false): void {
    if (this.opened) void this.#readDetail(this.opened.projectId, isRetry);
  }

  /** Reports that the user opened a project, which puts it first among the recent ones. */
  noteOpened({ projectId, title }: Pick<ProjectSummary, 'projectId' | 'title'>): void {
    if (projectId === this.#notedId) return;
    this.#notedId = projectId;
    // On failure the menus stay unchanged.
    this.#client.call('project.noteOpened', { projectId, title }).catch(() => undefined);
  }

  /** Opens a project's page at the service in the browser. @throws AppError as main made it. */
  async openOnWeb(projectId: string): Promise<void> {
    await this.#client.call('project.openOnWeb', { projectId });
  }

  async #readDetail(projectId: string, isRetry = false): Promise<void> {
    const isNews = this.#detailOrder.begin();
    const isOpen = (): boolean => isNews() && this.opened?.projectId === projectId;
    try {
      const detail = await this.#client.call('project.get', { projectId, isRetry });
      if (!isOpen()) return;
      this.movieTimelines.note(detail);
      this.opened = { projectId, detail, error: null };
    } catch (error) {
      if (isOpen()) {
        this.opened = { projectId, detail: this.opened?.detail ?? null, error: errorBodyOf(error) };
      }
    }
  }

  #load(cursor: string | null): Promise<void> {
    const loading = this.#readPages(cursor).then(async () => {
      if (this.#loading !== loading) return;
      this.#loading = null;
      if (!this.#isStale) return;
      this.#isStale = false;
      await this.#load(null);
    });
    this.#loading = loading;
    return loading;
  }

  /** Reads the page at a cursor; for null the newest pages. */
  async #readPages(cursor: string | null): Promise<void> {
    try {
      await (cursor === null ? this.#readNewest() : this.#readNext(cursor));
    } catch (error) {
      this.error = errorBodyOf(error);
      if (this.state === 'loading') this.state = 'failed';
    }
  }

  /** Reads the newest pages, until one has a project that is known unchanged. */
  async #readNewest(): Promise<void> {
    const known = this.summaries;
    const isKnown = ({ projectId, updatedAt }: ProjectSummary): boolean =>
      known.some((each) => each.projectId === projectId && each.updatedAt === updatedAt);
    const end = this.#cursor;
    let rest = known.length > 0 ? maxNewestPages : 1;
    for await (const { projects, nextCursor } of this.#pagesFromStart()) {
      const isJoined = projects.some(isKnown);
      this.#continueAt(isJoined ? end : nextCursor);
      rest -= 1;
      if (isJoined || rest === 0) return;
    }
  }

  /** Reads the page at a cursor, or gets a new cursor if the service does not accept this one any more. */
  async #readNext(cursor: string): Promise<void> {
    try {
      const page = await this.#readPage(cursor);
      if (page) this.#continueAt(page.nextCursor);
    } catch (error) {
      if (!cursorRefusals.has(errorBodyOf(error).code)) throw error;
      await this.#readBeyondKnown();
    }
  }

  /** Reads from the start until a page ends beyond the oldest known project. */
  async #readBeyondKnown(): Promise<void> {
    const oldest = this.summaries.at(-1)?.updatedAt ?? Infinity;
    for await (const { projects, nextCursor } of this.#pagesFromStart()) {
      if (nextCursor !== null && !projects.some(({ updatedAt }) => updatedAt < oldest)) continue;
      this.#continueAt(nextCursor);
      return;
    }
  }

  #continueAt(cursor: string | null): void {
    this.#cursor = cursor;
    this.hasMore = cursor !== null;
  }

  /** Ends after the last page, and when the pages are not needed any more. */
  async *#pagesFromStart(): AsyncGenerator<ProjectPage> {
    for (let cursor: string | null = null; ;) {
      const page = await this.#readPage(cursor);
      if (!page) return;
      yield page;
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  /** Returns null if the page is not needed any more. @throws AppError as main made it. */
  async #readPage(cursor: string | null): Promise<ProjectPage | null> {
    const isNews = this.#pageOrder.begin();
    try {
      const page = await this.#client.call('project.list', { cursor, limit: pageSize });
      if (!isNews()) return null;
      this.summaries = mergeSummaries(this.summaries, page.projects);
      this.state = 'ready';
      this.error = null;
      return page;
    } catch (error) {
      if (!isNews()) return null;
      throw error;
    }
  }
}

/** Omits projects whose generation ended without a result. */
function mergeSummaries(
  known: readonly ProjectSummary[],
  read: readonly ProjectSummary[],
): readonly ProjectSummary[] {
  const byId = new Map([...known, ...read].map((summary) => [summary.projectId, summary]));
  const shown = [...byId.values()].filter(({ status }) => status !== 'stopped');
  return shown.sort((a, b) => b.updatedAt - a.updatedAt);
}

export const [getProjects, setProjects] = createContext<Projects>();
