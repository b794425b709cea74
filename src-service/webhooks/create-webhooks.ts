import { lookup } from 'node:dns/promises';
import type { Clock } from '../clock.ts';
import type { FileEvents } from '../jobs/files/file-events.ts';
import type { ServiceLog } from '../service-log.ts';
import type { ServiceDatabase } from '../store/database/service-database.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import type { WebhookDeliveryRepository } from '../store/records/webhook-delivery-repository.ts';
import type { WebhookEndpointRepository } from '../store/records/webhook-endpoint-repository.ts';
import type { FileInfoView } from '../views/file-info.ts';
import { EventSources } from './event-sources.ts';
import { WebhookDeliveries } from './webhook-deliveries.ts';
import { WebhookOutbox } from './webhook-outbox.ts';
import { type FoundAddress, WebhookTarget, type WebhookTargetDeps } from './webhook-target.ts';

export interface WebhooksDeps extends Omit<WebhookTargetDeps, 'lookUp'> {
  readonly database: ServiceDatabase;
  readonly webhookEndpoints: WebhookEndpointRepository;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly files: FileRepository;
  readonly view: FileInfoView;
  readonly clock: Clock;
  readonly log: ServiceLog;
}

/** The parts of the webhooks that other modules use. */
export interface Webhooks {
  readonly sources: EventSources;
  readonly outbox: WebhookOutbox;
  /** Start it once the service has its address, and dispose of it at the end. */
  readonly deliveries: WebhookDeliveries;
  readonly target: WebhookTarget;
  readonly fileEvents: FileEvents;
}

/** Connects event sources, outbox and deliveries. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { webhookEndpoints: endpoints, webhookDeliveries } = deps;
  const sources = new EventSources();
  const target = new WebhookTarget({ ...deps, lookUp: lookUpHost });
  const deliveries = new WebhookDeliveries({ ...deps, target, endpoints, deliveries: webhookDeliveries });
  const onStored = () => deliveries.wake();
  const outbox = new WebhookOutbox({ ...deps, sources, endpoints, deliveries: webhookDeliveries, onStored });
  return { sources, outbox, deliveries, target, fileEvents: createFileEvents({ ...deps, outbox }) };
}

/** Creates events of uploaded files with the file's current record (specification §6, contract supplement §5). */
function createFileEvents(deps: {
  readonly files: FileRepository;
  readonly view: FileInfoView;
  readonly outbox: WebhookOutbox;
}): FileEvents {
  return (event, fileId, error) => {
    const file = deps.files.find(fileId);
    if (!file || (file.scope === 'TEMPORARY' && event.startsWith('file.analysis'))) return;
    const payload = () => {
      const shown = deps.view.resultOf(fileId, { isFresh: true, isInline: true });
      return { fileId, file: shown.file, error: error ?? null };
    };
    deps.outbox.add(event, file.teamId, payload);
  };
}

/** Returns all addresses of a host name. @throws the errors of the system's resolver */
async function lookUpHost(hostName: string): Promise<readonly FoundAddress[]> {
  const found = await lookup(hostName, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
