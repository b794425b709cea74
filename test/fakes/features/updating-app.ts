import { createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import type { Clock, Installation, Log, PackageKind } from '../../../src-main/platform.ts';
import { SettingsRepository } from '../../../src-main/state/settings-repository.ts';
import { StateStore } from '../../../src-main/state/state-store.ts';
import { Downloader } from '../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../src-main/transfers/engine/transfer-engine.ts';
import { UpdateAtEnd, type UpdateAtEndDeps } from '../../../src-main/updates/update-at-end.ts';
import { UpdateBlockers, type UpdateBlockersDeps } from '../../../src-main/updates/update-blockers.ts';
import { UpdateFeed } from '../../../src-main/updates/update-feed.ts';
import { UpdateFiles } from '../../../src-main/updates/update-files.ts';
import { UpdatePackages, type UpdatePackagesDeps } from '../../../src-main/updates/update-packages.ts';
import { UpdateRecord } from '../../../src-main/updates/update-record.ts';
import { Updates } from '../../../src-main/updates/updates.ts';
import { VersionedFolder } from '../../../src-main/updates/versioned-folder.ts';

export interface UpdatingApp {
  readonly userData: string;
  /** Folder in which it was unpacked. */
  readonly root: string;
  readonly version: string;
  readonly feedUrl: string;
  readonly publicKey: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Kind of the package it was installed from; `tar.zst` by default. */
  readonly kind?: PackageKind | undefined;
  /** File that an update replaces, for packages of one file. */
  readonly programPath?: string | undefined;
}

/** Parts that a test replaces. */
export interface UpdatesChange {
  readonly isTransferring?: UpdateBlockersDeps['isTransferring'];
  readonly system?: UpdateAtEndDeps['system'] & UpdateBlockersDeps['system'];
  readonly engine?: UpdatePackagesDeps['engine'];
  readonly repository?: SettingsRepository;
  readonly folder?: VersionedFolder | null;
  readonly log?: Log;
}

/** Opens all parts of a version that update it, combined as in the app. */
export async function openUpdates(app: UpdatingApp, change: UpdatesChange = {}) {
  const { clock, version, root, kind = 'tar.zst' } = app;
  const { log = app.log } = change;
  const programPath = app.programPath ?? join(root, 'versions', version, 'dailies');
  const state = new StateStore({ ...app, onRecovered: () => undefined });
  await state.start();
  const engine = new TransferEngine(app);
  const address = { origin: () => Promise.resolve(new URL(app.feedUrl).origin) };
  const done: string[] = [];
  const installation: Installation = {
    kind,
    platform: process.platform,
    arch: process.arch,
    isSlim: false,
    programPath,
    quit: () => done.push('quit'),
    startAfterwards: (path) => done.push(`start ${path}`),
  };
  const key = Buffer.from(app.publicKey, 'base64');
  const {
    repository = new SettingsRepository({ state }),
    isTransferring = () => false,
    system = {
      start: async (program, args) => void done.push(`run ${[program, ...args].join(' ')}`),
      isMetered: () => Promise.resolve(false),
    },
  } = change;
  const source = {
    feedUrl: new URL(app.feedUrl),
    publicKeys: [createPublicKey({ key, format: 'der', type: 'spki' })],
  };
  const found = kind === 'tar.zst' ? await VersionedFolder.around(programPath) : null;
  const { folder = found } = change;
  const record = new UpdateRecord({ repository, log });
  const files = new UpdateFiles({ folder: join(app.userData, 'updates'), kind, version });
  const updates = new Updates({
    feed: new UpdateFeed({ source, installation, version, record, clock }),
    packages: new UpdatePackages({
      files,
      folder,
      record,
      engine: change.engine ?? engine,
      clock,
      log,
      downloader: new Downloader({ engine, address, clock, log }),
      shell: { openFile: async (path) => void done.push(`open ${path}`) },
    }),
    blockers: new UpdateBlockers({
      system,
      clock,
      isTransferring,
      isAutomatic: () => record.current.isAutomatic,
    }),
    atEnd: new UpdateAtEnd({ files, installation, folder, log, system }),
    record,
    clock,
    log,
    onChange: () => undefined,
  });
  return {
    updates,
    installation,
    /** Requests to the desktop. */
    done,
    /** Quits as the app does. */
    quit: async () => {
      await updates.dispose();
      await engine.dispose();
      await state.dispose();
      await updates.atEnd.finish();
    },
  };
}
