import type { MediaEngine } from '@dailies/media';
import { type Auth, createAuth } from './auth/create-auth.ts';
import type { Clock } from './clock.ts';
import type { RequestDeadlines } from './http/request-deadlines.ts';
import { SignedUrls } from './http/signed-urls.ts';
import type { LaunchOptions } from './launch-options.ts';
import type { Store } from './open-store.ts';
import { ServiceAddress } from './service-address.ts';
import type { ServiceLog } from './service-log.ts';
import { Signer } from './signer.ts';
import { FileInfoView } from './views/file-info.ts';
import { MediaLinks } from './views/media-links.ts';
import { createWebhooks, type Webhooks } from './webhooks/create-webhooks.ts';

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

/** The parts that routes and job kinds share. */
export interface ServiceParts extends Store {
  readonly engine: MediaEngine;
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly address: ServiceAddress;
  readonly urls: SignedUrls;
  readonly view: FileInfoView;
  readonly webhooks: Webhooks;
  readonly auth: Auth;
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
  const links = new MediaLinks({ ...store, urls, address, clock });
  const view = new FileInfoView({ ...store, links });
  const isLoopbackAllowed = launch.allowLoopbackWebhooks;
  const webhooks = createWebhooks({ ...store, view, clock, log, isLoopbackAllowed });
  const auth = createAuth({ ...store, address, clock, log, launch });
  return { ...store, engine, clock, log, address, urls, view, webhooks, auth };
}
