import { join } from 'node:path';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import type { Availability } from '../api/http/availability.ts';
import { createAuthorizationFetch } from '../connections/auth/authorization-fetch.ts';
import { ClientRegistration } from '../connections/auth/client-registration.ts';
import { Discovery } from '../connections/auth/discovery.ts';
import { signInPage } from '../connections/auth/sign-in-page.ts';
import { SignIn } from '../connections/auth/sign-in.ts';
import { TokenRequests } from '../connections/auth/token-requests.ts';
import { Secrets } from '../connections/keychain/secrets.ts';
import { NetworkSettings } from '../connections/network/network-settings.ts';
import { Cleanup } from '../deliveries/cleanup.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import { deliveryKind } from '../deliveries/delivery-ledger.ts';
import { EditorOffers } from '../deliveries/editor-offers.ts';
import { Editors } from '../editors/editors.ts';
import { PremierePanel } from '../editors/premiere-panel.ts';
import { ResolveScripts } from '../editors/resolve-scripts.ts';
import { Engine } from '../engine/engine.ts';
import { KnownSecrets } from '../foundation/known-secrets.ts';
import { Semaphore } from '../foundation/semaphore.ts';
import { FileGrants } from '../intake/file-grants.ts';
import { MaterialService } from '../intake/material-service.ts';
import { ScriptReader } from '../intake/script-reader.ts';
import { FinishNotices } from '../jobs/kinds/generations/finish-notices.ts';
import { generationKind } from '../jobs/kinds/generations/generation-ledger.ts';
import { serviceJobKind } from '../jobs/kinds/service-jobs/service-job-ledger.ts';
import type { JobEvents } from '../jobs/run/job-events.ts';
import { JobLedger } from '../jobs/run/job-ledger.ts';
import { WriteBatcher } from '../jobs/run/write-batcher.ts';
import type { Openings } from '../openings/openings.ts';
import type { Platform } from '../platform.ts';
import { KeptMedia } from '../projects/kept-media.ts';
import { RecentProjects } from '../projects/recent-projects.ts';
import { SavedFileParts } from '../projects/saved-file-parts.ts';
import { ConflictPictures } from '../returns/keep/conflict-pictures.ts';
import { ActivityRepository } from '../state/activity-repository.ts';
import { ConnectionRepository } from '../state/connection-repository.ts';
import { DeliveryRepository } from '../state/delivery-repository.ts';
import { GenerationRepository } from '../state/generation-repository.ts';
import { FileGrantRepository, MaterialRepository } from '../state/material-repository.ts';
import { ProjectCutRepository } from '../state/project-cut-repository.ts';
import { ReturnRepository } from '../state/return-repository.ts';
import { ServiceJobRepository } from '../state/service-job-repository.ts';
import { FolderWatch } from '../state/settings/folder-watch.ts';
import { KnownFolders } from '../state/settings/known-folders.ts';
import { SettingsService } from '../state/settings/settings-service.ts';
import { SettingsRepository } from '../state/settings-repository.ts';
import type { StateStore } from '../state/state-store.ts';
import { TakeRepository } from '../state/take-repository.ts';
import { TransferRepository } from '../state/transfer-repository.ts';
import { YourCutRepository } from '../state/your-cut-repository.ts';
import { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import { Blockers } from '../transfers/queue/blockers.ts';
import { TransferLogs } from '../transfers/queue/transfer-logs.ts';
import { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import type { AppEvents } from './app-events.ts';

export interface SharedOptions {
  readonly state: StateStore;
  readonly messages: Messages;
  readonly events: AppEvents;
  readonly jobEvents: JobEvents;
  readonly availabilityOf: (connectionId: string) => Availability;
  /** Returns the deliveries that show and open a version. */
  readonly versionsOf: (deliveryId: string) => Pick<Deliveries, 'reveal' | 'openInFirst'>;
  readonly openings: Pick<Openings, 'add' | 'attempt'>;
  /** Resolves to true if this version replaced a newer one that did not start. */
  readonly hasSteppedBack: () => Promise<boolean>;
}

const unpackingAtOnce = 2;

/** Parts that all connections share: the records, the files, the queue of transfers and the sign-in. */
export type SharedParts = ReturnType<typeof composeShared>;

export function composeShared(platform: Platform, options: SharedOptions) {
  const { clock, log, paths, shell, notifier, languages } = platform;
  const { state, events, jobEvents, messages, availabilityOf } = options;
  const power = powerAsSet(platform.power, () => settings.desktop.staysAwake);
  const { text } = messages;
  const base = { clock, log, power, shell, paths, state, events, jobEvents, notifier, text, languages };
  const repositories = composeRepositories({ ...base });
  const folders = new KnownFolders({
    repository: repositories.settingsRepository,
    // A headless command must leave only the requested files in a folder.
    mayMark: platform.host !== 'headless',
  });
  const settings = new SettingsService({
    repository: repositories.settingsRepository,
    dialogs: platform.dialogs,
    setLoginItem: platform.setLoginItem,
    paths,
    folders,
    text,
    onChange: (changed) => {
      transfers.setLimits(changed);
      folderWatch.note(changed);
      void keptMedia.clear();
      events.publish('settings.changed', changed);
    },
  });
  const folderWatch = composeFolderWatch(base, settings);
  const keptMedia = new KeptMedia({
    folder: join(paths.userData, 'media'),
    limitBytes: () => settings.keptMediaBytes,
    log,
  });
  const blockers = new Blockers({
    clock,
    isAttended: platform.host !== 'headless',
    availabilityOf,
    requireFolder: (path) => folders.require(path),
  });
  const logs = new TransferLogs({ ...base, folder: join(paths.userData, 'logs', 'transfers') });
  const transfers = new TransferQueue({
    ...base,
    repository: repositories.transferRepository,
    settings: repositories.settingsRepository,
    blockers,
    logs,
  });
  const engine = new TransferEngine(base);
  const ledgers = composeLedgers(base);
  const editors = composeEditors(platform, repositories, text);
  return {
    ...base,
    ...repositories,
    ...ledgers,
    ...composeFiles({ ...base, system: platform.system, repositories, transfers }),
    ...composeSignIn(platform, repositories, messages),
    launcher: platform.serviceLauncher,
    hasSteppedBack: options.hasSteppedBack,
    dialogs: platform.dialogs,
    ...editors,
    offers: new EditorOffers({ ...editors, ledger: ledgers.deliveryLedger, log }),
    folders,
    settings,
    folderWatch,
    blockers,
    logs,
    transfers,
    engine,
    unpacking: new Semaphore(unpackingAtOnce),
    keptMedia,
    mediaEngine: new Engine({ launcher: platform.engineLauncher, clock, log }),
    recentProjects: new RecentProjects({ repository: repositories.settingsRepository }),
    notices: composeNotices(platform, options),
    cleanup: composeCleanup({ ...base, ...repositories, ...ledgers }, settings),
  };
}

/** Composes the editors of this computer and the parts that run inside them. */
function composeEditors(platform: Platform, { settingsRepository }: Repositories, text: Messages['text']) {
  const { system, shell, dialogs, helpersFolder } = platform;
  const { userData } = platform.paths;
  return {
    editors: new Editors({ system, text, dialogs, repository: settingsRepository }),
    resolveScripts: new ResolveScripts({ system, text, userData, helpersFolder }),
    premierePanel: new PremierePanel({ text, shell, dialogs, userData, helpersFolder }),
  };
}

function composeNotices(
  { clock, notifier }: Platform,
  { messages, versionsOf, openings }: SharedOptions,
): FinishNotices {
  return new FinishNotices({
    clock,
    notifier,
    text: messages.text,
    reveal: (deliveryId) => void openings.attempt(() => versionsOf(deliveryId).reveal(deliveryId)),
    openInEditor: (deliveryId) => void openings.attempt(() => versionsOf(deliveryId).openInFirst(deliveryId)),
    showProject: (project) => {
      openings.add({ kind: 'project', ...project, elsewhere: null });
    },
    showActivity: () => {
      openings.add({ kind: 'command', name: 'command.activity' });
    },
  });
}

/** Keeps the computer awake only if the user allows it. */
function powerAsSet(power: Platform['power'], mayKeepAwake: () => boolean): Platform['power'] {
  return {
    onResume: (listener) => power.onResume(listener),
    keepAwake: (reason) => (mayKeepAwake() ? power.keepAwake(reason) : () => undefined),
  };
}

type Base = Pick<Platform, 'clock' | 'log' | 'power' | 'shell' | 'paths' | 'languages'> &
  Pick<SharedOptions, 'state' | 'jobEvents'>;
type Repositories = ReturnType<typeof composeRepositories>;

function composeRepositories(base: Base) {
  return {
    settingsRepository: new SettingsRepository(base),
    connectionRepository: new ConnectionRepository(base),
    transferRepository: new TransferRepository(base),
    materialRepository: new MaterialRepository(base),
    projectCutRepository: new ProjectCutRepository(base),
    yourCutRepository: new YourCutRepository(base),
    takeRepository: new TakeRepository(base),
    activityRepository: new ActivityRepository(base),
    returnRepository: new ReturnRepository(base),
  };
}

function composeLedgers(base: Base) {
  const deps = { ...base, events: base.jobEvents, endWrites: new WriteBatcher(base) };
  const generationRepository = new GenerationRepository(base);
  const deliveryRepository = new DeliveryRepository(base);
  const serviceJobRepository = new ServiceJobRepository(base);
  return {
    generationRepository,
    generationLedger: new JobLedger({ ...deps, repository: generationRepository }, generationKind),
    deliveryRepository,
    deliveryLedger: new JobLedger({ ...deps, repository: deliveryRepository }, deliveryKind),
    serviceJobRepository,
    serviceJobLedger: new JobLedger({ ...deps, repository: serviceJobRepository }, serviceJobKind),
  };
}

function composeCleanup(
  base: Base & Repositories & ReturnType<typeof composeLedgers>,
  settings: SettingsService,
): Cleanup {
  const { deliveryLedger: ledger, deliveryRepository: repository, transferRepository: transfers } = base;
  const savedFileParts = new SavedFileParts({ ...base, transfers, activity: base.activityRepository });
  return new Cleanup({ ...base, ledger, repository, settings, savedFileParts });
}

function composeFiles(
  base: Base & Pick<Platform, 'system'> & { repositories: Repositories; transfers: TransferQueue },
) {
  const { materialRepository, transferRepository } = base.repositories;
  const fileGrants = new FileGrants({
    ...base,
    repository: new FileGrantRepository(base),
    materials: materialRepository,
    transfers: transferRepository,
  });
  return {
    fileGrants,
    materials: new MaterialService({ ...base, grants: fileGrants, repository: materialRepository }),
    scripts: new ScriptReader({ ...base, grants: fileGrants }),
    conflictPictures: new ConflictPictures(),
  };
}

function composeFolderWatch(
  base: Base & Pick<SharedOptions, 'events'>,
  settings: SettingsService,
): FolderWatch {
  return new FolderWatch({
    ...base,
    read: () => settings.get(),
    onChange: (changed) => {
      base.events.publish('settings.changed', changed);
    },
  });
}

function composeSignIn(platform: Platform, { settingsRepository }: Repositories, messages: Messages) {
  const { clock, log, shell, resolveProxy, secrets: store } = platform;
  const fetch = createAuthorizationFetch();
  const discovery = new Discovery({ fetch, clock });
  const clients = new ClientRegistration({ fetch, repository: settingsRepository, log });
  const tokenRequests = new TokenRequests({ discovery, clients, fetch, clock, log });
  const knownSecrets = new KnownSecrets();
  // No other store may mark an account as erased that the keychain still has to erase.
  const settings = store.isLasting ? settingsRepository : null;
  const secrets = new Secrets({ store, clock, log, settings });
  return {
    knownSecrets,
    secrets,
    network: new NetworkSettings({ repository: settingsRepository, secrets, log, resolveProxy }),
    tokenRequests,
    signIn: new SignIn({
      discovery,
      clients,
      fetch,
      shell,
      clock,
      knownSecrets,
      page: () => signInPage(messages, platform.host === 'electron'),
    }),
  };
}
