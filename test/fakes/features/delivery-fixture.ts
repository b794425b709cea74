import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Cleanup } from '../../../src-main/deliveries/cleanup.ts';
import { Deliveries } from '../../../src-main/deliveries/deliveries.ts';
import { deliveryKind } from '../../../src-main/deliveries/delivery-ledger.ts';
import { DeliveryRunner, type DeliveryRunnerDeps } from '../../../src-main/deliveries/delivery-runner.ts';
import { SentCuts } from '../../../src-main/deliveries/sent-cuts.ts';
import { Editors } from '../../../src-main/editors/editors.ts';
import { Semaphore } from '../../../src-main/foundation/semaphore.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { JobLedger } from '../../../src-main/jobs/run/job-ledger.ts';
import { WriteBatcher } from '../../../src-main/jobs/run/write-batcher.ts';
import type { Clock, System } from '../../../src-main/platform.ts';
import { SavedFileParts } from '../../../src-main/projects/saved-file-parts.ts';
import { ActivityRepository } from '../../../src-main/state/activity-repository.ts';
import { DeliveryRepository } from '../../../src-main/state/delivery-repository.ts';
import { SettingsService } from '../../../src-main/state/settings/settings-service.ts';
import type { StateStore } from '../../../src-main/state/state-store.ts';
import { Downloader } from '../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../src-main/transfers/engine/transfer-engine.ts';
import { englishWords } from '../english-words.ts';
import { addressOf, makeFolder, openStore } from '../main-fixture.ts';
import { rootedSystem } from '../rooted-system.ts';
import { sampleBundle, writeZip } from '../sample-project.ts';
import { type SeenRequest, TestServer } from '../test-server.ts';
import { createHastyClock } from '../turned-clock.ts';
import { plainDownloader } from './plain-downloader.ts';
import { createQueue } from './queue-fixture.ts';

/** Storage of one bundle. The test limits how much of it the storage sends. */
class BundleStorage {
  readonly server: TestServer;
  readonly bytes: Buffer;
  /** Number of bytes after which an answer stops with its connection open; null sends all. */
  holdsAt: number | null = null;
  /** Answers in place of the storage if it returns true. */
  intercept: (request: SeenRequest, response: ServerResponse) => boolean | Promise<boolean> = () => false;

  private constructor(server: TestServer, bytes: Buffer) {
    this.server = server;
    this.bytes = bytes;
  }

  static async start(): Promise<BundleStorage> {
    const path = join(await makeFolder('bundle'), 'bundle.zip');
    await writeZip(path, sampleBundle('FCPXML'));
    const server = await TestServer.start(() => undefined);
    const storage = new BundleStorage(server, await readFile(path));
    server.answerWith(async (request, response) => {
      if (!(await storage.intercept(request, response))) storage.#answer(request, response);
    });
    return storage;
  }

  get link(): string {
    return `${this.server.url}/bundle?signature=secret-of-the-link`;
  }

  /** First requested byte of each request. */
  get startsAskedFor(): number[] {
    return this.server.seen.map(({ headers }) => Number(/^bytes=(\d+)/.exec(headers.range ?? '')?.[1] ?? 0));
  }

  #answer({ headers }: SeenRequest, response: ServerResponse): void {
    const start = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const total = String(this.bytes.length);
    response.writeHead(start > 0 ? 206 : 200, {
      etag: '"one"',
      'content-length': this.bytes.length - start,
      ...(start > 0
        ? { 'content-range': `bytes ${String(start)}-${String(this.bytes.length - 1)}/${total}` }
        : {}),
    });
    if (this.holdsAt === null) response.end(this.bytes.subarray(start));
    else response.write(this.bytes.subarray(start, this.holdsAt));
  }
}

export interface DeliveryFixtureOptions {
  /** Runs twenty times as fast by default. */
  readonly clock?: Clock;
  /** The delivery folder. */
  readonly folder: string;
  readonly storage: BundleStorage;
  readonly state: StateStore;
  readonly connectionId?: string;
  readonly isAttended?: boolean;
  /** Downloads with one request each, so that every failure reaches the queue at once. */
  readonly isPlain?: boolean;
  readonly interchange?: DeliveryRunnerDeps['interchange'];
  /** System without editors by default. */
  readonly system?: System;
}

/** Creates deliveries of a bundle without a movie, from the test's storage into a real folder. */
async function createDeliveries(options: DeliveryFixtureOptions) {
  const { storage, state, folder, connectionId = 'local' } = options;
  // Not faster, because threads that start on a busy computer would count as stalled.
  const { clock = createHastyClock(20) } = options;
  const parts = await createQueue(state, clock, options.isAttended ?? true);
  const { queue, folders, blockers, logs, log, power } = parts;
  const settings = new SettingsService({
    repository: parts.settings,
    dialogs: null,
    ...englishWords,
    paths: { userData: '/nowhere', movies: null },
    folders,
    onChange: () => undefined,
  });
  if (settings.deliveryFolderPath === null) await settings.setDeliveryFolder(folder);
  const repository = new DeliveryRepository({ state, log });
  const events = { changed: () => undefined };
  const endWrites = new WriteBatcher({ state });
  const ledger = new JobLedger({ repository, clock, events, endWrites }, deliveryKind);
  const result = {
    jobId: 'job-1',
    url: storage.link,
    sizeBytes: storage.bytes.length,
    renewUrl: () => Promise.resolve(storage.link),
  };
  const revealed: string[] = [];
  const real = { clock: createSystemClock(), log };
  const engine = new TransferEngine(real);
  const downloader = options.isPlain
    ? plainDownloader
    : new Downloader({ ...real, engine, address: addressOf(storage.server.url) });
  const editors = new Editors({
    ...englishWords,
    system: options.system ?? (await rootedSystem({})),
    repository: parts.settings,
    dialogs: null,
  });
  const present = (projectId: string) =>
    Promise.resolve({ projectId, title: 'Harbour', status: 'ready', createdAt: 0, updatedAt: 0 } as never);
  const sentCuts = new SentCuts({
    projects: { get: present },
    cuts: { elementLink: () => ({ url: null, renew: () => Promise.resolve(null) }) },
    kept: { pathOf: () => Promise.resolve(null) },
    media: { save: () => Promise.reject(new Error('Nothing to save.')) },
    yourCuts: { take: () => Promise.resolve(null), peek: () => null },
  });
  const runner = new DeliveryRunner({
    sentCuts,
    editors,
    ledger,
    transfers: queue,
    downloader,
    engine,
    blockers,
    folders,
    logs,
    power,
    clock,
    log,
    interchange: options.interchange ?? { run: () => Promise.resolve(result) },
    movies: { ofPresentCut: () => Promise.resolve(null), renewed: (movie) => Promise.resolve(movie) },
    unpacking: new Semaphore(2),
  });
  const deliveries = new Deliveries({
    connectionId,
    ledger,
    runner,
    transfers: queue,
    logs,
    settings,
    clock,
    log,
    editors,
    offers: { offer: () => Promise.resolve(true), importInto: () => Promise.resolve(null) },
    projects: { get: present },
    shell: { revealFile: (path) => Promise.resolve(void revealed.push(path)) },
    onFinished: () => undefined,
  });
  const savedFileParts = new SavedFileParts({
    transfers: parts.repository,
    activity: new ActivityRepository({ state }),
    clock,
    log,
  });
  const cleanup = new Cleanup({ ledger, repository, savedFileParts, settings, clock, log });
  const dispose = async (): Promise<void> => {
    await cleanup.dispose();
    await deliveries.dispose();
    await queue.dispose();
    await engine.dispose();
  };
  onTestFinished(dispose);
  const start = async (): Promise<string> => {
    const { deliveryId } = await deliveries.startDelivery('project-1', 'FCPXML', 'BUNDLE');
    return deliveryId;
  };
  const transferOf = (deliveryId: string) => queue.find(`delivery:${deliveryId}:bundle`);
  /** Returns the number of bytes of the bundle that have arrived. */
  const arrivedOf = (deliveryId: string): number => {
    const record = transferOf(deliveryId);
    return record ? queue.shown(record).doneBytes : 0;
  };
  const shown = { result, arrivedOf, revealed, start, transferOf };
  return { ...parts, ...shown, deliveries, cleanup, settings, dispose, clock };
}

/** Starts all parts of a delivery test in new folders. */
export async function startDeliveries(
  change: Partial<Omit<DeliveryFixtureOptions, 'storage' | 'connectionId'>> = {},
) {
  const storage = await BundleStorage.start();
  const state = change.state ?? (await openStore());
  const folder = change.folder ?? join(await makeFolder('delivery'), 'out');
  const options = { ...change, folder, storage, state };
  const parts = await createDeliveries(options);
  return { ...parts, storage, state, folder, again: () => createDeliveries(options) };
}

/** Starts deliveries whose request for a document runs `look` first, which may reject or throw. */
export async function startWithInterchange(look: () => unknown) {
  const parts: Awaited<ReturnType<typeof startDeliveries>> = await startDeliveries({
    interchange: {
      run: async (order) => {
        await look();
        order.onStarted(parts.result.jobId);
        return parts.result;
      },
    },
  });
  return parts;
}
