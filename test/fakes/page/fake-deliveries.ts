import { AppError } from '../../../src-shared/app-error.ts';
import type { Settings } from '../../../src-shared/contract/app/settings.ts';
import {
  type DeliveredCut,
  type Delivery,
  queuedDelivery,
  type VersionFolder,
} from '../../../src-shared/contract/delivery.ts';
import { type EditorName, type FoundEditor, opensDocuments } from '../../../src-shared/contract/editor.ts';

type DeliveryFacts = Pick<Delivery, 'projectId' | 'format' | 'mediaDelivery'>;

interface DeliveryRequest extends Pick<Delivery, 'projectId' | 'mediaDelivery'> {
  readonly format: Delivery['format'] | null;
  readonly editors?: readonly EditorName[] | undefined;
  readonly mayAdd?: boolean | undefined;
  readonly cut?: DeliveredCut | undefined;
}

const steps = ['queued', 'preparing', 'downloading', 'unpacking', 'committing', 'done'] as const;
const totalBytes = 1_240_000_000;
const bytesPerSecond = 38_400_000;

export interface FakeDeliveriesDeps {
  readonly nowSeconds: () => number;
  readonly titleOf: (projectId: string) => string;
  readonly folder: () => Settings['deliveryFolder'];
}

/** Deliveries that advance one step at a time. */
export class FakeDeliveries {
  readonly #deps: FakeDeliveriesDeps;
  readonly #records = new Map<string, Delivery>();
  /** IDs of the deliveries shown in the file manager. */
  readonly revealed: string[] = [];
  /** Started editors, each with its version. */
  readonly started: string[] = [];
  /** Facts about versions that others need or that have returns. */
  readonly folderFacts = new Map<string, Partial<VersionFolder>>();
  /** True if projects have not changed since their last delivery. */
  isUnchanged = false;
  #count = 0;
  stepSize = 0.12;

  constructor(deps: FakeDeliveriesDeps) {
    this.#deps = deps;
  }

  list(projectId: string | null): Delivery[] {
    return [...this.#records.values()]
      .filter((delivery) => projectId === null || delivery.projectId === projectId)
      .reverse();
  }

  start(request: DeliveryRequest): Delivery {
    const folder = this.#deps.folder();
    if (!folder) throw new AppError('delivery_folder_unset', 'No folder was chosen.');
    const { projectId, mediaDelivery, format, editors = [] } = request;
    const last = this.list(projectId).find((each) => each.state === 'done');
    if (last && request.mayAdd && editors.length > 0 && this.isUnchanged)
      return this.#change(last.deliveryId, { chosenEditors: [...editors], editors: servedFor(editors) });
    const madeAt = this.#deps.nowSeconds();
    return this.add({
      projectId,
      mediaDelivery,
      format: format ?? 'FCPXML',
      chosenEditors: [...editors],
      cutOrigin: request.cut === 'yours' ? { editor: 'dailies', madeAt } : null,
    });
  }

  /** Adds a delivery in any state. */
  add(fields: Partial<Delivery> & DeliveryFacts): Delivery {
    this.#count += 1;
    const delivery: Delivery = {
      deliveryId: `del-${String(this.#count)}`,
      connectionId: 'local',
      projectTitle: this.#deps.titleOf(fields.projectId),
      chosenEditors: [],
      cutOrigin: null,
      ...queuedDelivery,
      createdAt: this.#deps.nowSeconds() + this.#count,
      ...fields,
    };
    this.#records.set(delivery.deliveryId, delivery);
    return delivery;
  }

  open(deliveryId: string, editorId: string, editors: readonly FoundEditor[]) {
    const { folderPath, editors: served } = this.#get(deliveryId);
    const editor = editors.find((each) => each.editorId === editorId);
    if (!editor || folderPath === null) throw new AppError('not_found', 'There is no such document.');
    const isOpened = served.some((each) => each.editor === editor.editor && each.opensIt);
    if (isOpened) this.started.push(`${editorId} ${folderPath}`);
    else this.revealed.push(deliveryId);
    return { way: isOpened ? ('started' as const) : ('revealed' as const), path: folderPath, missing: [] };
  }

  reveal(deliveryId: string): Record<string, never> {
    this.revealed.push(deliveryId);
    return {};
  }

  folders(projectId: string | null): { folders: VersionFolder[]; totalBytes: number } {
    const placed = this.list(projectId).filter(({ state }) => state === 'done');
    const folders = placed.map((delivery): VersionFolder => {
      const { deliveryId, projectTitle, folderName, folderPath, receivedBytes, createdAt } = delivery;
      return {
        deliveryId,
        projectId: delivery.projectId,
        projectTitle,
        folderName: folderName ?? '',
        folderPath: folderPath ?? '',
        deliveredAt: createdAt,
        sizeBytes: receivedBytes,
        freedBytes: receivedBytes,
        openReturnCount: 0,
        dependents: [],
        mediaUsers: [],
        ...this.folderFacts.get(deliveryId),
      };
    });
    return { folders, totalBytes: folders.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  }

  discard(deliveryId: string): Delivery {
    return this.#change(deliveryId, { state: 'trashed' });
  }

  cancel(deliveryId: string): Delivery {
    return this.#change(deliveryId, { state: 'cancelled', finishedAt: this.#deps.nowSeconds() });
  }

  retry(deliveryId: string): Delivery {
    const { projectId, format, mediaDelivery } = this.#get(deliveryId);
    return this.start({ projectId, format, mediaDelivery });
  }

  /** Advances the running deliveries and returns those that changed. */
  step(): Delivery[] {
    const running = this.list(null).filter(
      (each) => !['done', 'trashed', 'failed', 'cancelled'].includes(each.state),
    );
    return running.map((each) => this.#change(each.deliveryId, this.#next(each)));
  }

  #next(delivery: Delivery): Partial<Delivery> {
    const progress = delivery.progress + (delivery.state === 'queued' ? 1 : this.stepSize);
    if (progress >= 1) return this.#enter(delivery, steps[steps.indexOf(delivery.state as 'queued') + 1]);
    if (delivery.state !== 'downloading') return { progress };
    return { progress, totalBytes, bytesPerSecond, receivedBytes: Math.round(totalBytes * progress) };
  }

  #enter(delivery: Delivery, state: (typeof steps)[number] | undefined): Partial<Delivery> {
    if (state !== 'done') return { state: state ?? 'queued', progress: 0, bytesPerSecond: null };
    const name = delivery.projectTitle.replaceAll(/[^\p{L}\p{N}]+/gu, '_');
    const version = this.list(delivery.projectId).filter((each) => each.state === 'done').length + 1;
    const folderName = `${name}_v${String(version).padStart(3, '0')}`;
    return {
      state,
      progress: 1,
      receivedBytes: totalBytes,
      folderName,
      folderPath: `${this.#deps.folder()?.path ?? ''}/${name}/${folderName}`,
      fileCount: 11,
      editors: servedFor(delivery.chosenEditors),
      finishedAt: this.#deps.nowSeconds(),
    };
  }

  #get(deliveryId: string): Delivery {
    const delivery = this.#records.get(deliveryId);
    if (!delivery) throw new AppError('not_found', `There is no delivery ${deliveryId}.`);
    return delivery;
  }

  #change(deliveryId: string, fields: Partial<Delivery>): Delivery {
    const changed = { ...this.#get(deliveryId), ...fields };
    this.#records.set(deliveryId, changed);
    return changed;
  }
}

function servedFor(editors: readonly EditorName[]): Delivery['editors'] {
  return editors.map((editor) => ({ editor, opensIt: opensDocuments(editor) }));
}
