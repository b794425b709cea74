import { join } from 'node:path';
import { TeamBudgets } from './api/team-budgets.ts';
import type { AppEvents } from './app-events.ts';
import { createAuthorizationFetch } from './auth/authorization-fetch.ts';
import { ClientRegistration } from './auth/client-registration.ts';
import { Discovery } from './auth/discovery.ts';
import { SignIn } from './auth/sign-in.ts';
import { Turns } from './concurrency/turns.ts';
import { LostLedgers } from './connections/lost-ledgers.ts';
import { FinishNotices } from './jobs/finish-notices.ts';
import { GatheredWrites } from './jobs/gathered-writes.ts';
import { GenerationLedger } from './jobs/generation-ledger.ts';
import type { JobEvents } from './jobs/job-events.ts';
import { ServiceJobLedger } from './jobs/service-jobs/service-job-ledger.ts';
import { KnownSecrets } from './keychain/known-secrets.ts';
import { SecretKeeper } from './keychain/secret-keeper.ts';
import { FileGrants } from './material/file-grants.ts';
import { MaterialService } from './material/material-service.ts';
import { ScriptReader } from './material/script-reader.ts';
import type { Platform } from './platform.ts';
import { DeliveryLedger } from './roundtrip/delivery-ledger.ts';
import { FolderWatch } from './settings/folder-watch.ts';
import { KnownFolders } from './settings/known-folders.ts';
import { SettingsService } from './settings/settings-service.ts';
import { ActivityRepository } from './store/activity-repository.ts';
import { ConnectionRepository } from './store/connection-repository.ts';
import { DeliveryRepository } from './store/delivery-repository.ts';
import { GenerationRepository } from './store/generation-repository.ts';
import { FileGrantRepository, MaterialRepository } from './store/material-repository.ts';
import { OutlineRepository } from './store/outline-repository.ts';
import { ServiceJobRepository } from './store/service-job-repository.ts';
import { SettingsRepository } from './store/settings-repository.ts';
import type { StateStore } from './store/state-store.ts';
import { TransferRepository } from './store/transfer-repository.ts';
import { TransferEngine } from './transfers/engine/transfer-engine.ts';
import { Obstacles } from './transfers/queue/obstacles.ts';
import { TransferLogs } from './transfers/queue/transfer-logs.ts';
import { TransferQueue } from './transfers/queue/transfer-queue.ts';

export interface SharedOptions {
  readonly state: StateStore;
  readonly events: AppEvents;
  readonly jobEvents: JobEvents;
  /** Of a connection; see `Obstacles`. */
  readonly whenOnline: (connectionId: string, signal: AbortSignal) => Promise<void>;
  readonly whenReady: (connectionId: string, signal: AbortSignal) => Promise<void>;
  readonly reveal: (deliveryId: string) => Promise<void>;
}

const unpackingAtOnce = 2;

/** What all connections share: the records, the files, the queue of transfers and the sign-in. */
export type SharedParts = ReturnType<typeof composeShared>;

export function composeShared(platform: Platform, options: SharedOptions) {
  const { clock, log, paths, notifier, power, shell } = platform;
  const { state, events, jobEvents } = options;
  const base = { clock, log, power, shell, paths, state, events, jobEvents };
  const repositories = composeRepositories({ ...base });
  const folders = new KnownFolders({
    repository: repositories.settingsRepository,
    // A command leaves nothing in a folder but what it was asked for.
    mayMark: platform.host !== 'headless',
  });
  const settings = new SettingsService({
    repository: repositories.settingsRepository,
    dialogs: platform.dialogs,
    paths,
    folders,
    onChange: (changed) => {
      transfers.setLimits(changed);
      folderWatch.note(changed);
      events.publish('settings.changed', changed);
    },
  });
  const folderWatch = composeFolderWatch(base, settings);
  const obstacles = new Obstacles({
    clock,
    isAttended: platform.host !== 'headless',
    whenOnline: options.whenOnline,
    whenReady: options.whenReady,
    requireFolder: (path) => folders.require(path),
  });
  const logs = new TransferLogs({ ...base, folder: join(paths.userData, 'logs', 'transfers') });
  const transfers = new TransferQueue({
    ...base,
    repository: repositories.transferRepository,
    settings: repositories.settingsRepository,
    obstacles,
    logs,
  });
  const engine = new TransferEngine(base);
  return {
    ...base,
    ...repositories,
    ...composeLedgers(base, repositories),
    ...composeFiles({ ...base, repositories, transfers }),
    ...composeSignIn(platform, repositories),
    launcher: platform.serviceLauncher,
    ...{ folders, settings, folderWatch, obstacles, logs, transfers, engine },
    teamBudgets: new TeamBudgets(base),
    lostLedgers: new LostLedgers({ settings: repositories.settingsRepository }),
    unpacking: new Turns(unpackingAtOnce),
    notices: new FinishNotices({
      notifier,
      reveal: (deliveryId) => {
        options.reveal(deliveryId).catch((error: unknown) => {
          log.warn('A delivery could not be shown.', { deliveryId, error });
        });
      },
    }),
  };
}

type Base = Pick<Platform, 'clock' | 'log' | 'power' | 'shell' | 'paths'> &
  Pick<SharedOptions, 'state' | 'jobEvents'>;
type Repositories = ReturnType<typeof composeRepositories>;

function composeRepositories(base: Base) {
  return {
    settingsRepository: new SettingsRepository(base),
    connectionRepository: new ConnectionRepository(base),
    generationRepository: new GenerationRepository(base),
    deliveryRepository: new DeliveryRepository(base),
    serviceJobRepository: new ServiceJobRepository(base),
    transferRepository: new TransferRepository(base),
    materialRepository: new MaterialRepository(base),
    outlineRepository: new OutlineRepository(base),
    activityRepository: new ActivityRepository(base),
  };
}

function composeLedgers(base: Base, repositories: Repositories) {
  const events = base.jobEvents;
  return {
    generationLedger: new GenerationLedger({
      ...base,
      events,
      repository: repositories.generationRepository,
    }),
    deliveryLedger: new DeliveryLedger({ ...base, events, repository: repositories.deliveryRepository }),
    serviceJobLedger: new ServiceJobLedger({
      ...base,
      events,
      repository: repositories.serviceJobRepository,
    }),
    endWrites: new GatheredWrites(base),
  };
}

function composeFiles(base: Base & { repositories: Repositories; transfers: TransferQueue }) {
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
    scripts: new ScriptReader({ grants: fileGrants }),
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

function composeSignIn(platform: Platform, { settingsRepository }: Repositories) {
  const { clock, log, shell, secrets: store } = platform;
  const fetch = createAuthorizationFetch();
  const discovery = new Discovery({ fetch, clock });
  const clients = new ClientRegistration({ fetch, repository: settingsRepository, log });
  const knownSecrets = new KnownSecrets();
  return {
    knownSecrets,
    secrets: new SecretKeeper({ store, clock, log }),
    authorization: { fetch, discovery, clients },
    signIn: new SignIn({ discovery, clients, fetch, shell, clock, knownSecrets }),
  };
}
