import { randomBytes } from 'node:crypto';
import { invalidParameter } from '../api-error.ts';
import { ownRecord } from '../auth/owner.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { pageOfRecords } from '../http/paging.ts';
import type {
  StoredWebhookEndpoint,
  WebhookEndpointRepository,
} from '../store/records/webhook-endpoint-repository.ts';
import { newSigningSecret } from '../webhooks/signing-secret.ts';
import { RefusedTarget, type WebhookTarget } from '../webhooks/webhook-target.ts';

/** Limit of the DNS look-up at creation. Unresolved names are accepted, since each delivery checks again. */
const lookUpDeadlineMs = 3_000;

export interface WebhookHandlerDeps {
  readonly endpoints: WebhookEndpointRepository;
  readonly target: WebhookTarget;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

/** @throws ApiError 400 for an address that must not receive events. */
async function checkTarget({ target, clock }: WebhookHandlerDeps, address: string): Promise<void> {
  const over = new AbortController();
  try {
    const found = target.resolve(target.parse(address));
    found.catch(() => undefined);
    await Promise.race([found, clock.wait(lookUpDeadlineMs, over.signal)]);
  } catch (error) {
    if (error instanceof RefusedTarget) throw invalidParameter('url', error.message);
  } finally {
    over.abort();
  }
}

function show(endpoint: StoredWebhookEndpoint, signingSecret: string | null) {
  const { endpointId, url, events, description, createdAt } = endpoint;
  const signingSecretLast4 = endpoint.signingSecret.slice(-4);
  return { endpointId, url, events, description, createdAt, signingSecret, signingSecretLast4 };
}

async function create(deps: WebhookHandlerDeps, { caller, body }: Call<'createWebhookEndpoint'>) {
  await checkTarget(deps, body.url);
  const endpoint = {
    endpointId: `ep_${randomBytes(16).toString('base64url')}`,
    teamId: caller.teamId,
    userId: caller.userId,
    url: body.url,
    events: [...new Set(body.events)],
    description: body.description ?? null,
    signingSecret: newSigningSecret(),
    createdAt: unixSeconds(deps.clock),
    isDisabled: false,
  };
  deps.endpoints.insert(endpoint);
  return show(endpoint, endpoint.signingSecret);
}

/** Handlers of webhook endpoints: list, create, delete (specification §4.11). Only the creation shows the secret. */
export function webhookHandlers(deps: WebhookHandlerDeps): Handlers {
  return {
    listWebhookEndpoints: ({ caller, query }) => {
      const { items, ...page } = pageOfRecords(deps.cursors, 'webhook-endpoints', query, (window) =>
        deps.endpoints.list(caller.teamId, window),
      );
      return { endpoints: items.map((endpoint) => show(endpoint, null)), ...page };
    },
    createWebhookEndpoint: (call) => create(deps, call),
    deleteWebhookEndpoint: ({ caller, parameters }) => {
      const found = deps.endpoints.find(parameters.endpointId);
      deps.endpoints.remove(ownRecord(found, caller, 'webhook endpoint').endpointId);
      return {};
    },
  };
}
