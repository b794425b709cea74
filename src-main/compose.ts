import { AppError, toErrorBody } from '../src-shared/app-error.ts';
import { appContract } from '../src-shared/contract/app-contract.ts';
import type { AppInfo } from '../src-shared/contract/app.ts';
import { createRouter, type Router } from '../src-shared/ipc/router.ts';
import { Account } from './api/account.ts';
import { Catalogue } from './api/catalogue.ts';
import { Files } from './api/files.ts';
import { HttpClient } from './api/http-client.ts';
import { Interchanges } from './api/interchanges.ts';
import { Projects } from './api/projects.ts';
import { RateBudget } from './api/rate-budget.ts';
import { Resources } from './api/resources.ts';
import { StorageClient } from './api/storage-client.ts';
import { Workflows } from './api/workflows.ts';
import { AppEvents, type AppMessage } from './app-events.ts';
import { createAppHandlers } from './handlers/app-handlers.ts';
import { createCatalogueHandlers } from './handlers/catalogue-handlers.ts';
import { createConnectionHandlers } from './handlers/connection-handlers.ts';
import { createDeliveryHandlers } from './handlers/delivery-handlers.ts';
import { createGenerationHandlers } from './handlers/generation-handlers.ts';
import { createMaterialHandlers } from './handlers/material-handlers.ts';
import { createProjectHandlers } from './handlers/project-handlers.ts';
import { createSettingsHandlers } from './handlers/settings-handlers.ts';
import { FinishNotices } from './jobs/finish-notices.ts';
import { GenerationLedger } from './jobs/generation-ledger.ts';
import { GenerationPerformer } from './jobs/generation-performer.ts';
import { Generations } from './jobs/generations.ts';
import { JobEvents } from './jobs/job-events.ts';
import { RunWatcher } from './jobs/run-watcher.ts';
import { AddressedService } from './local-service/addressed-service.ts';
import { ConnectionStatus } from './local-service/connection-status.ts';
import { LocalService } from './local-service/local-service.ts';
import { FileGrants } from './material/file-grants.ts';
import { MaterialService } from './material/material-service.ts';
import { MaterialUploader } from './material/material-uploader.ts';
import { ScriptReader } from './material/script-reader.ts';
import type { Platform } from './platform.ts';
import { Deliveries } from './roundtrip/deliveries.ts';
import { DeliveryLedger } from './roundtrip/delivery-ledger.ts';
import { DeliveryPerformer } from './roundtrip/delivery-performer.ts';
import { InterchangeRunner } from './roundtrip/interchange-runner.ts';
import { type MediaAnswer, MediaGateway } from './roundtrip/media-gateway.ts';
import { ProjectMovies } from './roundtrip/project-movies.ts';
import { ProjectOutlines } from './roundtrip/project-outlines.ts';
import { ProjectService } from './roundtrip/project-service.ts';
import { KeptPort } from './settings/kept-port.ts';
import { SettingsService } from './settings/settings-service.ts';
import { DeliveryRepository } from './store/delivery-repository.ts';
import { GenerationRepository } from './store/generation-repository.ts';
import { FileGrantRepository, MaterialRepository } from './store/material-repository.ts';
import { OutlineRepository } from './store/outline-repository.ts';
import { SettingsRepository } from './store/settings-repository.ts';
import { StateStore } from './store/state-store.ts';
import { Downloader } from './transfers/download.ts';

export interface ComposeOptions {
  /** Of the app. */
  readonly version: string;
  /** A service of our own on this machine, or one at an address whose secret is kept for its origin. */
  readonly service: { readonly kind: 'local' } | { readonly kind: 'address'; readonly baseUrl: string };
}

/** Every service of the app, wired for one platform, behind what a host needs of it. */
export interface App {
  /** Answers the page. Calls made while the app starts wait until it has. */
  readonly router: Router;
  /** Hears every event of the contract. Returns the function that ends the subscription. */
  subscribe(listener: (message: AppMessage) => void): () => void;
  /** Waits for the app to start as well. */
  readonly fileGrants: Pick<FileGrants, 'grantPath' | 'grantUpload'>;
  /** Serves a `mediaPath` of the contract. Never rejects; failures are statuses. */
  openMedia(mediaPath: string, rangeHeader: string | null, signal: AbortSignal): Promise<MediaAnswer>;
  /** For hosts without a page. */
  readonly services: AppServices;
  /** @throws AppError `conflict` when the app runs already with this folder, `state_unreadable` for a newer state. */
  start(): Promise<void>;
  /** Stops everything, journals what is under way and waits for it. */
  dispose(): Promise<void>;
}

type AppServices = ReturnType<typeof composeServices>;

/** The composition root: the only place where services are made. */
export function compose(platform: Platform, options: ComposeOptions): App {
  const events = new AppEvents();
  const services = composeServices(platform, options, events);
  const started = Promise.withResolvers<null>();
  started.promise.catch(() => undefined);
  let running: Promise<void> = Promise.resolve();
  const route = composeRouter(platform, options, services);
  return {
    router: (request) => started.promise.then(() => route(request), failedStartReply),
    subscribe: (listener) => events.subscribe(listener),
    fileGrants: {
      grantPath: (path) => started.promise.then(() => services.fileGrants.grantPath(path)),
      grantUpload: (name, content) =>
        started.promise.then(() => services.fileGrants.grantUpload(name, content)),
    },
    openMedia: async (...request) => {
      await started.promise.catch(() => undefined);
      return services.media.open(...request);
    },
    services,
    start: () => {
      running = startServices(platform, services);
      running.then(() => {
        started.resolve(null);
      }, started.reject);
      return running;
    },
    dispose: async () => {
      started.reject(new AppError('cancelled', 'The app is closing.'));
      await running.catch(() => undefined);
      await disposeServices(services);
    },
  };
}

function composeServices(platform: Platform, options: ComposeOptions, events: AppEvents) {
  const { clock, log, paths, notifier, power, shell, secrets } = platform;
  const state = new StateStore({
    userData: paths.userData,
    clock,
    log,
    onRecovered: (notice) => {
      notifier.notify('Dailies', notice.message, () => undefined);
    },
  });
  const settingsRepository = new SettingsRepository({ state });
  const address =
    options.service.kind === 'address'
      ? new AddressedService({ baseUrl: options.service.baseUrl, secrets })
      : new LocalService({
          launcher: platform.serviceLauncher,
          paths,
          repository: settingsRepository,
          clock,
          log,
        });
  const base = { clock, log, power, shell, paths, address, state, events };
  const api = composeApi(base);
  const settings = new SettingsService({
    repository: settingsRepository,
    dialogs: platform.dialogs,
    paths,
    onChange: (changed) => {
      events.publish('settings.changed', changed);
    },
  });
  const connection = new ConnectionStatus({
    ...base,
    ...api,
    source: address,
    onChange: (changed) => {
      events.publish('connection.changed', changed);
    },
  });
  const jobEvents = new JobEvents({
    clock,
    publish: (changed) => {
      events.publish('jobs.changed', changed);
    },
  });
  const material = composeMaterial(base, api);
  const projects = composeProjects(base, api, material);
  const jobs = composeJobs({ ...base, notifier, settings, jobEvents }, api, material, projects);
  return {
    state,
    settings,
    browserPort: new KeptPort({ repository: settingsRepository, key: 'browserPort', log }),
    connection,
    jobEvents,
    catalogue: api.catalogue,
    ...material,
    ...projects,
    ...jobs,
  };
}

type Base = Pick<Platform, 'clock' | 'log' | 'power' | 'shell' | 'paths'> & {
  readonly address: AddressedService | LocalService;
  readonly state: StateStore;
  readonly events: AppEvents;
};

function composeApi(base: Base) {
  const budget = new RateBudget(base);
  const http = new HttpClient({ ...base, budget });
  const resources = new Resources({ http });
  return {
    budget,
    account: new Account({ http }),
    workflows: new Workflows({ http }),
    projectsApi: new Projects({ http }),
    files: new Files({ http }),
    interchanges: new Interchanges({ http }),
    storage: new StorageClient(base),
    catalogue: new Catalogue({ ...base, resources }),
  };
}
type Api = ReturnType<typeof composeApi>;

function composeMaterial(base: Base, api: Api) {
  const materialRepository = new MaterialRepository(base);
  const fileGrants = new FileGrants({
    ...base,
    repository: new FileGrantRepository(base),
    materials: materialRepository,
  });
  const materials = new MaterialService({ ...base, grants: fileGrants, repository: materialRepository });
  return {
    fileGrants,
    materials,
    scripts: new ScriptReader({ grants: fileGrants }),
    uploader: new MaterialUploader({ ...base, ...api, materials, repository: materialRepository }),
  };
}
type Material = ReturnType<typeof composeMaterial>;

function composeProjects(base: Base, api: Api, material: Material) {
  const onChange = (projectId: string): void => {
    base.events.publish('project.changed', { projectId });
  };
  const interchange = new InterchangeRunner({ ...base, ...api });
  const movies = new ProjectMovies({ ...base, ...api, projects: api.projectsApi, onChange });
  const repository = new OutlineRepository(base);
  const generationRepository = new GenerationRepository(base);
  const outlines = new ProjectOutlines({ ...base, ...api, repository, interchange, onChange });
  return {
    interchange,
    movies,
    outlines,
    generationRepository,
    projects: new ProjectService({
      projects: api.projectsApi,
      movies,
      outlines,
      generations: generationRepository,
      onChange,
    }),
    media: new MediaGateway({ ...base, ...api, ...material, movies, outlines }),
  };
}

function composeJobs(
  base: Base & Pick<Platform, 'notifier'> & { settings: SettingsService; jobEvents: JobEvents },
  api: Api,
  material: Material,
  projects: ReturnType<typeof composeProjects>,
) {
  const { interchange, movies, generationRepository } = projects;
  const parts = { ...base, ...api, ...material, interchange, movies, projects: api.projectsApi };
  const generationLedger = new GenerationLedger({
    ...base,
    repository: generationRepository,
    events: base.jobEvents,
  });
  const watcher = new RunWatcher(parts);
  const notices = new FinishNotices({
    ...base,
    reveal: (deliveryId) => {
      deliveries.reveal(deliveryId).catch((error: unknown) => {
        base.log.warn('A delivery could not be shown.', { deliveryId, error });
      });
    },
  });
  const generations = new Generations({
    ...parts,
    ledger: generationLedger,
    repository: generationRepository,
    performer: new GenerationPerformer({ ...parts, ledger: generationLedger, watcher }),
    onFinished: (record) => {
      if (record.projectId !== null) projects.projects.refresh(record.projectId);
      notices.generationFinished(record);
    },
  });
  const deliveryRepository = new DeliveryRepository(base);
  const ledger = new DeliveryLedger({ ...base, repository: deliveryRepository, events: base.jobEvents });
  const deliveries: Deliveries = new Deliveries({
    ...parts,
    ledger,
    repository: deliveryRepository,
    performer: new DeliveryPerformer({ ...parts, ledger, downloader: new Downloader(parts) }),
    onFinished: (record) => {
      notices.deliveryFinished(record);
    },
  });
  return { watcher, generations, deliveries };
}

function composeRouter(platform: Platform, options: ComposeOptions, services: AppServices): Router {
  const handlers = {
    ...createAppHandlers({ info: appInfo(platform, options.version) }),
    ...createCatalogueHandlers(services),
    ...createConnectionHandlers(services),
    ...createDeliveryHandlers(services),
    ...createGenerationHandlers(services),
    ...createMaterialHandlers(services),
    ...createProjectHandlers(services),
    ...createSettingsHandlers(services),
  };
  return createRouter(appContract, handlers, (name, error) => {
    platform.log.error('A call failed unexpectedly.', error, { name });
  });
}

function appInfo(platform: Platform, version: string): AppInfo {
  const system = process.platform;
  return {
    version,
    host: platform.host === 'electron' ? 'electron' : 'browser',
    platform: system === 'darwin' || system === 'win32' ? system : 'linux',
    capabilities: { chooseFolder: platform.dialogs !== null, revealFile: platform.shell.canReveal },
    mediaBaseUrl: platform.host === 'electron' ? 'dailies-media://media/' : '/media/',
  };
}

async function startServices({ power }: Platform, services: AppServices): Promise<void> {
  await services.state.start();
  await services.fileGrants.start();
  services.connection.start();
  services.generations.start();
  await services.deliveries.start();
  power.onResume(() => {
    services.watcher.lookNow();
    void services.connection.retry();
  });
}

/** Work first, then what it works with; the state last, so that everything can be journalled. */
async function disposeServices(services: AppServices): Promise<void> {
  services.catalogue.dispose();
  services.projects.dispose();
  await Promise.all([services.deliveries.dispose(), services.generations.dispose()]);
  await Promise.all([services.movies.dispose(), services.outlines.dispose(), services.watcher.dispose()]);
  await services.connection.dispose();
  services.jobEvents.dispose();
  await services.state.dispose();
}

function failedStartReply(error: unknown): Awaited<ReturnType<Router>> {
  return { ok: false, error: toErrorBody(error) };
}
