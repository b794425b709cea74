import type { ErrorBody } from '../../src-shared/app-error.ts';
import type {
  ProjectState,
  Return,
  ReturnChoices,
  ReturnDetail,
  ReturnUpdate,
  WatchedFolder,
} from '../../src-shared/contract/return.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import { AnswerOrder } from './answer-order.ts';
import type { AppClient } from './app-client.ts';
import { type ChangeListener, RecordMirror } from './record-mirror.svelte.ts';

/** Read at once. */
const pageSize = 200;
/** More are read when so few are left below what is shown. */
const margin = 60;

export interface ReturnsDeps {
  readonly client: AppClient;
  readonly onChange: ChangeListener<Return>;
}

/** Whether a return waits for the user's decision. */
export function isOpenReturn({ state }: Return): boolean {
  return state === 'described' || state === 'failed';
}

/** The selected return, while its edits are read and after. */
interface OpenedReturn {
  readonly returnId: string;
  readonly detail: ReturnDetail | null;
  readonly error: ErrorBody | null;
}

/** What came back from editors, newest first, and the one that is selected. */
export class Returns extends RecordMirror<Return> {
  readonly #deps: ReturnsDeps;
  readonly #folderOrder = new AnswerOrder();
  readonly #detailOrder = new AnswerOrder();
  readonly #countOrder = new AnswerOrder();
  /** Of all there are, the newest that were read. */
  #readCount = 0;
  /** As main counts, also those that are not read. */
  #counts = $state.raw({ totalCount: 0, openCount: 0, dismissedCount: 0 });
  #isReadingOn = false;

  /** Whether those that were put away are shown, instead of the others. */
  showsDismissed = $state(false);
  opened = $state.raw<OpenedReturn | null>(null);
  /** Whether the selected one was asked for on another screen, and is not in sight yet. */
  asked = $state(false);
  readonly shown: readonly Return[] = $derived(
    this.records.filter(({ state }) => (state === 'dismissed') === this.showsDismissed),
  );
  /** Folders of the user's in which returns are looked for. */
  folders = $state.raw<readonly WatchedFolder[]>([]);
  readonly openCount: number = $derived(this.#counts.openCount);
  /** How many `shown` are once all are read. */
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

  /** Subscribes, then lists. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#deps.client.on('return.changed', ({ returns, removedIds }) => {
      this.apply(returns, this.#deps.onChange);
      this.remove(removedIds);
      this.#readCount = Math.max(0, this.#readCount - removedIds.length);
      // Where main does not answer, they are counted with the next change.
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
    // Where main does not answer, none are shown.
    this.#takeFolders(this.#deps.client.call('return.folders', {})).catch(() => undefined);
    return () => {
      stop();
      stopFolders();
    };
  }

  /** Reads on where the rows in sight come near the end of what is read. Stops without a word at a failure. */
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
      // Before the rows are taken in: they may ask for more at once.
      this.#isReadingOn = false;
    }
  }

  /** Reads some of all, and takes in how many there are. */
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

  /** Whether an edit was to be updated with a delivery, also where that has failed. */
  isAwaited(deliveryId: string): boolean {
    return this.records.some(({ awaitedCut }) => awaitedCut?.deliveryId === deliveryId);
  }

  /** Selects a return and reads its edits. Null selects none. */
  open(returnId: string | null): void {
    if (returnId === (this.opened?.returnId ?? null)) return;
    this.opened = returnId === null ? null : { returnId, detail: null, error: null };
    void this.reopen();
  }

  /** Reads the selected return once more. Never rejects: a failure is its `error`. */
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

  /** Asks for a folder to watch. @throws AppError as main made it. */
  async watchFolder(): Promise<void> {
    await this.#takeFolders(this.#deps.client.call('return.watchFolder', {}));
  }

  /** Watches a folder no longer. @throws AppError as main made it. */
  async unwatchFolder(path: string): Promise<void> {
    await this.#takeFolders(this.#deps.client.call('return.unwatchFolder', { path }));
  }

  /** Makes it a version. @throws AppError as main made it. */
  async keep(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.keep', { returnId }));
  }

  /** Sends a movie to the library. @throws AppError as main made it. */
  async upload(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.upload', { returnId }));
  }

  /** Makes one to practise with, and selects it. @throws AppError as main made it. */
  async practise(): Promise<void> {
    const { returnId } = await this.ask(() => this.#deps.client.call('return.practise', {}));
    this.open(returnId);
  }

  /** Removes one that was made to practise with. @throws AppError as main made it. */
  async removePractice(returnId: string): Promise<void> {
    await this.#deps.client.call('return.removePractice', { returnId });
  }

  /** What the project's later changes would do to it. @throws AppError as main made it. */
  async previewUpdate(returnId: string, choices: ReturnChoices): Promise<ReturnUpdate> {
    return this.#deps.client.call('return.previewUpdate', { returnId, choices });
  }

  /** Makes it a version with the project's changes up to a delivery. @throws AppError as main made it. */
  async update(returnId: string, deliveryId: string, choices: ReturnChoices): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.update', { returnId, deliveryId, choices }));
  }

  /** Whether the project has changed since it was sent last. @throws AppError as main made it. */
  async checkProject(returnId: string): Promise<ProjectState> {
    return this.#deps.client.call('return.checkProject', { returnId });
  }

  /** Makes it a version with the project's present cut, which is fetched first. @throws AppError as main made it. */
  async updateWithPresentCut(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.updateWithPresentCut', { returnId }));
  }

  /** Puts it away. @throws AppError as main made it. */
  async dismiss(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.dismiss', { returnId }));
  }

  /** Undoes a dismissal. @throws AppError as main made it. */
  async restore(returnId: string): Promise<Return> {
    return this.ask(() => this.#deps.client.call('return.restore', { returnId }));
  }

  /** Shows the file in the file manager. @throws AppError as main made it. */
  async reveal(returnId: string): Promise<void> {
    await this.#deps.client.call('return.reveal', { returnId });
  }

  async #takeFolders(answer: Promise<{ readonly folders: readonly WatchedFolder[] }>): Promise<void> {
    const isNews = this.#folderOrder.begin();
    const { folders } = await answer;
    if (isNews()) this.folders = folders;
  }
}
