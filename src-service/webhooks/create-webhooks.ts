import type { Clock } from '../clock.ts';
import type { ServiceLog } from '../service-log.ts';
import type { ServiceDatabase } from '../store/service-database.ts';
import type { WebhookDeliveryRepository } from '../store/webhook-delivery-repository.ts';
import type { WebhookEndpointRepository } from '../store/webhook-endpoint-repository.ts';
import { EventSources } from './event-sources.ts';
import { WebhookDeliveries } from './webhook-deliveries.ts';
import { WebhookOutbox } from './webhook-outbox.ts';
import { WebhookTarget, type WebhookTargetDeps } from './webhook-target.ts';

export interface WebhooksDeps extends WebhookTargetDeps {
  readonly database: ServiceDatabase;
  readonly webhookEndpoints: WebhookEndpointRepository;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly clock: Clock;
  readonly log: ServiceLog;
}

/** The parts of the webhooks that others work with. */
export interface Webhooks {
  readonly sources: EventSources;
  readonly outbox: WebhookOutbox;
  /** To be started once the service has its address, and disposed of. */
  readonly deliveries: WebhookDeliveries;
  readonly target: WebhookTarget;
}

/** Events, their outbox and their delivery, joined. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { webhookEndpoints: endpoints, webhookDeliveries } = deps;
  const sources = new EventSources();
  const target = new WebhookTarget(deps);
  const deliveries = new WebhookDeliveries({ ...deps, target, endpoints, deliveries: webhookDeliveries });
  const onStored = () => deliveries.wake();
  const outbox = new WebhookOutbox({ ...deps, sources, endpoints, deliveries: webhookDeliveries, onStored });
  return { sources, outbox, deliveries, target };
}
