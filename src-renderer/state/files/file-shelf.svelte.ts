import { SvelteSet } from 'svelte/reactivity';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { type ActivityItem, activityStatusOf } from '../../../src-shared/contract/activity.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import type { AppClient } from '../foundation/app-client.ts';
import {
  isShown,
  type ShelfFile,
  type ShelfFilter,
  type ShelfSort,
  sortFiles,
  toShelfFile,
  wholeLibrary,
  withFirstPage,
  withNextPage,
} from './shelf-file.ts';

const pageSize = 100;
/** Files that one request for more should add, and most pages to read for them: the API lists all types together. */
const enough = 12;
const maxPages = 5;

export interface FileShelfDeps {
  readonly client: AppClient;
  readonly activeConnectionId: () => string;
  /** True for a file that is about to be archived; it is not shown. */
  readonly isLeaving: (fileId: string) => boolean;
}

interface ShelfPage {
  readonly files: readonly ShelfFile[];
  readonly nextCursor: string | null;
}

/** True for a row whose end may have added files to the library. */
function mayAddFiles({ kind, record }: ActivityItem): boolean {
  if (activityStatusOf(record.state) !== 'done') return false;
  return kind === 'transfer' ? record.direction === 'upload' : kind !== 'delivery';
}

/** A list of the active service's files: all in the order of the service, page by page, or the matches of a search. */
export class FileShelf {
  readonly #deps: FileShelfDeps;
  /** Number of the current reading; answers to earlier ones are discarded. */
  #round = 0;
  #loading = Promise.resolve();
  #isStale = false;
  #all = $state.raw<readonly ShelfFile[]>([]);
  #cursor = $state.raw<string | null>(null);
  /** Filter and search of the last answer. */
  #answered = $state.raw<string | null>(null);

  /** Types of files that the list can show; null for all. */
  types: readonly string[] | null = null;
  filter = $state.raw<ShelfFilter>(wholeLibrary);
  sort = $state<ShelfSort>('service');
  query = $state('');
  isLoading = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  readonly files = $derived(
    sortFiles(
      this.#all.filter((file) => isShown(file, this.filter) && !this.#deps.isLeaving(file.fileId)),
      this.sort,
    ),
  );
  /** Tools that made any of the files read so far. */
  readonly toolTypes = $derived(
    [...new SvelteSet(this.#all.flatMap(({ toolType }) => toolType ?? []))].sort(),
  );
  /** True while the service still works on files near the top. */
  readonly hasPending = $derived(this.#all.slice(0, pageSize).some(({ isPending }) => isPending));

  constructor(deps: FileShelfDeps) {
    this.#deps = deps;
  }

  get hasMore(): boolean {
    return this.#cursor !== null;
  }

  /** Filter that hides nothing which the list can show. */
  get widest(): ShelfFilter {
    return { ...wholeLibrary, types: this.types };
  }

  /** Number of files read, shown or not. */
  get readCount(): number {
    return this.#all.length;
  }

  /** True if `files` or `error` is the result for this filter and this search. */
  isAnswered(filter: ShelfFilter, query: string): boolean {
    return this.#answered === askedBy(filter, query);
  }

  /** Reads the first files of a filter, or the matches of a search. Never rejects: a failure is stored in `error`. */
  async show(filter: ShelfFilter, query: string): Promise<void> {
    this.filter = filter;
    this.query = query.trim();
    await this.#read(async (isNews) => {
      const page = await this.#firstPage().catch((error: unknown) => {
        if (isNews()) this.#answer({ files: [], nextCursor: null }, filter, query);
        throw error;
      });
      if (!isNews()) return;
      this.#answer(page, filter, query);
      await this.#readOn(isNews);
    });
  }

  /** Reads the first files again, keeping the ones that follow. A call during a reading takes effect after it. */
  async refresh(): Promise<void> {
    if (this.isLoading) {
      this.#isStale = true;
      return;
    }
    this.#isStale = false;
    if (this.#answered === null) return;
    if (this.error !== null) {
      this.#answered = null;
      return this.show(this.filter, this.query);
    }
    await this.#read(async (isNews) => {
      const page = await this.#firstPage();
      if (!isNews()) return;
      const isWhole = page.nextCursor === null;
      const joined = withFirstPage(this.#all, { files: page.files, isWhole });
      if (joined === null || isWhole) this.#take({ ...page, files: joined ?? page.files });
      else this.#all = joined;
    });
  }

  /** Reads the next files, if there are any. A call during a reading joins it. */
  async loadMore(): Promise<void> {
    if (this.isLoading) return this.#loading;
    if (!this.hasMore || this.error !== null) return;
    await this.#read((isNews) => this.#readOn(isNews, this.files.length + enough));
  }

  /** Reads all remaining files. Stops when aborted or at an error. */
  async loadAll(signal: AbortSignal): Promise<void> {
    while (this.hasMore && this.error === null && !signal.aborted) await this.loadMore();
  }

  /** Follows the ends of work that may have added files. Returns the function that stops. */
  follow(): () => void {
    return this.#deps.client.on('activity.changed', ({ items }) => {
      if (items.some(mayAddFiles)) void this.refresh();
    });
  }

  /** Removes a file that the service does not list any more. */
  drop(fileId: string): void {
    this.#all = this.#all.filter((file) => file.fileId !== fileId);
  }

  /** Drops everything and begins with another selection of types. */
  limitTo(types: readonly string[] | null): void {
    this.forget();
    this.types = types;
    this.filter = this.widest;
    this.query = '';
  }

  /** Drops everything, because another service has other files. */
  forget(): void {
    this.#round += 1;
    this.#all = [];
    this.#isStale = false;
    this.#cursor = null;
    this.#answered = null;
    this.isLoading = false;
    this.error = null;
  }

  /** Runs a reading, whose answers count until another one begins anew. */
  #read(read: (isNews: () => boolean) => Promise<void>): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.isLoading = true;
    this.error = null;
    const isNews = (): boolean => round === this.#round;
    this.#loading = read(isNews)
      .catch((error: unknown) => {
        if (isNews()) this.error = errorBodyOf(error);
      })
      .then(async () => {
        if (!isNews()) return;
        this.isLoading = false;
        if (this.#isStale) await this.refresh();
      });
    return this.#loading;
  }

  async #firstPage(): Promise<ShelfPage> {
    return this.query === '' ? this.#page(null) : this.#matches();
  }

  async #readOn(isNews: () => boolean, wanted = enough): Promise<void> {
    for (let page = 0; page < maxPages && this.#cursor !== null && this.files.length < wanted; page += 1) {
      const { files, nextCursor } = await this.#page(this.#cursor);
      if (!isNews()) return;
      this.#take({ files: withNextPage(this.#all, files), nextCursor });
    }
  }

  async #page(cursor: string | null): Promise<ShelfPage> {
    const { place, isMine } = this.filter;
    const query = {
      limit: pageSize,
      ...(cursor !== null && { cursor }),
      ...(isMine && { selfOnly: true }),
      ...((place === 'projects' || place === 'everywhere') && { includeProjectFiles: true }),
      ...((place === 'exports' || place === 'everywhere') && { includeExportFiles: true }),
    };
    const { client, activeConnectionId } = this.#deps;
    const connectionId = activeConnectionId();
    const { files, nextCursor } = await callOperation(client, 'listFiles', { query });
    return { files: files.map((file) => toShelfFile(connectionId, file)), nextCursor: nextCursor ?? null };
  }

  async #matches(): Promise<ShelfPage> {
    const { client, activeConnectionId } = this.#deps;
    const connectionId = activeConnectionId();
    const { isMine } = this.filter;
    const body = { query: this.query, numResults: pageSize, ...(isMine && { selfOnly: true }) };
    const { results } = await callOperation(client, 'searchFiles', { body });
    return { files: results.map(({ file }) => toShelfFile(connectionId, file)), nextCursor: null };
  }

  #answer(page: ShelfPage, filter: ShelfFilter, query: string): void {
    this.#take(page);
    this.#answered = askedBy(filter, query);
  }

  #take({ files, nextCursor }: ShelfPage): void {
    this.#all = files;
    this.#cursor = nextCursor;
  }
}

function askedBy(filter: ShelfFilter, query: string): string {
  return JSON.stringify([filter, query.trim()]);
}
