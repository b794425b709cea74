import { createContext } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type {
  ProjectState,
  Return,
  ReturnChoices,
  ReturnDetail,
  ReturnUpdate,
  WatchedFolder,
} from '../../../src-shared/contract/return.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { type ChangeListener, RecordMirror } from '../foundation/record-mirror.svelte.ts';

/** Number of returns per read. */
const pageSize = 200;
/** More returns are read when fewer than this many remain below the visible ones. */
const margin = 60;

export interface ReturnsDeps {
  readonly client: AppClient;
  readonly onChange: ChangeListener<Return>;
}

/** True if a return waits for the user's decision. */
export function isOpenReturn({ state }: Return): boolean {
  return state === 'described' || state === 'failed';
}

/** The selected return, during and after the reading of its edits. */
interface OpenedReturn {
  readonly returnId: string;
  readonly detail: ReturnDetail | null;
  readonly error: ErrorBody | null;
}

/** The returns from editors, newest first, and the selected one. */
export class Returns extends RecordMirror<Return> {
  readonly #deps: ReturnsDeps;
  readonly #folderOrder = new AnswerOrder();
  readonly #detailOrder = new AnswerOrder();
  readonly #countOrder = new AnswerOrder();
  /** Number of returns read so far, counted from the newest. */
  #readCount = 0;
  /** Counts from main, including returns that are not read yet. */
  #counts = $state.raw({ totalCount: 0, openCount: 0, dismissedCount: 0 });
  #isReadingOn = false;

  /** True if the dismissed returns are shown in place of the others. */
  showsDismissed = $state(false);
  opened = $state.raw<OpenedReturn | null>(null);
  /** True if another screen requested the selected return and it is not visible yet. */
  asked = $state(false);
  readonly shown: readonly Return[] = $derived(
    this.records.filter(({ state }) => (state === 'dismissed') === this.showsDismissed),
  );
  /** The user's folders that are watched for returns. */
  folders = $state.raw<readonly WatchedFolder[]>([]);
  readonly openCount: number = $derived(this.#counts.openCount);
  /** Length of `shown` once all returns are read. */
  readonly shownCount: number = $derived.by(() => {
    const { totalCount, dismissedCount } = this.#counts;
    return this.showsDismissed ? dismissedCount : totalCount - dismissedCount;
  });

  constructor(deps: ReturnsDeps) {
    super({
      idOf: ({ returnId }) => returnId,
      rankOf: ({ returnedAt }) => returnedAt,
      list: () => this.#readPage(0),
    });
    this.#deps = deps;
  }

  /** Subscribes, then reads the list. Returns the function that unsubscribes. */
  start(): () => void {
    const stop = this.#deps.client.on('return.changed', ({ returns, removedIds }) => {
      this.apply(returns, this.#deps.onChange);
      this.remove(removedIds);
      this.#readCount = Math.max(0, this.#readCount - removedIds.length);
      // If main does not answer, the next change updates the counts.
      this.#ask(0, 1).catch(() => null);
      const openedId = this.opened?.returnId;
      if (openedId === undefined) return;
      if (removedIds.includes(openedId)) this.open(null);
      else if (returns.some(({ returnId }) => returnId === openedId)) void this.reopen();
    });
    const stopFolders = this.#deps.client.on('return.foldersChanged', ({ folders }) => {
      this.#folderOrder.outdate();
      this.folders = folders;
    });
    void this.refresh();
    return () => {
      stop();
      stopFolders();
    };
  }

  /** Reads the newest returns, the selected one and the watched folders again. Never rejects. */
  override async refresh(): Promise<void> {
    // If main does not answer, the known folders stay.
    const folders = this.#takeFolders(this.#deps.client.call('return.folders', {})).catch(() => undefined);
    await Promise.all([super.refresh(), this.reopen(), folders]);
  }

  /** Reads more when the visible rows approach the end of the read ones. Stops silently at a failure. */
  readOn(lastInSight: number): void {
    const isNear = lastInSight >= this.shown.length - margin;
    if (!isNear || this.state !== 'ready' || this.#readCount >= this.#counts.totalCount) return;
    if (this.#isReadingOn) return;
    this.#isReadingOn = true;
    this.takeFrom(() => this.#readPage(this.#readCount)).catch(() => null);
  }

  async #readPage(offset: number): Promise<readonly Return[]> {
    try {
      const returns = await this.#ask(offset, pageSize);
      this.#readCount = Math.max(this.#readCount, offset + returns.length);
      return returns;
    } finally {
      // Reset before the rows are stored, because they may trigger another read at once.
      this.#isReadingOn = false;
    }
  }

  /** Reads one page of all returns and updates the counts. */
  async #ask(offset: number, limit: number): Promise<readonly Return[]> {
    const isNews = this.#countOrder.begin();
    const request = { projectId: null, withDismissed: true, offset, limit };
    const { returns, ...counts } = await this.#deps.client.call('return.list', request);
    if (isNews()) this.#counts = counts;
    return returns;
  }

  ofDelivery(deliveryId: string): readonly Return[] {
    return this.records.filter((each) => each.deliveryId === deliveryId && each.state !== 'dismissed');
  }

  /** True if an edit should be updated with a delivery, even if that failed. */
  isAwaited(deliveryId: string): boolean {
    return this.records.some(({ awaitedCut }) => awaitedCut?.deliveryId === deliveryId);
  }

  /** Selects a return and reads its edits. Null selects none. */
  open(returnId: string | null): void {
    if (returnId === (this.opened?.returnId ?? null)) return;
    this.opened = returnId === null ? null : { returnId, detail: null, error: null };
    void this.reopen();
  }

  /** Reads the selected return again. Never rejects: a failure is stored in its `error`. */
  async reopen(): Promise<void> {
    const returnId = this.opened?.returnId;
    if (returnId === undefined) return;
    const isNews = this.#detailOrder.begin();
    const take = (read: Pick<OpenedReturn, 'detail' | 'error'>): void => {
      if (isNews() && this.opened?.returnId === returnId) this.opened = { returnId, ...read };
    };
    try {
      take({ detail: await this.#deps.client.call('return.get', { returnId }), error: null });
    } catch (error) {
      take({ detail: this.opened?.detail ?? null, error: errorBodyOf(error) });
    }
  }

  /** Lets the user choose a folder to watch. @throws AppError as main made it. */
  async watchFolder(): Promise<void> {
    await this.#takeFolders(this.#deps.client.call('return.watchFolder', {}));
  }

  /** Stops watching a folder. @throws AppError as main made it. */
  async unwatchFolder(path: string): Promise<void> {
    await this.#takeFolders(this.#deps.client.call('return.unwatchFolder', { path }));
  }

  /** Makes a return a version, on request with the media from outside. @throws AppError as main made it. */
  async keep(returnId: string, collects: boolean): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.keep', { returnId, collects }));
  }

  /** Sends a movie to the library. @throws AppError as main made it. */
  async upload(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.upload', { returnId }));
  }

  /** Creates a practice return and selects it. @throws AppError as main made it. */
  async practise(): Promise<void> {
    const { returnId } = await this.ask(() => this.#deps.client.call('return.practise', {}));
    this.open(returnId);
  }

  /** Removes a practice return. @throws AppError as main made it. */
  async removePractice(returnId: string): Promise<void> {
    await this.#deps.client.call('return.removePractice', { returnId });
  }

  /** Returns how the project's later changes would affect a return. @throws AppError as main made it. */
  async previewUpdate(returnId: string, choices: ReturnChoices): Promise<ReturnUpdate> {
    return this.#deps.client.call('return.previewUpdate', { returnId, choices });
  }

  /** Makes a return a version with the project's changes up to a delivery. @throws AppError as main made it. */
  async update(returnId: string, deliveryId: string, choices: ReturnChoices): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.update', { returnId, deliveryId, choices }));
  }

  /** Checks whether the project has changed since its last delivery. @throws AppError as main made it. */
  async checkProject(returnId: string): Promise<ProjectState> {
    return this.#deps.client.call('return.checkProject', { returnId });
  }

  /** Fetches the project's present cut, then makes a return a version with it. @throws AppError as main made it. */
  async updateWithPresentCut(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.updateWithPresentCut', { returnId }));
  }

  /** Dismisses a return. @throws AppError as main made it. */
  async dismiss(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.dismiss', { returnId }));
  }

  /** Gives up a keep or update that waits for its drive. @throws AppError as main made it. */
  async cancelKeep(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.cancelKeep', { returnId }));
  }

  /** Reads a return by the sequence that the user chose. @throws AppError as main made it. */
  async chooseSequence(returnId: string, key: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.chooseSequence', { returnId, key }));
  }

  /** Undoes a dismissal. @throws AppError as main made it. */
  async restore(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.restore', { returnId }));
  }

  /** Shows the file of a return in the file manager. @throws AppError as main made it. */
  async reveal(returnId: string): Promise<void> {
    await this.#deps.client.call('return.reveal', { returnId });
  }

  async #takeFolders(answer: Promise<{ readonly folders: readonly WatchedFolder[] }>): Promise<void> {
    const isNews = this.#folderOrder.begin();
    const { folders } = await answer;
    if (isNews()) this.folders = folders;
  }
}

export const [getReturns, setReturns] = createContext<Returns>();
