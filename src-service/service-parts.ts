import type { MediaEngine } from '@dailies/media';
import { type Auth, createAuth } from './auth/create-auth.ts';
import type { Clock } from './clock.ts';
import { Cursors } from './http/cursors.ts';
import type { RequestDeadlines } from './http/request-deadlines.ts';
import { SignedUrls } from './http/signed-urls.ts';
import type { FileEvents } from './jobs/files/file-events.ts';
import type { LaunchOptions } from './launch-options.ts';
import type { Store } from './open-store.ts';
import { ServiceAddress } from './service-address.ts';
import type { ServiceLog } from './service-log.ts';
import { Signer } from './signer.ts';
import { AssistantView } from './views/assistant-view.ts';
import { FileInfoView } from './views/file-info.ts';
import { MediaLinks } from './views/media-links.ts';
import { createFileEvents, createWebhooks, type Webhooks } from './webhooks/create-webhooks.ts';

export interface ServiceOptions {
  readonly launch: LaunchOptions;
  /** Whether to use a free port if the wanted one is taken or reserved. */
  readonly mayUseOtherPort: boolean;
  /** Called once the service holds the data folder. The service disposes of the engine. */
  readonly createEngine: (temporaryFolder: string) => Promise<MediaEngine>;
  readonly log: ServiceLog;
  readonly clock?: Clock;
  /** Whether to delete expired temporary files; true by default. */
  readonly removesOldFiles?: boolean;
  /** Defaults to `requestDeadlines`. */
  readonly deadlines?: RequestDeadlines;
}

/** The parts used by links and job kinds. */
export interface ServiceParts extends Store {
  readonly engine: MediaEngine;
  readonly clock: Clock;
  readonly log: ServiceLog;
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
  const { launch, log } = options;
  const address = new ServiceAddress();
  const urls = new SignedUrls({ signer: new Signer(store.signingKey, 'signed urls'), address });
  const links = new MediaLinks({ files: store.files, urls, address, clock });
  const cursors = new Cursors({ signer: new Signer(store.signingKey, 'cursors') });
  const view = new FileInfoView({ ...store, links });
  const isLoopbackAllowed = launch.allowLoopbackWebhooks;
  const webhooks = createWebhooks({ ...store, clock, log, isLoopbackAllowed });
  const fileEvents = createFileEvents({ files: store.files, view, outbox: webhooks.outbox });
  const shown = { address, urls, links, cursors, view };
  const auth = createAuth({ ...store, address, clock, log, launch });
  const assistantView = new AssistantView({ ...store, address });
  return { ...store, ...shown, engine, clock, log, webhooks, fileEvents, auth, assistantView };
}
