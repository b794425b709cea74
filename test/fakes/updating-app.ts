import { createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import type { Clock, Installation, Log, PackageKind } from '../../src-main/platform.ts';
import { SettingsRepository } from '../../src-main/state/settings-repository.ts';
import { StateStore } from '../../src-main/state/state-store.ts';
import { Downloader } from '../../src-main/transfers/download.ts';
import { TransferEngine } from '../../src-main/transfers/engine/transfer-engine.ts';
import { Updates, type UpdatesDeps } from '../../src-main/updates/updates.ts';
import { VersionedFolder } from '../../src-main/updates/versioned-folder.ts';

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

/** Opens all parts of a version that update it, combined as in the app. */
export async function openUpdates(app: UpdatingApp, change: Partial<UpdatesDeps> = {}) {
  const { clock, log, version, root, kind = 'tar.zst' } = app;
  const programPath = app.programPath ?? join(root, 'versions', version, 'dailies');
  const state = new StateStore({ ...app, onRecovered: () => undefined });
  await state.start();
  const engine = new TransferEngine(app);
  const address = { origin: () => Promise.resolve(new URL(app.feedUrl).origin) };
  const done: string[] = [];
  const installation: Installation = {
    ...{ kind, platform: process.platform, arch: process.arch, isSlim: false, programPath },
    quit: () => done.push('quit'),
    startAfterwards: (path) => done.push(`start ${path}`),
  };
  const key = Buffer.from(app.publicKey, 'base64');
  const updates = new Updates({
    source: {
      feedUrl: new URL(app.feedUrl),
      publicKeys: [createPublicKey({ key, format: 'der', type: 'spki' })],
    },
    ...{ installation, version, clock, log, engine },
    folder: kind === 'tar.zst' ? await VersionedFolder.around(programPath) : null,
    downloads: join(app.userData, 'updates'),
    repository: new SettingsRepository({ state }),
    downloader: new Downloader({ engine, address, clock, log }),
    shell: { openFile: async (path) => void done.push(`open ${path}`) },
    system: {
      start: async (program, args) => void done.push(`run ${[program, ...args].join(' ')}`),
      isMetered: () => Promise.resolve(false),
    },
    isTransferring: () => false,
    onChange: () => undefined,
    ...change,
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
