import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type {
  ProjectState,
  ReturnChoices,
  ReturnDetail,
  ReturnState,
  ReturnUpdate,
  WatchedFolder,
} from '../../../src-shared/contract/return.ts';
import type { CallName, EventPayload, Handlers } from '../../../src-shared/ipc/define.ts';
import { type FakeActivity, itemsOf } from './fake-activity.ts';
import type { FakeDeliveries } from './fake-deliveries.ts';

type Contract = typeof appContract;
type ReturnHandlers = Pick<Handlers<Contract>, Extract<CallName<Contract>, `return.${string}`>>;

interface FakeReturnsDeps {
  readonly deliveries: FakeDeliveries;
  readonly activity: FakeActivity;
  readonly publish: (change: EventPayload<Contract, 'return.changed'>) => void;
}

const keptFields = (deliveryId: string, versionName: string) =>
  ({ state: 'kept', keptAs: { deliveryId, versionName }, awaitedCut: null }) as const;

/** Returns in memory. */
export class FakeReturns {
  readonly #deps: FakeReturnsDeps;
  readonly #records = new Map<string, ReturnDetail>();
  /** Result of importing a file; null if it belongs to no version. */
  taken: ReturnDetail | null = null;
  /** Returns the effect of updating an edit with the choices made so far. */
  updateOf: (choices: ReturnChoices) => ReturnUpdate = () => ({
    blocker: 'up-to-date',
    newCut: null,
    carried: [],
    left: [],
    staying: [],
    conflicts: [],
    lastChoices: {},
    time: { frameRate: { numerator: 25, denominator: 1 }, startFrame: 90_000, isDropFrame: false },
  });
  /** Whether the project has changed since its last delivery. */
  projectState: ProjectState['state'] = 'unchanged';
  /** Whether the edit has the project's newest cut. */
  isInEdit = false;
  /** Folders of the user that are watched. */
  folders: WatchedFolder[] = [];
  /** Answers of the folder chooser, one after the other; then the user cancels it. */
  readonly folderAnswers: string[] = [];

  constructor(deps: FakeReturnsDeps) {
    this.#deps = deps;
  }

  /** Ends the wait for a cut: updates the edit with it, or reports the error. */
  endAwaited(returnId: string, error: AppError | null): void {
    const { awaitedCut, ...detail } = this.#get(returnId);
    if (error === null) this.#keep(returnId, '005');
    else this.put({ ...detail, awaitedCut: awaitedCut && { ...awaitedCut, error: toErrorBody(error) } });
  }

  /** Adds or replaces a return and notifies the page. */
  put(detail: ReturnDetail): ReturnDetail {
    this.#records.set(detail.returnId, detail);
    this.#deps.publish({ returns: [detail], removedIds: [] });
    return detail;
  }

  handlers(): ReturnHandlers {
    return {
      'return.list': ({ projectId, withDismissed, offset, limit }) => {
        const asked = [...this.#records.values()]
          .filter((each) => projectId === null || each.projectId === projectId)
          .filter(({ state }) => withDismissed || state !== 'dismissed')
          .toSorted((a, b) => b.returnedAt - a.returnedAt);
        const countOf = (...states: ReturnState[]) =>
          asked.filter(({ state }) => states.includes(state)).length;
        const counts = { openCount: countOf('described', 'failed'), dismissedCount: countOf('dismissed') };
        return { returns: asked.slice(offset, offset + limit), totalCount: asked.length, ...counts };
      },
      'return.get': ({ returnId }) => this.#get(returnId),
      'return.folders': () => ({ folders: this.folders }),
      'return.watchFolder': () => {
        const path = this.folderAnswers.shift();
        if (path !== undefined) this.folders = [...this.folders, { path, state: 'watching' }];
        return { folders: this.folders };
      },
      'return.unwatchFolder': ({ path }) => {
        this.folders = this.folders.filter((each) => each.path !== path);
        return { folders: this.folders };
      },
      'return.take': ({ fileGrant }) => {
        const found = this.taken;
        if (!found) throw new AppError('return_unmatched', `Nothing is known of ${fileGrant}.`);
        return this.put(found);
      },
      'return.practise': () => {
        const { taken } = this;
        if (!taken) throw new AppError('not_found', 'No version.', { details: { reason: 'no_version' } });
        return this.put({ ...taken, isPractice: true });
      },
      'return.removePractice': ({ returnId }) => {
        this.#records.delete(returnId);
        this.#deps.publish({ returns: [], removedIds: [returnId] });
        return {};
      },
      'return.dismiss': ({ returnId }) => this.put({ ...this.#get(returnId), state: 'dismissed' }),
      'return.cancelKeep': ({ returnId }) => this.put({ ...this.#get(returnId), waitingFor: null }),
      'return.chooseSequence': ({ returnId }) =>
        this.put({ ...this.#get(returnId), state: 'described', error: null, sequences: [] }),
      'return.restore': ({ returnId }) => this.put({ ...this.#get(returnId), state: 'described' }),
      'return.keep': ({ returnId }) => this.#keep(returnId, '004'),
      'return.checkProject': ({ returnId }) => ({
        state: this.projectState,
        versionName: this.#get(returnId).versionName,
        isInEdit: this.isInEdit,
      }),
      'return.updateWithPresentCut': ({ returnId }) => {
        const detail = this.#get(returnId);
        const deliveryId = this.#sendPresentCut(detail.projectId);
        return this.put({ ...detail, awaitedCut: { deliveryId, error: null } });
      },
      'return.previewUpdate': ({ choices }) => this.updateOf(choices),
      'return.update': ({ returnId }) => this.#keep(returnId, '005'),
      'return.upload': ({ returnId }) => this.put({ ...this.#get(returnId), uploadId: 'transfer-1' }),
      'return.reveal': () => ({}),
    };
  }

  /** Starts a delivery of the project's present cut. */
  #sendPresentCut(projectId: string): string {
    const { deliveries, activity } = this.#deps;
    const delivery = deliveries.add({ projectId, format: 'FCPXML', mediaDelivery: 'BUNDLE' });
    activity.tellReordered(itemsOf({ generations: [], deliveries: [delivery] }));
    return delivery.deliveryId;
  }

  #keep(returnId: string, number: string): ReturnDetail {
    const detail = this.#get(returnId);
    const versionName = detail.versionName.replace(/\d+$/, number);
    return this.put({ ...detail, ...keptFields(`kept-${returnId}`, versionName) });
  }

  #get(returnId: string): ReturnDetail {
    const detail = this.#records.get(returnId);
    if (!detail) throw new AppError('not_found', `There is no return ${returnId}.`);
    return detail;
  }
}
