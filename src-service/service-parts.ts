import type { MediaEngine } from '@dailies/media';
import { type Auth, createAuth } from './auth/create-auth.ts';
import type { Clock } from './clock.ts';
import { Cursors } from './http/cursors.ts';
import type { RequestDeadlines } from './http/request-deadlines.ts';
import { SignedUrls } from './http/signed-urls.ts';
import type { FileEvents } from './jobs/files/file-events.ts';
import type { Store } from './open-store.ts';
import { ServiceAddress } from './service-address.ts';
import type { ServiceLog } from './service-log.ts';
import { Signer } from './signer.ts';
import type { Plan } from './store/plan.ts';
import { AssistantView } from './views/assistant-view.ts';
import { FileInfoView } from './views/file-info.ts';
import { MediaLinks } from './views/media-links.ts';
import { createFileEvents, createWebhooks, type Webhooks } from './webhooks/create-webhooks.ts';

export interface ServiceOptions {
  readonly dataFolder: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Whether to use a free port if the wanted one is taken or reserved. */
  readonly mayUseOtherPort: boolean;
  /** Null makes a key for this start. */
  readonly apiKey: string | null;
  readonly plan: Plan;
  /** Called once the service holds the data folder. The service disposes of the engine. */
  readonly createEngine: (temporaryFolder: string) => Promise<MediaEngine>;
  readonly log: ServiceLog;
  readonly clock?: Clock;
  /** Whether to delete expired temporary files; true by default. */
  readonly removesOldFiles?: boolean;
  /** Whether apps may ask people on this computer to sign in. */
  readonly allowSignIn?: boolean;
  /** Defaults to `requestDeadlines`. */
  readonly deadlines?: RequestDeadlines;
  /** Whether webhooks may go to programs on this computer. */
  readonly allowLoopbackWebhooks?: boolean;
}

/** The parts used by links and job kinds. */
export interface ServiceParts extends Store {
  readonly engine: MediaEngine;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly plan: Plan;
  readonly address: ServiceAddress;
  readonly urls: SignedUrls;
  readonly links: MediaLinks;
  readonly cursors: Cursors;
  readonly view: FileInfoView;
  readonly webhooks: Webhooks;
  readonly fileEvents: FileEvents;
  readonly auth: Auth;
  readonly assistantView: AssistantView;
}

/** Creates the parts that routes and job kinds share from an opened store. */
export function assembleParts(
  store: Store,
  engine: MediaEngine,
  clock: Clock,
  options: ServiceOptions,
): ServiceParts {
  const { log, plan } = options;
  const address = new ServiceAddress();
  const urls = new SignedUrls({ signer: new Signer(store.signingKey, 'signed urls'), address });
  const links = new MediaLinks({ files: store.files, urls, address, clock });
  const cursors = new Cursors({ signer: new Signer(store.signingKey, 'cursors') });
  const view = new FileInfoView({ ...store, links });
  const isLoopbackAllowed = options.allowLoopbackWebhooks ?? true;
  const webhooks = createWebhooks({ ...store, clock, log, isLoopbackAllowed });
  const fileEvents = createFileEvents({ files: store.files, view, outbox: webhooks.outbox });
  const shown = { address, urls, links, cursors, view };
  const auth = createAuth({ ...options, ...store, address, clock });
  const assistantView = new AssistantView({ ...store, address });
  return { ...store, ...shown, engine, clock, log, plan, webhooks, fileEvents, auth, assistantView };
}
