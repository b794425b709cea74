import { createContext } from 'svelte';
import type {
  DeliveredCut,
  Delivery,
  DeliveryFormat,
  DeliveryOutlook,
  MediaDelivery,
} from '../../../src-shared/contract/delivery.ts';
import type { EditorName } from '../../../src-shared/contract/editor.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { JobMirror, type JobMirrorDeps } from '../jobs/job-mirror.svelte.ts';
import { restarts } from '../jobs/restarts.ts';
import { VersionFolders, type VersionFoldersDeps } from './version-folders.svelte.ts';

const finished = new Set<Delivery['state']>(['done', 'trashed', 'failed', 'cancelled']);

/** True if a delivery will not change any more. */
export function isDeliveryFinished(delivery: Delivery): boolean {
  return finished.has(delivery.state);
}

/** Input of a new delivery. */
export interface DeliveryRequest {
  /** Connection of the project. */
  readonly connectionId: string;
  readonly projectId: string;
  /** Null if the editors determine it. */
  readonly format: DeliveryFormat | null;
  readonly editors: EditorName[];
  readonly mediaDelivery: MediaDelivery;
  /** True allows adding to the last version if nothing has changed since. */
  readonly mayAdd: boolean;
  /** By default yours, if there is one. */
  readonly cut?: DeliveredCut | undefined;
}

export interface DeliveriesDeps extends JobMirrorDeps<Delivery>, Omit<VersionFoldersDeps, 'discard'> {}

/** Lists the newest deliveries of one project, or of all. */
async function newestOf(client: AppClient, projectId: string | null): Promise<readonly Delivery[]> {
  return (await client.call('delivery.list', { projectId, limit: 200 })).deliveries;
}

/** Deliveries to editors. */
export class Deliveries extends JobMirror<Delivery> {
  readonly #client: DeliveriesDeps['client'];
  readonly folders: VersionFolders;
  /** Project whose deliveries were read last. */
  #projectId: string | null = null;

  constructor(deps: DeliveriesDeps) {
    super(deps, {
      idOf: ({ deliveryId }) => deliveryId,
      isFinished: isDeliveryFinished,
      recordOf: ({ kind, record }) => (kind === 'delivery' ? record : null),
      list: (client) => newestOf(client, null),
    });
    this.#client = deps.client;
    this.folders = new VersionFolders({
      ...deps,
      discard: async (deliveryId) => {
        await this.ask(() => this.#client.call('delivery.discard', { deliveryId }));
      },
    });
  }

  override forget(): void {
    super.forget();
    this.folders.forget();
    this.#projectId = null;
  }

  /** Reads all deliveries again, including those of the project read last. */
  override async refresh(): Promise<void> {
    const projectId = this.#projectId;
    // On failure the known deliveries stay.
    const ofProject = projectId === null ? null : this.readOf(projectId).catch(() => undefined);
    await Promise.all([super.refresh(), ofProject]);
  }

  /** Reads a project's deliveries, which may be older than the newest overall. @throws AppError as main made it. */
  readOf(projectId: string): Promise<void> {
    this.#projectId = projectId;
    return this.takeFrom(() => newestOf(this.#client, projectId));
  }

  /** Returns the deliveries of one project, newest first. */
  ofProject(projectId: string): readonly Delivery[] {
    return this.records.filter((delivery) => delivery.projectId === projectId);
  }

  /** Returns a project's deliveries without those in the trash or on their way there, newest first. */
  listedOf(projectId: string): readonly Delivery[] {
    return this.ofProject(projectId).filter(
      ({ deliveryId, state }) => state !== 'trashed' && !this.folders.isDiscarded(deliveryId),
    );
  }

  /** Returns what a delivery needs and leaves out. @throws AppError as main made it. */
  outlook(projectId: string, cut: DeliveredCut | undefined): Promise<DeliveryOutlook> {
    return this.#client.call('delivery.outlook', { projectId, cut });
  }

  /** @throws AppError as main made it. */
  async begin(request: DeliveryRequest): Promise<Delivery> {
    // A version that is being trashed must not be added to.
    await this.folders.settle(request.projectId);
    return this.ask(() => this.#client.call('delivery.start', request));
  }

  /** @throws AppError as main made it. */
  async cancel(deliveryId: string): Promise<Delivery> {
    return this.ask(() => this.#client.call('delivery.cancel', { deliveryId }));
  }

  /** @throws AppError as main made it. */
  retry(deliveryId: string): Promise<Delivery> {
    const retry = () => this.ask(() => this.#client.call('delivery.retry', { deliveryId }));
    return restarts.during(deliveryId, retry);
  }

  /** @throws AppError as main made it. */
  async reveal(deliveryId: string): Promise<void> {
    await this.#client.call('delivery.reveal', { deliveryId });
  }
}

export const [getDeliveries, setDeliveries] = createContext<Deliveries>();
