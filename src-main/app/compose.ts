import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { AgentProgram } from '../../src-shared/contract/app/agent.ts';
import type { AppInfo } from '../../src-shared/contract/app/app.ts';
import { appContract } from '../../src-shared/contract/app-contract.ts';
import { createRouter, type Router } from '../../src-shared/ipc/router.ts';
import { parseServiceUrl } from '../connections/service-url.ts';
import type { FileGrants } from '../intake/file-grants.ts';
import type { Log, Platform } from '../platform.ts';
import type { MediaAnswer } from '../projects/media-gateway.ts';
import type { ConnectionRecord } from '../state/connection-repository.ts';
import { AppEvents, type AppMessage } from './app-events.ts';
import { type AppServices, composeServices } from './compose-services.ts';
import type { UpdateParts } from './compose-updates.ts';
import { createHandlers } from './handlers.ts';
import { saveFile } from './save-file.ts';

export interface ComposeOptions {
  /** Version of the app. */
  readonly version: string;
  /**
   * `local`: the connections of this installation. `address`: one service only, whose API key is in the secrets; its
   * work belongs to `connectionId`, which is `addressedConnectionId` by default.
   */
  readonly service:
    | { readonly kind: 'local' }
    | { readonly kind: 'address'; readonly baseUrl: string; readonly connectionId?: string };
  /** Service address that a distributor set. */
  readonly suggestedServiceUrl?: string | null;
  /** Null if this installation gets no updates. */
  readonly updates?: UpdateParts | null;
  /** What agents start; null without a window. */
  readonly agentProgram?: AgentProgram | null;
}

/** Id of the only connection of an app that got an address without an id. */
export const addressedConnectionId = 'address';

/** All services of the app, wired for one platform, with the parts that a host needs. */
export interface App {
  /** Answers the page. Calls wait until the app has started. */
  readonly router: Router;
  /** Calls back with every event of the contract. Returns the function that ends the subscription. */
  subscribe(listener: (message: AppMessage) => void): () => void;
  /** Grants wait until the app has started, too. */
  readonly fileGrants: Pick<FileGrants, 'grantPath' | 'grantCopy'>;
  /** Opens what links lead to, and treats files as dropped ones. Waits until the app has started, too. */
  open(asked: { readonly links: readonly string[]; readonly openPaths: readonly string[] }): Promise<void>;
  /** Saves a file of the active library at a new path, for commands. @throws AppError as `saveFile`. */
  saveFile(fileId: string, path: string, signal: AbortSignal): Promise<void>;
  /** Serves a `mediaPath` of the contract. Never rejects; failures are statuses. */
  openMedia(mediaPath: string, rangeHeader: string | null, signal: AbortSignal): Promise<MediaAnswer>;
  /** For hosts without a page. */
  readonly services: AppServices;
  /** @throws AppError `conflict` if the app already runs with this folder, `state_unreadable` for a newer state. */
  start(): Promise<void>;
  /** Stops everything, journals unfinished work and waits for it. */
  dispose(): Promise<void>;
}

/**
 * Composition root: this function and the functions it calls create all services.
 * @throws AppError `service_address_invalid`.
 */
export function compose(platform: Platform, options: ComposeOptions): App {
  const events = new AppEvents();
  const first = addressedConnection(options);
  const services = composeServices(platform, events, options);
  const started = Promise.withResolvers<null>();
  started.promise.catch(() => undefined);
  let running: Promise<void> = Promise.resolve();
  const route = composeRouter(platform, options, services);
  return {
    router: (request) => started.promise.then(() => route(request), failedStartReply),
    subscribe: (listener) => events.subscribe(listener),
    fileGrants: {
      grantPath: (path) => started.promise.then(() => services.fileGrants.grantPath(path)),
      grantCopy: (name, content) => started.promise.then(() => services.fileGrants.grantCopy(name, content)),
    },
    open: async ({ links, openPaths }) => {
      await started.promise;
      for (const link of links) services.openings.follow(link);
      await services.openings.openFiles(openPaths);
    },
    saveFile: async (fileId, path, signal) => {
      await started.promise;
      await saveFile(services.active().fetchFile, { fileId, path }, signal);
    },
    openMedia: async (...request) => {
      await started.promise.catch(() => undefined);
      return services.mediaOf(request[0]).open(...request);
    },
    services,
    start: () => {
      running = startServices(platform, services, first);
      running.then(() => {
        started.resolve(null);
      }, started.reject);
      return running;
    },
    dispose: async () => {
      started.reject(new AppError('cancelled', 'The app is closing.'));
      await running.catch(() => undefined);
      await disposeServices(services, platform.log);
    },
  };
}

function addressedConnection({ service }: ComposeOptions): ConnectionRecord | null {
  if (service.kind === 'local') return null;
  const serviceUrl = parseServiceUrl(service.baseUrl);
  const { connectionId = addressedConnectionId } = service;
  return { connectionId, kind: 'key', serviceUrl, account: null, createdAt: 0 };
}

function composeRouter(platform: Platform, options: ComposeOptions, services: AppServices): Router {
  const handlers = createHandlers(appInfo(platform, options.version), services);
  return createRouter(appContract, handlers, (name, error) => {
    platform.log.error('A call failed unexpectedly.', error, { name });
  });
}

function appInfo(platform: Platform, version: string): Omit<AppInfo, 'language'> {
  const system = process.platform;
  return {
    version,
    host: platform.host === 'electron' ? 'electron' : 'browser',
    platform: system === 'darwin' || system === 'win32' ? system : 'linux',
    capabilities: {
      chooseFolder: platform.dialogs !== null,
      revealFile: platform.shell.canReveal,
      trash: platform.shell.hasTrash,
      dragOut: platform.startDrag !== null,
      desktop: platform.setLoginItem !== null,
      engine: platform.engineLauncher.isIncluded,
    },
    mediaBaseUrl: platform.host === 'electron' ? 'dailies-media://media/' : 'media/',
    systemLanguages: [...platform.languages],
  };
}

async function startServices(
  { power, host }: Platform,
  services: AppServices,
  first: ConnectionRecord | null,
): Promise<void> {
  const { state, fileGrants, settings, transfers, logs, connections, events, secrets } = services;
  await state.start();
  await services.useLanguage(settings.language);
  services.network.start((network) => {
    events.publish('network.changed', network);
    for (const { availability } of connections.all) availability.lookNow();
  });
  await fileGrants.start();
  await services.takeFiles.start();
  await logs.start();
  transfers.setLimits(await settings.get());
  transfers.onChange((transferId) => {
    services.jobEvents.changed('transfer', transferId);
  });
  transfers.onTotals((totals) => {
    events.publish('transfer.totalsChanged', totals);
  });
  secrets.onChange((keychain) => {
    events.publish('keychain.changed', keychain);
    for (const { availability } of connections.all) availability.lookNow();
  });
  secrets.onPlaceChange(() => {
    for (const { status } of connections.all) status.noteFigures();
  });
  await services.cleanup.start();
  state.afterReplacement(services.endUnsent);
  connections.start(first);
  secrets.start();
  await services.updates?.start();
  // Drives are not plugged in during a headless command.
  if (host !== 'headless') {
    services.folderWatch.start();
    services.returns.start();
  }
  power.onResume(() => {
    connections.wakeUp();
    services.folderWatch.look();
    services.returns.scan();
  });
}

/**
 * Disposes of the work first, then of the parts it uses, and of the state last, so that everything can be journalled.
 * Installs an update after everything else has stopped. A part that fails keeps no other part from its end.
 */
async function disposeServices(services: AppServices, log: Log): Promise<void> {
  const { folderWatch, returns, cleanup, updates, cutStates, toolTakes } = services;
  const groups: readonly (readonly ({ dispose(): unknown } | null)[])[] = [
    [updates],
    // Each waits a few seconds for an unresponsive drive. One after the other would take too long for the quit.
    [folderWatch, returns, cleanup, cutStates, toolTakes, services.proxies],
    [services.connections],
    [services.offers],
    [services.transfers],
    [services.engine, services.mediaEngine],
    [services.finishNotices, services.jobEvents, services.network],
    [services.secrets],
    [services.state],
  ];
  for (const group of groups) await Promise.all(group.map((part) => logged(() => part?.dispose(), log)));
  await logged(() => updates?.atEnd.finish(), log);
}

async function logged(end: () => unknown, log: Log): Promise<void> {
  try {
    await end();
  } catch (error) {
    log.error('A part of the app did not end properly.', error);
  }
}

function failedStartReply(error: unknown): Awaited<ReturnType<Router>> {
  return { ok: false, error: toErrorBody(error) };
}
